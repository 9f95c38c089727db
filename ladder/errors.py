"""What people and programs see when something goes wrong: a page or JSON, one shape each."""

import logging
import secrets
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

logger = logging.getLogger(__name__)

API = "/api/"


def body(code: str, message: str, fields: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    """The one shape of an error in the API; some also have a `limit`, a `wait` or an `id`."""
    return {"error": {"code": code, "message": message, "fields": fields or {}, **more}}


def answer(request: HttpRequest, status: int, code: str, message: str, **more: Any) -> HttpResponse:
    """JSON for the API, the page of that number for everybody else."""
    if request.path.startswith(API):
        return JsonResponse(body(code, message, **more), status=status)
    return render(request, f"{status}.html", {"message": message, **more}, status=status)


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return answer(request, 400, "bad-request", _("The request cannot be read."))


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return answer(request, 403, "forbidden", _("You may not do this."))


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    return answer(request, 403, "forbidden", _("The form is too old or came from elsewhere: load it again."))


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return answer(request, 404, "not-found", _("There is nothing at this address."))


def too_large(request: HttpRequest) -> HttpResponse:
    limit = settings.PACKAGE_LIMIT
    message = _("Too large: a package has at most %(kib)s KiB (%(bytes)s bytes).")
    sizes = {"kib": limit // 1024, "bytes": limit}
    message %= {name: number_format(size, force_grouping=True) for name, size in sizes.items()}
    return answer(request, 413, "too-large", message, limit=limit)


def locked_out(
    request: HttpRequest, original_response: HttpResponse | None = None, credentials: Any = None
) -> HttpResponse:
    """Too many wrong passwords."""
    wait = int(settings.AXES_COOLOFF_TIME.total_seconds())
    message = ngettext(
        "Too many wrong passwords: wait %d minute and try again.",
        "Too many wrong passwords: wait %d minutes and try again.",
        wait // 60,
    )
    message %= wait // 60
    response = answer(request, 429, "too-many-requests", message, wait=wait)
    response.headers["Retry-After"] = str(wait)
    return response


def broken(request: HttpRequest) -> HttpResponse:
    """Our fault. The id is in the log beside the traceback's time."""
    incident = secrets.token_hex(4)
    logger.error("answered 500, incident %s, at %s", incident, request.path)
    message = _("Something broke on our side. If you tell us, name %s.") % incident
    return answer(request, 500, "broken", message, id=incident)
