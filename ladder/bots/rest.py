"""A version that fails too often rests: it plays no more until it passes another check."""

from django.utils import timezone
from django.utils.translation import gettext as _

from ladder.bots.models import Activate, Bot, Version
from ladder.nudge import nudge
from ladder.refused import Refused


def rest(version: Version, why: str) -> None:
    """No new sets for this version; its owner reads why. Inside the caller's transaction."""
    Version.objects.filter(pk=version.pk, rested_at=None).update(rested_at=timezone.now(), rested_for=why)
    Bot.objects.filter(pk=version.bot_id, active=version).update(active=None)


def check_again(version: Version) -> None:
    """The way back: a new check, after which it plays again. Raises Refused if it does not rest."""
    resting = Version.objects.filter(pk=version.pk, state=Version.State.ACCEPTED, rested_at__isnull=False)
    # Whoever asks twice gets one check: the second UPDATE finds nothing.
    now = timezone.now()
    asked = resting.update(
        state=Version.State.UPLOADED,
        activate=Activate.NOW,
        report={},
        reason="",
        attempts=0,
        asked_at=now,
        checked_at=None,
        nudged_at=now,
    )
    if not asked:
        raise Refused(_("Only a version that rests is checked again."), "not-resting")
    nudge("check_version", version.pk)
    version.refresh_from_db()
