"""Which bots meet, and how many: a pure choice from standings and a source of chance.

Newcomers come first, the one with the fewest matches before all; then whoever
is known least exactly. Half the opponents come from the whole ladder, half from
the neighbourhood in rating: always the nearest would break the ladder into islands.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

SIZES = (2, 3, 4, 5)
NEAR = 150.0  # Elo


@dataclass(frozen=True)
class Entrant:
    """A version that may play, as the scheduler sees it."""

    version: int
    owner: int
    house: bool = False
    rating: float = 1500.0
    matches: Mapping[int, int] = field(default_factory=dict)  # by table size

    @property
    def total(self) -> int:
        return sum(self.matches.values())


@dataclass(frozen=True)
class LineUp:
    """The versions of a set, in random order, and the one it was made for."""

    versions: tuple[int, ...]
    made_for: int
    newcomers: bool


def choose(entrants: Sequence[Entrant], newcomer: int, rng: Random, first: Entrant | None = None) -> LineUp | None:
    """The next line-up, or None if there are not two who may meet.

    `newcomer`: with fewer matches than this a version is new. `first`: make it for
    this one. At most one bot of an owner sits at a table; the house is exempt.
    """
    if not entrants:
        return None
    seed = first or _seed(entrants, newcomer, rng)
    for players in _sizes(seed, entrants, newcomer, rng):
        table = _table(seed, entrants, players, rng)
        if table is not None:
            rng.shuffle(table)
            return LineUp(
                versions=tuple(entrant.version for entrant in table),
                made_for=seed.version,
                newcomers=any(entrant.total < newcomer for entrant in table),
            )
    return None


def _seed(entrants: Sequence[Entrant], newcomer: int, rng: Random) -> Entrant:
    fewest = min(entrant.total for entrant in entrants)
    if fewest < newcomer:
        return rng.choice([entrant for entrant in entrants if entrant.total == fewest])
    # An error shrinks with the root of the number of matches.
    weights = [1 / math.sqrt(1 + entrant.total) for entrant in entrants]
    return rng.choices(entrants, weights)[0]


def _sizes(seed: Entrant, entrants: Sequence[Entrant], newcomer: int, rng: Random) -> list[int]:
    """Table sizes, the one that is behind first: for a newcomer its own count decides."""
    # A match of n players counts for n entrants.
    made = {n: sum(e.matches.get(n, 0) for e in entrants) / n for n in SIZES}
    own = {n: seed.matches.get(n, 0) if seed.total < newcomer else 0 for n in SIZES}
    return sorted(SIZES, key=lambda n: (own[n], made[n], rng.random()))


def _table(seed: Entrant, entrants: Sequence[Entrant], players: int, rng: Random) -> list[Entrant] | None:
    table = [seed]
    while len(table) < players:
        owners = {entrant.owner for entrant in table if not entrant.house}
        free = [
            entrant for entrant in entrants if entrant not in table and (entrant.house or entrant.owner not in owners)
        ]
        if not free:
            return None
        near = rng.random() < 0.5
        table.append(_opponent(seed, free, near, rng))
    return table


def _opponent(seed: Entrant, free: Sequence[Entrant], near: bool, rng: Random) -> Entrant:
    """First an owner is drawn, then a bot of theirs; each house bot stands for itself."""
    by_owner: dict[object, list[Entrant]] = {}
    for entrant in free:
        key = ("house", entrant.version) if entrant.house else entrant.owner
        by_owner.setdefault(key, []).append(entrant)
    camps = list(by_owner.values())

    def weight(entrant: Entrant) -> float:
        apart = (entrant.rating - seed.rating) / NEAR
        return math.exp(-apart * apart / 2) + 1e-9 if near else 1.0

    camp = rng.choices(camps, [sum(map(weight, camp)) / len(camp) for camp in camps])[0]
    return rng.choices(camp, [weight(entrant) for entrant in camp])[0]
