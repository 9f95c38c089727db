"""All results become a ladder: ratings on the scale people see, with errors and chances."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from ladder.ratings.fit.duels import SIZES, Duels, Floats, Ints, sums
from ladder.ratings.fit.errors import Covariance, covariances
from ladder.ratings.fit.mode import Mode, Point, best
from ladder.ratings.fit.ranks import superiority

MEAN = 1500.0
OVERALL = 0


@dataclass(frozen=True)
class Ladder:
    """The ratings of all entrants at each table size; 0 is the mean of the four.

    They are rounded to 0.01 Elo: far coarser than what the order of a sum or the start
    of the search can change, so the same results always give the same numbers. Errors
    need every set again, so they are worked out when first asked for.
    """

    entrants: Ints
    ratings: Mapping[int, Floats]
    _duels: Duels = field(repr=False)
    _mode: Mode = field(repr=False)
    _held: Ints = field(repr=False)

    @property
    def spreads(self) -> tuple[float, float]:
        """σ_μ and σ_δ as EM found them."""
        return self._mode.sigma_mu, self._mode.sigma_delta

    @cached_property
    def covariances(self) -> Mapping[int, Covariance]:
        return covariances(self._duels, self.entrants, self._mode, self._held)

    def errors(self, size: int = OVERALL) -> Floats:
        """Half the width of each entrant's 95 % interval, rounded to 0.01."""
        return np.round(self.covariances[size].errors, 2)

    def superiority(self, size: int = OVERALL) -> Floats:
        """The probability that i (row) is stronger than j (column)."""
        return superiority(self.ratings[size], self.covariances[size].of_differences())

    def rating(self, entrant: int, size: int = OVERALL) -> float:
        return float(self.ratings[size][np.searchsorted(self.entrants, entrant)])

    def error(self, entrant: int, size: int = OVERALL) -> float:
        return float(self.errors(size)[np.searchsorted(self.entrants, entrant)])


def fit(
    duels: Duels,
    anchors: Collection[int] = (),
    previous: Mapping[int, int] | None = None,
    start: Mapping[tuple[int, int], float] | None = None,
) -> Ladder | None:
    """The ladder of all entrants who fought a duel, or None if nobody did.

    `anchors` hold the scale: their mean is 1500 in every ladder; where none has played,
    the mean of all is. `previous` names the version before, where it is an entrant too.
    `start`, ratings by (entrant, table size) as shown before, only saves time.
    """
    entrants = duels.entrants()
    if not len(entrants):
        return None
    held = np.flatnonzero(np.isin(entrants, list(anchors)))
    if not len(held):
        held = np.arange(len(entrants))
    mode = best(sums(duels, entrants), entrants, previous or {}, _point(entrants, start or {}))
    ratings = {size: r - r[held].mean() + MEAN for size, r in mode.at.r.items()}
    ratings[OVERALL] = np.mean([ratings[size] for size in SIZES], axis=0)
    return Ladder(entrants, {size: np.round(r, 2) for size, r in ratings.items()}, duels, mode, held)


def _point(entrants: Ints, start: Mapping[tuple[int, int], float]) -> Point:
    """Where the search begins: where everybody stood, a stranger in the middle."""
    r = {size: np.array([start.get((int(entrant), size), MEAN) for entrant in entrants]) - MEAN for size in SIZES}
    return Point(np.mean(list(r.values()), axis=0), r)
