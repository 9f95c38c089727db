"""A bot is uploaded: its package is kept under its hash and a version waits for its check."""

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.formats import number_format
from django.utils.translation import gettext

from ladder.accounts.models import User
from ladder.accounts.signup import taken
from ladder.bots import names
from ladder.bots.activate import activate as make_active
from ladder.bots.activate import refuse_one_too_many
from ladder.bots.models import Activate, Bot, Package, Version
from ladder.bots.rest import check_again
from ladder.nudge import nudge
from ladder.refused import Refused
from ladder.words import tell
from sandbox.package import PackageError, open_package

__all__ = ["Refused", "submit"]


def submit(
    owner: User, bot: Bot | str, filename: str, data: bytes, *, activate: Activate | bool = Activate.NOW
) -> Version:
    """The version this upload makes, or made before: the same package is the same version.

    `bot` is one of the owner's bots, or a name: a new one makes a new bot. `activate` says
    what follows when it is accepted (True: now, False: later).
    Raises Refused with a sentence for whoever uploads.
    """
    if settings.UPLOADS_REFUSED:
        raise Refused(settings.UPLOADS_REFUSED, "no-sandbox")
    if len(data) > settings.PACKAGE_LIMIT:
        limit = settings.PACKAGE_LIMIT
        sizes = {"kib": limit // 1024, "bytes": limit, "size": len(data)}
        raise Refused(
            gettext("Too large: a package has at most %(kib)s KiB (%(bytes)s bytes); this one has %(size)s bytes.")
            % {name: number_format(size, force_grouping=True) for name, size in sizes.items()},
            "too-large",
            "file",
        )
    try:
        package = open_package(data, filename)
    except PackageError as error:
        raise Refused(tell(error.sentence.as_json()), "bad-package", "file") from None
    try:
        with transaction.atomic():
            kept, _ = Package.objects.get_or_create(sha256=package.sha256, defaults={"data": package.data})
            return _enter(_find(owner, bot), kept, filename, _wish(activate))
    except IntegrityError:
        # Somebody took the name, or the same file came twice, a moment ago.
        raise Refused(gettext("Two uploads came at once. Try again."), "try-again") from None


def _wish(activate: Activate | bool) -> Activate:
    if isinstance(activate, Activate):
        return activate
    return Activate.NOW if activate else Activate.LATER


def _find(owner: User, bot: Bot | str) -> Bot:
    """The owner's bot of that name, locked; or a new one."""
    if isinstance(bot, Bot):
        name, key = bot.name, bot.name_key
    else:
        name = names.clean(bot)
        key = names.key(name)
    found = Bot.objects.select_for_update().filter(name_key=key).first()
    if found is None:
        found = Bot.objects.create(owner=owner, name=name)
    if found.owner_id != owner.pk:
        raise taken(name)
    return found


def _enter(bot: Bot, package: Package, filename: str, activate: Activate) -> Version:
    known = bot.versions.filter(package=package).first()
    if known is not None:
        return _again(known, activate)
    if activate != Activate.LATER:
        refuse_one_too_many(bot)
    newest = bot.versions.aggregate(newest=Max("number"))["newest"] or 0
    version = Version.objects.create(
        bot=bot,
        number=newest + 1,
        package=package,
        filename=_plain(filename),
        activate=activate,
        nudged_at=timezone.now(),
    )
    nudge("check_version", version.pk)
    return version


def _again(version: Version, activate: Activate) -> Version:
    """The same package came before. Only a check that we failed to do, or that ends a rest, is done anew."""
    if version.rested_at is not None:
        check_again(version)
    elif version.state == Version.State.ACCEPTED and activate == Activate.NOW:
        make_active(version)
    elif version.state == Version.State.ACCEPTED and activate == Activate.IF_BETTER:
        nudge("promote", version.pk)
    elif version.state == Version.State.REJECTED and version.report.get("platform"):
        version.state = Version.State.UPLOADED
        version.report, version.reason = {}, ""
        version.attempts, version.asked_at, version.checked_at = 0, timezone.now(), None
        version.save()
        nudge("check_version", version.pk)
    return version


def _plain(filename: str) -> str:
    name = filename.replace("\\", "/").rsplit("/", 1)[-1]
    return "".join(c for c in name if c.isprintable())[-100:] or "bot.py"
