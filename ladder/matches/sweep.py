"""What was left behind is brought back: dead workers' matches, nudges that got lost.

May run at any moment and any number of times: everything here is a conditional UPDATE.
"""

from datetime import timedelta

from django.conf import settings
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from ladder.bots.models import Version
from ladder.claims import VANISHED, Claim, abandoned
from ladder.matches import check, tables
from ladder.matches.models import Match, MatchSet
from ladder.matches.play import queue_again
from ladder.nudge import nudge
from sandbox import NoShell
from sandbox import sweep as sweep_shell


def sweep(*, at_once: bool = False) -> None:
    """Bring back what dead workers held, and nudge whatever waits.

    `at_once`: also what was nudged a moment ago (after a start with an empty broker).
    """
    for match in abandoned(Match, Match.State.PLAYING).select_related("set"):
        queue_again(match, Claim.of(match), VANISHED)
        MatchSet.objects.filter(pk=match.set_id).update(nudged_at=None)
    for version in abandoned(Version, Version.State.CHECKING):
        check.queue_again(version, Claim.of(version), VANISHED)
        Version.objects.filter(pk=version.pk).update(nudged_at=None)
    _nudge_waiting(timedelta(0) if at_once else timedelta(seconds=settings.LEASE_SECONDS))


def sweep_sandboxes() -> None:
    """Remove sandboxes that dead workers left on this machine."""
    try:
        sweep_shell(tables.shell(trusted=True))
    except NoShell:
        return


def _nudge_waiting(age: timedelta) -> None:
    now = timezone.now()
    stale = Q(nudged_at=None) | Q(nudged_at__lte=now - age)
    matches = Match.objects.filter(set=OuterRef("pk"))
    sets = MatchSet.objects.filter(stale, over_at=None).filter(
        Exists(matches.filter(state=Match.State.QUEUED)),
        # Somebody plays it, and will go on with the next match by himself.
        ~Exists(matches.filter(state=Match.State.PLAYING)),
    )
    for pk in list(sets.order_by("pk").values_list("pk", flat=True)):
        if MatchSet.objects.filter(stale, pk=pk).update(nudged_at=now):
            nudge("play_set", pk)
    versions = Version.objects.filter(stale, state=Version.State.UPLOADED)
    for pk in list(versions.order_by("asked_at", "pk").values_list("pk", flat=True)):
        if Version.objects.filter(stale, pk=pk).update(nudged_at=now):
            nudge("check_version", pk)
