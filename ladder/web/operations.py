"""The host's page: how the site does, and what can be done by hand. For staff only; every deed is a POST and logged."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.admin.models import LogEntry
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from ladder.accounts import names
from ladder.bots.models import Bot
from ladder.matches import operate
from ladder.matches.models import Match
from ladder.matches.pulse import pulse
from ladder.refused import Refused
from ladder.web.person import person
from ladder.web.typed import typed

SHOWN = 20
View = Callable[..., HttpResponse]


def staff_only(view: View) -> View:
    """Visitors are asked to sign in; everybody else who is not staff is told no."""

    @login_required
    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not person(request).is_staff:
            raise PermissionDenied
        return view(request, *args, **kwargs)

    return guarded


@never_cache
@staff_only
def operations(request: HttpRequest) -> HttpResponse:
    """The numbers of this moment (htmx asks for them again), and the levers."""
    context: dict[str, Any] = {"pulse": pulse(), "paused": operate.paused()}
    if request.headers.get("HX-Request"):
        return render(request, "web/_pulse.html", context)
    open_matches = Match.objects.filter(state__in=(Match.State.PLAYING, Match.State.QUEUED))
    context |= {
        "running": open_matches.with_seats().order_by("pk")[:SHOWN],
        "void": Match.objects.filter(state=Match.State.VOID).with_seats().order_by("-pk")[:SHOWN],
        "barred": Bot.objects.for_list().exclude(barred=""),
        "bots": Bot.objects.for_list().filter(active__isnull=False),
        "log": LogEntry.objects.select_related("user").order_by("-pk")[:SHOWN],
    }
    return render(request, "web/operations.html", context)


@require_POST
@staff_only
def schedule(request: HttpRequest) -> HttpResponse:
    """Pause or resume."""
    if request.POST.get("wish") == "pause":
        operate.pause(person(request))
        messages.success(request, _("The schedule is paused."))
    else:
        operate.resume(person(request))
        messages.success(request, _("The schedule goes on."))
    return redirect("web:operations")


@require_POST
@staff_only
def requeue(request: HttpRequest) -> HttpResponse:
    """Play a match (again)."""
    match = get_object_or_404(Match.objects.select_related("set"), public_id=typed(request, "match"))
    try:
        again = operate.requeue(person(request), match)
    except Refused as refused:
        messages.error(request, refused.sentence)
    else:
        messages.success(request, _("Match %s is queued.") % again.public_id)
    return redirect("web:operations")


@require_POST
@staff_only
def bar(request: HttpRequest) -> HttpResponse:
    """Keep a bot out, or let it in again."""
    try:
        bot = Bot.objects.filter(name_key=names.key(typed(request, "bot"))).first()
        if bot is None:
            raise Refused(_("There is no bot of that name."), "no-bot", "bot")
        if "reason" not in request.POST:
            operate.admit(person(request), bot)
            messages.success(request, _("%s may play again, as soon as its owner activates it.") % bot.name)
        else:
            operate.bar(person(request), bot, typed(request, "reason"))
            messages.success(request, _("%s plays no more.") % bot.name)
    except Refused as refused:
        messages.error(request, refused.sentence)
    return redirect("web:operations")
