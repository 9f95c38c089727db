"""Comparisons: is the new version of a bot better than the old one?"""

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.generics import ListAPIView
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from ladder.api.asking import person, questions
from ladder.api.permissions import ReadOrScope
from ladder.api.serializers import ComparisonOut
from ladder.api.versions import own_version
from ladder.matches import promotion
from ladder.matches.models import Comparison


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
        wish = ComparisonIn(data=request.data)
        wish.is_valid(raise_exception=True)
        new, old = own_version(request, wish.validated_data["new"]), own_version(request, wish.validated_data["old"])
        made = promotion.compare(new, old, promote=wish.validated_data["promote"])
        return Response(ComparisonOut(made).data, status=status.HTTP_201_CREATED)


class StopComparison(APIView):
    """No more matches for it; what plays stays as it is."""

    permission_classes = [IsAuthenticated, ReadOrScope]

    @extend_schema(request=None, responses=ComparisonOut)
    def post(self, request: Request, public_id: str) -> Response:
        mine = Comparison.objects.filter(new__bot__owner=person(request)).select_related("new", "old")
        found = get_object_or_404(mine, public_id=public_id)
        promotion.stop(found, "Its owner stopped it.")
        return Response(ComparisonOut(found).data)
