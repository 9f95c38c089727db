"""The play: sets are scheduled, matches played and recorded, each exactly once.

The only app that reaches the sandbox. Knows nothing of ratings.
"""
