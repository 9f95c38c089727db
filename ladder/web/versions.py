"""A version: its check as steps, live until the last one, and what its owner can do with it."""

from datetime import timedelta
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext, gettext_lazy, gettext_noop
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from engine import frames
from ladder.bots.activate import activate as make_active
from ladder.bots.models import Version
from ladder.bots.rest import check_again
from ladder.matches.models import Comparison, Kind, Match
from ladder.refused import Refused
from ladder.web.throttle import throttled
from ladder.words import told

STEPS = (gettext_noop("Package"), gettext_noop("Start"), gettext_noop("Protocol"), gettext_noop("Trial matches"))
JOIN = gettext_noop("Join the ladder")
STATES = {
    "waiting": gettext_lazy("waiting"),
    "running": gettext_lazy("running"),
    "passed": gettext_lazy("passed"),
    "failed": gettext_lazy("failed"),
    "skipped": gettext_lazy("skipped"),
}
SENTENCES = ("message", "measured", "limit", "match", "position")  # of a step and of its detail
IDLE = timedelta(seconds=60)  # in the queue, until we say that nobody is there
PATIENCE = timedelta(minutes=10)  # for the first match of a new version


@never_cache
def version(request: HttpRequest, bot_id: str, number: int) -> HttpResponse:
    """The report of a version; htmx asks for the live part alone until it is final."""
    found = _find(bot_id, number)
    steps = _steps(found)
    context = {
        "version": found,
        "mine": found.bot.owner_id == request.user.pk,
        "steps": steps,
        "done": sum(step["state"] == "passed" for step in steps),
        "failed": any(step["state"] == "failed" for step in steps),
        "ahead": _ahead(found),
        "idle": _nobody_checks(found),
        "first": _first_match(found),
        "comparison": _comparison(found) if found.bot.owner_id == request.user.pk else None,
        "failed_trial": _failed_trial(found),
        "live": not found.final or _joins(found),
    }
    template = "web/_version.html" if request.headers.get("HX-Request") else "web/version.html"
    return render(request, template, context)


@require_POST
@login_required
def activate(request: HttpRequest, bot_id: str, number: int) -> HttpResponse:
    """The owner lets this version play."""
    found = _own(request, bot_id, number)
    try:
        make_active(found)
    except Refused as refused:
        messages.error(request, refused.sentence)
    else:
        messages.success(request, gettext("%s plays from now on.") % found)
    return redirect(found)


@require_POST
@login_required
@throttled("upload")
def recheck(request: HttpRequest, bot_id: str, number: int) -> HttpResponse:
    """The owner of a version that rests has it checked again."""
    found = _own(request, bot_id, number)
    try:
        check_again(found)
    except Refused as refused:
        messages.error(request, refused.sentence)
    return redirect(found)


@login_required
def package(request: HttpRequest, bot_id: str, number: int) -> HttpResponse:
    """The package as kept, for its owner alone."""
    found = _own(request, bot_id, number)
    name = f"{slugify(found.bot.name) or found.bot.public_id}-v{found.number}.zip"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "private, no-store"}
    return HttpResponse(bytes(found.package.data), content_type="application/zip", headers=headers)


def _find(bot_id: str, number: int) -> Version:
    found = Version.objects.for_list().select_related("package").defer("package__data")
    return get_object_or_404(found, bot__public_id=bot_id, number=number)


def _own(request: HttpRequest, bot_id: str, number: int) -> Version:
    found = _find(bot_id, number)
    if found.bot.owner_id != request.user.pk:
        raise PermissionDenied
    return found


def _steps(found: Version) -> list[dict[str, Any]]:
    """The steps of the report, the ones still to come, and joining the ladder."""
    words = found.report.get("words")
    steps = [_told(step, words) for step in found.report.get("steps", [])]
    for step in steps:
        step["detail"] = _told(step.get("detail", {}), words)
    known = {step["name"] for step in steps}
    steps += [{"name": name, "state": "waiting"} for name in STEPS if name not in known]
    joined = {Version.State.ACCEPTED: "passed", Version.State.REJECTED: "skipped"}
    steps.append({"name": JOIN, "state": joined.get(Version.State(found.state), "waiting")})
    for number, step in enumerate(steps):
        step["number"] = number + 1
        if step["state"] == "waiting" and found.state == Version.State.CHECKING:
            step["state"] = "running"
            break
    for step in steps:
        step["title"], step["stands"] = gettext(step["name"]), STATES.get(step["state"], step["state"])
    return steps


def _told(part: dict[str, Any], words: dict[str, Any] | None) -> dict[str, Any]:
    """A step, or its detail, with what the sandbox says in the reader's language."""
    return part | {key: told(part[key], words) for key in SENTENCES if part.get(key)}


def _ahead(found: Version) -> int:
    """How many checks wait before this one."""
    if found.state != Version.State.UPLOADED:
        return 0
    return Version.objects.filter(state=Version.State.UPLOADED, asked_at__lt=found.asked_at).count()


def _nobody_checks(found: Version) -> bool:
    """It has waited long, and nothing else is being checked or played either."""
    if found.state != Version.State.UPLOADED or timezone.now() - found.asked_at < IDLE:
        return False
    checking = Version.objects.filter(state=Version.State.CHECKING)
    return not (checking.exists() or Match.objects.filter(state=Match.State.PLAYING).exists())


def _first_match(found: Version) -> dict[str, Any] | None:
    """The version's first match on the ladder, opened at its own first show."""
    if found.state != Version.State.ACCEPTED:
        return None
    played = Match.objects.filter(seats__version=found, set__kind=Kind.LADDER)
    match = played.select_related("set", "replay").order_by("pk").first()
    if match is None:
        return None
    record = match.replay_dict()
    if record is None:
        return {"match": match, "move": None}
    seat = match.seats.get(version=found).index
    shows = (frame["m"] for frame in frames(record) if frame["seat"] == seat and frame["shown"])
    return {"match": match, "move": next(shows, 0)}


def _comparison(found: Version) -> Comparison | None:
    """The newest one that this version went through, or is in."""
    if found.state != Version.State.ACCEPTED:
        return None
    return found.comparisons.select_related("old").order_by("-pk").first()


def _failed_trial(found: Version) -> dict[str, Any] | None:
    """The trial match that ended the check, and the position in which the bot failed."""
    trials, steps = found.report.get("matches"), found.report.get("steps", [])
    failed: dict[str, Any] = next((step["detail"] for step in steps if step["state"] == "failed"), {})
    if not trials or not failed.get("move"):
        return None
    match = Match.objects.select_related("set", "replay").filter(public_id=trials[-1]["match"]).first()
    record = match.replay_dict() if match else None
    if record is None:
        return None
    where = (failed["round"] - 1, failed["move"] - 1)  # the report counts from 1, as people do
    moves = (frame["m"] for frame in frames(record) if (frame["round"], frame["turn"]) == where)
    return {"match": trials[-1]["match"], "move": next(moves, 0)}


def _joins(found: Version) -> bool:
    """Accepted a moment ago: its first match is still to come, which the page waits for, but not for ever."""
    if not found.is_active or found.checked_at is None or timezone.now() - found.checked_at > PATIENCE:
        return False
    return not Match.objects.filter(seats__version=found, set__kind=Kind.LADDER, set__over_at__isnull=False).exists()
