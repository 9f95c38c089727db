"""A replay at rest: JSON, compressed; a few kilobytes for a whole game."""

from typing import Any

import orjson

try:
    from compression import zstd  # type: ignore[import-not-found,unused-ignore]
except ImportError:  # before Python 3.14
    from backports import zstd  # type: ignore[no-redef,unused-ignore]


def pack(replay: dict[str, Any]) -> bytes:
    """The record of a game as stored."""
    return bytes(zstd.compress(orjson.dumps(replay)))


def unpack(data: bytes | memoryview) -> dict[str, Any]:
    """The stored record as it was."""
    record: dict[str, Any] = orjson.loads(zstd.decompress(bytes(data)))
    return record
