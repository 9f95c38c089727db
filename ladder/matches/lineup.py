"""Which bots meet, and how many: a pure choice from standings and a source of chance.

Newcomers come first, their owners in turn. Otherwise the table size that is behind is
next, and of the half that played least at it whoever is known least exactly. Half the
opponents come from the whole ladder, half from the neighbourhood in rating: always the
nearest would break the ladder into islands. Whoever has waited much longer than others
goes before all, and whoever holds the workers much longer than others pauses.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from statistics import fmean, median

SIZES = (2, 3, 4, 5)
NEAR = 150.0  # Elo
UNKNOWN = 350.0  # ± Elo, of a version without a rating
PATIENCE = 4.0  # times the mean wait; then it is somebody's turn
SLOW = 1.5  # times the usual worker seconds per match
# Of its fair share of worker seconds. Twice is the most, and the set in hand comes on top.
LARGEST_SHARE = 1.8
FAVOURS = 3  # so many newcomers' sets, times a newcomer's matches, an owner has in a day


@dataclass(frozen=True)
class Entrant:
    """A version that may play, as the scheduler sees it."""

    version: int
    owner: int
    house: bool = False
    rating: float = 1500.0
    error: float | None = None  # half the 95 % interval
    matches: Mapping[int, int] = field(default_factory=dict)  # by table size
    waited: float = 0.0  # seconds since a set was last made with it
    seconds: float = 0.0  # of workers' time lately, with what it has in the queue
    pace: float = 0.0  # of those, per match

    @property
    def total(self) -> int:
        return sum(self.matches.values())

    @property
    def doubt(self) -> float:
        """How inexactly it is known; an error shrinks with the root of the number of matches."""
        return UNKNOWN / math.sqrt(1 + self.total) if self.error is None else self.error


@dataclass(frozen=True)
class LineUp:
    """The versions of a set, in random order, and the one it was made for.

    `newcomers`: somebody at the table is new; `favoured`: it was made for one who is.
    """

    versions: tuple[int, ...]
    made_for: int
    newcomers: bool
    favoured: bool = False


def choose(
    entrants: Sequence[Entrant],
    newcomer: int,
    rng: Random,
    first: Entrant | None = None,
    *,
    sizes: Sequence[int] = SIZES,
    favours: Mapping[int, int] | None = None,
) -> LineUp | None:
    """The next line-up, or None if there are not two who may meet.

    `newcomer`: with fewer matches than this a version is new. `first`: make it for
    this one. `sizes`: the table sizes that are played. `favours`: how many sets were
    made lately for an owner's newcomers. At most one bot of an owner sits at a table;
    the house is exempt.
    """
    # If those who hold the workers too long are needed to make a table, they are in.
    for pool in (_quick(entrants), entrants):
        if not pool:
            continue
        urgent, favoured = (first, True) if first else _urgent(pool, newcomer, favours or {}, rng)
        for players in _sizes(urgent, pool, newcomer, sizes, rng):
            seed = urgent or _behind(pool, players, rng)
            found = table(seed, pool, players, rng)
            if found is not None:
                rng.shuffle(found)
                return LineUp(
                    versions=tuple(entrant.version for entrant in found),
                    made_for=seed.version,
                    newcomers=any(entrant.total < newcomer for entrant in found),
                    favoured=favoured and seed.total < newcomer,
                )
    return None


def table(seed: Entrant, entrants: Sequence[Entrant], players: int, rng: Random) -> list[Entrant] | None:
    """The seed and its opponents, or None if there are not enough who may sit together."""
    table = [seed]
    while len(table) < players:
        taken = {entrant.version for entrant in table}
        owners = {entrant.owner for entrant in table if not entrant.house}
        free = [
            entrant
            for entrant in entrants
            if entrant.version not in taken and (entrant.house or entrant.owner not in owners)
        ]
        if not free:
            return None
        table.append(_opponent(seed, free, rng.random() < 0.5, rng))
    return table


def _quick(entrants: Sequence[Entrant]) -> list[Entrant]:
    """All but the slow ones that had their share of the workers' time; they wait for the others."""
    if not entrants:
        return []
    most = LARGEST_SHARE * fmean(entrant.seconds for entrant in entrants)
    slow = SLOW * median(entrant.pace for entrant in entrants)
    return [entrant for entrant in entrants if entrant.pace <= slow or entrant.seconds < most]


def _urgent(
    entrants: Sequence[Entrant], newcomer: int, favours: Mapping[int, int], rng: Random
) -> tuple[Entrant | None, bool]:
    """The one that goes before all others, if there is one, and whether because it is new."""
    longest = max(entrants, key=lambda entrant: entrant.waited)
    if longest.waited > PATIENCE * fmean(entrant.waited for entrant in entrants):
        return longest, False

    def turn(entrant: Entrant) -> tuple[int, int]:
        # An owner's newcomers share one place in the line; each house bot has its own.
        return (entrant.total if entrant.house else favours.get(entrant.owner, 0)), entrant.total

    new = [entrant for entrant in entrants if entrant.total < newcomer and turn(entrant)[0] < FAVOURS * newcomer]
    if new:
        least = min(map(turn, new))
        return rng.choice([entrant for entrant in new if turn(entrant) == least]), True
    return None, False


def _behind(entrants: Sequence[Entrant], players: int, rng: Random) -> Entrant:
    """One of the half that played least at this table size, by doubt.

    This evens the matches out, and yet whoever has hardly any has at most twice the sets it had without.
    """
    usual = median(entrant.matches.get(players, 0) for entrant in entrants)
    behind = [entrant for entrant in entrants if entrant.matches.get(players, 0) <= usual]
    # What nobody could ever know exactly must not take every set: twice the usual doubt is the most.
    most = 2 * median(entrant.doubt for entrant in entrants)
    return rng.choices(behind, [min(entrant.doubt, most) for entrant in behind])[0]


def _sizes(
    urgent: Entrant | None, entrants: Sequence[Entrant], newcomer: int, sizes: Sequence[int], rng: Random
) -> list[int]:
    """Table sizes, the one that is behind first: with whoever goes before others, and with everybody."""
    if urgent and urgent.total < newcomer:
        return sorted(sizes, key=lambda n: (urgent.matches.get(n, 0), rng.random()))

    def behind(played: Mapping[int, float]) -> dict[int, float]:
        # As many matches of five as of two have five seats for two.
        usual = sum(played.values()) / sum(sizes) or 1.0
        return {n: played[n] / n / usual for n in sizes}

    own = behind({n: urgent.matches.get(n, 0) if urgent else 0 for n in sizes})
    everybody = behind({n: sum(entrant.matches.get(n, 0) for entrant in entrants) for n in sizes})
    return sorted(sizes, key=lambda n: (own[n] + everybody[n], rng.random()))


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
