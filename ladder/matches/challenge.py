"""A challenge: somebody wants to see certain bots play. It is not rated."""

from collections.abc import Sequence
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from ladder.accounts.models import User
from ladder.bots.models import Version
from ladder.matches.models import Kind, MatchSet
from ladder.matches.schedule import create_set
from ladder.matches.seatings import SEATINGS
from ladder.refused import Refused

HOUR = timedelta(hours=1)


def challenge(person: User, line_up: Sequence[Version], *, whole: bool = False) -> MatchSet:
    """One match of this line-up, or a whole set of seatings. Raises Refused.

    Everybody may seat the versions that play now; of one's own bots any that was accepted.
    """
    if len(line_up) not in SEATINGS:
        raise Refused(_("A match has two to five players."), "bad-line-up")
    for version in line_up:
        if not version.is_active and version.bot.owner_id != person.pk:
            raise Refused(_("%s does not play now, and it is not yours.") % version, "unplayable")
        if version.rested_at is not None:
            raise Refused(_("%s rests: it failed too often.") % version, "unplayable")
    seatings = SEATINGS[len(line_up)]
    with transaction.atomic():
        # Two requests at once must not both take the last place.
        User.objects.select_for_update().get(pk=person.pk)
        most = settings.CHALLENGES_PER_HOUR
        had = list(_last_hour(person).order_by("-created_at").values_list("created_at", flat=True)[:most])
        if len(had) == most:
            sentence = _("You had %s challenges within an hour, and that is the most.")
            wait = max((had[-1] + HOUR - timezone.now()).total_seconds(), 1) if had else None
            raise Refused(sentence % most, "too-many-challenges", wait=wait)
        return create_set(
            line_up, seatings if whole else seatings[:1], kind=Kind.CHALLENGE, for_version=line_up[0], asked_by=person
        )


def lately(person: User) -> int:
    """How many challenges this person had in the last hour."""
    return _last_hour(person).count()


def _last_hour(person: User) -> QuerySet[MatchSet]:
    return MatchSet.objects.filter(kind=Kind.CHALLENGE, asked_by=person, created_at__gt=timezone.now() - HOUR)
