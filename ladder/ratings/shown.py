"""Which rows of the ranking somebody wants to see; pages and programs ask alike."""

from collections.abc import Iterable

from django.db import models
from django.utils.translation import gettext_lazy as _

from ladder.accounts import names
from ladder.ratings.models import Rating


class Show(models.TextChoices):
    """Whose ratings."""

    ACTIVE = "active", _("Active bots")
    ENTRANTS = "entrants", _("Without reference")
    REFERENCE = "reference", _("Reference bots")
    ALL = "all", _("All versions")


def shown(rows: Iterable[Rating], show: str = Show.ACTIVE, *, least: int = 0, text: str = "") -> list[Rating]:
    """Those with at least so many matches, and the text in the name of the bot or its owner.

    Ranks stay those of the whole ranking. Versions that retired are there or not already.
    """
    part = names.key(text)
    return [
        row
        for row in rows
        if row.matches >= least
        and (show not in (Show.ENTRANTS, Show.REFERENCE) or row.version.bot.reference == (show == Show.REFERENCE))
        and (part in row.version.bot.name_key or part in row.version.bot.owner.name_key)
    ]
