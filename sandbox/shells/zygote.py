"""The host's end of one zygote: start it, hand it matches, have it clear up, throw it away."""

import contextlib
import json
import os
import shutil
import socket
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sandbox.faults import PlatformFailure
from sandbox.meter import Meter, process_meter
from sandbox.protocol import Wire
from sandbox.shells.meeting import greeting, listen, name_the_sender, run_folder

WRITABLE = {"/bot": 16 << 20, "/tmp": 8 << 20, "/dev/shm": 1 << 20}  # noqa: S108 - folders in the sandbox, with sizes
READY_WITHIN = 30.0
ANSWER_WITHIN = 20.0

_REPOSITORY = Path(__file__).resolve().parents[2]
ENGINE, GUEST = _REPOSITORY / "engine", _REPOSITORY / "sandbox" / "guest"


@dataclass(frozen=True)
class Ended:
    """How a child ended: its exit code, or the signal that killed it; `killed` if that was the zygote's."""

    exit: int | None
    signal: int | None
    killed: bool


class Place(ABC):
    """The running shell around one zygote, as seen from outside."""

    @abstractmethod
    def kill(self) -> None:
        """End it and everything in it, now, and leave nothing behind. Never raises for what is already gone."""

    @abstractmethod
    def complaint(self) -> str:
        """What it said when it failed to start, or an empty text."""

    @abstractmethod
    def running(self) -> bool:
        """Whether it still runs, as far as can be told at once."""

    def meter(self, pid: int) -> Meter:
        """The clock of the child with this number on the host (0 if it cannot be seen)."""
        return process_meter(pid)

    def oom_kills(self) -> int | None:
        """How often the kernel killed inside for memory; `None` where nobody knows."""
        return 0


class Shell(ABC):
    """A way to run zygotes."""

    name: str
    image: str | None = None

    @abstractmethod
    def launch(self, folder: Path) -> Place:
        """Start a zygote that will connect to the socket in `folder`. Raises PlatformFailure."""

    def home(self, folder: Path) -> str:
        """What the bot's folder is called inside a sandbox with this run folder."""
        return "/bot"

    @abstractmethod
    def describe(self) -> str:
        """For people: what holds the bots here."""

    def open(self) -> "Sandbox":
        """A sandbox that is being started; it is ready after `Sandbox.wait`."""
        return Sandbox(self)


class Sandbox:
    """One zygote in its shell, serving one match after the other."""

    def __init__(self, shell: Shell) -> None:
        self.shell = shell
        self.made: dict[str, Any] = {}
        self.process = 0  # of the child in the match, as this host counts; 0 where that cannot be seen
        self._control: socket.socket | None = None
        self._place: Place | None = None
        self._next: tuple[Wire, socket.socket] | None = None  # to the child that waits for a match
        self._ending = False  # the zygote clears up, and has not said yet how that went
        with _ours(f"The {shell.name} sandbox cannot be opened"):
            self._folder = run_folder()
        self._listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            with _ours(f"The {shell.name} sandbox cannot be opened"):
                listen(self._listener, self._folder / "control")
                self._place = shell.launch(self._folder)
        except BaseException:
            self.close()
            raise

    def wait(self, alive: Callable[[], None] = lambda: None) -> None:
        """Until a child waits for a match, with signs of life. Raises PlatformFailure with what went wrong."""
        if self._control is None:
            self._connect(alive)
        elif self._ending:
            self._ended()

    def _connect(self, alive: Callable[[], None]) -> None:
        assert self._place
        deadline = time.monotonic() + READY_WITHIN
        self._listener.settimeout(0.25)
        while True:
            try:
                self._control, _ = self._listener.accept()
                break
            except TimeoutError:
                alive()
                if not self._place.running() or time.monotonic() > deadline:
                    complaint = self._place.complaint() or "the zygote did not connect"
                    self.close()
                    raise PlatformFailure(f"The {self.shell.name} sandbox did not start: {complaint}") from None
        self._listener.close()
        shutil.rmtree(self._folder / "control", ignore_errors=True)  # nobody else can connect
        self._control.settimeout(READY_WITHIN)
        self.made = self._receive()["zygote"]
        self._order({"match": 1})

    def begin(self) -> tuple[Wire, Meter]:
        """Have the waiting child for a match: the wire to it and its clock. Raises PlatformFailure."""
        self.wait()
        if self._place is None or self._next is None:
            raise PlatformFailure(f"The {self.shell.name} sandbox serves no more matches.")
        (wire, connection), self._next = self._next, None
        try:
            self.process = greeting(connection, ANSWER_WITHIN)
            return wire, self._place.meter(self.process)
        except (OSError, PlatformFailure) as error:
            wire.close()
            self.close()
            raise PlatformFailure(f"The {self.shell.name} sandbox could not begin a match: {error}") from error

    def end(self, grace: float = 0.0) -> Ended:
        """End the match: the child gets `grace` seconds to end by itself, then everything is killed and wiped.

        Raises PlatformFailure. A sandbox that could not be wiped is closed.
        """
        self.leave(grace)
        return self._ended()

    def leave(self, grace: float = 0.0, *, where: bool = False) -> None:
        """The same without waiting for it; whoever needs the sandbox again does.

        With `where` the child is told to write to its log where in its code it is.
        """
        try:
            self._order({"end": grace, "where": where})
        except PlatformFailure:
            self.close()  # with a bot in it
            raise
        self._ending = True

    @property
    def home(self) -> str:
        """What the bot's folder is called inside."""
        return self.shell.home(self._folder)

    def usable(self) -> bool:
        """Whether it can serve another match, known once the last one is cleared away."""
        with contextlib.suppress(PlatformFailure):
            if self._ending:
                self._ended()
        return self._place is not None

    def oom_kills(self) -> int | None:
        """See `Place.oom_kills`."""
        return self._place.oom_kills() if self._place else None

    def close(self) -> None:
        """Throw it away, with all that is in it."""
        place, self._place = self._place, None
        self._listener.close()
        if self._control is not None:
            self._control.close()
        if self._next is not None:
            self._next[0].close()
            self._next = None
        self._ending = False
        if place is not None:
            place.kill()
        shutil.rmtree(self._folder, ignore_errors=True)

    def _order(self, order: dict[str, Any]) -> None:
        """Send an order, with the far ends of the wire to the child that the zygote forks when it is carried out."""
        with _ours(f"The {self.shell.name} sandbox cannot be given a wire"):
            ours, theirs = socket.socketpair()
            with theirs, contextlib.ExitStack() as undone:
                undone.enter_context(ours)
                log, log_end = os.pipe()
                undone.pop_all()  # from here on the wire has it
                try:
                    self._next = Wire(ours, log), ours
                    name_the_sender(ours)
                    self._send(order, [theirs.fileno(), log_end])
                finally:
                    os.close(log_end)

    def _ended(self) -> Ended:
        """The zygote's answer to `leave`."""
        self._ending = False
        ended = self._receive()["ended"]
        if not ended["clean"]:
            self.close()
        return Ended(ended["exit"], ended["signal"], ended["killed"])

    def _send(self, order: dict[str, Any], descriptors: list[int]) -> None:
        assert self._control
        try:
            self._control.settimeout(ANSWER_WITHIN)
            socket.send_fds(self._control, [json.dumps(order).encode() + b"\n"], descriptors)
        except OSError as error:
            self.close()
            raise PlatformFailure(f"The {self.shell.name} sandbox is gone: {error}") from error

    def _receive(self) -> dict[str, Any]:
        """The zygote's answer; each order has one."""
        assert self._control
        data = b""
        try:
            while not data.endswith(b"\n"):
                part = self._control.recv(4096)
                if not part:
                    raise ConnectionError("it hung up")
                data += part
            return json.loads(data)
        except (OSError, ValueError) as error:
            complaint = self._place.complaint() if self._place else ""
            self.close()
            raise PlatformFailure(f"The {self.shell.name} sandbox is gone: {complaint or error}") from error


@contextlib.contextmanager
def _ours(what: str) -> Iterator[None]:
    """What the system refuses us here (a full disk, say) is a failure of the platform."""
    try:
        yield
    except OSError as error:
        raise PlatformFailure(f"{what}: {error}") from error


def command(python: str, root: str = "/scout", **changes: Any) -> list[str]:
    """How to start the zygote that lies in `root`; `changes` to the settings of a full sandbox.

    Python sees no environment, no user's or site's packages, and writes nothing; warnings about the engine are for the
    host, which has them too.
    """
    standard = {
        "socket": "/run/scout/socket",
        "locked": True,
        "uid": None,
        "threads": None,
        "home": "/bot",
        "writable": [folder for folder in WRITABLE if folder != "/bot"],
    }
    flags = ("-s", "-P", "-S", "-B", "-W", "ignore")
    return [python, *flags, f"{root}/sandbox/guest/zygote.py", json.dumps(standard | changes)]


def numpy_folders() -> list[Path]:
    """numpy's folders, looked for where this Python would find it."""
    for folder in map(Path, sys.path):
        if (folder / "numpy" / "__init__.py").is_file():
            return [folder / "numpy", *folder.glob("numpy.libs"), *folder.glob("numpy-*.dist-info")]
    return []
