"""Matches, and their replays as record, frames or text."""

from typing import Any

from django.conf import settings
from django.db.models import Prefetch, QuerySet
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.generics import ListAPIView, RetrieveAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from engine import frames
from ladder.api.asking import questions
from ladder.api.choices import OneOf
from ladder.api.serializers import MatchDetailOut, MatchOut
from ladder.matches import faults
from ladder.matches.models import Kind, Match, Seat
from ladder.refused import Refused
from ladder.words import in_words

ENDS = {
    "i": gettext_lazy("a hand is empty"),
    "ii": gettext_lazy("nobody beats the set"),
    "limit": gettext_lazy("too many turns"),
}


class MatchesIn(serializers.Serializer):
    players = OneOf(choices=[2, 3, 4, 5], required=False)
    kind = OneOf(choices=Kind.choices, required=False)
    state = OneOf(choices=Match.State.choices, required=False)
    bot = serializers.CharField(required=False, help_text="a bot's id")
    version = serializers.CharField(required=False, help_text="a version's id")
    against = serializers.CharField(required=False, help_text="another version's id, at the same table")
    season = serializers.CharField(required=False, help_text="a season's id")
    fault = OneOf(choices=["any", *faults.KINDS], required=False)
    q = serializers.CharField(required=False, help_text="a part of a bot's name")
    since = serializers.DateField(required=False, help_text="the first day (UTC) on which it ended, such as 2026-11-30")
    until = serializers.DateField(required=False, help_text="the last day (UTC) on which it ended")


class Matches(ListAPIView):
    """All matches, newest first."""

    serializer_class = MatchOut

    def get_queryset(self) -> QuerySet[Match]:
        return Match.objects.for_list(**questions(self, MatchesIn))

    @extend_schema(parameters=[MatchesIn])
    def get(self, request: Request) -> Response:
        return self.list(request)


class OneMatch(RetrieveAPIView):
    """One match, with its seats; each owner also sees the log of their own bot."""

    serializer_class = MatchDetailOut
    lookup_field = "public_id"

    def get_queryset(self) -> QuerySet[Match]:
        seats = Seat.objects.select_related("version__bot__owner", "match__set").order_by("index")
        return Match.objects.select_related("set").prefetch_related(Prefetch("seats", seats))


class ReplayIn(serializers.Serializer):
    seat = serializers.IntegerField(
        required=False, min_value=0, help_text="only what this seat knew; as frames or text"
    )
    format = OneOf(
        choices=["record", "frames", "text"],
        required=False,
        help_text="record: the deal and the turns; frames: every position; text: to read",
    )
    language = OneOf(
        choices=[code for code, _name in settings.LANGUAGES], default="en", help_text="of the words in frames and text"
    )


class ReplayOf(APIView):
    """The replay of a match, open when the last match of its set is over."""

    @extend_schema(
        parameters=[ReplayIn],
        responses={
            (200, "application/json"): OpenApiTypes.OBJECT,
            (200, "text/plain"): OpenApiTypes.STR,
        },
    )
    def get(self, request: Request, public_id: str) -> Response | HttpResponse:
        asked = questions(self, ReplayIn)
        seat, form = asked.get("seat"), asked.get("format")
        match = get_object_or_404(Match.objects.select_related("set", "replay"), public_id=public_id)
        if seat is not None and form == "record":
            raise Refused(_("The record holds every hand: ask for a seat’s frames or text."), "invalid", "format")
        if seat is not None and seat >= match.set.players:
            raise NotFound(_("This match has no seat %s.") % seat)
        with translation.override(asked["language"]):
            answer = _shown(match, open_replay(match), seat, form)
        answer["Cache-Control"] = "public, max-age=86400, immutable"
        return answer


def _shown(match: Match, record: dict[str, Any], seat: int | None, form: str | None) -> Response | HttpResponse:
    if form == "text":
        lines = "\n".join(text([in_words(frame) for frame in frames(record, seat)]))
        return HttpResponse(lines + "\n", content_type="text/plain; charset=utf-8")
    if form == "frames" or seat is not None:
        shown = {"match": match.public_id, "players": match.set.players, "seat": seat}
        return Response(shown | {"frames": [in_words(frame) for frame in frames(record, seat)]})
    return Response(record)


def open_replay(match: Match) -> dict[str, Any]:
    """The record; or a sentence that says why there is none, or none yet."""
    if match.state == Match.State.VOID:
        raise NotFound(_("This match is void and has no replay. %s") % match.reason)
    record = match.replay_dict()
    if record is None and match.has_replay:
        raise NotFound(_("The record of this match is lost, so it cannot be watched. Its result stands."))
    if record is None:
        raise Refused(_("The replay opens when the last match of its set is over."), "not-yet")
    return record


def text(positions: list[dict[str, Any]]) -> list[str]:
    """A match as lines to read."""
    lines = []
    for frame in positions:
        if frame["turn"] == 0:
            starts = _("Round %(number)d, seat %(seat)d starts")
            lines += ["", starts % {"number": frame["round"] + 1, "seat": frame["starter"]}]
            lines += ["  " + _("seat %d") % seat + f": {hand}" for seat, hand in enumerate(frame["hands"])]
        else:
            why = f" ({frame['why']})" if frame.get("why") else ""
            lines.append(f"{frame['m']:4}  {_('seat %d') % frame['seat']} {frame['words']}{why}")
        if frame.get("end"):
            over = _("the round is over: %(end)s; totals %(totals)s")
            lines.append("      " + over % {"end": ENDS[frame["end"]], "totals": frame["totals"]})
    return lines
