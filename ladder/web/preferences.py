"""How somebody likes the site: theme, motion, single keys, language. Each is a cookie, so it needs no account."""

from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.functional import Promise
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

YEAR = 365 * 24 * 60 * 60


@dataclass(frozen=True)
class Preference:
    """A cookie's name and its values; without the cookie the browser or the system decides."""

    name: str
    label: str | Promise
    options: tuple[tuple[str, str | Promise], ...]


PREFERENCES = (
    Preference("theme", _("Theme"), (("", _("as the system")), ("light", _("light")), ("dark", _("dark")))),
    Preference("motion", _("Motion"), (("", _("as the system")), ("still", _("none")))),
    Preference("keys", _("Single keys in the viewer"), (("", _("on")), ("off", _("off")))),
    Preference(settings.LANGUAGE_COOKIE_NAME, _("Language"), (("", _("as the browser")), *settings.LANGUAGES)),
)


def chosen(request: HttpRequest) -> list[tuple[Preference, str]]:
    """Each preference with what the visitor's cookies say."""
    return [(preference, request.COOKIES.get(preference.name, "")) for preference in PREFERENCES]


@require_POST
def preferences(request: HttpRequest) -> HttpResponse:
    """Remember what the form holds, and go back to where the wish came from."""
    back = request.POST.get("next", "")
    here = url_has_allowed_host_and_scheme(back, request.get_host(), request.is_secure())
    response = redirect(back if here else "web:home")
    for preference in PREFERENCES:
        wish = request.POST.get(preference.name)
        if wish and wish in dict(preference.options):
            response.set_cookie(preference.name, wish, max_age=YEAR, samesite="Lax", secure=settings.HTTPS)
        elif wish is not None:
            response.delete_cookie(preference.name, samesite="Lax")
    return response
