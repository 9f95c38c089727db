"""Sign up, sign in, sign out."""

from django.conf import settings
from django.contrib.auth import login, logout
from django.contrib.auth.views import LoginView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from ladder.accounts import signup
from ladder.refused import Refused
from ladder.web.throttle import throttled
from ladder.web.typed import typed


class SignIn(LoginView):
    """A name and a password."""

    template_name = "web/sign_in.html"
    redirect_authenticated_user = True


@sensitive_post_parameters("password")
@require_http_methods(["GET", "POST"])
@throttled("sign-up")
def sign_up(request: HttpRequest) -> HttpResponse:
    """A name and a password make a person, who is signed in at once."""
    if request.user.is_authenticated:
        return redirect("web:home")
    refused = None
    if request.method == "POST":
        try:
            name, password, invitation = (typed(request, field) for field in ("name", "password", "invitation"))
            person = signup.sign_up(name, password, invitation)
        except Refused as reason:
            refused = reason
        else:
            login(request, person, backend="django.contrib.auth.backends.ModelBackend")
            return redirect(_next(request) or "web:upload")
    context = {
        "refused": refused,
        "name": request.POST.get("name", ""),
        "invitation": request.POST.get("invitation") or request.GET.get("invitation", ""),
        "policy": settings.SIGN_UP,
        "next": _next(request),
    }
    return render(request, "web/sign_up.html", context, status=422 if refused else 200)


@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    logout(request)
    return redirect("web:home")


def _next(request: HttpRequest) -> str:
    """Where the visitor wanted to go, if it is one of our own pages."""
    wish = request.POST.get("next") or request.GET.get("next", "")
    return wish if url_has_allowed_host_and_scheme(wish, request.get_host(), request.is_secure()) else ""
