"""What was typed into a form."""

from django.core.exceptions import BadRequest
from django.http import HttpRequest
from django.utils.translation import gettext as _

from ladder.refused import Refused


class NotText(Refused, BadRequest):
    """A form shows it beside the field; where nobody typed the field, the answer is a bad request."""


def typed(request: HttpRequest, field: str) -> str:
    """What one field holds. Raises NotText for a NUL, which PostgreSQL can neither keep nor look for."""
    text: str = request.POST.get(field, "")
    if "\0" in text:
        raise NotText(_("This text contains a character that cannot be kept: U+0000."), "not-text", field)
    return text
