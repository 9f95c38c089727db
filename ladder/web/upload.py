"""Upload a bot: a file or pasted code, and off it goes to its check."""

from pathlib import Path

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import FileResponse, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from ladder.bots.models import Activate, Bot, Version
from ladder.bots.submit import submit
from ladder.refused import Refused
from ladder.web.person import person
from ladder.web.throttle import throttled
from ladder.web.typed import typed

STARTER = Path(__file__).parent / "starter.txt"


@login_required
@require_http_methods(["GET", "POST"])
@throttled("upload")
def upload(request: HttpRequest) -> HttpResponse:
    """The form; when something is wrong it comes back with what was typed and a sentence."""
    refused = None
    if request.method == "POST":
        try:
            return redirect(_submit(request))
        except Refused as reason:
            refused = reason
    typed = request.POST or request.GET
    context = {
        "refused": refused,
        "name": typed.get("name", ""),
        "code": typed.get("code", ""),
        "activate": _wish(typed.get("activate")),
        "wishes": Activate.choices,
        "bots": Bot.objects.filter(owner=person(request)).order_by("name_key"),
        "limit": settings.PACKAGE_LIMIT,
        "unpacked": settings.PACKAGE_UNPACKED,
        "files": settings.PACKAGE_FILES,
        "clock": _clock(),
        "unavailable": settings.UPLOADS_REFUSED,
    }
    return render(request, "web/upload.html", context, status=422 if refused else 200)


def starter(request: HttpRequest) -> FileResponse:
    """A small bot that already plays, to begin with."""
    return FileResponse(STARTER.open("rb"), as_attachment=True, filename="bot.py", content_type="text/x-python")


def _submit(request: HttpRequest) -> Version:
    file, code = request.FILES.get("file"), request.POST.get("code", "")
    if file is not None:
        filename, data = file.name or "bot.py", file.read()
    elif code.strip():
        filename, data = "bot.py", code.replace("\r\n", "\n").encode()
    else:
        raise Refused(_("Choose a file, or paste your bot’s code."), "no-file", "file")
    return submit(person(request), typed(request, "name"), filename, data, activate=_wish(request.POST.get("activate")))


def _wish(asked: str | None) -> Activate:
    """What the form says is to follow; whoever says nothing wants to play."""
    return Activate(asked) if asked in Activate.values else Activate.NOW


def _clock() -> dict[str, float]:
    return {"start": settings.CLOCK_START, "bank": settings.CLOCK_BANK, "increment": settings.CLOCK_INCREMENT}
