"""How host and zygote find each other: a run folder, a socket in it, and a greeting that says whose process it is."""

import contextlib
import json
import os
import socket
import struct
import tempfile
from pathlib import Path

from sandbox.faults import PlatformFailure

RUN_PREFIX = "scout-run-"

_CREDENTIALS = struct.Struct("3i")  # pid, uid, gid


def run_root() -> Path:
    """Where run folders are made; a worker in a container mounts this folder at the same path as on its host."""
    return Path(os.environ.get("SCOUT_RUN") or tempfile.gettempdir())


def run_folder() -> Path:
    """A folder of our own with one inside that anybody could enter, had they a way to it."""
    run_root().mkdir(parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix=f"{RUN_PREFIX}{os.getpid()}-", dir=run_root()))
    control = folder / "control"
    control.mkdir()
    control.chmod(0o755)
    return folder


def listen(listener: socket.socket, folder: Path) -> None:
    """Listen on `socket` in a folder, however long its path: an address has room for about 100 characters."""
    place = os.open(folder, os.O_RDONLY)
    try:
        short = Path(f"/proc/self/fd/{place}")
        listener.bind(str((short if short.exists() else folder) / "socket"))
        (folder / "socket").chmod(0o666)  # the folder around it is ours alone
        listener.listen(1)
    finally:
        os.close(place)


def name_the_sender(connection: socket.socket) -> None:
    """Have the kernel add the sender's process number, as this host counts, to what arrives (Linux only)."""
    with contextlib.suppress(AttributeError):
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)


def greeting(connection: socket.socket, within: float) -> int:
    """Wait so many seconds for the child's first line; its process number on this host, 0 if it cannot be seen.

    The child sends it before it meets the bot. Later data is read without ancillary messages, so that a bot cannot pass
    descriptors to us.
    """
    connection.settimeout(within)
    data, ancillary, _, _ = connection.recvmsg(256, socket.CMSG_SPACE(_CREDENTIALS.size))
    if not data.endswith(b"\n"):
        raise PlatformFailure("the child did not greet")
    connection.setblocking(False)
    for level, kind, value in ancillary:
        if level == socket.SOL_SOCKET and kind == socket.SCM_CREDENTIALS:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 0)
            return _CREDENTIALS.unpack(value[: _CREDENTIALS.size])[0]
    return int(json.loads(data)["child"]) if not hasattr(socket, "SO_PASSCRED") else 0
