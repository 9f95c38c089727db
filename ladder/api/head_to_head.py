"""Head to head: one bot against each of the others, and whether it is decided."""

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from ladder.api.asking import questions
from ladder.api.choices import OneOf
from ladder.api.serializers import HeadToHeadOut
from ladder.bots.models import Version
from ladder.ratings.head_to_head import Pair, head_to_head, table
from ladder.refused import Refused


class HeadToHeadIn(serializers.Serializer):
    bot = serializers.CharField(required=False, help_text="a bot's id: its active version")
    version = serializers.CharField(required=False, help_text="or a version's id")
    against = serializers.CharField(required=False, help_text="only against the version with this id")
    playing = serializers.BooleanField(default=False, help_text="only against versions that play now")
    players = OneOf(choices=[0, 2, 3, 4, 5], default=0, help_text="table size; 0: all together")


class HeadToHead(GenericAPIView):
    """One version against every other it has met on the ladder, those it met most first.

    The matches behind a row: `matches/?kind=ladder&state=finished&version=…&against=…`.
    """

    serializer_class = HeadToHeadOut

    @extend_schema(parameters=[HeadToHeadIn], responses=HeadToHeadOut(many=True))
    def get(self, request: Request) -> Response:
        page = self.paginate_queryset(_pairs(**questions(self, HeadToHeadIn)))
        return self.get_paginated_response(HeadToHeadOut(page, many=True).data)


def _pairs(players: int, playing: bool, bot: str = "", version: str = "", against: str = "") -> list[Pair]:
    if not bot and not version:
        raise Refused(_("Name a bot or a version."), "invalid", "bot")
    mine = _version(public_id=version) if version else _version(active_for__public_id=bot)
    if not against:
        return head_to_head(mine, players=players, playing=playing)
    other = _version(public_id=against)
    record = table([mine.pk, other.pk], players=players).get((mine.pk, other.pk))
    if record is None or (playing and not other.is_active):
        return []
    return [Pair(**vars(record), version=mine, against=other)]


def _version(**named: str) -> Version:
    found = Version.objects.for_list().filter(**named).first()
    if found is None:
        raise NotFound(_("No version has this id, or the bot does not play now."))
    return found
