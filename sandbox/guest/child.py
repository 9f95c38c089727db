"""The child that plays one match: it locks itself down, imports the bot, and answers what the host asks.

From the moment the bot is imported nothing this process says is trusted; the host checks every word.
"""

import faulthandler
import importlib
import io
import json
import operator
import os
import random
import signal
import socket
import sys
import traceback
import warnings
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NoReturn

from engine import Action, View
from sandbox.guest import lockdown

MATCH = 3  # the descriptor of the match socket; 0 reads nothing, 1 and 2 are the log
LIBRARIES = ("OPENBLAS", "OMP", "MKL", "NUMEXPR", "VECLIB", "BLIS")  # one thread each, or they exceed the limits
AT_ONCE = 1 << 16  # bytes to read; above 128 KiB the C library would map and unmap memory for every message
WHERE = signal.SIGUSR1  # has a child write to its log where in its code it is, and end
UNPACKED = os.O_WRONLY | os.O_CREAT | os.O_EXCL

Message = dict[str, Any]


def prepare(home: str) -> None:
    """Once, in the zygote: what every child will find."""
    os.environ.update({f"{name}_NUM_THREADS": "1" for name in LIBRARIES} | {"HOME": home})
    sys.path.insert(0, home)
    for kind in (UserWarning, RuntimeWarning, SyntaxWarning):  # the zygote was silent, the author wants to know
        warnings.simplefilter("default", kind)


def play(match: int, log: int, locks: lockdown.Locks | None, home: str) -> NoReturn:
    """Serve one match on the socket `match`, then end this process."""
    code = 1
    try:
        channel = Channel(_arrange(match, log, locks))
        faulthandler.enable(2)  # a crash of the interpreter shows its line in the log
        faulthandler.register(WHERE, 2, chain=True)  # then the signal does what it did before: it ends us
        sys.stdout = sys.stderr = io.TextIOWrapper(
            io.FileIO(2, "w", closefd=False), "utf-8", "backslashreplace", None, True
        )
        os.chdir(home)
        channel.send({"child": os.getpid()})  # the socket adds credentials, which tell the host our real number
        orders = channel.receive()
        _unpack(channel, orders["files"], home)
        random.seed(orders["seed"])
        if locks:
            locks.close()
        channel.send({"locked": True})
        code = _serve(channel)
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(code)  # not even exit handlers of the bot run


class Channel:
    """JSON lines from the host and to it."""

    def __init__(self, connection: socket.socket) -> None:
        self._socket, self._waiting = connection, bytearray()

    def receive(self) -> Message:
        """The next request. Raises EOFError when the host hung up."""
        while (end := self._waiting.find(b"\n")) < 0:
            self._read()
        line = self._waiting[:end].decode()
        del self._waiting[: end + 1]
        return json.loads(line)

    def receive_bytes(self, size: int) -> bytes:
        """Exactly `size` bytes, which follow a line that announced them."""
        while len(self._waiting) < size:
            self._read()
        data = bytes(self._waiting[:size])
        del self._waiting[:size]
        return data

    def send(self, message: Message) -> None:
        """Answer."""
        self._socket.sendall(json.dumps(message).encode() + b"\n")

    def _read(self) -> None:
        data = self._socket.recv(AT_ONCE)
        if not data:
            raise EOFError("the host hung up")
        self._waiting += data


def _arrange(match: int, log: int, locks: lockdown.Locks | None) -> socket.socket:
    """Keep the match, the log and the fence, close every other descriptor, and leave the zygote's session."""
    os.setsid()
    nothing = os.open(os.devnull, os.O_RDONLY)
    for descriptor, place in ((nothing, 0), (log, 1), (log, 2)):
        os.dup2(descriptor, place)
    keep = {MATCH}
    if locks and locks.fence is not None:
        keep.add(locks.fence)
    if match != MATCH:
        os.dup2(match, MATCH)
    for low, high in zip([MATCH, *sorted(keep)], [*sorted(keep), 1 << 16], strict=False):
        os.closerange(low + 1, high)
    return socket.socket(fileno=MATCH)


def _unpack(channel: Channel, files: list[list[Any]], home: str) -> None:
    """Write the bot's files, which the host checked, where only this sandbox sees them."""
    for name, size in files:
        path = f"{home}/{name}"
        if "/" in name:
            os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(os.open(path, UNPACKED, 0o644), "wb") as file:
            file.write(channel.receive_bytes(size))


def _serve(channel: Channel) -> int:
    """Answer requests until the host hangs up (0) or the bot fails (1)."""
    player = Player()
    while True:
        try:
            request = channel.receive()
        except EOFError:
            return 0
        number = request["n"]
        try:
            answer = player.answer(request)
        except BaseException as error:
            _print(error)
            channel.send({"n": number, "raised": _sentence(error), "memory": isinstance(error, MemoryError)})
            return 1
        channel.send({"n": number, **answer})


class Player:
    """The bot and what its seat knows."""

    def __init__(self) -> None:
        self.bot: Any = None
        self.view: Any = None

    def answer(self, request: Message) -> Message:
        """Do what one request asks; whatever the bot raises passes through."""
        if opening := request.get("opening"):
            self.view = View.open(opening)
        for event in request.get("events", ()):
            self.view.observe(event)
        asked = request["ask"]
        if asked == "start":
            return self._start(request["info"])
        if asked == "round_over":
            self.bot.round_over(SimpleNamespace(**request["result"]))
            return {"done": True}
        answer = self.bot.act(self.view) if asked == "act" else self.bot.turn_hand(self.view)
        if asked == "turn_hand" and isinstance(answer, bool):
            return {"answer": int(answer)}
        return _plain(answer)

    def _start(self, info: Message) -> Message:
        try:
            module = importlib.import_module("bot")
        except BaseException as error:
            _print(error)
            return {"failed": "import", "why": _sentence(error)}
        bot = getattr(module, "Bot", None)
        if not isinstance(bot, type):
            return {"failed": "class"}
        if not callable(getattr(bot, "act", None)):
            return {"failed": "method"}
        try:
            self.bot = bot()
            if hasattr(self.bot, "start"):
                self.bot.start(SimpleNamespace(**info))
        except BaseException as error:
            _print(error)
            return {"failed": "start", "why": _sentence(error)}
        return {"ready": [name for name in ("turn_hand", "round_over") if hasattr(self.bot, name)]}


def _plain(answer: object) -> Message:
    """An action as a plain integer or text; anything else is reported as unreadable."""
    if isinstance(answer, Action | str):
        return {"answer": str(answer)}
    try:
        if isinstance(answer, bool):
            raise TypeError
        return {"answer": operator.index(answer)}  # type: ignore[arg-type]
    except TypeError:
        return {"unreadable": f"{type(answer).__name__} {answer!r:.200}"}


def _sentence(error: BaseException) -> str:
    """The exception and the place in the bot's own files, in one line."""
    text = " ".join(f"{type(error).__name__}: {error}".split())[:300].removesuffix(":")
    own = [f for f in traceback.extract_tb(error.__traceback__) if f.filename.startswith(f"{sys.path[0]}/")]
    return f"{text} ({Path(own[-1].filename).name}, line {own[-1].lineno})" if own else text


def _print(error: BaseException) -> None:
    """The traceback for the log, from the first line that is the bot's."""
    trace = error.__traceback__
    while trace and not trace.tb_frame.f_code.co_filename.startswith(f"{sys.path[0]}/"):
        trace = trace.tb_next
    traceback.print_exception(type(error), error, trace)
