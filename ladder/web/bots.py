"""Bots: all of them, and one with its ratings, versions, matches and faults."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from ladder.accounts import names
from ladder.bots.activate import deactivate as make_inactive
from ladder.bots.models import Bot
from ladder.matches.models import Match, Seat
from ladder.ratings.models import OVERALL, Rating
from ladder.web import drawing
from ladder.web.pages import page_of

RECENT = 10
POINTS = 200  # of a drawn history


def listing(request: HttpRequest) -> HttpResponse:
    """Every bot by name, one's own first. Three queries."""
    text = request.GET.get("q", "").strip()
    bots = Bot.objects.for_list()
    if text:
        bots = bots.filter(name_key__contains=names.key(text))
    mine = bots.filter(owner=request.user) if request.user.is_authenticated else bots.none()
    page = page_of(request, bots)
    context = {"mine": mine, "page": page, "text": text, "most": settings.ACTIVE_BOTS}
    return render(request, "web/bots.html", context)


def bot(request: HttpRequest, bot_id: str) -> HttpResponse:
    """One bot. Nine queries, whatever it has played."""
    found = get_object_or_404(Bot.objects.for_list(), public_id=bot_id)
    ratings = Rating.objects.newest().filter(version=found.active) if found.active else Rating.objects.none()
    faults = Seat.objects.filter(version__bot=found, fault_kind__gt="").select_related("match", "version")
    return render(
        request,
        "web/bot.html",
        {
            "bot": found,
            "mine": found.owner_id == request.user.pk,
            "versions": found.versions.order_by("-number").select_related("bot"),
            "ratings": ratings.order_by("players"),
            "history": drawing.history(_points(found)),
            "matches": Match.objects.for_list(bot=bot_id)[:RECENT],
            "faults": faults.defer("log").order_by("-match_id")[:5],
        },
    )


@require_POST
@login_required
def deactivate(request: HttpRequest, bot_id: str) -> HttpResponse:
    """The owner takes the bot off the ladder; its results stay."""
    found = get_object_or_404(Bot, public_id=bot_id)
    if found.owner_id != request.user.pk:
        raise PermissionDenied
    make_inactive(found)
    messages.success(request, _("%s gets no new matches. Its results stay.") % found.name)
    return redirect(found)


def _points(found: Bot) -> list[drawing.Point]:
    """The overall rating of the versions that were active, thinned to what a drawing can show."""
    kept = Rating.objects.filter(version__bot=found, players=OVERALL)
    every = max(1, kept.count() // POINTS)
    rows = (
        kept.annotate(turn=F("snapshot_id") % every)
        .filter(turn=0)
        .order_by("snapshot_id", "version__number")
        .values_list("snapshot_id", "snapshot__created_at", "rating", "error", "version__number")
    )
    newest = {snapshot: drawing.Point(at, rating, error, number) for snapshot, at, rating, error, number in rows}
    return list(newest.values())
