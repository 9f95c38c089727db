"""Snapshots of the ranking: at this result, everybody stood so."""

from datetime import datetime

from django.db import models

from ladder.bots.models import Version
from ladder.matches.models import Match

OVERALL = 0  # the table size that means all of them together
SETTLED_ERROR = 100.0
SETTLED_MATCHES = 20


class Snapshot(models.Model):
    """All ratings at one moment, and the last result they take into account."""

    created_at = models.DateTimeField(auto_now_add=True)
    last_match = models.ForeignKey(Match, null=True, on_delete=models.PROTECT, related_name="+")
    matches = models.PositiveIntegerField(default=0)

    class Meta:
        get_latest_by = "pk"
        indexes = [models.Index(fields=["created_at"])]

    @property
    def as_of(self) -> datetime | None:
        """When the last result it knows was recorded."""
        return self.last_match.finished_at if self.last_match else None


class RatingQuerySet(models.QuerySet["Rating"]):
    def newest(self) -> "RatingQuerySet":
        """The ratings of the newest snapshot."""
        newest = Snapshot.objects.order_by("-pk").values("pk")[:1]
        return self.filter(snapshot=models.Subquery(newest))

    def leaderboard(self, players: int = OVERALL, *, everybody: bool = False) -> list["Rating"]:
        """The ranking of the active versions, best first, each with its `rank`; one query.

        `players` 2 to 5 gives the ladder of that table size. Versions still settling
        stand in their place without a rank. `everybody` adds versions that retired.
        """
        found = self.newest().filter(players=players)
        if not everybody:
            found = found.filter(version__active_for__isnull=False)
        rows = list(found.select_related("version__bot__owner").order_by("-rating", "version_id"))
        rank = 0
        for row in rows:
            if not row.settling:
                rank += 1
                row.rank = rank
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
        return self.error > SETTLED_ERROR or self.matches < SETTLED_MATCHES
