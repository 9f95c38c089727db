"""Challenge: pick bots, and see them play now. Nothing of it is rated."""

from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from ladder.bots.models import Version
from ladder.matches import challenge as challenges
from ladder.matches.models import Kind, Match
from ladder.refused import Refused
from ladder.web.person import person

SEATS = range(5)
RECENT = 5


@login_required
@require_http_methods(["GET", "POST"])
def challenge(request: HttpRequest) -> HttpResponse:
    """The form; a challenge leads to its match at once. Five queries."""
    mine = person(request)
    may = Q(active_for__isnull=False) | Q(bot__owner=mine, state=Version.State.ACCEPTED)
    versions = list(
        Version.objects.select_related("bot__owner").filter(may, rested_at=None).order_by("bot__name_key", "-number")
    )
    chosen = _chosen(request, versions)
    refused = None
    if request.method == "POST":
        known = {version.public_id: version for version in versions}
        try:
            line_up = [known[public_id] for public_id in chosen if public_id]
            made = challenges.challenge(mine, line_up, whole="whole" in request.POST)
            return redirect(made.matches.order_by("number")[0])
        except KeyError:
            refused = Refused(_("One of them does not play any more: choose again."), "unplayable")
        except Refused as reason:
            refused = reason
    context: dict[str, Any] = {
        "versions": versions,
        "seats": [{"number": number, "chosen": chosen[number]} for number in SEATS],
        "whole": "whole" in request.POST,
        "refused": refused,
        "left": settings.CHALLENGES_PER_HOUR - challenges.lately(mine),
        "matches": Match.objects.for_list(kind=Kind.CHALLENGE).filter(set__asked_by=mine)[:RECENT],
    }
    return render(request, "web/challenge.html", context, status=422 if refused else 200)


def _chosen(request: HttpRequest, versions: list[Version]) -> list[str]:
    """Per seat the public id of a version: what was sent, or one's own bot against the one the address names."""
    if request.method == "POST":
        return [request.POST.get(f"seat-{number}", "") for number in SEATS]
    mine = next((v for v in versions if v.bot.owner_id == request.user.pk and v.is_active), None)
    asked = next((v for v in versions if v.bot.public_id == request.GET.get("bot") and v.is_active), None)
    first = [version.public_id for version in (mine, asked) if version]
    return [*first, *[""] * (len(SEATS) - len(first))]
