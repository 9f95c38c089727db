"""Light or dark: follows the system until somebody says otherwise, remembered in a cookie."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

YEAR = 365 * 24 * 60 * 60
THEMES = ("light", "dark")


@require_POST
def theme(request: HttpRequest) -> HttpResponse:
    """Remember the theme and go back to where the wish came from."""
    back = request.POST.get("next", "")
    here = url_has_allowed_host_and_scheme(back, request.get_host(), request.is_secure())
    response = redirect(back if here else "web:home")
    wish = request.POST.get("theme")
    if wish in THEMES:
        response.set_cookie("theme", wish, max_age=YEAR, samesite="Lax", httponly=True)
    else:
        response.delete_cookie("theme")
    return response
