"""All results become a ranking: one job at a time, the same numbers whenever it runs."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Count, Q, Sum
from django.utils import timezone

from ladder.bots.models import Version
from ladder.matches import baton
from ladder.matches.models import Duel, Kind, Match, Seat
from ladder.ratings.fit import DuelSum, Strength, fit
from ladder.ratings.models import OVERALL, Rating, Snapshot

LEASE = 120.0  # seconds; a recomputation takes much less
KEPT_ALL = timedelta(minutes=30)  # after that: one snapshot an hour
KEPT_HOURLY = timedelta(days=14)  # after that: one a day


def recompute(*, anyway: bool = False) -> Snapshot | None:
    """A new snapshot, or None if nothing is new, the last is fresh, or somebody else is at it.

    `anyway`: even if nothing is new.
    """
    made = None
    with baton.hold("rate", LEASE) as held:
        if held and (anyway or _news()):
            made = _snapshot()
    return made


def _last() -> Match | None:
    rated = Match.objects.filter(state=Match.State.FINISHED, set__kind=Kind.LADDER)
    return rated.order_by("-finished_at", "-pk").first()


def _news() -> bool:
    last, newest = _last(), Snapshot.objects.order_by("-pk").first()
    if last is None or (newest is not None and newest.last_match_id == last.pk):
        return False
    # Not one ranking per match: the beat comes round for what is too fresh now.
    return newest is None or timezone.now() - newest.created_at >= timedelta(seconds=settings.RATE_SECONDS)


def _snapshot() -> Snapshot:
    # Read together, so that the snapshot is exactly the results up to the one it names.
    with transaction.atomic():
        last = _last()
        sums, records = _sums(), _records()
    anchors = Version.objects.filter(anchor=True).values_list("pk", flat=True)
    strengths = fit(sums, list(anchors))
    with transaction.atomic():
        snapshot = Snapshot.objects.create(
            last_match=last, matches=Match.objects.filter(duels__isnull=False).distinct().count()
        )
        Rating.objects.bulk_create(
            _rating(snapshot, version, players, strength, records[version, players])
            for (version, players), strength in sorted(strengths.items())
        )
        _thin()
    return snapshot


def _sums() -> list[DuelSum]:
    """All duels, added up by table size and pair; one query."""
    rows = (
        Duel.objects.values_list("players", "version_a_id", "version_b_id")
        .annotate(score=Sum("score"), count=Count("pk"))
        .order_by()
    )
    # A version may sit twice at a table; against itself it shows nothing.
    return [DuelSum(*row) for row in rows if row[1] != row[2]]


@dataclass
class Record:
    """What a version did at one table size, beside its duels."""

    matches: int = 0
    wins: float = 0.0
    places: int = 0
    faults: int = 0
    think: int = 0

    def __add__(self, other: "Record") -> "Record":
        return Record(
            self.matches + other.matches,
            self.wins + other.wins,
            self.places + other.places,
            self.faults + other.faults,
            self.think + other.think,
        )


def _records() -> dict[tuple[int, int], Record]:
    """Matches, wins, places and faults by (version, table size); one query."""
    rows = (
        Seat.objects.filter(match__state=Match.State.FINISHED, match__set__kind=Kind.LADDER)
        .values_list("version_id", "match__set__players")
        .annotate(
            matches=Count("pk"),
            wins=Sum("won"),
            places=Sum("place"),
            faults=Count("pk", filter=Q(fault_kind__gt="")),
            think=Sum("think_p95_us"),
        )
        .order_by()
    )
    found: dict[tuple[int, int], Record] = defaultdict(Record)
    for version, players, *numbers in rows:
        record = Record(*(number or 0 for number in numbers))
        found[version, players] = record
        found[version, OVERALL] += record
    return found


def _rating(snapshot: Snapshot, version: int, players: int, strength: Strength, record: Record) -> Rating:
    return Rating(
        snapshot=snapshot,
        version_id=version,
        players=players,
        rating=strength.rating,
        error=strength.error,
        matches=record.matches,
        wins=round(record.wins, 4),
        mean_place=round(record.places / record.matches, 4) if record.matches else 0,
        faults=record.faults,
        think_p95_us=record.think // record.matches if record.matches else 0,
    )


def _thin() -> None:
    """Forget old snapshots but the last of each hour, and later of each day."""
    now = timezone.now()
    old = Snapshot.objects.filter(created_at__lt=now - KEPT_ALL)
    kept: dict[str, int] = {}
    for pk, at in old.order_by("pk").values_list("pk", "created_at"):
        hourly = now - at < KEPT_HOURLY
        kept[at.strftime("%Y%m%d%H" if hourly else "%Y%m%d")] = pk
    old.exclude(pk__in=list(kept.values())).delete()
