"""A bot that never played is deleted: it leaves no result behind, so nobody else's record changes."""

from django.db import IntegrityError, transaction
from django.db.models import ProtectedError, Q
from django.utils.translation import gettext as _

from ladder.bots.models import Bot, Package
from ladder.matches.models import Comparison, Kind, Match, MatchSet, Opinion, Seat
from ladder.refused import Refused


def delete(bot: Bot) -> None:
    """The bot, its versions, their trials and their code are gone, and its name is free. Raises Refused."""
    try:
        with transaction.atomic():
            # Whoever decides about one of its checks holds the version too: so either
            # the verdict and its first match are seen here, or the verdict comes too late.
            versions = list(bot.versions.select_for_update().order_by("pk"))
            bot.refresh_from_db()
            _refuse_what_counts(bot)
            _delete(bot, [version.package_id for version in versions])
    except (IntegrityError, ProtectedError, Bot.DoesNotExist):
        # It was seated, uploaded again or deleted meanwhile.
        raise Refused(_("Something else happened to this bot at once. Try again."), "try-again") from None


def has_played(bot: Bot) -> bool:
    """Does it sit in any match but the trials of its checks?"""
    return Seat.objects.filter(version__bot=bot).exclude(match__set__kind=Kind.TRIAL).exists()


def _refuse_what_counts(bot: Bot) -> None:
    if bot.barred:
        raise Refused(_("The host keeps this bot out: %s") % bot.barred, "barred")
    if has_played(bot):
        raise Refused(
            _("This bot has matches, and they count for others too: let it stop playing instead."), "has-played"
        )


def _delete(bot: Bot, packages: list[str]) -> None:
    Bot.objects.filter(pk=bot.pk).update(active=None)
    trials = MatchSet.objects.filter(for_version__bot=bot)
    Match.objects.filter(set__in=trials).delete()
    trials.delete()
    Opinion.objects.filter(version__bot=bot).delete()
    Comparison.objects.filter(Q(new__bot=bot) | Q(old__bot=bot)).delete()
    bot.versions.all().delete()
    bot.delete()
    # The same package may be another bot's too.
    Package.objects.filter(pk__in=packages, versions=None).delete()
