"""From duels to ratings: one pure function, whatever order the results came in.

A plain Bradley-Terry fit on the Elo scale with a weak prior (Bradley & Terry 1952;
Elo's scale has 400 points per factor of ten in odds):

    P(i beats j) = 1 / (1 + 10^(-(r_i - r_j) / (400 κ)))

maximises  Σ w [ S ln P + (N - S) ln(1 - P) ]  -  Σ (r_i - m_i)² / 2σ²  by Newton's
method. The overall rating is fitted to all duels; the rating of a table size to its own
duels, drawn towards the overall rating where there are few. Errors come from the
Hessian's inverse. Everything is shifted so that the anchors' mean is 1500.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

MEAN = 1500.0
OVERALL = 0
SIZES = (2, 3, 4, 5)
KAPPA = 1.15  # half the score is margin; this keeps the scale that of win odds
SCALE = 400 * KAPPA / np.log(10)
# The duels of one table are correlated: n(n-1)/2 of them tell less than as many matches.
WEIGHT = {players: 3 / (players + 1) for players in SIZES}
WIDE = 350.0  # Elo; prior of the overall rating
NARROW = 100.0  # Elo; how far a table size may stray from the overall rating
Z95 = 1.959964

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True)
class DuelSum:
    """All duels of `a` against `b` at one table size: how many, and a's score × 10,000."""

    players: int
    a: int
    b: int
    score: int
    count: int


@dataclass(frozen=True)
class Strength:
    """A rating, and half the width of its 95 % interval."""

    rating: float
    error: float


def fit(sums: Iterable[DuelSum], anchors: Collection[int] = ()) -> Mapping[tuple[int, int], Strength]:
    """Strength by (entrant, table size), table size 0 being all of them together.

    `anchors` hold the scale: their mean is 1500 in every ladder. Where none has played,
    the mean of all is.
    """
    # In one fixed order: sums of floats must not depend on how the rows arrived.
    rows = sorted(sums, key=lambda row: (row.players, row.a, row.b))
    entrants = sorted({row.a for row in rows} | {row.b for row in rows})
    place = {entrant: index for index, entrant in enumerate(entrants)}
    held = np.array([place[a] for a in sorted(anchors) if a in place] or list(place.values()), dtype=np.int64)
    if not entrants:
        return {}

    overall, variance = _newton(rows, place, np.full(len(entrants), MEAN), WIDE, held)
    found = _strengths(OVERALL, entrants, overall, variance)
    for size in SIZES:
        own = [row for row in rows if row.players == size]
        ratings, narrow = _newton(own, place, overall, NARROW, held)
        # So much of the rating is the overall rating's, which has an error of its own.
        share = np.minimum(1.0, narrow / NARROW**2)
        found |= _strengths(size, entrants, ratings, narrow + share**2 * variance)
    return found


def _strengths(
    size: int, entrants: Sequence[int], ratings: Floats, variance: Floats
) -> dict[tuple[int, int], Strength]:
    errors = Z95 * np.sqrt(variance)
    return {
        (entrant, size): Strength(round(float(rating), 2), round(float(error), 2))
        for entrant, rating, error in zip(entrants, ratings, errors, strict=True)
    }


def _newton(
    rows: Sequence[DuelSum], place: Mapping[int, int], prior: Floats, spread: float, held: Ints
) -> tuple[Floats, Floats]:
    """Anchored ratings and their variances, starting from the prior's means."""
    a: Ints = np.array([place[row.a] for row in rows], dtype=np.int64)
    b: Ints = np.array([place[row.b] for row in rows], dtype=np.int64)
    weight = np.array([WEIGHT[row.players] for row in rows])
    number = weight * np.array([row.count for row in rows], dtype=float)
    score = weight * np.array([row.score for row in rows], dtype=float) / 10_000
    ratings = prior.copy()
    while True:
        expected = 1 / (1 + np.exp((ratings[b] - ratings[a]) / SCALE))
        pull = (score - number * expected) / SCALE
        gradient = (prior - ratings) / spread**2
        np.add.at(gradient, a, pull)
        np.add.at(gradient, b, -pull)
        stiff = number * expected * (1 - expected) / SCALE**2
        hessian = np.eye(len(prior)) / spread**2
        for here, there, sign in ((a, a, 1), (b, b, 1), (a, b, -1), (b, a, -1)):
            np.add.at(hessian, (here, there), sign * stiff)
        step = np.linalg.solve(hessian, gradient)
        # Far from the solution a whole step may overshoot.
        step *= min(1.0, 400.0 / max(1e-12, float(np.abs(step).max())))
        ratings = ratings + step
        if np.abs(step).max() < 1e-9:
            break
    covariance = np.linalg.inv(hessian)
    # What is shown is the distance from the anchors' mean, and so is its variance.
    to_anchors = covariance[:, held].mean(axis=1)
    variance = np.diag(covariance) - 2 * to_anchors + to_anchors[held].mean()
    return ratings - ratings[held].mean() + MEAN, np.maximum(0.0, variance)
