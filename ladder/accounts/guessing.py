"""Whose password is being guessed: one name, however it is written."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest

from ladder.accounts import names


def username(request: HttpRequest, credentials: Mapping[str, Any] | None = None) -> str:
    """For django-axes: “Ada”, “ADA” and “ａｄａ” share their wrong guesses."""
    typed = (credentials or {}).get("username") or request.POST.get("username") or ""
    return names.key(str(typed)[:200])
