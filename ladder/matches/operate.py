"""What the host can do by hand: pause the schedule, play a match again, keep a bot out; each is written down."""

from datetime import UTC, datetime

from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.db.models import F, Model
from django.utils.translation import gettext as _

from ladder.accounts.models import User
from ladder.bots.models import Bot
from ladder.claims import Claim
from ladder.matches.models import Baton, Kind, Match, MatchSet
from ladder.matches.schedule import create_set
from ladder.nudge import nudge
from ladder.refused import Refused

SCHEDULE = "schedule"
FOR_GOOD = datetime(9999, 1, 1, tzinfo=UTC)


def paused() -> bool:
    """Are no new ladder matches made?"""
    return Baton.objects.filter(name=SCHEDULE, lease_until=FOR_GOOD).exists()


def pause(staff: User) -> None:
    """No new ladder matches, until somebody resumes; what waits is still played."""
    with transaction.atomic():
        baton, _made = Baton.objects.get_or_create(name=SCHEDULE)
        # We take the baton and keep it. Whoever has it now finds a higher number
        # when giving it back, so that this does not end our pause.
        Baton.objects.filter(pk=baton.pk).update(fence=F("fence") + 1, lease_until=FOR_GOOD)
        _note(staff, baton, "schedule", "paused the schedule")


def resume(staff: User) -> None:
    """The scheduler may have the baton again."""
    with transaction.atomic():
        baton, _made = Baton.objects.get_or_create(name=SCHEDULE)
        Baton.objects.filter(pk=baton.pk, lease_until=FOR_GOOD).update(lease_until=None)
        _note(staff, baton, "schedule", "resumed the schedule")


def requeue(staff: User, match: Match) -> Match:
    """A match that waits or is stuck goes (back) to a worker; a void one is played anew with a fresh deal."""
    if match.state == Match.State.FINISHED:
        raise Refused(_("This match is finished: there is nothing to play again."), "finished")
    with transaction.atomic():
        again = _anew(match) if match.state == Match.State.VOID else _back(match)
        _note(staff, match, match.public_id, f"queued it again as {again.public_id}")
    return again


def bar(staff: User, bot: Bot, reason: str) -> None:
    """The bot plays no more, and its owner cannot activate it; the reason is shown."""
    if not reason.strip():
        raise Refused(_("Say why: the owner of the bot reads it."), "no-reason", "reason")
    with transaction.atomic():
        Bot.objects.filter(pk=bot.pk).update(active=None, barred=reason.strip()[:200])
        _note(staff, bot, bot.name, f"disabled it: {reason.strip()[:200]}")


def admit(staff: User, bot: Bot) -> None:
    """The owner may activate the bot again."""
    with transaction.atomic():
        Bot.objects.filter(pk=bot.pk).update(barred="")
        _note(staff, bot, bot.name, "enabled it")


def _anew(match: Match) -> Match:
    """The void match's set may be over and its deal known, so its line-up gets another one."""
    seats = list(match.seats.select_related("version__bot").order_by("index"))
    line_up = [seat.version for seat in seats]
    made = create_set(line_up, [range(len(line_up))], kind=Kind(match.set.kind), for_version=match.set.for_version)
    return made.matches.get()


def _back(match: Match) -> Match:
    if match.state == Match.State.PLAYING:
        Claim.of(match).give_back(Match.State.QUEUED, "The host queued it again.")
    Match.objects.filter(pk=match.pk).update(attempts=0)
    MatchSet.objects.filter(pk=match.set_id).update(nudged_at=None)
    nudge("play_set", match.set_id)
    return match


def _note(staff: User, row: Model, name: str, deed: str) -> None:
    """In the log that Django's admin keeps and shows as well."""
    LogEntry.objects.create(
        user=staff,
        content_type=ContentType.objects.get_for_model(row),
        object_id=str(row.pk),
        object_repr=name[:200],
        action_flag=CHANGE,
        change_message=deed,
    )
