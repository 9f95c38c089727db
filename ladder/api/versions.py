"""Versions: the reports of a bot's uploads and their code, which is their owner's."""

from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.exceptions import PermissionDenied
from rest_framework.generics import ListAPIView, RetrieveAPIView
from rest_framework.parsers import MultiPartParser
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from ladder.api.asking import questions, wish
from ladder.api.bots import own_bot
from ladder.api.serializers import VersionOut
from ladder.api.throttle import PostThrottle
from ladder.api.uploads import UploadIn, answer, receive
from ladder.bots.activate import activate
from ladder.bots.models import Bot, Version
from ladder.bots.rest import check_again


class Versions(ListAPIView):
    """The versions of one bot, newest first."""

    serializer_class = VersionOut
    parser_classes = [MultiPartParser]
    throttle_classes = [PostThrottle]
    throttle_scope = "upload"

    def get_queryset(self) -> QuerySet[Version]:
        questions(self)
        bot = get_object_or_404(Bot, public_id=self.kwargs["public_id"])
        return VersionOut.rows().filter(bot=bot)

    @extend_schema(request=UploadIn, responses={201: VersionOut})
    def post(self, request: Request, public_id: str) -> Response:
        """Upload another version of a bot of yours."""
        bot = own_bot(request, public_id)
        return receive(request, bot, wish(request, UploadIn))


class OneVersion(RetrieveAPIView):
    """One version; for its owner with the report of its check, which grows until it is final."""

    serializer_class = VersionOut
    queryset = VersionOut.rows()
    lookup_field = "public_id"


class Activate(APIView):
    """This version plays for its bot from now on."""

    @extend_schema(request=None, responses=VersionOut)
    def post(self, request: Request, public_id: str) -> Response:
        version = own_version(request, public_id)
        activate(version)
        return answer(request, version.pk, status.HTTP_200_OK)


class CheckAgain(APIView):
    """A version that rests because of its faults is checked again; if it passes, it plays."""

    throttle_classes = [PostThrottle]
    throttle_scope = "upload"

    @extend_schema(request=None, responses=VersionOut)
    def post(self, request: Request, public_id: str) -> Response:
        version = own_version(request, public_id)
        check_again(version)
        return answer(request, version.pk, status.HTTP_200_OK)


class PackageOf(APIView):
    """The code of a version as a zip, for its owner."""

    permission_classes = [IsAuthenticated]

    @extend_schema(responses={(200, "application/zip"): OpenApiTypes.BINARY})
    def get(self, request: Request, public_id: str) -> HttpResponse:
        version = own_version(request, public_id)
        name = f"{version.bot.public_id}-{version.number}.zip"
        return HttpResponse(
            bytes(version.package.data),
            content_type="application/zip",
            headers={
                "Content-Disposition": f'attachment; filename="{name}"',
                "Cache-Control": "private",
            },
        )


def own_version(request: Request, public_id: str) -> Version:
    """A version that belongs to the person who asks."""
    version = get_object_or_404(Version.objects.for_list(), public_id=public_id)
    if version.bot.owner != request.user:
        raise PermissionDenied("Only its owner may see or do this.")
    return version
