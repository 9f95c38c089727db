"""Who asks, and what."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import NotAuthenticated, ValidationError
from rest_framework.request import Request
from rest_framework.serializers import Serializer
from rest_framework.views import APIView

from ladder.accounts.models import User
from ladder.api.pagination import Paging


def person(request: Request) -> User:
    """The person who asks; without one, the answer is to sign in first."""
    if not isinstance(request.user, User):
        raise NotAuthenticated
    return request.user


def questions(view: APIView, form: type[Serializer] = Serializer) -> dict[str, Any]:
    """What the address asks after its `?`, checked; what is left empty is not asked.

    A question that the view does not know is refused: an answer that ignored it would
    look like one that heeds it.
    """
    asked = {name: value for name, value in view.request.query_params.items() if value}
    paging = Paging if getattr(view, "paginator", None) else Serializer
    known = [*form().fields, *paging().fields]
    _refuse_unknown(asked, known)
    for each in (paging(data=asked), checked := form(data=asked)):
        each.is_valid(raise_exception=True)
    return checked.validated_data


def wish(request: Request, form: type[Serializer]) -> dict[str, Any]:
    """What the body of a request wishes for, checked; a misspelt wish is refused, not ignored."""
    asked = form(data=request.data)
    if isinstance(request.data, Mapping):
        _refuse_unknown(request.data, list(asked.fields))
    asked.is_valid(raise_exception=True)
    return asked.validated_data


def _refuse_unknown(asked: Iterable[str], known: list[str]) -> None:
    for name in asked:
        if name not in known:
            raise ValidationError({name: [_("Unknown. Known here: %s.") % ", ".join(known)]})
