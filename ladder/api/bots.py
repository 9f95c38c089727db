"""Bots: who enters the ladder."""

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.exceptions import PermissionDenied
from rest_framework.generics import ListAPIView, RetrieveAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from ladder.accounts import names
from ladder.api.asking import questions
from ladder.api.serializers import BotDetailOut, BotOut
from ladder.bots.activate import deactivate
from ladder.bots.models import Bot
from ladder.matches.delete import delete


class BotsIn(serializers.Serializer):
    owner = serializers.CharField(required=False, help_text="a person's id")
    name = serializers.CharField(required=False, help_text="part of the bot's name")
    active = serializers.BooleanField(default=None, help_text="true: it plays now; false: it rests")


class Bots(ListAPIView):
    """All bots, by name. Upload to make one."""

    serializer_class = BotOut

    def get_queryset(self) -> QuerySet[Bot]:
        asked = questions(self, BotsIn)
        bots = Bot.objects.for_list()
        if owner := asked.get("owner"):
            bots = bots.filter(owner__public_id=owner)
        if name := asked.get("name"):
            bots = bots.filter(name_key__contains=names.key(name))
        if (active := asked["active"]) is not None:
            bots = bots.filter(active__isnull=not active)
        return bots

    @extend_schema(parameters=[BotsIn])
    def get(self, request: Request) -> Response:
        return self.list(request)


class OneBot(RetrieveAPIView):
    """One bot, with the ratings of its active version."""

    serializer_class = BotDetailOut
    queryset = Bot.objects.for_list()
    lookup_field = "public_id"

    @extend_schema(responses={204: None})
    def delete(self, request: Request, public_id: str) -> Response:
        """Delete a bot of yours that never played; one that has matches is deactivated instead."""
        delete(own_bot(request, public_id))
        return Response(status=status.HTTP_204_NO_CONTENT)


class Deactivate(APIView):
    """The bot rests: it gets no new matches until a version is activated."""

    @extend_schema(request=None, responses=BotDetailOut)
    def post(self, request: Request, public_id: str) -> Response:
        bot = own_bot(request, public_id)
        deactivate(bot)
        bot.refresh_from_db()
        return Response(BotDetailOut(bot).data)


def own_bot(request: Request, public_id: str) -> Bot:
    """A bot that belongs to the person who asks."""
    bot = get_object_or_404(Bot.objects.select_related("owner", "active"), public_id=public_id)
    if bot.owner != request.user:
        raise PermissionDenied("Only its owner may do this.")
    return bot
