"""So many an hour and no more: pages and API count together."""

from collections.abc import Callable
from functools import wraps
from math import ceil
from types import SimpleNamespace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import ngettext
from rest_framework.throttling import ScopedRateThrottle

from ladder import errors


def throttled(scope: str) -> Callable[[Callable[..., HttpResponse]], Callable[..., HttpResponse]]:
    """Let a form be sent as often as the settings allow in this scope; then answer 429 with the wait."""

    def decorate(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        @wraps(view)
        def counted(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            throttle = ScopedRateThrottle()
            asked = SimpleNamespace(throttle_scope=scope)
            if request.method != "POST" or throttle.allow_request(request, asked):  # type: ignore[arg-type]
                return view(request, *args, **kwargs)
            wait = ceil(throttle.wait() or 60)
            minutes = ceil(wait / 60)
            message = ngettext(
                "That was often. Wait %d minute and try again.",
                "That was often. Wait %d minutes and try again.",
                minutes,
            )
            message %= minutes
            response = errors.answer(request, 429, "too-many-requests", message, wait=wait)
            response.headers["Retry-After"] = str(wait)
            return response

        return counted

    return decorate
