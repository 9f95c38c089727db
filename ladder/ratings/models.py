"""Snapshots of the ranking: at this result, everybody stood so. And results that are already added up."""

from datetime import datetime

from django.db import models

from ladder.bots.models import Version
from ladder.matches.models import Match, Season

OVERALL = 0  # the table size that means all of them together
SETTLED_ERROR = 100.0
SETTLED_MATCHES = 20


def settled(error: float, matches: int) -> bool:
    """Enough matches for a rank."""
    return error <= SETTLED_ERROR and matches >= SETTLED_MATCHES


class Snapshot(models.Model):
    """All ratings at one moment, and the last result they take into account."""

    created_at = models.DateTimeField(auto_now_add=True)
    season = models.ForeignKey(Season, null=True, on_delete=models.PROTECT, related_name="snapshots")
    last_match = models.ForeignKey(Match, null=True, on_delete=models.PROTECT, related_name="+")
    matches = models.PositiveIntegerField(default=0)
    # How many it had when the errors were last worked out; they change slowly and cost more.
    errors_of = models.PositiveIntegerField(default=0)

    class Meta:
        get_latest_by = "pk"
        indexes = [models.Index(fields=["created_at"])]

    @property
    def as_of(self) -> datetime | None:
        """When the last result it knows was recorded."""
        return self.last_match.finished_at if self.last_match else None


class RatingQuerySet(models.QuerySet["Rating"]):
    def newest(self, season: Season | None = None) -> "RatingQuerySet":
        """The ratings of the newest snapshot, or of the last one that a season had."""
        snapshots = Snapshot.objects.filter(season=season) if season else Snapshot.objects.all()
        return self.filter(snapshot=models.Subquery(snapshots.order_by("-pk").values("pk")[:1]))

    def leaderboard(
        self, players: int = OVERALL, *, everybody: bool = False, season: Season | None = None
    ) -> list["Rating"]:
        """The ranking of the active versions, best first, each with its `rank`; one query.

        `players` 2 to 5 gives the ladder of that table size. Versions still settling
        stand in their place without a rank. `everybody` adds versions that retired;
        `season` is one of the past, whose ranking has everybody who played in it.
        """
        found = self.newest(season).filter(players=players)
        if not everybody and (season is None or season.state in Season.CURRENT):
            found = found.filter(version__active_for__isnull=False)
        rows = list(found.select_related("version__bot__owner").order_by("-rating", "version_id"))
        rank = 0
        for row in rows:
            if not row.settling:
                rank += 1
                row.rank = rank
                # Who is active may have changed since the snapshot: the interval holds the rank.
                row.best_rank = min(row.best_rank or rank, rank)
                row.worst_rank = max(row.worst_rank or rank, rank)
            else:
                row.best_rank = row.worst_rank = None
        return rows

    def history(self, version: Version, players: int = OVERALL) -> "RatingQuerySet":
        """How one version's rating went, oldest first; one query."""
        return self.filter(version=version, players=players).select_related("snapshot").order_by("snapshot_id")


class Rating(models.Model):
    """One version's strength at one table size (0: all together), with its record there."""

    snapshot = models.ForeignKey(Snapshot, on_delete=models.CASCADE, related_name="ratings")
    version = models.ForeignKey(Version, on_delete=models.PROTECT, related_name="ratings")
    players = models.PositiveSmallIntegerField()
    rating = models.FloatField()  # Elo scale, the anchors' mean is 1500
    error = models.FloatField()  # half the width of the 95 % interval: show it as ±
    # The ranks it may really have among those that were active and settled, at 95 %.
    best_rank = models.PositiveIntegerField(null=True)
    worst_rank = models.PositiveIntegerField(null=True)
    matches = models.PositiveIntegerField()
    wins = models.FloatField(default=0)  # a shared first place is a shared win
    mean_place = models.FloatField(default=0)
    faults = models.PositiveIntegerField(default=0)
    think_p95_us = models.PositiveIntegerField(default=0)

    objects = RatingQuerySet.as_manager()
    rank: int | None = None

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["snapshot", "players", "version"],
                name="one_rating_per_snapshot_and_table_size",
            )
        ]
        indexes = [models.Index(fields=["version", "players", "snapshot"])]

    @property
    def settling(self) -> bool:
        """Too few matches for a rank."""
        return not settled(self.error, self.matches)


class Tally(models.Model):
    """Results that will not change any more, in columns, so that they need not be read one by one.

    Append-only: each holds the season's matches after the tally before it, up to and
    with `until`. It is a copy; `rerate` throws all of them away and reads everything.
    """

    season = models.ForeignKey(Season, null=True, on_delete=models.PROTECT, related_name="+")
    until = models.PositiveBigIntegerField()  # the key of a match
    before = models.DateTimeField()  # every one of them was finished before this moment
    data = models.BinaryField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["season", "until"], name="one_tally_per_stretch")]
