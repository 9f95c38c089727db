"""The ranking, as JSON or as CSV."""

import csv

from django.http import HttpResponse
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from ladder.api.asking import questions
from ladder.api.choices import OneOf
from ladder.api.serializers import RatingOut
from ladder.matches.models import Season
from ladder.ratings.models import Rating
from ladder.ratings.shown import Show, shown
from ladder.refused import Refused

COLUMNS = [
    "rank",
    "rating",
    "error",
    "settling",
    "matches",
    "wins",
    "mean_place",
    "faults",
    "think_p95_us",
    "bot",
    "version",
    "owner",
    "bot_id",
    "version_id",
    "best_rank",
    "worst_rank",
]


class RankingIn(serializers.Serializer):
    players = OneOf(choices=[0, 2, 3, 4, 5], default=0, help_text="table size; 0 is all of them together")
    show = OneOf(
        choices=Show.values,
        default=Show.ACTIVE,
        help_text="active bots; of these only entrants or only the reference bots of the house; "
        "or all versions, retired ones too",
    )
    least = serializers.IntegerField(default=0, min_value=0, help_text="only with at least so many matches")
    q = serializers.CharField(default="", max_length=100, help_text="part of the name of the bot or of its author")
    season = serializers.CharField(required=False, help_text="a season's id; else the one that is played")
    format = OneOf(choices=["json", "csv"], default="json", help_text="csv: all rows at once, for a spreadsheet")


class Rankings(GenericAPIView):
    """The ranking, best first: one table size or all together, with the filters of the page.

    Ranks are those of the whole ranking, whatever is filtered.
    """

    serializer_class = RatingOut

    @extend_schema(parameters=[RankingIn], responses=RatingOut(many=True))
    def get(self, request: Request) -> Response | HttpResponse:
        asked = questions(self, RankingIn)
        season = _season(asked["season"]) if "season" in asked else None
        rows = Rating.objects.leaderboard(asked["players"], everybody=asked["show"] == Show.ALL, season=season)
        rows = shown(rows, asked["show"], least=asked["least"], text=asked["q"])
        if asked["format"] == "csv":
            return _csv(rows)
        page = self.paginate_queryset(rows)
        return self.get_paginated_response(RatingOut(page, many=True).data)


def _season(public_id: str) -> Season:
    found = Season.objects.filter(public_id=public_id).first()
    if found is None:
        raise Refused(_("There is no season with this id."), "invalid", "season")
    return found


def _csv(rows: list[Rating]) -> HttpResponse:
    response = HttpResponse(
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": 'attachment; filename="ranking.csv"'},
    )
    writer = csv.writer(response)
    writer.writerow(COLUMNS)
    for row in rows:
        version, bot = row.version, row.version.bot
        numbers = [getattr(row, column) for column in COLUMNS[:9]]
        names = [_text(bot.name), version.number, _text(bot.owner.username)]
        ranks = [row.best_rank, row.worst_rank]
        writer.writerow([*numbers, *names, bot.public_id, version.public_id, *ranks])
    return response


def _text(name: str) -> str:
    """A spreadsheet must not take a name for a formula."""
    return f"'{name}" if name[:1] in "=+-@" else name
