"""Seasons: which ladder is played, and which were."""

from django.db.models import QuerySet
from rest_framework.generics import ListAPIView

from ladder.api.asking import questions
from ladder.api.serializers import SeasonOut
from ladder.matches.models import Season


class Seasons(ListAPIView):
    """All seasons but those that were archived, newest first."""

    serializer_class = SeasonOut

    def get_queryset(self) -> QuerySet[Season]:
        questions(self)
        Season.objects.current()  # there is always a first one
        return Season.objects.exclude(state=Season.State.ARCHIVED).order_by("-pk")
