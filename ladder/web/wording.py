"""The replay viewer's words in the language of the page."""

from functools import cache
from typing import Any

from django.conf import settings
from django.utils.translation import get_language
from django.utils.translation.trans_real import DjangoTranslation
from django.views.i18n import JavaScriptCatalog


def viewer_words() -> dict[str, Any]:
    """Each English sentence of the viewer with its translation; nothing for English."""
    language = (get_language() or settings.LANGUAGE_CODE).split("-")[0]
    return {} if language == settings.LANGUAGE_CODE else _words(language)


@cache
def _words(language: str) -> dict[str, Any]:
    catalog = JavaScriptCatalog()
    places = [str(path) for path in settings.LOCALE_PATHS]
    catalog.translation = DjangoTranslation(language, domain="djangojs", localedirs=places)
    return catalog.get_catalog()
