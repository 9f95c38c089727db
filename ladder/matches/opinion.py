"""A second opinion: a version is asked at every decision of a finished match what it would have done.

The row is the request and the result. Asking twice is asking once: there is one opinion per seat and version.
"""

from collections.abc import Iterable
from dataclasses import asdict
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from engine import frames
from ladder import claims
from ladder.accounts.models import User
from ladder.bots.models import Version
from ladder.claims import VANISHED, Claim, ClaimLost
from ladder.matches import tables
from ladder.matches.models import Opinion, Seat
from ladder.matches.plain import plain
from ladder.matches.play import Heartbeat
from ladder.nudge import nudge
from ladder.refused import Refused
from sandbox.second_opinion import Answer, second_opinion
from sandbox.sentence import made_of

HOUR = timedelta(hours=1)
State = Opinion.State


def ask(person: User, seat: Seat, version: Version) -> Opinion:
    """Ask one of one's own versions about one of one's own seats. Raises Refused."""
    if seat.version.bot.owner_id != person.pk or version.bot.owner_id != person.pk:
        raise Refused(_("Seat and version must be yours."), "not-yours")
    if not seat.match.has_replay:
        raise Refused(_("Ask when the last match of the set is over."), "not-yet")
    if seat.match.replay_dict() is None:
        raise Refused(_("The record of this match is lost, so it cannot be watched. Its result stands."), "lost")
    if version.state != Version.State.ACCEPTED:
        raise Refused(_("%s cannot play: it has not passed its check.") % version, "unplayable")
    with transaction.atomic():
        # Two requests at once must not both take the last place.
        User.objects.select_for_update().get(pk=person.pk)
        known = Opinion.objects.filter(seat=seat, version=version).first()
        if known is not None and known.state != State.FAILED:
            return known
        lately = Opinion.objects.filter(asked_by=person, asked_at__gt=timezone.now() - HOUR).count()
        if lately >= settings.OPINIONS_PER_HOUR:
            sentence = _("You asked %s times within an hour, and that is the most.")
            raise Refused(sentence % settings.OPINIONS_PER_HOUR, "too-many-opinions")
        fresh = {"state": State.QUEUED, "reason": "", "attempts": 0, "asked_at": timezone.now(), "asked_by": person}
        opinion, _made = Opinion.objects.update_or_create(seat=seat, version=version, defaults=fresh)
        nudge("second_opinion", opinion.pk)
    return opinion


def give(opinion_id: int) -> None:
    """Claim a request, ask the bot, write down what it said."""
    claim = claims.take(
        Opinion, opinion_id, waiting=State.QUEUED, working=State.RUNNING, seconds=settings.LEASE_SECONDS
    )
    if claim is None:
        return
    opinion = Opinion.objects.select_related(
        "seat__match__set__season", "seat__match__replay", "version__package", "version__bot"
    ).get(pk=opinion_id)
    match = opinion.seat.match
    record = match.replay_dict() or {}
    try:
        said = second_opinion(
            tables.package(opinion.version),
            record,
            opinion.seat.index,
            tables.shell(trusted=opinion.version.bot.reference),
            tables.clock(match.set.season),
            match.public_id,
            Heartbeat(claim),
        )
    except ClaimLost:
        return
    except tables.OUR_FAILURES as failure:
        _again(claim, tables.said(failure))
        return
    claim.mine.update(
        state=State.DONE,
        lease_until=None,
        answers=plain(list(_told(record, said.answers))),
        reason=plain(said.failed),
        words=plain(made_of(said.failed)),
        given_at=timezone.now(),
    )


def bring_back() -> None:
    """Queue again what dead workers held, and nudge what waits."""
    for opinion in claims.abandoned(Opinion, State.RUNNING):
        _again(Claim.of(opinion), VANISHED)
    stale = timezone.now() - timedelta(seconds=settings.LEASE_SECONDS)
    waiting = Opinion.objects.filter(Q(asked_at__lt=stale), state=State.QUEUED)
    for pk in list(waiting.values_list("pk", flat=True)):
        nudge("second_opinion", pk)


def _again(claim: Claim, reason: str) -> None:
    """Nobody's fault; after the last attempt it has failed."""
    if claim.last:
        claim.mine.update(state=State.FAILED, lease_until=None, reason=reason)
    else:
        claim.give_back(State.QUEUED, reason)


def _told(record: dict[str, Any], answers: Iterable[Answer]) -> Iterable[dict[str, Any]]:
    """The answers with words for what the bot would do, where that is something else."""
    for answer in answers:
        told = asdict(answer) | {"same": answer.answer == answer.played, "words": ""}
        if not told["same"] and answer.turn and not answer.wrong:
            told["words"] = _words(record, answer)
        yield told


def _words(record: dict[str, Any], answer: Answer) -> str:
    """As if it had been played: the record up to there, and this one turn more."""
    played = record["rounds"][answer.round]
    turns = [*played["turns"].split()[: answer.turn - 1], answer.answer]
    imagined = {**record, "rounds": [*record["rounds"][: answer.round], {**played, "turns": " ".join(turns)}]}
    words: str = frames(imagined)[-1]["words"]
    return words
