"""The trusted first process of a sandbox: it forks a child for every match and clears up after it.

It talks with the host in JSON lines over the control socket (see `sandbox/README.md`). Started as a plain script with
its settings as JSON in the first argument.
"""

import contextlib
import gc
import itertools
import json
import os
import shutil
import signal
import socket
import sys
import time
from pathlib import Path
from typing import Any

_ROOT = str(Path(__file__).absolute().parents[2])
sys.path[:0] = [_ROOT, f"{_ROOT}/site"]  # in a sandbox numpy lies in `site`

import engine  # noqa: E402
from sandbox.guest import child, landlock, lockdown  # noqa: E402

WIPE_AT_MOST = 10_000  # files; a bot that left more costs its sandbox


def main() -> None:
    """Connect, get ready, then serve one match after the other until the host hangs up."""
    settings = json.loads(sys.argv[1])
    control = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    control.connect(settings["socket"])
    locks = oom = None
    if settings["uid"] is not None:
        lockdown.drop_to(settings["uid"])
    if settings["locked"]:
        oom = lockdown.OomScore()
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # with no handler at all, PID 1 feels nothing from inside
        lockdown.harden()
        read_only = ["/usr", "/lib", "/lib64", "/etc/ld.so.cache", "/dev", sys.base_prefix, _ROOT, settings["home"]]
        locks = lockdown.Locks.prepare(read_only, [*settings["writable"], "/dev/null"], settings["threads"])
    child.prepare(settings["home"])
    counters = Counters(settings["writable"]) if settings["locked"] else None
    gc.collect()
    gc.freeze()  # children share these pages as long as nobody counts references in them
    _send(control, {"zygote": _made(locks)})
    pid = 0
    while True:
        order, descriptors = _receive(control)
        if order.get("where"):
            _ask_where(pid)
        ended = _end(pid, order["end"], settings) if "end" in order else None
        last, pid = pid, _fork(control, descriptors, locks, oom, settings["home"])
        if ended:
            ended["clean"] &= not (counters and counters.moved(last, pid))
            _send(control, {"ended": ended})


def _made(locks: lockdown.Locks | None) -> dict[str, Any]:
    """What the matches here are played with; becomes part of their record."""
    numpy = next(Path(_ROOT, "site").glob("numpy-*.dist-info"), None)
    return {
        "engine": engine.BUILD,
        "compiled": engine.COMPILED,
        "python": sys.version.split()[0],
        "numpy": numpy.name.split("-")[1].removesuffix(".dist") if numpy else None,
        "seccomp": locks is not None,
        "landlock": landlock.version() if locks else 0,
    }


def _fork(
    control: socket.socket,
    descriptors: list[int],
    locks: lockdown.Locks | None,
    oom: lockdown.OomScore | None,
    home: str,
) -> int:
    match, log = descriptors
    if oom:
        oom.offer()
    pid = os.fork()
    if pid == 0:
        child.play(match, log, locks, home)  # does not return
    if oom:
        oom.withdraw()
    os.close(match)
    os.close(log)
    return pid


class Counters:
    """Numbers that the kernel only counts on: how far they have come could tell the next match something.

    A deal is played again with other seats, so a bot that used process or file numbers costs its sandbox.
    """

    def __init__(self, folders: list[str]) -> None:
        self._folders = folders
        self._files = self._next_files()

    def moved(self, last: int, child: int) -> bool:
        """Whether anything was numbered between the last child and this one, but for our own look."""
        files, expected = self._next_files(), [number + 1 for number in self._files]
        self._files = files
        return files != expected or child != last + 1

    def _next_files(self) -> list[int]:
        numbers = []
        for folder in self._folders:
            path = f"{folder}/next"
            file = os.open(path, os.O_CREAT | os.O_EXCL)
            numbers.append(os.fstat(file).st_ino)
            os.close(file)
            os.unlink(path)
        return numbers


def _ask_where(pid: int) -> None:
    """Have the child write to its log where in its code it is, and end; a bot may be deaf to that.

    Its handler does not wait for Python, so that a long call does not keep it from answering; and one that stopped
    itself must go on to hear it.
    """
    for number in (child.WHERE, signal.SIGCONT):
        os.kill(pid, number)


def _end(pid: int, grace: float, settings: dict[str, Any]) -> dict[str, Any]:
    """Wait up to `grace` seconds for the child to end by itself, kill all that is left, wipe what it wrote."""
    killed, deadline = False, time.monotonic() + grace
    reaped, status = os.waitpid(pid, os.WNOHANG)
    while not reaped and time.monotonic() < deadline:
        time.sleep(0.002)
        reaped, status = os.waitpid(pid, os.WNOHANG)
    if not reaped:
        killed = True
        os.kill(pid, signal.SIGKILL)
        _, status = os.waitpid(pid, 0)
    _kill_what_is_left(pid, alone=os.getpid() == 1 and settings["locked"])
    code = os.waitstatus_to_exitcode(status)
    folders = [settings["home"], *settings["writable"]]
    clean = sum(map(_wipe, folders)) == len(folders)  # try each, whatever became of the others
    return {
        "exit": code if code >= 0 else None,
        "signal": -code if code < 0 else None,
        "killed": killed,
        "clean": clean,
    }


def _kill_what_is_left(pid: int, *, alone: bool) -> None:
    """Everybody else, but only as PID 1 of a sandbox: elsewhere that would be the user's other programs."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(-1 if alone else -pid, signal.SIGKILL)
    with contextlib.suppress(ChildProcessError):
        while alone:
            os.waitpid(-1, 0)


def _wipe(folder: str) -> bool:
    """Empty a folder; false if that would take too long or fails, so that the host throws the sandbox away."""
    try:
        entries = list(itertools.islice(os.scandir(folder), WIPE_AT_MOST + 1))
        found = len(entries)
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                found += sum(len(folders) + len(files) for _, folders, files in os.walk(entry.path))
        if found > WIPE_AT_MOST:
            return False
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                shutil.rmtree(entry.path)
            else:
                os.unlink(entry.path)
        return not os.listdir(folder)
    except (OSError, RecursionError):
        return False


def _send(control: socket.socket, message: dict[str, Any]) -> None:
    control.sendall(json.dumps(message).encode() + b"\n")


def _receive(control: socket.socket) -> tuple[dict[str, Any], list[int]]:
    """One order with the next child's descriptors. The host waits for each answer, so that orders never queue up."""
    data, descriptors, _, _ = socket.recv_fds(control, 4096, 2)
    if not data:
        sys.exit()  # the host is gone, and with PID 1 everything here
    return json.loads(data), descriptors


if __name__ == "__main__":
    main()
