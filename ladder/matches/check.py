"""An uploaded version is checked: the sandbox does the steps, here the verdict is kept.

Claimed like a match; the report grows while the check goes on, and its last form
is written together with the verdict and its consequences, in one transaction.
"""

import logging
import secrets
from collections.abc import Sequence

from django.conf import settings
from django.db import transaction
from django.utils import timezone

import sandbox
from ladder import claims
from ladder.bots.activate import activate
from ladder.bots.models import Activate, Version
from ladder.claims import Claim, ClaimLost
from ladder.matches import tables
from ladder.matches.models import Season
from ladder.matches.plain import plain
from ladder.matches.promotion import promote
from ladder.matches.schedule import first_set
from ladder.matches.trials import keep_trials
from ladder.refused import Refused
from sandbox.repeat import command

logger = logging.getLogger(__name__)


def check_version(version_id: int) -> None:
    """Check one uploaded version; harmless if somebody else does or did."""
    claim = claims.take(
        Version,
        version_id,
        waiting=Version.State.UPLOADED,
        working=Version.State.CHECKING,
        seconds=settings.CHECK_LEASE_SECONDS,
    )
    version = Version.objects.select_related("package", "bot").filter(pk=version_id).first()
    if claim is None or version is None:
        return
    opponents = _opponents()
    try:
        report = _check(version, opponents, claim)
    except ClaimLost:
        logger.warning("the check of %s went to another worker, or its bot was deleted", version)
    except tables.OUR_FAILURES as failure:
        queue_again(version, claim, tables.said(failure))
    else:
        decide(version, opponents, claim, report)


def decide(version: Version, opponents: Sequence[Version], claim: Claim, report: sandbox.Report) -> bool:
    """Accepted or rejected, with the report; an accepted version plays at once."""
    with transaction.atomic():
        kept = claim.mine.update(
            state=Version.State.ACCEPTED if report.ok else Version.State.REJECTED,
            reason="" if report.ok else plain(_reason(report)),
            checked_at=timezone.now(),
            lease_until=None,
        )
        if not kept:
            return False
        version.refresh_from_db()
        version.report = plain(report.as_json())
        version.report["matches"] = keep_trials(version, opponents, report)
        if report.ok:
            version.rested_at, version.rested_for = None, ""
            _join(version)
        else:
            house = [f"bots/{opponent.bot.name}" for opponent in opponents]
            version.report["command"] = command(report, version.filename, house)
        version.save(update_fields=["report", "rested_at", "rested_for"])
    return True


def queue_again(version: Version, claim: Claim, reason: str) -> None:
    """Try once more; after the last attempt the author is told that it was our fault."""
    if claim.last:
        sentence = f"{reason.rstrip('.')}. We tried {settings.ATTEMPTS} times. Upload the same file to try again."
        claim.mine.update(
            state=Version.State.REJECTED,
            reason=sentence,
            report={"ok": False, "platform": sentence, "steps": [], "matches": []},
            checked_at=timezone.now(),
            lease_until=None,
        )
    else:
        claim.give_back(Version.State.UPLOADED, reason)
    logger.warning("check of %s: %s", version, reason)


def _opponents() -> list[Version]:
    """House bots for the trial matches, the anchors first."""
    house = Version.objects.playing().filter(bot__reference=True)
    return list(house.select_related("package", "bot").order_by("-anchor", "pk")[:4])


def _check(version: Version, opponents: Sequence[Version], claim: Claim) -> sandbox.Report:
    def progress(report: sandbox.Report) -> None:
        claim.renew()
        claim.mine.update(report=plain(report.as_json()))

    return sandbox.check(
        tables.package(version),
        [tables.package(opponent) for opponent in opponents],
        shell=tables.shell(trusted=version.bot.reference),
        clock=tables.clock(Season.objects.current()),
        seed=secrets.token_hex(16),
        progress=progress,
    )


def promote_version(version_id: int) -> None:
    """An accepted version is to play if it is better than the one that plays."""
    version = Version.objects.select_related("bot__active__bot").get(pk=version_id)
    version.activate = Activate.IF_BETTER
    with transaction.atomic():
        _join(version)
        version.save(update_fields=["report"])


def _join(version: Version) -> None:
    """What follows its acceptance, as its owner chose at the upload."""
    if version.activate == Activate.LATER:
        return
    try:
        if version.activate == Activate.IF_BETTER:
            note = promote(version)
        else:
            activate(version)
            version.bot.refresh_from_db()
            first_set(version)
            note = ""
    except Refused as refusal:
        note = refusal.sentence
    version.report = {**version.report, "note": note} if note else version.report


def _reason(report: sandbox.Report) -> str:
    failed = report.failed
    return f"{failed.name}: {failed.message}" if failed else "The check did not pass."
