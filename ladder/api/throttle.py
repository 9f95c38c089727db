"""So many an hour and no more."""

from rest_framework.request import Request
from rest_framework.throttling import ScopedRateThrottle
from rest_framework.views import APIView


class PostThrottle(ScopedRateThrottle):
    """Counts what is sent (uploads, tries of a password); looking at a list costs nothing."""

    def allow_request(self, request: Request, view: APIView) -> bool:
        return request.method != "POST" or super().allow_request(request, view)
