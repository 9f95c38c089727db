"""People: sign up, and tokens for programs."""

from django.contrib.auth import authenticate
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import ScopedRateThrottle
from rest_framework.views import APIView

from ladder.accounts import tokens
from ladder.accounts.models import Scope, Token, User
from ladder.accounts.signup import sign_up
from ladder.api.asking import person, wish
from ladder.api.choices import OneOf
from ladder.api.permissions import ReadOrScope
from ladder.api.throttle import PostThrottle
from ladder.refused import Refused


class SignUpIn(serializers.Serializer):
    name = serializers.CharField(trim_whitespace=False, max_length=2000)
    password = serializers.CharField(trim_whitespace=False)
    invitation = serializers.CharField(
        required=False, allow_blank=True, help_text="its code, where sign-up is by invitation"
    )


class SignUpOut(serializers.Serializer):
    id = serializers.CharField()
    name = serializers.CharField()
    token = serializers.CharField(help_text="shown this once; may read and upload")


class TokenIn(serializers.Serializer):
    name = serializers.CharField(trim_whitespace=False, help_text="your name")
    password = serializers.CharField(trim_whitespace=False)
    token_name = serializers.CharField(default="token", max_length=60, help_text="what you call it")
    scope = OneOf(choices=Scope.choices, default=Scope.UPLOAD, help_text="what it may do")


class TokenOut(serializers.Serializer):
    id = serializers.CharField(source="token_key")
    name = serializers.CharField()
    scope = serializers.ChoiceField(choices=Scope.choices)
    created = serializers.DateTimeField()
    expiry = serializers.DateTimeField(allow_null=True, help_text="null: it never ends")
    last_used = serializers.DateTimeField(allow_null=True)


class NewTokenOut(TokenOut):
    token = serializers.CharField(help_text="shown this once")


class SignUp(APIView):
    """Sign up with a name and a password; the answer holds a first token."""

    authentication_classes = []
    permission_classes = [AllowAny]
    throttle_classes = [ScopedRateThrottle]
    throttle_scope = "sign-up"

    @extend_schema(request=SignUpIn, responses={201: SignUpOut}, auth=[])
    def post(self, request: Request) -> Response:
        newcomer = sign_up(**wish(request, SignUpIn))
        _token, text = tokens.create(newcomer, "first token")
        answer = SignUpOut({"id": newcomer.public_id, "name": newcomer.username, "token": text})
        return Response(answer.data, status=status.HTTP_201_CREATED)


class Tokens(APIView):
    """Your tokens, newest first; their texts are never shown again."""

    throttle_classes = [PostThrottle]
    throttle_scope = "tokens"

    def get_permissions(self) -> list:
        return [AllowAny() if self.request.method == "POST" else IsAuthenticated()]

    @extend_schema(responses=TokenOut(many=True))
    def get(self, request: Request) -> Response:
        return Response(TokenOut(Token.objects.filter(user=person(request)), many=True).data)

    @extend_schema(request=TokenIn, responses={201: NewTokenOut})
    def post(self, request: Request) -> Response:
        """Make a token with your name and password; its text is shown this once."""
        asked = wish(request, TokenIn)
        found = authenticate(request._request, username=asked["name"], password=asked["password"])
        if not isinstance(found, User):
            raise Refused(_("Name and password do not fit together."), "wrong-password")
        token, text = tokens.create(found, asked["token_name"], asked["scope"])
        return Response({**TokenOut(token).data, "token": text}, status=status.HTTP_201_CREATED)


class OneToken(APIView):
    """Forget one of your tokens: whoever has it can do nothing with it any more."""

    permission_classes = [IsAuthenticated, ReadOrScope]

    @extend_schema(responses={204: None})
    def delete(self, request: Request, key: str) -> Response:
        get_object_or_404(Token, user=person(request), token_key=key).delete()
        return Response(status=status.HTTP_204_NO_CONTENT)
