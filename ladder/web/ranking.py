"""The ranking: the home page, and who stands where."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _

from ladder.accounts import names
from ladder.bots.models import Version
from ladder.matches.models import Kind, Match
from ladder.ratings.models import Rating, Snapshot
from ladder.web import drawing
from ladder.web.filters import PLAYERS, Choice, answers, fields
from ladder.web.trends import trends

SHOW = Choice(
    "show",
    _("Which bots"),
    (
        ("", _("Active bots")),
        ("entrants", _("Without reference")),
        ("reference", _("Reference bots")),
        ("all", _("All versions")),
    ),
)
LEAST = Choice("least", _("Matches at least"), (("", "0"), ("20", "20"), ("100", "100"), ("500", "500")))


def ranking(request: HttpRequest) -> HttpResponse:
    """Everybody's rating with its interval and its last weeks. Seven queries at most, whatever the length."""
    asked = answers(request.GET, PLAYERS, SHOW, LEAST)
    text = request.GET.get("q", "").strip()
    rows = Rating.objects.leaderboard(int(asked["players"] or 0), everybody=asked["show"] == "all")
    shown = [row for row in rows if _wanted(row, asked, text)]
    filtered = any(asked.values()) or bool(text)
    return render(
        request,
        "web/ranking.html",
        {
            "rows": shown,
            "trends": trends(shown),
            "everybody": len(rows),
            "scale": drawing.scale([(row.rating, min(row.error, 250)) for row in shown]),
            "fields": fields(request.GET, PLAYERS, SHOW, LEAST),
            "text": text,
            "filtered": filtered,
            "filters": request.GET.urlencode(),
            "snapshot": Snapshot.objects.order_by("-pk").first(),
            "welcome": not filtered and not request.user.is_authenticated,
            "watch": _newest_replay(),
            "waiting": not rows and Version.objects.playing().exists(),
        },
    )


def _wanted(row: Rating, asked: dict[str, str], text: str) -> bool:
    bot = row.version.bot
    if row.matches < int(asked["least"] or 0):
        return False
    if asked["show"] in ("entrants", "reference") and bot.reference != (asked["show"] == "reference"):
        return False
    return names.key(text) in bot.name_key or names.key(text) in bot.owner.name_key


def _newest_replay() -> Match | None:
    """A match worth opening from the landing page."""
    over = Match.objects.filter(state=Match.State.FINISHED, set__kind=Kind.LADDER, set__over_at__isnull=False)
    return over.order_by("-pk").first()
