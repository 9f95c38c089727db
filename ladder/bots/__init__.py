"""The entrants: bots, their immutable versions and the packages these came in.

Knows nothing of matches or ratings, and never reads a line of a bot's code.
"""
