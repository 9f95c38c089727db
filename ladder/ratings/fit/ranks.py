"""Who is ahead of whom, and how surely."""

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr

from ladder.ratings.fit.duels import Floats, Ints

SURE = 0.975  # a one-sided bound each way makes a 95 % interval


def expected(difference: float) -> float:
    """How often one finishes ahead of another who is `difference` Elo weaker: +100 is 64 %."""
    return float(1 / (1 + 10 ** (-difference / 400)))


def superiority(ratings: Floats, variances: Floats) -> Floats:
    """P(i is stronger than j) = Φ((r_i - r_j) / SE of the difference); ½ where nothing differs."""
    apart = ratings[:, None] - ratings[None, :]
    known = variances > 0
    return np.where(known, ndtr(apart / np.sqrt(np.where(known, variances, 1.0))), 0.5 + np.sign(apart) / 2)


def rank_intervals(stronger: Floats, among: NDArray[np.bool_]) -> tuple[Ints, Ints]:
    """The best and the worst rank each may really have, among some of the entrants.

    The best is behind all who are surely stronger, the worst ahead of all who are surely
    weaker (Goldstein & Spiegelhalter 1996, by the pairs' own errors).
    """
    others = among[None, :] & ~np.eye(len(among), dtype=bool)
    above = ((stronger < 1 - SURE) & others).sum(axis=1)
    below = ((stronger > SURE) & others).sum(axis=1)
    return 1 + above, 1 + others.sum(axis=1) - below
