"""Match sets are made: who meets is a pure choice (`lineup.py`), the set is one transaction.

The queue is kept short, so that a newcomer never waits behind a long one.
"""

import hashlib
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random

from django.conf import settings
from django.db import transaction
from django.db.models import Count, Max, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from ladder.bots.models import Version
from ladder.matches import baton
from ladder.matches.lineup import Entrant, LineUp, choose
from ladder.matches.models import Kind, Match, MatchSet, Seat
from ladder.matches.seatings import SEATINGS
from ladder.nudge import nudge
from ladder.refused import Refused


@dataclass(frozen=True)
class Standings:
    """What the newest ranking says, by (version, table size); 0 is the overall rating."""

    at: datetime | None = None
    ratings: Mapping[tuple[int, int], float] = field(default_factory=dict)
    matches: Mapping[tuple[int, int], int] = field(default_factory=dict)


def fill(standings: Standings, rng: Random | None = None) -> list[MatchSet]:
    """Make as many ladder sets as there is room for."""
    rng = rng or secrets.SystemRandom()
    made: list[MatchSet] = []
    with baton.hold("schedule", seconds=30) as held:
        if not held:
            return made
        open_sets = MatchSet.objects.filter(kind=Kind.LADDER, over_at=None).count()
        while open_sets + len(made) < settings.OPEN_SETS:
            entrants = _entrants(standings)
            fresh = any(entrant.total < settings.SINGLE_SEATINGS for entrant in entrants)
            if settings.SET_PAUSE and (open_sets or made or not (fresh or _rested())):
                break
            line_up = choose(entrants, settings.SINGLE_SEATINGS, rng)
            if line_up is None:
                break
            made.append(_make(line_up, rng))
    return made


def first_set(version: Version, rng: Random | None = None) -> MatchSet | None:
    """A version that was just accepted plays at once."""
    rng = rng or secrets.SystemRandom()
    entrants = _entrants(Standings())
    first = next((entrant for entrant in entrants if entrant.version == version.pk), None)
    line_up = choose(entrants, settings.SINGLE_SEATINGS, rng, first) if first else None
    return _make(line_up, rng) if line_up else None


def create_set(
    line_up: Sequence[Version],
    seatings: Sequence[Sequence[int]],
    *,
    kind: Kind = Kind.LADDER,
    for_version: Version | None = None,
) -> MatchSet:
    """A set with its matches and seats, each pinning a version and all one secret deal.

    The deal is committed to by its hash. Raises Refused if somebody cannot play:
    a match that nobody can play must not wait in the queue for ever.
    """
    players = len(line_up)
    if players not in SEATINGS:
        raise Refused(_("A match has two to five players."), "bad-line-up")
    for version in line_up:
        if version.state != Version.State.ACCEPTED:
            raise Refused(_("%s cannot play: it has not passed its check.") % version, "unplayable")
    seed = secrets.token_hex(16)
    with transaction.atomic():
        match_set = MatchSet.objects.create(
            kind=kind,
            players=players,
            seed=seed,
            seed_hash=hashlib.sha256(seed.encode()).hexdigest(),
            for_version=for_version,
            nudged_at=timezone.now(),
        )
        matches = Match.objects.bulk_create(Match(set=match_set, number=number) for number in range(len(seatings)))
        Seat.objects.bulk_create(
            Seat(match=match, index=index, entrant=entrant, version=line_up[entrant])
            for match, seating in zip(matches, seatings, strict=True)
            for index, entrant in enumerate(seating)
        )
        nudge("play_set", match_set.pk)
    return match_set


def _make(line_up: LineUp, rng: Random) -> MatchSet:
    versions = Version.objects.select_related("bot").in_bulk(line_up.versions)
    players = len(line_up.versions)
    # The line-up is in random order already, so a single seating is a random one.
    whole = SEATINGS[players]
    return create_set(
        [versions[pk] for pk in line_up.versions],
        whole[:1] if line_up.newcomers else whole,
        for_version=versions[line_up.made_for],
    )


def _rested() -> bool:
    """Has there been a pause since the last match?"""
    last = Match.objects.aggregate(last=Max("finished_at"))["last"]
    return last is None or timezone.now() - last >= timedelta(seconds=settings.SET_PAUSE)


def _entrants(standings: Standings) -> list[Entrant]:
    """Who may play now, with the matches counted so far; three queries."""
    playing = list(Version.objects.playing().order_by("pk").values("pk", "bot__owner_id", "bot__reference"))
    # The snapshot has counted what was finished before it; the rest is little. A void
    # match counts too: whoever makes the platform fail must not stay first in line.
    since = Q(finished_at=None) | Q(state=Match.State.VOID)
    since |= Q(finished_at__gte=standings.at) if standings.at else Q(finished_at__isnull=False)
    recent = (
        Seat.objects.filter(
            version__in=[row["pk"] for row in playing],
            match__in=Match.objects.filter(since, set__kind=Kind.LADDER),
        )
        .values_list("version_id", "match__set__players")
        .annotate(count=Count("pk"))
        .order_by()
    )
    counted = dict(standings.matches)
    for version, players, count in recent:
        counted[version, players] = counted.get((version, players), 0) + count
    return [
        Entrant(
            version=row["pk"],
            owner=row["bot__owner_id"],
            house=row["bot__reference"],
            rating=standings.ratings.get((row["pk"], 0), 1500.0),
            matches={n: counted.get((row["pk"], n), 0) for n in SEATINGS},
        )
        for row in playing
    ]
