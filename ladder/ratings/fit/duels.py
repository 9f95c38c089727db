"""What happened: every pair's duels, in columns, and their exact sums.

A duel's score is an integer times 10,000, so sums of scores are exact and cannot
depend on the order in which results came in.
"""

from collections.abc import Iterable
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

SIZES = (2, 3, 4, 5)
WHOLE = 10_000
# Composite likelihood (Varin, Reid & Firth 2011): the n(n-1)/2 duels of one table are
# correlated and tell less than as many matches would. 3/(n+1) was measured to give
# intervals that cover what they promise.
WEIGHT = {players: 3 / (players + 1) for players in SIZES}


@dataclass(frozen=True)
class Duels:
    """Columns of equal length; a row holds some duels of `a` against `b` in one match set.

    `set` names the match set, `players` its table size, `score` the sum of a's scores
    (0 to 10,000 each) and `count` how many duels there were.
    """

    set: Ints
    players: Ints
    a: Ints
    b: Ints
    score: Ints
    count: Ints

    @classmethod
    def of(cls, rows: Iterable[tuple[int, int, int, int, int, int]]) -> "Duels":
        """From rows (set, players, a, b, score, count)."""
        table = np.array(list(rows), dtype=np.int64).reshape(-1, 6)
        return cls(*table.T)

    @classmethod
    def join(cls, parts: Iterable["Duels"]) -> "Duels":
        """All rows of all parts."""
        kept = [cls.of([]), *parts]
        return cls(*(np.concatenate([getattr(part, field.name) for part in kept]) for field in fields(cls)))

    def __len__(self) -> int:
        return len(self.a)

    def pick(self, rows: NDArray) -> "Duels":
        """Some of the rows, by mask or by position."""
        return Duels(*(getattr(self, field.name)[rows] for field in fields(self)))

    def entrants(self) -> Ints:
        """Everybody who fought a duel, ascending."""
        return np.unique(np.concatenate([self.a, self.b]))


@dataclass(frozen=True)
class Pairs:
    """The weighted sums of one table size: each pair once, a < b, as places among the entrants."""

    a: Ints
    b: Ints
    number: Floats
    score: Floats


def sums(duels: Duels, entrants: Ints) -> dict[int, Pairs]:
    """All duels added up by table size and pair; against itself a version shows nothing."""
    return {size: _pairs(duels.pick((duels.players == size) & (duels.a != duels.b)), entrants, size) for size in SIZES}


def _pairs(duels: Duels, entrants: Ints, size: int) -> Pairs:
    everybody = len(entrants)
    a, b = np.searchsorted(entrants, duels.a), np.searchsorted(entrants, duels.b)
    turned = a > b
    low, high = np.where(turned, b, a), np.where(turned, a, b)
    score = np.where(turned, WHOLE * duels.count - duels.score, duels.score)
    pair = low * everybody + high
    # Sums of integers in floats: exact, up to 2^53.
    count = np.bincount(pair, weights=duels.count, minlength=everybody**2).astype(np.float64)
    total = np.bincount(pair, weights=score, minlength=everybody**2).astype(np.float64)
    met = np.flatnonzero(count)
    weight = WEIGHT[size]
    return Pairs(met // everybody, met % everybody, weight * count[met], weight * total[met] / WHOLE)
