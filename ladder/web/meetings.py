"""Who beats whom: every pair of bots that met, and whether that is decided."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from django.core.cache import cache
from django.db.models import Avg, Count, F, FloatField, Q, Sum
from django.db.models.functions import Cast

from ladder.bots.models import Bot, Version
from ladder.matches.models import Duel, Kind, Match, Seat

Z95 = 1.96
FEWEST = 10  # meetings, before anything is decided
KEPT = 60  # seconds


@dataclass(frozen=True)
class Meeting:
    """A bot against one opponent, over all matches in which both sat at the table."""

    opponent: Bot
    count: int
    won: int
    lost: int
    margin: float
    error: float  # half the 95 % interval of the mean margin

    @property
    def decided(self) -> bool:
        """The interval leaves out a draw."""
        return self.count >= FEWEST and abs(self.margin) > self.error

    @property
    def share(self) -> float:
        """Of the meetings it won; ties count half."""
        return (self.count + self.won - self.lost) / (2 * self.count)


def meetings(bot: Bot, most: int = 12) -> list[Meeting]:
    """The opponents this bot met most, those first; two queries."""
    margin = Cast(F("total") - F("match__seats__total"), FloatField())
    rows = (
        Seat.objects.filter(version__bot=bot, match__state=Match.State.FINISHED, match__set__kind=Kind.LADDER)
        .annotate(there=F("match__seats__index"), opponent=F("match__seats__version__bot"), margin=margin)
        .filter(~Q(index=F("there")), ~Q(opponent=bot.pk))
        .values("opponent")
        .annotate(
            count=Count("pk"),
            won=Count("pk", filter=Q(margin__gt=0)),
            lost=Count("pk", filter=Q(margin__lt=0)),
            mean=Avg("margin"),
            square=Avg(F("margin") * F("margin")),
        )
        .order_by("-count", "opponent")[:most]
    )
    found = list(rows)
    bots = Bot.objects.select_related("owner").in_bulk([row["opponent"] for row in found])
    return [
        Meeting(
            bots[row["opponent"]],
            row["count"],
            row["won"],
            row["lost"],
            row["mean"],
            _error(row["count"], row["mean"], row["square"]),
        )
        for row in found
    ]


@dataclass(frozen=True)
class Cell:
    """Two active versions: the share of their duels' score that the one of the row made."""

    count: int
    share: float
    error: float

    @property
    def decided(self) -> bool:
        return self.count >= FEWEST and abs(self.share - 0.5) > self.error

    @property
    def heat(self) -> int:
        """From 0 (always loses) over 5 (even) to 10."""
        return max(0, min(10, round(self.share * 10)))


def matrix(versions: Sequence[Version]) -> dict[tuple[int, int], Cell]:
    """Every ordered pair of these versions that met; one query, kept for a minute."""
    key = "matrix-" + "-".join(str(version.pk) for version in versions)
    found: dict[tuple[int, int], Cell] | None = cache.get(key)
    if found is None:
        found = _cells([version.pk for version in versions])
        cache.set(key, found, KEPT)
    return found


def _cells(versions: Sequence[int]) -> dict[tuple[int, int], Cell]:
    share = Cast(F("score"), FloatField()) / 10_000
    rows = (
        Duel.objects.filter(version_a__in=versions, version_b__in=versions)
        .values_list("version_a", "version_b")
        .annotate(count=Count("pk"), sum=Sum(share), square=Sum(share * share))
        .order_by()
    )
    sums: dict[tuple[int, int], tuple[int, float, float]] = {}
    for a, b, count, total, square in rows:
        # Seen from the other side a score s is 1 - s.
        for pair, t, s in (((a, b), total, square), ((b, a), count - total, count - 2 * total + square)):
            n, sum_, squares = sums.get(pair, (0, 0.0, 0.0))
            sums[pair] = (n + count, sum_ + t, squares + s)
    return {pair: Cell(n, t / n, _error(n, t / n, s / n)) for pair, (n, t, s) in sums.items() if pair[0] != pair[1]}


def _error(count: int, mean: float, square: float) -> float:
    return Z95 * math.sqrt(max(0.0, square - mean * mean) / count) if count > 1 else math.inf
