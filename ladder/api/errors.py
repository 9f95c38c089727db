"""Errors have one shape: a code for programs, a sentence for people, and the fields to blame."""

import math
from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.core.exceptions import PermissionDenied as DjangoPermissionDenied
from django.core.exceptions import RequestDataTooBig, SuspiciousOperation
from django.http import Http404
from rest_framework import exceptions, status
from rest_framework.response import Response
from rest_framework.settings import api_settings
from rest_framework.views import APIView, exception_handler

from ladder.errors import body
from ladder.refused import Refused

# Refusals are 400 unless it says otherwise here.
STATUS = {
    "barred": status.HTTP_409_CONFLICT,
    "has-played": status.HTTP_409_CONFLICT,
    "name-taken": status.HTTP_409_CONFLICT,
    "not-yet": status.HTTP_409_CONFLICT,
    "no-sandbox": status.HTTP_503_SERVICE_UNAVAILABLE,
    "not-accepted": status.HTTP_409_CONFLICT,
    "sign-up-closed": status.HTTP_403_FORBIDDEN,
    "too-large": status.HTTP_413_REQUEST_ENTITY_TOO_LARGE,
    "not-resting": status.HTTP_409_CONFLICT,
    "one-comparison-at-a-time": status.HTTP_409_CONFLICT,
    "resting": status.HTTP_409_CONFLICT,
    "too-many-challenges": status.HTTP_429_TOO_MANY_REQUESTS,
    "too-many-active": status.HTTP_409_CONFLICT,
    "too-many-tokens": status.HTTP_409_CONFLICT,
    "try-again": status.HTTP_409_CONFLICT,
    "wrong-password": status.HTTP_403_FORBIDDEN,
}
TOO_LARGE: dict[str, Any] = {"limit": settings.PACKAGE_LIMIT}
CODES = {
    400: "bad-request",
    401: "not-signed-in",
    403: "forbidden",
    404: "not-found",
    405: "method-not-allowed",
    406: "not-acceptable",
    413: "too-large",
    415: "unsupported-media-type",
    429: "too-many-requests",
}


def answer(error: Exception, context: dict[str, Any]) -> Response | None:
    """The answer to whatever a view raised; None lets a bug be a 500."""
    if isinstance(error, Refused):
        return _refused(error)
    if isinstance(error, RequestDataTooBig):
        return Response(body("too-large", "The request is too large.", **TOO_LARGE), status=413)
    if isinstance(error, SuspiciousOperation):
        return Response(body("bad-request", "The request cannot be read."), status=400)
    response = exception_handler(error, context)
    if response is not None:
        response.data = _shaped(error, response, context["view"])
    return response


def _refused(error: Refused) -> Response:
    fields = {error.field: [error.sentence]} if error.field else {}
    status_code = STATUS.get(error.code, 400)
    more = TOO_LARGE if status_code == 413 else {}
    if error.wait is not None:
        more = {"wait": math.ceil(error.wait)}
    response = Response(body(error.code, error.sentence, fields, **more), status=status_code)
    if error.wait is not None:
        response["Retry-After"] = str(math.ceil(error.wait))
    return response


def _shaped(error: Exception, response: Response, view: APIView) -> dict[str, Any]:
    code = CODES.get(response.status_code, "refused")
    if isinstance(error, exceptions.ValidationError):
        detail = error.detail if isinstance(error.detail, dict) else {"": error.detail}
        fields = {name: list(_sentences(problem)) for name, problem in detail.items()}
        return body("invalid", _first(fields), fields)
    if isinstance(error, exceptions.Throttled):
        wait = math.ceil(getattr(error, "wait", None) or 1)
        response["Retry-After"] = str(wait)
        return body(code, f"Too many requests. Wait {wait} seconds.", wait=wait)
    if isinstance(error, exceptions.MethodNotAllowed):
        return body(code, f"{error.detail} It may be {', '.join(view.allowed_methods)}.")
    if isinstance(error, exceptions.UnsupportedMediaType):
        return body(code, f"{error.detail} Send {' or '.join(_readable(view))}.")
    if isinstance(error, exceptions.NotAuthenticated):
        return body(code, "Sign in first: send the header “Authorization: Token …”.")
    if isinstance(error, Http404):
        return body(code, "There is nothing at this address.")
    if isinstance(error, DjangoPermissionDenied):
        return body(code, "You may not do this.")
    return body(code, str(getattr(error, "detail", error)))


def _readable(view: APIView) -> list[str]:
    """The content types that this address reads."""
    return [str(parser.media_type) for parser in view.parser_classes]


def _sentences(problem: Any) -> Iterator[str]:
    """What is wrong with a field; of a list, what is wrong with each of its items, counted from 0."""
    if isinstance(problem, dict):
        for place, inner in problem.items():
            yield from (f"{place}: {sentence}" for sentence in _sentences(inner))
    elif isinstance(problem, list):
        for inner in problem:
            yield from _sentences(inner)
    else:
        yield str(problem)


def _first(fields: dict[str, list[str]]) -> str:
    """One sentence: the first field and what is wrong with it."""
    name, sentences = next(iter(fields.items()))
    return sentences[0] if name in ("", api_settings.NON_FIELD_ERRORS_KEY) else f"{name}: {sentences[0]}"
