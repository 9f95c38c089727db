"""Head to head: one version against each other that it met, and whether it is decided.

The unit is the match set: duels of one deal tell of each other, sets do not. So a set
counts once, when it is over. It goes by versions, because a new version is a new player:
what is known of the old one would mislead.
"""

import math
from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Count, F, FilteredRelation, Q, Sum

from ladder.bots.models import Version
from ladder.matches.duels import SPREAD, WHOLE
from ladder.matches.models import Duel
from ladder.ratings.bounds import bounds, needed


@dataclass(frozen=True)
class Record:
    """How one version did against another: the mean score of a duel and its interval at any time."""

    sets: int
    matches: int
    won: int
    lost: int
    margin: float  # the mean difference of their totals
    score: float
    low: float
    high: float
    decided: bool
    needed: int | None  # about so many more matches


@dataclass(frozen=True)
class Pair(Record):
    """The record of `version` against `against`."""

    version: Version
    against: Version


def head_to_head(version: Version, *, players: int = 0, playing: bool = False, most: int | None = None) -> list[Pair]:
    """Against everybody it met on the ladder, those it met most first; two queries.

    `players` 2 to 5 takes the matches of that table size alone, `playing` only opponents
    that play now (one more query), `most` only so many of them.
    """
    found = _met(Q(version_a=version) | Q(version_b=version), players)
    met = {against: results for (mine, against), results in found.items() if mine == version.pk}
    if playing:
        now = set(Version.objects.playing().values_list("pk", flat=True))
        met = {against: results for against, results in met.items() if against in now}
    order = sorted(met, key=lambda pk: (-sum(sums.matches for sums in met[pk]), pk))[:most]
    opponents = Version.objects.for_list().in_bulk(order)
    return [Pair(**vars(_record(met[pk])), version=version, against=opponents[pk]) for pk in order]


def table(versions: Collection[int], *, players: int = 0) -> dict[tuple[int, int], Record]:
    """The records of all these versions that met, both ways round, by their keys; one query."""
    met = _met(Q(version_a__in=versions, version_b__in=versions), players)
    return {pair: _record(results) for pair, results in met.items()}


class Sums(NamedTuple):
    """What a pair's duels of one set add up to, seen from one side."""

    match_set: int
    matches: int
    score: int
    won: int
    lost: int
    margin: int


def _met(duels: Q, players: int) -> dict[tuple[int, int], list[Sums]]:
    """The results of these duels by (version, against), both ways round; one query."""
    rows = (
        Duel.objects.filter(
            duels,
            # The index begins with the table size.
            players__in=[players] if players else list(SPREAD),
            match__set__over_at__isnull=False,
        )
        .exclude(version_a=F("version_b"))
        .annotate(
            a=FilteredRelation("match__seats", condition=Q(match__seats__index=F("seat_a"))),
            b=FilteredRelation("match__seats", condition=Q(match__seats__index=F("seat_b"))),
        )
        .values_list("version_a_id", "version_b_id", "match__set_id")
        .annotate(
            matches=Count("pk"),
            sum=Sum("score"),
            won=Count("pk", filter=Q(score__gt=WHOLE // 2)),
            lost=Count("pk", filter=Q(score__lt=WHOLE // 2)),
            margin=Sum(F("a__total") - F("b__total")),
        )
        .order_by()
    )
    met: dict[tuple[int, int], list[Sums]] = defaultdict(list)
    for a, b, match_set, matches, score, won, lost, margin in rows:
        met[a, b].append(Sums(match_set, matches, score, won, lost, margin))
        met[b, a].append(Sums(match_set, matches, matches * WHOLE - score, lost, won, -margin))
    return met


def _record(results: list[Sums]) -> Record:
    # In the order in which the sets were made, whichever was over first; who is a and who b may differ within one.
    sets: dict[int, tuple[int, int]] = {}
    for sums in sorted(results):
        matches, score = sets.get(sums.match_set, (0, 0))
        sets[sums.match_set] = matches + sums.matches, score + sums.score
    known = bounds([score / matches / WHOLE for matches, score in sets.values()])
    matches = sum(sums.matches for sums in results)
    more = needed(known)
    return Record(
        sets=known.number,
        matches=matches,
        won=sum(sums.won for sums in results),
        lost=sum(sums.lost for sums in results),
        margin=round(sum(sums.margin for sums in results) / matches, 4),
        score=round(known.mean, 4),
        low=round(known.low, 4),
        high=round(known.high, 4),
        decided=known.decided,
        needed=None if more is None else _about(more * matches / known.number),
    )


def _about(number: float) -> int:
    """A guess in two digits: more would look like knowledge."""
    return math.ceil(float(f"{number:.1e}"))
