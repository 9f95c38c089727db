"""A set is played: its matches one after the other, each claimed and recorded by itself.

No transaction is open while bots think. A worker that loses its claim stops; a
platform that fails costs nobody anything: the match is queued again.
"""

import logging
import time
from contextlib import ExitStack

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from ladder import claims
from ladder.claims import Claim, ClaimLost
from ladder.matches import builds, closing, tables
from ladder.matches.models import Kind, Match, MatchSet, Seat
from ladder.matches.record import declare_void, record
from sandbox import MatchResult, PlatformFailure, Table

logger = logging.getLogger(__name__)


def play_set(set_id: int) -> int:
    """Play what is left of a set; how many matches were recorded."""
    waiting = Match.objects.filter(set=set_id, state=Match.State.QUEUED)
    if waiting.filter(set__kind=Kind.LADDER).exists() and not builds.welcome():
        return 0
    played = 0
    table: Table | None = None
    with ExitStack() as stack:
        for match in waiting.select_related("set__season").order_by("number"):
            claim = None if closing.wanted() else _claim(match)
            if claim is None:
                continue
            try:
                table = table or stack.enter_context(tables.table(_line_up(match.set), match.set.season))
                result = _play(table, match, Heartbeat(claim))
            except ClaimLost:
                logger.warning("match %s went to another worker", match.public_id)
            except tables.OUR_FAILURES as failure:
                # Whatever is wrong is wrong for the rest of the set too.
                queue_again(match, claim, tables.said(failure))
                break
            else:
                played += record(claim, result)
    return played


class Heartbeat:
    """Called between decisions: renews the lease, and ends a match that never ends."""

    def __init__(self, claim: Claim) -> None:
        self.claim = claim
        self.began = self.last = time.monotonic()

    def __call__(self) -> None:
        now = time.monotonic()
        if now - self.began > settings.MATCH_SECONDS:
            raise PlatformFailure(f"the match took longer than {settings.MATCH_SECONDS:.0f} s")
        if now - self.last >= self.claim.lease.total_seconds() / 3:
            self.claim.renew()
            self.last = now


def queue_again(match: Match, claim: Claim, reason: str) -> None:
    """This attempt is void: nobody's fault. After the last one the match is void for good."""
    with transaction.atomic():
        MatchSet.objects.select_for_update().get(pk=match.set_id)
        if not claim.mine.exists():
            return
        if claim.last:
            declare_void(match, f"Tried {settings.ATTEMPTS} times. {reason}")
        else:
            claim.give_back(Match.State.QUEUED, reason)
    logger.warning("match %s: %s", match.public_id, reason)


def _claim(match: Match) -> Claim | None:
    return claims.take(
        Match,
        match.pk,
        waiting=Match.State.QUEUED,
        working=Match.State.PLAYING,
        seconds=settings.LEASE_SECONDS,
        started_at=timezone.now(),
    )


def _line_up(match_set: MatchSet) -> list:
    """The versions by entrant; not all of them sit in every match of a comparison."""
    seats = Seat.objects.filter(match__set=match_set).select_related("version__package", "version__bot")
    versions = {seat.entrant: seat.version for seat in seats.order_by("entrant")}
    return list(versions.values())


def _play(table: Table, match: Match, alive: Heartbeat) -> MatchResult:
    seating = match.seats.order_by("index").values_list("entrant", flat=True)
    return table.play(seating=tuple(seating), seed=match.set.seed, match=match.public_id, alive=alive)
