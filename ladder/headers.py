"""The headers every answer carries: what a page may load, and who may frame it."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

FIXED = {
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=()",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": settings.X_FRAME_OPTIONS,
}


class SecurityHeaders:
    """Adds them last of all, so that error pages and files have them too.

    A view that needs another policy (the embedded viewer may be framed) sets its own.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if "Content-Security-Policy" not in response.headers:
            response.headers["Content-Security-Policy"] = settings.CONTENT_SECURITY_POLICY
            for name, value in FIXED.items():
                response.headers[name] = value
        return response
