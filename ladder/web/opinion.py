"""What would my bot do here? The owner of a seat asks any of their versions."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from engine import frames
from ladder.bots.models import Version
from ladder.matches.models import Match, Opinion, Seat
from ladder.matches.opinion import ask
from ladder.refused import Refused
from ladder.web.person import person
from ladder.web.typed import typed
from ladder.words import say, why_not


@require_POST
@login_required
def new(request: HttpRequest, match_id: str) -> HttpResponse:
    """Ask; the answers have a page of their own."""
    seats = Seat.objects.select_related("match__set", "version__bot").filter(match__public_id=match_id)
    index = request.POST.get("seat", "")
    seat = get_object_or_404(seats, index=int(index) if index.isdecimal() and len(index) == 1 else None)
    version = get_object_or_404(Version.objects.select_related("bot"), public_id=typed(request, "version"))
    try:
        return redirect(ask(person(request), seat, version))
    except Refused as refused:
        messages.error(request, refused.sentence)
        return redirect(seat.match)


@never_cache
@login_required
def opinion(request: HttpRequest, opinion_id: str) -> HttpResponse:
    """The answers as a list of differences; htmx asks again until they are there."""
    found = get_object_or_404(
        Opinion.objects.select_related("seat__match__set", "seat__match__replay", "seat__version__bot", "version__bot"),
        public_id=opinion_id,
        asked_by=person(request),
    )
    context: dict[str, Any] = {"opinion": found, "match": found.seat.match, "live": not found.final}
    if found.state == Opinion.State.DONE:
        record = found.seat.match.replay_dict()
        context["differences"] = _differences(found, record) if record else None
        context["asked"] = len(found.answers)
    elif found.state == Opinion.State.QUEUED:
        context["ahead"] = Opinion.objects.filter(state=Opinion.State.QUEUED, pk__lt=found.pk).count()
    template = "web/_opinion.html" if request.headers.get("HX-Request") else "web/opinion.html"
    return render(request, template, context)


def choices(request: HttpRequest, match: Match, seats: list[Seat]) -> dict[str, Any]:
    """For a match page: the seats and versions its visitor may ask with, and the opinion the address names."""
    if not request.user.is_authenticated:
        return {}
    mine = [seat for seat in seats if seat.version.bot.owner_id == request.user.pk]
    if not mine:
        return {}
    versions = Version.objects.filter(bot__owner=person(request), state=Version.State.ACCEPTED).select_related("bot")
    known = Opinion.objects.filter(seat__match=match, asked_by=person(request)).select_related("seat", "version__bot")
    shown = known.filter(public_id=request.GET.get("opinion", ""), state=Opinion.State.DONE).first()
    return {
        "my_seats": mine,
        "my_versions": versions.order_by("bot__name_key", "-number"),
        "opinions": known.order_by("pk"),
        "opinion": shown,
        "opinion_data": _for_viewer(shown) if shown else None,
    }


def _for_viewer(shown: Opinion) -> dict[str, Any]:
    """By position: a sentence that stands beside what was played."""
    return {"seat": shown.seat.index, "says": {str(a["m"]): _sentence(shown, a) for a in shown.answers}}


def _sentence(shown: Opinion, answer: dict[str, Any]) -> str:
    if answer["same"]:
        return _("%s would do the same.") % shown.version
    return _("%(version)s here: %(words)s.") % {"version": shown.version, "words": wording(answer)}


def wording(answer: dict[str, Any]) -> str:
    """What it would do, in words."""
    if answer["wrong"]:
        return _("answer %(reply)s, which is not allowed: %(why)s") % {
            "reply": answer["answer"],
            "why": why_not(answer["wrong"].rstrip(".")),
        }
    return say(answer["words"]) if answer["turn"] else _turning(answer["answer"])


def _turning(said: str) -> str:
    return _("turns the hand over") if said == "t" else _("keeps the hand")


def _differences(found: Opinion, record: dict[str, Any]) -> list[dict[str, Any]]:
    """Where it would have done something else: the position, what was played, what it says."""
    positions = frames(record)
    made = []
    for answer in found.answers:
        if answer["same"]:
            continue
        here = positions[answer["m"]]
        did = say(positions[answer["m"] + 1]["words"]) if answer["turn"] else _turning(answer["played"])
        made.append(
            answer
            | {
                "hand": here["hands"][found.seat.index].split() if answer["turn"] else [],
                "active": here["active"].split(),
                "did": did,
                "would": wording(answer),
            }
        )
    return made
