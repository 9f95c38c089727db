"""The host's end of a match socket: JSON lines to a bot and back, where nothing the bot sends is believed.

Nothing here blocks for longer than asked, reads more than a line's limit, or returns anything but checked plain values.
"""

import contextlib
import os
import select
import socket
import time
from collections.abc import Callable
from typing import Any

import orjson

from sandbox.sentence import Sentence

LINE_LIMIT = 1 << 16
LOG_KEPT = 1 << 16
LOG_LIMIT = 8 << 20
ANSWER_LIMIT = 100  # characters of a text that could still be an action
_TEXT_LIMIT = 500


class Closed(Exception):
    """The bot's end of the socket is closed."""


class Flooded(Exception):
    """The bot sent a line too long, or too much for its log."""

    def __init__(self, message: Sentence) -> None:
        super().__init__(message)
        self.message = message


class Unreadable(Exception):
    """The bot's reply is not what the protocol asks for. `reply` is what came, cut."""

    def __init__(self, message: Sentence, reply: str = "") -> None:
        super().__init__(message)
        self.message, self.reply = message, reply


class Wire:
    """The socket and the log of one bot in one match."""

    def __init__(self, connection: socket.socket, log: int) -> None:
        connection.setblocking(False)
        os.set_blocking(log, False)
        self._socket, self._log = connection, open(log, "rb", buffering=0)  # noqa: SIM115 - closed in close()
        self._waiting = bytearray()
        self._tail = bytearray()
        self._logged = 0
        self._log_number = log
        self._poll = select.poll()
        self._poll.register(connection, select.POLLIN)
        self._poll.register(log, select.POLLIN)

    @property
    def log(self) -> str:
        """The end of what the bot wrote to its output, at most 64 KiB."""
        return _text(self._tail[-LOG_KEPT:])

    def send(self, request: dict[str, Any], data: bytes = b"", seconds: float = 10.0) -> None:
        """Send one line, and raw bytes behind it. Raises Closed, or TimeoutError if the bot does not take it."""
        left = memoryview(orjson.dumps(request, option=orjson.OPT_APPEND_NEWLINE) + data)
        deadline = time.monotonic() + seconds
        while left:
            try:
                left = left[self._socket.send(left) :]
            except BlockingIOError:
                if time.monotonic() > deadline:
                    raise TimeoutError from None
                select.select([], [self._socket], [], 0.05)
                self._drain_log()
            except OSError as error:
                raise Closed from error

    def receive(self, seconds: float) -> bytes | None:
        """The next line, or `None` if none came in time. Raises Closed or Flooded."""
        deadline, left = time.monotonic() + seconds, seconds
        while (line := self._line()) is None:
            if left < 0:
                return None
            for descriptor, _ in self._poll.poll(left * 1000 + 1):
                if descriptor == self._log_number:
                    self._drain_log()
                else:
                    self._read()
            left = deadline - time.monotonic()
        return line

    def early(self) -> bytes:
        """What the bot sent before it was asked; empty for a bot that keeps to the protocol."""
        if not self._waiting:
            for descriptor, _ in self._poll.poll(0):
                if descriptor != self._log_number:
                    with contextlib.suppress(Closed):
                        self._read()
        return bytes(self._waiting)

    def last_words(self, seconds: float, tell: Callable[[str], str]) -> None:
        """Log what the bot still writes until it is gone or so many seconds are over, from the start of its unfinished
        line and as `tell` tells it."""
        line = self._tail.rfind(b"\n") + 1
        words = self._tail[line:]
        del self._tail[line:]
        deadline, log = time.monotonic() + seconds, select.poll()
        log.register(self._log, select.POLLIN)
        while (left := deadline - time.monotonic()) > 0 and log.poll(left * 1000):
            if not (data := self._log.read(LOG_KEPT)):
                break
            words += data
            del words[:-LOG_KEPT]
        self._tail += tell(_text(words)).encode()

    def close(self) -> None:
        """Read the rest of the log and hang up; a second call does nothing."""
        if not self._log.closed:
            with contextlib.suppress(Flooded):
                self._drain_log()
            self._socket.close()
            self._log.close()

    def _line(self) -> bytes | None:
        if not self._waiting:
            return None
        end = self._waiting.find(b"\n")
        if (end if end >= 0 else len(self._waiting)) > LINE_LIMIT:
            raise Flooded(Sentence("The bot sent a line of more than %(limit)s KiB.", limit=LINE_LIMIT // 1024))
        if end < 0:
            return None
        line = bytes(self._waiting[:end])
        del self._waiting[: end + 1]
        return line

    def _read(self) -> None:
        try:
            data = self._socket.recv(LINE_LIMIT + 1)
        except OSError as error:
            raise Closed from error
        if not data:
            raise Closed
        self._waiting += data

    def _drain_log(self) -> None:
        """Keep the tail, forget the rest; one read at a time, so that a flood cannot hold the host."""
        data = self._log.read(LOG_KEPT)
        if data is None:  # nothing there now
            return
        if not data:
            with contextlib.suppress(KeyError):
                self._poll.unregister(self._log)
            return
        self._tail += data
        del self._tail[:-LOG_KEPT]
        self._logged += len(data)
        if self._logged > LOG_LIMIT:
            raise Flooded(Sentence("The bot wrote more than %(limit)s MiB to its log.", limit=LOG_LIMIT >> 20))


def read_reply(line: bytes, number: int) -> dict[str, Any]:
    """The reply to question `number` as a flat object of plain values. Raises Unreadable."""
    try:
        reply = orjson.loads(line)
    except ValueError:
        raise Unreadable(Sentence("The reply is no JSON."), cut(line)) from None
    if not isinstance(reply, dict) or type(reply.get("n")) is not int:
        raise Unreadable(Sentence("The reply is not an object with the question's number `n`."), cut(line))
    if reply["n"] != number:
        other = Sentence(
            "The reply is to question %(answered)s, but %(asked)s was asked.", answered=reply["n"], asked=number
        )
        raise Unreadable(other, cut(line))
    return reply


def read_answer(reply: dict[str, Any]) -> int | str:
    """The action in a reply: a plain integer or a text, nothing else. Raises Unreadable."""
    answer = reply.get("answer")
    if type(answer) is int or (type(answer) is str and len(answer) <= ANSWER_LIMIT):
        return answer
    if type(answer) is str:
        raise Unreadable(Sentence("A text of %(length)s characters is no action.", length=len(answer)), cut(answer))
    if type(reply.get("unreadable")) is str:
        shown = cut(reply["unreadable"])
        wrong = Sentence(
            "The bot returned %(reply)s, which is no action: answer an id, an Action or notation.", reply=shown
        )
        raise Unreadable(wrong, shown)
    raise Unreadable(Sentence("The reply holds no action."), cut(orjson.dumps(reply)))


def _text(log: bytes | bytearray) -> str:
    return log.decode(errors="replace").replace("\0", "�")


def cut(text: bytes | str) -> str:
    """What a bot sent, short and harmless to show."""
    if isinstance(text, bytes):
        text = text[: 4 * _TEXT_LIMIT].decode(errors="replace")
    return "".join(c if c.isprintable() else "�" for c in text[:_TEXT_LIMIT])
