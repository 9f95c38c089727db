"""The ranking: the home page, and who stands where."""

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _

from ladder.bots.models import Version
from ladder.matches.models import Kind, Match, Season
from ladder.ratings.models import Rating, Snapshot
from ladder.ratings.shown import Show, shown
from ladder.web import drawing
from ladder.web.filters import PLAYERS, Choice, answers, fields
from ladder.web.trends import trends
from ladder.words import stored

SHOW = Choice("show", _("Which bots"), (("", Show.ACTIVE.label), *Show.choices[1:]))
OVER = (Season.State.CLOSED, Season.State.ARCHIVED)
LEAST = Choice("least", _("Matches at least"), (("", "0"), ("20", "20"), ("100", "100"), ("500", "500")))


def ranking(request: HttpRequest) -> HttpResponse:
    """Everybody's rating with its interval and its last weeks. Nine queries at most, whatever the length."""
    asked = answers(request.GET, PLAYERS, SHOW, LEAST)
    text = request.GET.get("q", "").strip()
    season, past = _season(request.GET.get("season", ""))
    choices = (PLAYERS, SHOW, LEAST, *_seasons(season))
    # Of a season that is over everybody stays in the ranking, whoever plays now.
    everybody = bool(past) or asked["show"] == Show.ALL
    rows = Rating.objects.leaderboard(int(asked["players"] or 0), everybody=everybody, season=past)
    wanted = shown(rows, asked["show"], least=int(asked["least"] or 0), text=text)
    filters = {**asked, "q": text, "season": past.public_id if past else ""}
    filtered = any(asked.values()) or bool(text)
    return render(
        request,
        "web/ranking.html",
        {
            "rows": wanted,
            "trends": {} if past else trends(wanted),
            "season": season,
            "past": past,
            "everybody": len(rows),
            "scale": drawing.scale([(row.rating, min(row.error, 250)) for row in wanted]),
            "fields": fields(request.GET, *choices),
            "text": text,
            "filtered": filtered,
            "filters": urlencode({name: answer for name, answer in filters.items() if answer}),
            "snapshot": Snapshot.objects.filter(**({"season": past} if past else {})).order_by("-pk").first(),
            "welcome": not filtered and not past and not request.user.is_authenticated,
            "watch": _newest_replay(),
            "waiting": not rows and Version.objects.playing().exists(),
        },
    )


def _season(asked: str) -> tuple[Season | None, Season | None]:
    """The season to show; and once more if it is over and somebody asked for it."""
    newest = Season.objects.shown()
    past = Season.objects.filter(public_id=asked, state__in=OVER).first() if asked else None
    return past or newest, past


def _seasons(season: Season | None) -> list[Choice]:
    """The switch to seasons that are over, once there are any. One that is archived needs its link."""
    over = Season.objects.filter(state=Season.State.CLOSED).order_by("-ended_at", "-pk")
    listed = [(found.public_id, found.name) for found in over]
    if season and season.state == Season.State.ARCHIVED:
        listed.append((season.public_id, stored(season.name)))
    return [Choice("season", _("Season"), (("", _("this season")), *listed))] if listed else []


def _newest_replay() -> Match | None:
    """A match worth opening from the landing page."""
    over = Match.objects.filter(state=Match.State.FINISHED, set__kind=Kind.LADDER, set__over_at__isnull=False)
    return over.order_by("-pk").first()
