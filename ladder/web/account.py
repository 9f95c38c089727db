"""One's own account: the password, and keys for programs."""

from typing import Any

from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from ladder.accounts import signup, tokens
from ladder.accounts.models import Scope
from ladder.bots.models import Bot
from ladder.refused import Refused
from ladder.web.person import person
from ladder.web.preferences import chosen
from ladder.web.typed import typed

LASTS = {"30": _("30 days"), "365": _("a year"), "0": _("until it is revoked")}


@never_cache
@login_required
def account(request: HttpRequest) -> HttpResponse:
    """Bots, tokens and password of whoever is signed in."""
    return _page(request)


@sensitive_post_parameters()
@require_POST
@login_required
def password(request: HttpRequest) -> HttpResponse:
    """A new password for somebody who knows the old one."""
    try:
        signup.change_password(person(request), typed(request, "old"), typed(request, "new"))
    except Refused as refused:
        return _page(request, status=422, password_refused=refused)
    update_session_auth_hash(request, person(request))
    messages.success(request, gettext("The password is changed. You stay signed in here, and nowhere else."))
    return redirect("web:account")


@never_cache
@require_POST
@login_required
def new_token(request: HttpRequest) -> HttpResponse:
    """A new token: this answer is the only one that ever shows it."""
    try:
        days = int(request.POST["days"]) if request.POST.get("days") in LASTS else None
        token, text = tokens.create(person(request), typed(request, "name"), typed(request, "scope"), days)
    except Refused as refused:
        return _page(request, status=422, token_refused=refused)
    return _page(request, made=token, secret=text)


@require_POST
@login_required
def revoke_token(request: HttpRequest) -> HttpResponse:
    """The token stops working at once."""
    person(request).auth_token_set.filter(token_key=typed(request, "token")).delete()
    messages.success(request, gettext("The token is revoked."))
    return redirect("web:account")


def _page(request: HttpRequest, status: int = 200, **more: Any) -> HttpResponse:
    context = {
        "tokens": person(request).auth_token_set.order_by("-created"),
        "bots": Bot.objects.for_list().filter(owner=person(request)),
        "scopes": Scope.choices,
        "lasts": LASTS,
        "preferences": chosen(request),
        **more,
    }
    return render(request, "web/account.html", context, status=status)
