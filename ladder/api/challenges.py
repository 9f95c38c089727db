"""Challenges: see certain bots play, unrated."""

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.generics import ListAPIView
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from ladder.api.asking import person, questions, wish
from ladder.api.permissions import ReadOrScope
from ladder.api.serializers import MatchOut
from ladder.bots.models import Version
from ladder.matches.challenge import challenge
from ladder.matches.models import Kind, Match
from ladder.refused import Refused


class ChallengeIn(serializers.Serializer):
    """Bots that play now, or versions (of your own any that was accepted), in the order of their seats."""

    bots = serializers.ListField(child=serializers.CharField(), required=False, help_text="ids, two to five")
    versions = serializers.ListField(child=serializers.CharField(), required=False, help_text="ids, two to five")
    whole = serializers.BooleanField(default=False, help_text="all seatings of a set, not one match")


class Challenges(ListAPIView):
    """The matches of your challenges, newest first."""

    serializer_class = MatchOut
    permission_classes = [IsAuthenticated, ReadOrScope]

    def get_queryset(self) -> QuerySet[Match]:
        questions(self)
        return Match.objects.for_list(kind=Kind.CHALLENGE).filter(set__asked_by=person(self.request))

    @extend_schema(request=ChallengeIn, responses={201: MatchOut(many=True)})
    def post(self, request: Request) -> Response:
        """Ask for a match of certain bots. So many an hour, none of them rated."""
        asked = wish(request, ChallengeIn)
        made = challenge(person(request), _line_up(**asked), whole=asked["whole"])
        matches = Match.objects.with_seats().filter(set=made).order_by("number")
        return Response(MatchOut(matches, many=True).data, status=status.HTTP_201_CREATED)


def _line_up(bots: list[str] | None = None, versions: list[str] | None = None, whole: bool = False) -> list[Version]:
    """The versions named, in their order; a bot may be named more than once."""
    if bool(bots) == bool(versions):
        raise Refused(_("Name either bots or versions."), "bad-line-up", "bots")
    known = Version.objects.select_related("bot")
    if bots:
        field, wanted = "bots", bots
        found = {version.bot.public_id: version for version in known.filter(active_for__public_id__in=bots)}
    else:
        field, wanted = "versions", versions or []
        found = {version.public_id: version for version in known.filter(public_id__in=wanted)}
    missing = next((name for name in wanted if name not in found), None)
    if missing is not None:
        raise Refused(_("Nobody with the id %s plays.") % missing, "unplayable", field)
    return [found[name] for name in wanted]
