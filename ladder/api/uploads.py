"""Uploads: a file, and what shall become of it."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from ladder.api.asking import person, wish
from ladder.api.choices import OneOf
from ladder.api.serializers import VersionOut
from ladder.api.throttle import PostThrottle
from ladder.bots.models import Activate, Bot
from ladder.bots.submit import submit


class ActivateField(OneOf):
    """Now, if better or later; true and false are short for now and later."""

    def to_internal_value(self, data: Any) -> Activate:
        short = {"true": Activate.NOW, "false": Activate.LATER}
        return Activate(super().to_internal_value(short.get(str(data).lower(), data)))


class UploadIn(serializers.Serializer):
    file = serializers.FileField(help_text="bot.py, or a zip with it", allow_empty_file=True)
    activate = ActivateField(
        choices=Activate.choices,
        default=Activate.NOW,
        help_text="now: it plays as soon as it is accepted; if-better: once it has proved better than the version "
        "that plays; later: when you say so",
    )


class NamedUploadIn(UploadIn):
    name = serializers.CharField(help_text="of one of your bots, or of a new one")


class Uploads(APIView):
    """Upload by name: a new name makes a new bot, the name of one of yours a new version of it."""

    parser_classes = [MultiPartParser]
    throttle_classes = [PostThrottle]
    throttle_scope = "upload"

    @extend_schema(request=NamedUploadIn, responses={201: VersionOut})
    def post(self, request: Request) -> Response:
        asked = wish(request, NamedUploadIn)
        return receive(request, asked["name"], asked)


def receive(request: Request, bot: Bot | str, asked: dict[str, Any]) -> Response:
    """The version that this upload makes."""
    file = asked["file"]
    version = submit(person(request), bot, file.name, file.read(), activate=asked["activate"])
    return answer(request, version.pk, status.HTTP_201_CREATED)


def answer(request: Request, pk: int, code: int) -> Response:
    """A version as its owner sees it."""
    version = VersionOut.rows().get(pk=pk)
    return Response(VersionOut(version, context={"request": request}).data, status=code)
