"""Text from inside a sandbox, made fit to keep: databases refuse some characters."""

import re
from typing import Any

# NUL (PostgreSQL refuses it) and lone surrogates (they are not text at all).
UNFIT = re.compile("[\x00\ud800-\udfff]")


def plain(value: Any) -> Any:
    """The same value with every unfit character replaced, however deep it sits."""
    if isinstance(value, str):
        return UNFIT.sub("\ufffd", value)
    if isinstance(value, dict):
        return {plain(key): plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return value
