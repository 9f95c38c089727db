"""The ranking: all results become ratings, together, in whatever order they came.

Nothing else writes ratings. Knows nothing of how a match was played.
"""
