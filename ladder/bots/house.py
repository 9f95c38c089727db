"""The house's own bots: somebody to play against from the first minute, and the scale's anchors."""

from django.db import transaction
from django.utils import timezone

from ladder.accounts.models import HOUSE, User
from ladder.bots.models import Bot, Package, Version


def welcome(name: str, data: bytes, sha256: str, *, anchor: bool) -> bool:
    """Enter a house bot, accepted without a check, unless it is there; was it new?

    It stays as it first came, pinned by the hash of its package, even when its
    source changes later: a scale cannot hang on anchors that move.
    """
    with transaction.atomic():
        owner = User.objects.filter(username=HOUSE).first()
        if owner is None:
            owner = User(username=HOUSE)
            owner.set_unusable_password()
            owner.save()
        bot, new = Bot.objects.get_or_create(owner=owner, name=name, reference=True)
        if new:
            package, _ = Package.objects.get_or_create(sha256=sha256, defaults={"data": data})
            bot.active = Version.objects.create(
                bot=bot,
                number=1,
                package=package,
                filename=f"{name}.zip",
                anchor=anchor,
                state=Version.State.ACCEPTED,
                checked_at=timezone.now(),
            )
            bot.save(update_fields=["active"])
    return new
