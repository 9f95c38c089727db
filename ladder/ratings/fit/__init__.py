"""From duels to ratings: pure numbers, whatever order the results came in.

    duels.py      what happened, in columns, and its exact sums
    hierarchy.py  what is believed before anything happened
    mode.py       the ratings that fit best
    errors.py     how far they may be off
    ranks.py      who is ahead of whom, and how surely
    ladder.py     all of it, on the scale people see

Knows numpy and scipy; refuses to know bots, matches and databases. `README.md` beside
`ladder/ratings/__init__.py` explains it to people, with an example.
"""

from ladder.ratings.fit.duels import SIZES, WEIGHT, Duels
from ladder.ratings.fit.ladder import MEAN, OVERALL, Ladder, fit
from ladder.ratings.fit.mode import KAPPA, SCALE
from ladder.ratings.fit.ranks import expected, rank_intervals, superiority

__all__ = [
    "KAPPA",
    "MEAN",
    "OVERALL",
    "SCALE",
    "SIZES",
    "WEIGHT",
    "Duels",
    "Ladder",
    "expected",
    "fit",
    "rank_intervals",
    "superiority",
]
