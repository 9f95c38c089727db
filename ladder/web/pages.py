"""A list in pages, without counting what may be millions."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest

SIZE = 30
FURTHEST = 1000


@dataclass(frozen=True)
class Page:
    """Some rows, and the addresses of the pages before and after, with the same filters."""

    rows: Sequence[Any]
    number: int
    previous: str | None
    next: str | None


def page_of(request: HttpRequest, found: QuerySet[Any], size: int = SIZE) -> Page:
    """The page the address asks for; the first one if it asks for nonsense."""
    asked = request.GET.get("page", "1")
    number = min(int(asked), FURTHEST) if asked.isascii() and asked.isdigit() and asked != "0" * len(asked) else 1
    begin = (number - 1) * size
    rows = list(found[begin : begin + size + 1])

    def address(other: int) -> str:
        query = request.GET.copy()
        query["page"] = str(other)
        return f"?{query.urlencode()}"

    return Page(
        rows[:size],
        number,
        address(number - 1) if number > 1 else None,
        address(number + 1) if len(rows) > size and number < FURTHEST else None,
    )
