"""Is the new one better? Two versions of a bot side by side."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST

from ladder.bots.models import Bot, Version
from ladder.matches import promotion
from ladder.matches.models import Comparison
from ladder.ratings.models import Rating
from ladder.refused import Refused
from ladder.web.person import person
from ladder.web.style import style_of
from ladder.web.typed import typed


def compare(request: HttpRequest, bot_id: str) -> HttpResponse:
    """Ratings and style of two versions. At most nine queries."""
    bot = get_object_or_404(Bot.objects.for_list(), public_id=bot_id)
    accepted = bot.versions.filter(state=Version.State.ACCEPTED).select_related("bot").order_by("-number")
    versions = {str(version.number): version for version in accepted}
    if len(versions) < 2:
        raise Http404
    newest, before = list(versions)[:2]
    a = versions.get(request.GET.get("a", ""), versions[before])
    b = versions.get(request.GET.get("b", ""), versions[newest])
    newest_comparison = Comparison.objects.filter(new__in=[a, b], old__in=[a, b]).order_by("-pk").first()
    context = {
        "bot": bot,
        "versions": versions.values(),
        "a": a,
        "b": b,
        "sizes": _ratings(a, b),
        "mine": bot.owner_id == request.user.pk,
        "comparison": newest_comparison,
        "running": newest_comparison and _running(newest_comparison),
        "styles": [(version, style_of(version)) for version in (a, b)],
    }
    return render(request, "web/compare.html", context)


@require_POST
@login_required
def begin(request: HttpRequest, bot_id: str) -> HttpResponse:
    """The owner has two versions play the same deals until it is clear which is better; or stops that."""
    bot = get_object_or_404(Bot, public_id=bot_id, owner=person(request))
    running = Comparison.objects.filter(new__bot=bot, public_id=typed(request, "stop")).first()
    if running is not None:
        promotion.stop(running, "Its owner stopped it.")
        a, b = running.old, running.new
    else:
        versions = {str(version.number): version for version in bot.versions.select_related("bot")}
        a, b = (versions.get(request.POST.get(name, "")) for name in "ab")  # type: ignore[assignment]
        if a is None or b is None:
            raise Http404
        try:
            promotion.compare(b, a, promote="promote" in request.POST)
        except Refused as refused:
            messages.error(request, refused.sentence)
    return redirect(f"{reverse('web:compare', args=[bot_id])}?a={a.number}&b={b.number}")


def _running(comparison: Comparison) -> dict[str, float] | None:
    """How near the test is to an end; None once it has ended."""
    if comparison.state != Comparison.State.RUNNING:
        return None
    bounds = promotion.bounds(comparison)
    return {
        "llr": comparison.llr,
        "better": bounds.better,
        "not_better": bounds.not_better,
        "done": min(max(comparison.llr - bounds.not_better, 0), bounds.better - bounds.not_better),
        "whole": bounds.better - bounds.not_better,
        "most": settings.COMPARISON_SETS,
    }


def _ratings(a: Version, b: Version) -> list[dict[str, Any]]:
    """Both ratings at each table size, and whether their intervals leave each other alone."""
    found = list(Rating.objects.newest().filter(version__in=[a, b]).order_by("players"))
    by = {(row.players, row.version_id): row for row in found}
    sizes = []
    for players in sorted({row.players for row in found}):
        one, two = by.get((players, a.pk)), by.get((players, b.pk))
        both = one is not None and two is not None
        change = two.rating - one.rating if one and two else None
        sure = both and one and two and abs(two.rating - one.rating) > (one.error**2 + two.error**2) ** 0.5
        sizes.append({"players": players, "a": one, "b": two, "change": change, "sure": sure})
    return sizes
