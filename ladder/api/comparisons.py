"""Comparisons: is the new version of a bot better than the old one?"""

from django.db.models import QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.generics import ListAPIView
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from ladder.api.asking import person, questions, wish
from ladder.api.permissions import ReadOrScope
from ladder.api.serializers import ComparisonOut
from ladder.api.versions import own_version
from ladder.bots.models import Version
from ladder.matches import promotion
from ladder.matches.models import Comparison
from ladder.refused import Refused


class ComparisonIn(serializers.Serializer):
    new = serializers.CharField(help_text="a version's id")
    old = serializers.CharField(help_text="another version's of the same bot")
    promote = serializers.BooleanField(default=False, help_text="activate the new one if it is better")


class Comparisons(ListAPIView):
    """Those of your bots, newest first. None of their matches is rated."""

    serializer_class = ComparisonOut
    permission_classes = [IsAuthenticated, ReadOrScope]

    def get_queryset(self) -> QuerySet[Comparison]:
        questions(self)
        mine = Comparison.objects.filter(new__bot__owner=person(self.request))
        return mine.select_related("new", "old").order_by("-pk")

    @extend_schema(request=ComparisonIn, responses={201: ComparisonOut})
    def post(self, request: Request) -> Response:
        """Let two versions of a bot of yours play the same deals until it is clear which is better."""
        asked = wish(request, ComparisonIn)
        new, old = (_named(request, field, asked[field]) for field in ("new", "old"))
        made = promotion.compare(new, old, promote=asked["promote"])
        return Response(ComparisonOut(made).data, status=status.HTTP_201_CREATED)


def _named(request: Request, field: str, public_id: str) -> Version:
    """The version that a field names; the address is right, so one that is not there is the field's fault."""
    try:
        return own_version(request, public_id)
    except Http404:
        raise Refused(_("No version has this id."), "invalid", field) from None


class StopComparison(APIView):
    """No more matches for it; what plays stays as it is."""

    permission_classes = [IsAuthenticated, ReadOrScope]

    @extend_schema(request=None, responses=ComparisonOut)
    def post(self, request: Request, public_id: str) -> Response:
        mine = Comparison.objects.filter(new__bot__owner=person(request)).select_related("new", "old")
        found = get_object_or_404(mine, public_id=public_id)
        promotion.stop(found, "Its owner stopped it.")
        return Response(ComparisonOut(found).data)
