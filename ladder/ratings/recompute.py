"""All results become a ranking: one job at a time, the same numbers whenever it runs."""

from collections.abc import Collection
from datetime import timedelta
from itertools import pairwise

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from ladder.bots.models import Version
from ladder.matches import baton
from ladder.matches.models import Match, Season
from ladder.ratings.fit import OVERALL, Ladder, fit
from ladder.ratings.models import Rating, Snapshot
from ladder.ratings.rows import Known, rows
from ladder.ratings.tally import forget, rated, results

LEASE = 120.0  # seconds; a recomputation takes much less
KEPT_ALL = timedelta(minutes=30)  # after that: one snapshot an hour
KEPT_HOURLY = timedelta(days=14)  # after that: one a day
# Errors of so many versions take no time worth saving; those of more are worked out
# again when there are new versions, or this share of new matches.
FEW = 200
WORTH = 0.01


def recompute(*, scratch: bool = False, anyway: bool = False) -> Snapshot | None:
    """A new snapshot, or None if nothing is new, the last is fresh, or somebody else is at it.

    `anyway`: even if nothing is new. `scratch`: and as if nothing had ever been worked out.
    """
    made = None
    with baton.hold("rate", LEASE) as held:
        season = Season.objects.shown()
        if held and (anyway or scratch or _news(season)):
            if scratch:
                forget(season)
            made = _snapshot(season, None if scratch else _newest(season))
    return made


def _newest(season: Season | None) -> Snapshot | None:
    return Snapshot.objects.filter(season=season).order_by("-pk").first()


def _last(season: Season | None) -> Match | None:
    return rated(season).order_by("-finished_at", "-pk").first()


def _news(season: Season | None) -> bool:
    last, newest = _last(season), _newest(season)
    if last is None or (newest is not None and newest.last_match_id == last.pk):
        return False
    # Not one ranking per match: the beat comes round for what is too fresh now.
    return newest is None or timezone.now() - newest.created_at >= timedelta(seconds=settings.RATE_SECONDS)


def _snapshot(season: Season | None, before: Snapshot | None) -> Snapshot:
    # Read together, so that the snapshot is exactly the results up to the one it names.
    with transaction.atomic():
        last, found = _last(season), results(season)
    known, matches = _known(before), found.matches
    entrants = found.duels.entrants().tolist()
    start = {key: row.rating for key, row in known.items()}
    ladder = fit(found.duels, _anchors(), _previous(entrants), start)
    fresh = before is None or (ladder is not None and _worth(ladder, matches, before, known))
    with transaction.atomic():
        snapshot = Snapshot.objects.create(
            season=season,
            last_match=last,
            matches=matches,
            errors_of=matches if before is None or fresh else before.errors_of,
        )
        if ladder is not None:
            made = rows(snapshot, ladder, found.records, None if fresh else known)
            Rating.objects.bulk_create(made, batch_size=1000)
        _thin()
    return snapshot


def _known(before: Snapshot | None) -> Known:
    """The rows of the snapshot before."""
    old = before.ratings.all() if before else Rating.objects.none()
    return {(row.version_id, row.players): row for row in old}


def _anchors() -> list[int]:
    return list(Version.objects.filter(anchor=True).values_list("pk", flat=True))


def _previous(entrants: Collection[int]) -> dict[int, int]:
    """The version before, where it is an entrant too: one that never played tells nothing."""
    known = set(entrants)
    versions = Version.objects.order_by("bot_id", "number").values_list("bot_id", "pk")
    played = [(bot, version) for bot, version in versions if version in known]
    return {new: old for (bot, old), (same, new) in pairwise(played) if bot == same}


def _worth(ladder: Ladder, matches: int, before: Snapshot, known: Known) -> bool:
    """Shall the errors be worked out anew?"""
    if len(ladder.entrants) <= FEW:
        return True
    strangers = any((version, OVERALL) not in known for version in ladder.entrants.tolist())
    return strangers or matches >= before.errors_of * (1 + WORTH)


def _thin() -> None:
    """Forget old snapshots but the last of each hour, and later of each day."""
    now = timezone.now()
    old = Snapshot.objects.filter(created_at__lt=now - KEPT_ALL)
    kept: dict[str, int] = {}
    for pk, at in old.order_by("pk").values_list("pk", "created_at"):
        hourly = now - at < KEPT_HOURLY
        kept[at.strftime("%Y%m%d%H" if hourly else "%Y%m%d")] = pk
    old.exclude(pk__in=list(kept.values())).delete()
