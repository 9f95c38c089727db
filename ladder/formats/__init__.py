"""How numbers and dates are written where Django's own habits would disturb: a point in every language.

Drawings hold numbers too, and the viewer writes its own.
"""
