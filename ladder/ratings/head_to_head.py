"""Head to head: one version against each other that it met, and whether it is decided.

The unit is the match set: duels of one deal tell of each other, sets do not.
"""

import math
from collections import defaultdict
from dataclasses import dataclass

from django.db.models import Count, F, QuerySet, Sum

from ladder.bots.models import Version
from ladder.matches.duels import WHOLE
from ladder.matches.models import Duel
from ladder.ratings.bounds import bounds, needed


@dataclass(frozen=True)
class Pair:
    """How `version` did against `against`: the mean score of a duel and its interval at any time."""

    version: Version
    against: Version
    sets: int
    matches: int
    score: float
    low: float
    high: float
    decided: bool
    needed: int | None  # about so many more matches


def head_to_head(version: Version, *, players: int = 0) -> list[Pair]:
    """Against everybody it met on the ladder, those it met most first; three queries.

    `players` 2 to 5 takes the matches of that table size alone.
    """
    met: dict[int, dict[int, tuple[int, int]]] = defaultdict(dict)
    for mine, other in (("version_a", "version_b"), ("version_b", "version_a")):
        for opponent, match_set, score, count in _by_set(version, mine, other, players):
            share = score if mine == "version_a" else count * WHOLE - score
            before = met[opponent].get(match_set, (0, 0))
            met[opponent][match_set] = before[0] + share, before[1] + count
    opponents = Version.objects.for_list().in_bulk(met)
    pairs = [_pair(version, opponents[pk], sets) for pk, sets in met.items()]
    return sorted(pairs, key=lambda pair: (-pair.matches, pair.against.pk))


def _by_set(version: Version, mine: str, other: str, players: int) -> QuerySet:
    duels = Duel.objects.filter(**{mine: version}).exclude(**{other: F(mine)})
    if players:
        duels = duels.filter(players=players)
    rows = duels.values_list(f"{other}_id", "match__set_id").annotate(score=Sum("score"), count=Count("pk"))
    return rows.order_by()


def _pair(version: Version, against: Version, sets: dict[int, tuple[int, int]]) -> Pair:
    # In the order in which the sets were made, whichever was over first.
    known = bounds([score / count / WHOLE for _, (score, count) in sorted(sets.items())])
    matches = sum(count for _, count in sets.values())
    more = needed(known)
    return Pair(
        version=version,
        against=against,
        sets=known.number,
        matches=matches,
        score=round(known.mean, 4),
        low=round(known.low, 4),
        high=round(known.high, 4),
        decided=known.decided,
        needed=None if more is None else math.ceil(more * matches / known.number),
    )
