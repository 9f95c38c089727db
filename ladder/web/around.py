"""The ratings around a match: what everybody had before it, and after it was counted."""

from dataclasses import dataclass

from ladder.matches.models import Kind, Match
from ladder.ratings.models import Rating, Snapshot


@dataclass(frozen=True)
class Around:
    """A version's rating before and after; None where there was no ranking yet, or not yet a new one."""

    before: float | None
    after: float | None

    @property
    def change(self) -> float | None:
        """Also through all else that the new ranking counted."""
        return None if self.before is None or self.after is None else self.after - self.before


def around(match: Match) -> dict[int, Around]:
    """Before and after, by version, at the match's own table size; three queries, none if it is not rated."""
    if match.set.kind != Kind.LADDER or match.finished_at is None or match.state != Match.State.FINISHED:
        return {}
    snapshots = Snapshot.objects.filter(season=match.set.season_id).order_by("pk")
    before = snapshots.filter(created_at__lt=match.finished_at).last()
    after = snapshots.filter(created_at__gte=match.finished_at).first()
    versions = [seat.version_id for seat in match.seats.all()]
    rows = Rating.objects.filter(
        snapshot__in=[taken.pk for taken in (before, after) if taken], version__in=versions, players=match.set.players
    ).values_list("snapshot_id", "version_id", "rating")
    known = {(snapshot, version): rating for snapshot, version, rating in rows}
    return {
        version: Around(
            known.get((before.pk, version)) if before else None, known.get((after.pk, version)) if after else None
        )
        for version in versions
    }
