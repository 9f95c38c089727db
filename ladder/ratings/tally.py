"""All results of a season, read quickly: what is long settled comes in columns, the rest from the duels.

Sums must be exact, and a copy must not miss what was recorded late. So matches are
tallied only when they, and all made before them, have been over for an hour; and should
one turn up later after all, the copies are thrown away.
"""

import io
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta

import numpy as np
from django.db.models import Count, Max, Min, Q, QuerySet, Sum
from django.utils import timezone

from ladder.matches.models import Duel, Kind, Match, Season, Seat
from ladder.ratings.fit import SIZES, Duels
from ladder.ratings.fit.duels import Ints
from ladder.ratings.models import Tally

SETTLED = timedelta(hours=1)
STRETCH = 2_000  # matches that make a tally worth its while
SHARES = 60  # a shared first place is ½, ⅓, ¼ or ⅕ of a win: whole sixtieths, so sums are exact


@dataclass(frozen=True)
class Results:
    """Duels by match set and pair; and rows (version, players, matches, wins × 60, places, faults, think)."""

    duels: Duels
    records: Ints

    @property
    def matches(self) -> int:
        """How many were played: a match of n has n seats in the records."""
        sizes, seats = self.records[:, 1], self.records[:, 2]
        return sum(int(seats[sizes == n].sum()) // n for n in SIZES)


def results(season: Season | None) -> Results:
    """Everything rated so far in this season."""
    if _latecomers(season):
        forget(season)
    _append(season)
    tallies = list(Tally.objects.filter(season=season).order_by("until"))
    rest = _read(season, tallies[-1].until if tallies else 0)
    parts = [*(_unpack(bytes(tally.data)) for tally in tallies), rest]
    return Results(Duels.join(part.duels for part in parts), np.concatenate([part.records for part in parts]))


def forget(season: Season | None) -> None:
    """Throw the copies away; the next reading makes them again."""
    Tally.objects.filter(season=season).delete()


def rated(season: Season | None) -> "QuerySet[Match]":
    """The finished ladder matches of a season."""
    return _made(season).filter(state=Match.State.FINISHED)


def _made(season: Season | None) -> "QuerySet[Match]":
    return Match.objects.filter(set__kind=Kind.LADDER, set__season=season)


def _latecomers(season: Season | None) -> bool:
    last = Tally.objects.filter(season=season).order_by("until").last()
    return last is not None and rated(season).filter(pk__lte=last.until, finished_at__gte=last.before).exists()


def _append(season: Season | None) -> None:
    """One more tally for each stretch of matches that will not change any more."""
    before = timezone.now() - SETTLED
    last = Tally.objects.filter(season=season).order_by("until").last()
    since = last.until if last else 0
    new = _made(season).filter(pk__gt=since)
    moving = new.filter(Q(finished_at=None) | Q(finished_at__gte=before)).aggregate(first=Min("pk"))["first"]
    still = new.filter(pk__lt=moving) if moving else new
    while (stretch := still.filter(pk__gt=since).order_by("pk")[:STRETCH]).count() == STRETCH:
        until = stretch.aggregate(last=Max("pk"))["last"]
        Tally.objects.create(season=season, until=until, before=before, data=_pack(_read(season, since, until)))
        since = until


def _read(season: Season | None, after: int, until: int | None = None) -> Results:
    """Matches with keys in (after, until], from the duels and seats; two queries."""
    some = Q(match_id__gt=after) & (Q(match_id__lte=until) if until else Q())
    duels = (
        Duel.objects.filter(some, match__set__season=season)
        .values_list("match__set_id", "players", "version_a_id", "version_b_id")
        .annotate(score=Sum("score"), count=Count("pk"))
        .order_by()
    )
    seats = (
        Seat.objects.filter(
            some, match__state=Match.State.FINISHED, match__set__kind=Kind.LADDER, match__set__season=season
        )
        .values_list("version_id", "match__set__players", "won")
        .annotate(
            matches=Count("pk"),
            places=Sum("place"),
            faults=Count("pk", filter=Q(fault_kind__gt="")),
            think=Sum("think_p95_us"),
        )
        .order_by()
    )
    return Results(Duels.of(duels.iterator(10_000)), _records(seats))


def _records(seats: Iterable[tuple]) -> Ints:
    rows = [
        (version, players, matches, round(won * SHARES) * matches, places or 0, faults, think or 0)
        for version, players, won, matches, places, faults, think in seats
    ]
    return np.array(rows, dtype=np.int64).reshape(-1, 7)


def _pack(part: Results) -> bytes:
    file = io.BytesIO()
    np.savez_compressed(file, records=part.records, **vars(part.duels))
    return file.getvalue()


def _unpack(data: bytes) -> Results:
    with np.load(io.BytesIO(data), allow_pickle=False) as columns:
        found = dict(columns)
    records = found.pop("records")
    return Results(Duels(**found), records)
