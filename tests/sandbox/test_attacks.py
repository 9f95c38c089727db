"""Every attack of the folder `attacks`, in every sandbox: it gets its fault in time, and nobody else notices.

The last line of an attack's docstring says what fault is expected, with words of its message.
"""

import ast
import os
import socket
import time
from pathlib import Path

import pytest

from engine import Game
from sandbox import Clock, Package, Table, open_folder
from tests.sandbox.leftovers import traces, until
from tests.sandbox.shells import ATTACKED, shell_named
from tests.sandbox.stories import HURRIED, KEPT, archive

FOLDER = Path(__file__).parent / "attacks"
GREEDY = Path(__file__).parents[2] / "bots" / "greedy"
HELPERS = ("tries",)
ATTACKS = sorted(path.stem for path in FOLDER.glob("*.py") if path.stem not in HELPERS)
UNHURRIED = Clock(start=4.0, bank=1.0, increment=0.1, wall_factor=3)  # gVisor makes every call slower
MB = 1e6
HOST = f"scout-tests-{os.getpid()}"  # an abstract socket on the host


def source(name: str) -> str:
    return (FOLDER / f"{name}.py").read_text()


def expected(name: str) -> list[tuple[str, str]]:
    """Kinds of fault with words of their messages; empty where the bot plays on, having reached nothing."""
    line = (ast.get_docstring(ast.parse(source(name))) or "").splitlines()[-1].removeprefix("Fault: ")
    return [] if line == "none" else [tuple(part.split(": ", 1)) for part in line.split(" | ")]  # type: ignore[misc]


class Worker:
    """One worker with one table, to which every attack comes and the same two greedy bots."""

    def __init__(self, shell, run: Path, greedy: Package) -> None:
        self.shell, self.run = shell, run
        self.clock = UNHURRIED if shell.name == "gvisor" else HURRIED
        sandbox = shell.open()
        sandbox.wait()
        landlock = sandbox.made["landlock"]
        sandbox.close()
        files = {"tries.py": source("tries"), "walls.py": f"LANDLOCK, HOST = {landlock}, {HOST!r}\n"}
        attackers = [archive({"bot.py": source(name), **files}) for name in ATTACKS]
        self.table = Table([greedy, greedy, *attackers], shell, self.clock)
        self.table.open((0, 1))
        self.kept = KEPT if shell.name in ("docker", "gvisor") else 0

    def traces(self):
        return traces(self.run, self.shell)


@pytest.fixture(scope="module", params=ATTACKED)
def worker(request, tmp_path_factory):
    run = tmp_path_factory.mktemp("run")
    host = socket.socket(socket.AF_UNIX)
    host.bind(f"\0{HOST}")
    host.listen()
    with pytest.MonkeyPatch.context() as patch, host:
        patch.setenv("SCOUT_RUN", str(run))
        patch.setenv("SECRET_KEY", "a-secret-of-the-worker")
        worker = Worker(shell_named(request.param), run, open_folder(GREEDY))
        with worker.table:
            yield worker


@pytest.mark.parametrize("attack", ATTACKS)
def test_an_attack_gets_its_fault_and_nobody_else_notices(attack, worker):
    entrant, table, clock = 2 + ATTACKS.index(attack), worker.table, worker.clock
    before = worker.traces()
    table.open((entrant,))
    memory = Memory()
    began = time.monotonic()
    result = table.play((entrant, 0), "7")
    seconds = time.monotonic() - began

    fault, others = result.faults
    kinds = expected(attack)
    if kinds:
        assert fault is not None
        assert any(kind == fault.kind and words in fault.message for kind, words in kinds), fault
        assert len(fault.log.encode()) <= 3 * (1 << 16)
    else:
        assert fault is None, fault
        assert result.logs[0] == ""
    assert "REACHED" not in result.logs[0]
    assert seconds < limit(fault, clock) + 2 * crowded()
    assert others is None
    assert Game.from_replay(result.replay).over  # a stand-in played it to the end, by the rules
    assert memory.grown() < 50 * MB

    assert table.play((1, 0), "next").faults == (None, None)
    table.dismiss((entrant,))
    until(lambda: not left(worker, before))


def limit(fault, clock: Clock) -> float:
    """Seconds on the wall that the bot may take before it must have failed."""
    if fault is not None and fault.round is None:
        return clock.start * clock.wall_factor
    decisions = fault.decision if fault is not None else 100
    return (clock.start * 0.5 + clock.bank + clock.increment * decisions) * clock.wall_factor


def crowded() -> float:
    """How much longer things take because others use this machine too; 1 where nobody does."""
    return max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))


def left(worker: Worker, before) -> dict:
    new = worker.traces() - before
    if new.get("descriptors", 0) <= worker.kept:
        new.pop("descriptors", None)
    return new


class Memory:
    """The most memory this process held since now."""

    def __init__(self) -> None:
        Path("/proc/self/clear_refs").write_text("5")  # forget the highest so far
        self.before = _status("VmRSS")

    def grown(self) -> float:
        """In bytes."""
        return _status("VmHWM") - self.before


def _status(name: str) -> int:
    lines = Path("/proc/self/status").read_text().splitlines()
    return 1024 * next(int(line.split()[1]) for line in lines if line.startswith(name))
