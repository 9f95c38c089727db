"""Answers as JSON, quickly."""

from collections.abc import Mapping
from typing import Any

import orjson
from rest_framework import renderers


class JSONRenderer(renderers.JSONRenderer):
    charset = None

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        return b"" if data is None else orjson.dumps(data, default=str)
