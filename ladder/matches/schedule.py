"""Match sets are made: who meets is a pure choice (`lineup.py`), the set is one transaction.

The queue is kept short, so that a newcomer never waits behind a long one.
"""

import hashlib
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random
from typing import Any, cast

from django.conf import settings
from django.db import transaction
from django.db.models import Count, Max, Q, Sum
from django.utils import timezone
from django.utils.translation import gettext as _

from ladder.bots.models import Version
from ladder.matches import baton
from ladder.matches.lineup import FAVOURS, Entrant, LineUp, choose
from ladder.matches.models import Kind, Match, MatchSet, Season, Seat
from ladder.matches.seatings import SEATINGS
from ladder.nudge import nudge
from ladder.refused import Refused

LATELY = timedelta(hours=6)  # of which the workers' time is shared fairly
DAY = timedelta(days=1)  # in which an owner's newcomers have their favours


@dataclass(frozen=True)
class Standings:
    """What the newest ranking says, by (version, table size); 0 is the overall rating."""

    at: datetime | None = None
    ratings: Mapping[tuple[int, int], float] = field(default_factory=dict)
    errors: Mapping[tuple[int, int], float] = field(default_factory=dict)
    matches: Mapping[tuple[int, int], int] = field(default_factory=dict)


def fill(standings: Standings, rng: Random | None = None) -> list[MatchSet]:
    """Make as many ladder sets as there is room for, while a season is open."""
    rng = rng or secrets.SystemRandom()
    made: list[MatchSet] = []
    with baton.hold("schedule", seconds=30) as held:
        season = Season.objects.current() if held else None
        if season is None or season.state != Season.State.OPEN:
            return made
        open_sets = MatchSet.objects.filter(kind=Kind.LADDER, over_at=None).count()
        while open_sets + len(made) < settings.OPEN_SETS:
            entrants = entrants_of(season, standings)
            fresh = any(entrant.total < settings.SINGLE_SEATINGS for entrant in entrants)
            if settings.SET_PAUSE and (open_sets or made or not (fresh or _rested())):
                break
            line_up = _choose(entrants, season, rng)
            if line_up is None:
                break
            made.append(_make(line_up, season))
    return made


def first_set(version: Version, rng: Random | None = None) -> MatchSet | None:
    """A version that was just accepted plays at once, unless its owner's newcomers had their share."""
    rng = rng or secrets.SystemRandom()
    season = Season.objects.current()
    if season is None or season.state != Season.State.OPEN:
        return None
    if _favours().get(version.bot.owner_id, 0) >= FAVOURS * settings.SINGLE_SEATINGS:
        return None
    entrants = entrants_of(season, Standings())
    first = next((entrant for entrant in entrants if entrant.version == version.pk), None)
    line_up = _choose(entrants, season, rng, first) if first else None
    return _make(line_up, season) if line_up else None


def create_set(
    line_up: Sequence[Version],
    seatings: Sequence[Sequence[int]],
    *,
    kind: Kind = Kind.LADDER,
    for_version: Version | None = None,
    season: Season | None = None,
    **more: Any,
) -> MatchSet:
    """A set with its matches and seats, each pinning a version and all one secret deal.

    Each seating says for each seat which of the line-up holds it. The deal is committed
    to by its hash. `more` are further fields of the set. Raises Refused if somebody cannot play:
    a match that nobody can play must not wait in the queue for ever.
    """
    players = len(seatings[0])
    if players not in SEATINGS:
        raise Refused(_("A match has two to five players."), "bad-line-up")
    for version in line_up:
        if version.state != Version.State.ACCEPTED:
            raise Refused(_("%s cannot play: it has not passed its check.") % version, "unplayable")
    seed, now = secrets.token_hex(16), timezone.now()
    with transaction.atomic():
        match_set = MatchSet.objects.create(
            kind=kind,
            players=players,
            seed=seed,
            seed_hash=hashlib.sha256(seed.encode()).hexdigest(),
            for_version=for_version,
            nudged_at=now,
            season=season or Season.objects.current(),
            **more,
        )
        if kind == Kind.LADDER:
            Version.objects.filter(pk__in=[version.pk for version in line_up]).update(seated_at=now)
        matches = Match.objects.bulk_create(Match(set=match_set, number=number) for number in range(len(seatings)))
        Seat.objects.bulk_create(
            Seat(match=match, index=index, entrant=entrant, version=line_up[entrant])
            for match, seating in zip(matches, seatings, strict=True)
            for index, entrant in enumerate(seating)
        )
        nudge("play_set", match_set.pk)
    return match_set


def entrants_of(season: Season, standings: Standings) -> list[Entrant]:
    """Who may play now, with the matches of this season counted so far; four queries."""
    playing = list(
        Version.objects.playing()
        .order_by("pk")
        .values("pk", "bot__owner_id", "bot__reference", "seated_at", "checked_at", "created_at")
    )
    versions, now = [row["pk"] for row in playing], timezone.now()
    counted = dict(standings.matches)
    for version, players, count in _recent(season, versions, standings.at):
        counted[version, players] = counted.get((version, players), 0) + count
    seconds = _seconds(versions, now)
    return [
        Entrant(
            version=row["pk"],
            owner=row["bot__owner_id"],
            house=row["bot__reference"],
            rating=standings.ratings.get((row["pk"], 0), 1500.0),
            error=standings.errors.get((row["pk"], 0)),
            matches={n: counted.get((row["pk"], n), 0) for n in SEATINGS},
            waited=(now - (row["seated_at"] or row["checked_at"] or row["created_at"])).total_seconds(),
            seconds=seconds[row["pk"]][0],
            pace=seconds[row["pk"]][1],
        )
        for row in playing
    ]


def _choose(entrants: Sequence[Entrant], season: Season, rng: Random, first: Entrant | None = None) -> LineUp | None:
    new = settings.SINGLE_SEATINGS
    return choose(entrants, new, rng, first, sizes=season.players, favours=_favours())


def _make(line_up: LineUp, season: Season) -> MatchSet:
    versions = Version.objects.select_related("bot").in_bulk(line_up.versions)
    # The line-up is in random order already, so a single seating is a random one.
    whole = SEATINGS[len(line_up.versions)]
    return create_set(
        [versions[pk] for pk in line_up.versions],
        whole[:1] if line_up.newcomers else whole,
        for_version=versions[line_up.made_for],
        favoured=line_up.favoured,
        season=season,
    )


def _rested() -> bool:
    """Has there been a pause since the last match?"""
    last = Match.objects.aggregate(last=Max("finished_at"))["last"]
    return last is None or timezone.now() - last >= timedelta(seconds=settings.SET_PAUSE)


def _favours() -> dict[int, int]:
    """How many sets were made in the last day for each owner's newcomers."""
    made = MatchSet.objects.filter(kind=Kind.LADDER, created_at__gte=timezone.now() - DAY, favoured=True)
    counts = made.values_list("for_version__bot__owner_id").annotate(count=Count("pk")).order_by()
    return dict(counts)


def _recent(season: Season, versions: Sequence[int], at: datetime | None) -> Iterable[tuple[int, int, int]]:
    """(version, table size, matches) of what the ranking has not counted.

    The snapshot has counted what was finished before it; the rest is little. A void
    match counts too: whoever makes the platform fail must not stay first in line.
    """
    since = Q(match__finished_at=None) | Q(match__state=Match.State.VOID)
    since |= Q(match__finished_at__gte=at) if at else Q(match__finished_at__isnull=False)
    seats = Seat.objects.filter(since, match__set__kind=Kind.LADDER, match__set__season=season, version__in=versions)
    rows = seats.values_list("version_id", "match__set__players").annotate(count=Count("pk")).order_by()
    return cast(Iterable[tuple[int, int, int]], rows)


def _seconds(versions: Sequence[int], now: datetime) -> Mapping[int, tuple[float, float]]:
    """Of the workers' time lately: what each version took and will take for what waits, and per match."""
    lately = Q(match__finished_at__gte=now - LATELY) | Q(match__finished_at=None)
    rows = (
        Seat.objects.filter(lately, match__set__kind=Kind.LADDER, version__in=versions)
        .values_list("version_id")
        .annotate(took=Sum("seconds"), over=Count("match__finished_at"), all=Count("pk"))
        .order_by()
    )
    found: dict[int, tuple[float, float]] = dict.fromkeys(versions, (0.0, 0.0))
    for version, took, over, all in rows:
        pace = took / over if over else 0.0
        found[version] = (pace * all, pace)
    return found
