"""Which version of a bot plays: one at a time, an older one again if its owner likes."""

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from ladder.bots.models import Bot, Version
from ladder.refused import Refused


def activate(version: Version) -> None:
    """From now on this version plays for its bot. Sets already made are played to their end."""
    if version.state != Version.State.ACCEPTED:
        raise Refused(_("Only a version that passed its check can play."), "not-accepted")
    if version.rested_at is not None:
        raise Refused(_("It rests: %s Have it checked again first.") % version.rested_for, "resting")
    with transaction.atomic():
        bot = Bot.objects.select_for_update().get(pk=version.bot_id)
        if bot.barred:
            raise Refused(_("The host keeps this bot out: %s") % bot.barred, "barred")
        refuse_one_too_many(bot)
        bot.active = version
        bot.save(update_fields=["active"])


def deactivate(bot: Bot) -> None:
    """The bot gets no new matches. Its results stay."""
    Bot.objects.filter(pk=bot.pk).update(active=None)


def refuse_one_too_many(bot: Bot) -> None:
    """Raises Refused if its owner has no room for another active bot."""
    if bot.active_id is not None or bot.reference:
        return
    others = Bot.objects.active().filter(owner=bot.owner_id).exclude(pk=bot.pk).count()
    if others >= settings.ACTIVE_BOTS:
        raise Refused(
            _(
                "You have %(active)d active bots, and %(most)d is the most: "
                "deactivate one first, or upload without activating."
            )
            % {"active": others, "most": settings.ACTIVE_BOTS},
            "too-many-active",
        )
