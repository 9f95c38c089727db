"""Who asks, and what."""

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
    for name in asked:
        if name not in known:
            raise ValidationError({name: [_("Unknown. Known here: %s.") % ", ".join(known)]})
    for each in (paging(data=asked), wish := form(data=asked)):
        each.is_valid(raise_exception=True)
    return wish.validated_data
