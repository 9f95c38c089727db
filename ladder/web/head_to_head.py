"""All against all: the best bots of the ladder as a heat map."""

from collections.abc import Collection

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from ladder.ratings.head_to_head import Record, table
from ladder.ratings.models import Rating
from ladder.web.filters import PLAYERS, fields

SHOWN = 20
KEPT = 60  # seconds


def head_to_head(request: HttpRequest) -> HttpResponse:
    """Everybody's score against everybody, at one table size or all together. Two queries."""
    players = int(PLAYERS.of(request.GET) or 0)
    versions = [row.version for row in Rating.objects.leaderboard(players)[:SHOWN]]
    records = _records([version.pk for version in versions], players)
    lines = [(version, [(other, records.get((version.pk, other.pk))) for other in versions]) for version in versions]
    context = {"versions": versions, "lines": lines, "players": players, "fields": fields(request.GET, PLAYERS)}
    return render(request, "web/head_to_head.html", context)


def _records(versions: Collection[int], players: int) -> dict[tuple[int, int], Record]:
    """Of all that met; kept for a minute."""
    key = f"head-to-head-{players}-{'-'.join(map(str, versions))}"
    return cache.get_or_set(key, lambda: table(versions, players=players), KEPT) or {}
