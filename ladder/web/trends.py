"""How ratings moved lately: thirty days of every bot in the ranking, from a few snapshots.

A bot's line goes on when a new version takes over, as its author sees it.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from ladder.ratings.models import Rating, Snapshot

PERIOD = timedelta(days=30)
WEEK = timedelta(days=7)
POINTS = 30
CALM = 40.0  # Elo; a line that moves less is drawn as calm as it is


@dataclass(frozen=True)
class Trend:
    """A bot's rating over the period. `points` are (share of the period, rating), oldest first."""

    points: tuple[tuple[float, float], ...]
    change: float
    since: datetime

    def line(self, width: float, height: float) -> list[tuple[float, float]]:
        """The points in a box of this size, with room for the stroke."""
        low, high = min(r for _, r in self.points), max(r for _, r in self.points)
        middle, span = (low + high) / 2, max(CALM, high - low)
        return [
            (round(3 + at * (width - 6), 1), round(height / 2 - (rating - middle) / span * (height - 8), 1))
            for at, rating in self.points
        ]


def trends(rows: Sequence[Rating]) -> dict[int, Trend]:
    """The trend of each row of one ranking, by version; two queries."""
    if not rows:
        return {}
    now = timezone.now()
    recent = Snapshot.objects.filter(created_at__gte=now - PERIOD).order_by("pk")
    taken = list(recent.values_list("pk", "created_at", "season_id"))
    # Every season begins anew.
    chosen = _chosen([(pk, at) for pk, at, season in taken if season == taken[-1][2]], now)
    found = (
        Rating.objects.filter(
            snapshot__in=list(chosen),
            players=rows[0].players,
            version__bot__in={row.version.bot_id for row in rows},
        )
        .order_by("snapshot_id", "version__number")
        .values_list("version__bot_id", "version__number", "snapshot_id", "rating")
    )
    known: dict[int, list[tuple[int, int, float]]] = defaultdict(list)
    for bot, number, snapshot, rating in found:
        known[bot].append((number, snapshot, rating))
    made = {row.version_id: _trend(row, known[row.version.bot_id], chosen, now) for row in rows}
    return {version: trend for version, trend in made.items() if trend}


def _chosen(taken: Sequence[tuple[int, datetime]], now: datetime) -> dict[int, datetime]:
    """The last snapshot of each stretch of time, and the one a week ago."""
    if not taken:
        return {}
    begin = taken[0][1]
    span = (now - begin) / POINTS or timedelta(seconds=1)
    last = {int((at - begin) / span): (pk, at) for pk, at in taken}
    week_ago = bisect_right([at for _, at in taken], now - WEEK) - 1
    return dict(sorted([*last.values(), taken[max(0, week_ago)]]))


def _trend(
    row: Rating, known: Sequence[tuple[int, int, float]], chosen: dict[int, datetime], now: datetime
) -> Trend | None:
    # Later versions overwrite earlier ones of the same moment, but a retired version's line ends with itself.
    ratings = {snapshot: rating for number, snapshot, rating in known if number <= row.version.number}
    if len(ratings) < 2:
        return None
    begin = next(iter(chosen.values()))
    points = tuple(((chosen[s] - begin) / ((now - begin) or WEEK), rating) for s, rating in ratings.items())
    before = [s for s in ratings if chosen[s] <= now - WEEK]
    since = before[-1] if before else next(iter(ratings))
    return Trend(points, row.rating - ratings[since], chosen[since])
