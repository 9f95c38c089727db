"""No request is larger than an upload may be, and neither address nor cookie holds what a database could not."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from ladder import errors

# So much of a request that is too large is still read and thrown away: a client
# that sends before it listens would otherwise see a broken connection, not the answer.
DRAINED = 16 * 1024 * 1024


class BodyLimit:
    """Answers 413 by the announced length alone, before anything is parsed."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        length = request.META.get("CONTENT_LENGTH") or "0"
        if length.isdigit() and int(length) > settings.BODY_LIMIT:
            left = min(int(length), DRAINED)
            while left > 0 and (part := request.read(min(left, 65536))):
                left -= len(part)
            return errors.too_large(request)
        return self.get_response(request)


class TextOnly:
    """Answers 400 to a NUL in an address or a cookie: PostgreSQL refuses to look for that, so nothing is called so.

    What is asked of the API is checked there, which names the field; so is what is typed into a form (`web/typed.py`).
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        asked = "" if request.path.startswith(errors.API) else request.META.get("QUERY_STRING", "")
        if "%00" in asked or any("\0" in text for text in (request.path, *request.COOKIES.values())):
            return errors.bad_request(request)
        return self.get_response(request)
