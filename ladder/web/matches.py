"""Matches: the list, and one from its place in the queue to its replay."""

from datetime import timedelta
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache

from engine import frames
from ladder.bots.models import Bot, Version
from ladder.matches import faults
from ladder.matches.models import Kind, Match, Seat
from ladder.web import log, opinion
from ladder.web.around import around
from ladder.web.filters import PLAYERS, Choice, answers, day, fields
from ladder.web.pages import page_of

KIND = Choice("kind", _("Kind"), (("", _("All kinds")), *Kind.choices))
STATE = Choice("state", _("Status"), (("", _("Any")), *Match.State.choices))
KINDS_OF_FAULT = tuple((kind, kind) for kind in faults.KINDS)
FAULT = Choice("fault", _("Faults"), (("", _("With or without")), ("any", _("With a fault")), *KINDS_OF_FAULT))
PATIENCE = timedelta(seconds=60)  # in the queue, until we say that nobody plays


def listing(request: HttpRequest) -> HttpResponse:
    """Matches, newest first, filtered by the address. Five queries at most."""
    asked = answers(request.GET, PLAYERS, KIND, STATE, FAULT)
    bot = Bot.objects.filter(public_id=asked_bot).first() if (asked_bot := request.GET.get("bot")) else None
    version, against = _versions(request.GET.get("version", ""), request.GET.get("against", ""))
    text = request.GET.get("q", "").strip()
    days = {name: date for name in ("since", "until") if (date := day(request.GET, name))}
    who = {"bot": bot, "version": version, "against": against}
    ids = {name: row.public_id for name, row in who.items() if row}
    found = Match.objects.for_list(**asked, **days, **ids, q=text)
    context = {
        "page": page_of(request, found),
        "fields": fields(request.GET, PLAYERS, KIND, STATE, FAULT),
        **who,
        "text": text,
        "days": {name: date.isoformat() for name, date in days.items()},
        "filtered": any((text, *days, *ids, *asked.values())),
    }
    return render(request, "web/matches.html", context)


def _versions(*ids: str) -> list[Version | None]:
    """The versions with these ids, or None for each that there is not; one query, if any."""
    named = Version.objects.select_related("bot").in_bulk([name for name in ids if name], field_name="public_id")
    return [named.get(name) for name in ids]


@never_cache
def match(request: HttpRequest, match_id: str) -> HttpResponse:
    """One match; htmx asks for the live part alone until there is nothing more to come."""
    found = get_object_or_404(Match.objects.with_seats().select_related("replay"), public_id=match_id)
    seats = list(found.seats.all())
    record = found.replay_dict()
    context: dict[str, Any] = {
        "match": found,
        "seats": sorted(seats, key=lambda seat: (seat.place or 9, seat.index)),
        "record": record,
        "logs": [seat for seat in seats if seat.version.bot.owner_id == request.user.pk and seat.log],
        "around": around(found),
        "live": not (found.set.over or found.state == Match.State.VOID),
        "siblings": list(found.set.matches.order_by("number").only("state", "public_id", "number")),
    }
    if record:
        names = [seat.version.bot.name for seat in seats]
        for seat in seats:
            seat.scores = [round["scores"][seat.index] for round in record["rounds"]]  # type: ignore[attr-defined]
        context["viewer_seats"] = [for_viewer(seat) for seat in seats]
        context |= opinion.choices(request, found, seats)
        context["embed"] = request.build_absolute_uri(reverse("web:embed", args=[match_id]))
        context["log"] = log.lines(frames(record), names)
    elif found.state == Match.State.QUEUED:
        context["ahead"] = Match.objects.filter(state=Match.State.QUEUED, pk__lt=found.pk).count()
        context["idle"] = _nobody_plays(found)
    template = "web/_match.html" if request.headers.get("HX-Request") else "web/match.html"
    return render(request, template, context)


def for_viewer(seat: Seat) -> dict[str, Any]:
    """What the viewer shows of who sits there."""
    version = seat.version
    return {"name": version.bot.name, "version": version.number, "url": version.get_absolute_url()}


def _nobody_plays(found: Match) -> bool:
    """It has waited long, and nothing else is being played either."""
    long = timezone.now() - found.queued_at > PATIENCE
    return long and not Match.objects.filter(state=Match.State.PLAYING).exists()
