"""A bot that fails again and again is rested, and its owner is told why; nobody else waits for it."""

from typing import get_args

from django.conf import settings
from django.db.models import Count, Q

from ladder.bots.models import Version
from ladder.bots.rest import rest
from ladder.matches.models import Kind, Match, MatchSet, Seat
from sandbox.faults import FaultKind

KINDS: tuple[str, ...] = get_args(FaultKind)


def rest_who_fails(match: Match) -> None:
    """After a ladder match: rest each version with too many faults. Inside the caller's transaction.

    Counted are the newest sets in which it has played, since its last check. The
    house is exempt: its bots hold the scale.
    """
    if match.set.kind != Kind.LADDER:
        return
    failed = Seat.objects.filter(match=match, version__bot__reference=False).exclude(fault_kind="")
    for seat in failed.select_related("version"):
        faults = _faulty_sets(seat.version)
        if faults >= settings.FAULTY_SETS:
            newest = f"newest: {seat.fault_kind}, in match {match.public_id}"
            rest(seat.version, f"It had faults in {faults} of its last {settings.FAULTY_SETS_OF} sets ({newest}).")


def _faulty_sets(version: Version) -> int:
    mine = Q(matches__seats__version=version, matches__state=Match.State.FINISHED)
    sets = MatchSet.objects.filter(mine, kind=Kind.LADDER)
    if version.checked_at:
        sets = sets.filter(created_at__gte=version.checked_at)
    newest = (
        sets.annotate(faults=Count("matches__seats", filter=mine & Q(matches__seats__fault_kind__gt="")))
        .order_by("-pk")
        .values_list("faults", flat=True)[: settings.FAULTY_SETS_OF]
    )
    return sum(faults > 0 for faults in newest)
