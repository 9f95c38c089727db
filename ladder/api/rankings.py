"""The ranking, as JSON or as CSV."""

import csv

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from ladder.api.serializers import RatingOut
from ladder.matches.models import Season
from ladder.ratings.models import Rating

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
    players = serializers.ChoiceField(
        choices=[0, 2, 3, 4, 5], default=0, help_text="table size; 0 is all of them together"
    )
    everybody = serializers.BooleanField(default=False, help_text="retired versions too")
    season = serializers.CharField(required=False, help_text="a season's id; else the one that is played")
    format = serializers.ChoiceField(choices=["json", "csv"], default="json")


class Rankings(GenericAPIView):
    """The ranking of the active versions, best first; one table size or all together."""

    serializer_class = RatingOut

    @extend_schema(parameters=[RankingIn], responses=RatingOut(many=True))
    def get(self, request: Request) -> Response | HttpResponse:
        wish = RankingIn(data=request.query_params)
        wish.is_valid(raise_exception=True)
        asked = wish.validated_data
        season = get_object_or_404(Season, public_id=asked["season"]) if asked.get("season") else None
        rows = Rating.objects.leaderboard(asked["players"], everybody=asked["everybody"], season=season)
        if wish.validated_data["format"] == "csv":
            return _csv(rows)
        page = self.paginate_queryset(rows)
        return self.get_paginated_response(RatingOut(page, many=True).data)


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
