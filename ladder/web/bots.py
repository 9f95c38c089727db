"""Bots: all of them, and one with its ratings, results, style, versions, matches and faults."""

from dataclasses import dataclass

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.db.models import Avg, Count, F, Sum
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from ladder.accounts import names
from ladder.bots.activate import deactivate as make_inactive
from ladder.bots.models import Bot, Version
from ladder.matches.delete import delete as delete_for_good
from ladder.matches.delete import has_played
from ladder.matches.models import Kind, Match, Seat
from ladder.ratings.head_to_head import head_to_head
from ladder.ratings.models import OVERALL, Rating
from ladder.refused import Refused
from ladder.web import drawing
from ladder.web.pages import page_of
from ladder.web.style import style_of

RECENT = 10
LOGS = 3
OPPONENTS = 12
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
    """One bot. Seventeen queries at most, whatever it has played; two more for its owner."""
    found = get_object_or_404(Bot.objects.for_list(), public_id=bot_id)
    versions = list(found.versions.order_by("-number").select_related("bot"))
    current = found.active or next((v for v in versions if v.state == Version.State.ACCEPTED), None)
    mine = found.owner_id == request.user.pk
    by_matches = request.GET.get("by") == "matches"
    ratings = Rating.objects.newest().filter(version=current) if current else Rating.objects.none()
    faults = Seat.objects.filter(version=current, fault_kind__gt="").select_related("match__set", "version")
    context = {
        "bot": found,
        "mine": mine,
        "deletable": mine and not found.barred and not has_played(found),
        "versions": versions,
        "current": current,
        "ratings": ratings.order_by("players"),
        "by_matches": by_matches,
        "history": drawing.history(_points(found), by_matches=by_matches),
        "seats": seats(found),
        "pairs": head_to_head(current, playing=True, most=OPPONENTS) if current else [],
        "style": style_of(current) if current else None,
        "matches": Match.objects.for_list(bot=bot_id)[:RECENT],
        "faults": faults.defer("log").order_by("-match_id")[:5],
        "logs": _logs(found) if mine else [],
    }
    return render(request, "web/bot.html", context)


def _logs(found: Bot) -> list[Seat]:
    """What it printed lately; for its owner."""
    printed = Seat.objects.filter(version__bot=found, log__gt="").select_related("match", "version")
    return list(printed.order_by("-match_id")[:LOGS])


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


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def delete(request: HttpRequest, bot_id: str) -> HttpResponse:
    """The owner is asked once more; then a bot that never played is gone."""
    found = get_object_or_404(Bot, public_id=bot_id)
    if found.owner_id != request.user.pk:
        raise PermissionDenied
    if request.method == "GET":
        return render(request, "web/delete.html", {"bot": found, "versions": found.versions.count()})
    name = found.name
    try:
        delete_for_good(found)
    except Refused as refused:
        messages.error(request, refused.sentence)
        return redirect(found)
    messages.success(request, _("%s is deleted. Its name is free again.") % name)
    return redirect("web:account")


@dataclass(frozen=True)
class AtSeat:
    """What a bot made of one seat at one table size."""

    matches: int
    won: float
    mean: float


def seats(found: Bot) -> dict[int, list[AtSeat | None]]:
    """Results by seat, for each table size that was played; one query."""
    rows = (
        Seat.objects.filter(version__bot=found, match__state=Match.State.FINISHED, match__set__kind=Kind.LADDER)
        .values_list("match__set__players", "index")
        .annotate(Count("pk"), Sum("won"), Avg("total"))
        .order_by("match__set__players", "index")
    )
    made: dict[int, list[AtSeat | None]] = {}
    for players, index, count, won, mean in rows:
        made.setdefault(players, [None] * players)[index] = AtSeat(count, won, mean)
    return made


def _points(found: Bot) -> list[drawing.Point]:
    """The overall rating of the versions that were active, thinned to what a drawing can show."""
    kept = Rating.objects.filter(version__bot=found, players=OVERALL)
    every = max(1, kept.count() // POINTS)
    rows = (
        kept.annotate(turn=F("snapshot_id") % every)
        .filter(turn=0)
        .order_by("snapshot_id", "version__number")
        .values_list("snapshot_id", "snapshot__created_at", "rating", "error", "version__number", "matches")
    )
    newest, played = {}, {}
    for snapshot, at, rating, error, number, matches in rows:
        played[number] = matches
        newest[snapshot] = drawing.Point(at, sum(played.values()), rating, error, number)
    return list(newest.values())
