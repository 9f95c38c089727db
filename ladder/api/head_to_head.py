"""Head to head: one bot against each of the others, and whether it is decided."""

from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from ladder.api.serializers import HeadToHeadOut
from ladder.bots.models import Version
from ladder.ratings.head_to_head import head_to_head
from ladder.refused import Refused


class HeadToHeadIn(serializers.Serializer):
    bot = serializers.CharField(required=False, help_text="a bot's id: its active version")
    version = serializers.CharField(required=False, help_text="or a version's id")
    against = serializers.CharField(required=False, help_text="only against this version")
    players = serializers.ChoiceField(choices=[0, 2, 3, 4, 5], default=0, help_text="table size; 0: all together")


class HeadToHead(GenericAPIView):
    """One version against every other it has met on the ladder, those it met most first."""

    serializer_class = HeadToHeadOut

    @extend_schema(parameters=[HeadToHeadIn], responses=HeadToHeadOut(many=True))
    def get(self, request: Request) -> Response:
        wish = HeadToHeadIn(data=request.query_params)
        wish.is_valid(raise_exception=True)
        rows = head_to_head(_version(**wish.validated_data), players=wish.validated_data["players"])
        if against := wish.validated_data.get("against"):
            rows = [row for row in rows if row.against.public_id == against]
        page = self.paginate_queryset(rows)
        return self.get_paginated_response(HeadToHeadOut(page, many=True).data)


def _version(bot: str = "", version: str = "", **more: object) -> Version:
    known = Version.objects.for_list()
    if version:
        return get_object_or_404(known, public_id=version)
    if bot:
        return get_object_or_404(known, active_for__public_id=bot)
    raise Refused(_("Name a bot or a version."), "invalid", "bot")
