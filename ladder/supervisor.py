"""Keeps a few programs running together, and lets none of them outlive it.

Each child has a session of its own (a Ctrl-C of the terminal reaches only us) and
dies with us, however we die. A child that ends by itself is started again.
"""

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

PR_SET_PDEATHSIG = 1
TOGETHER = 1.0  # seconds; `uv run` forwards a Ctrl-C that the terminal sent us too
AGAIN = 2.0  # seconds before a child that ended is started again


def die_with_parent() -> None:
    """Ask the kernel to kill this process when the one that started it ends."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


@dataclass
class Child:
    """A program to keep running. `last`: it is stopped after the others; `once`: it may end."""

    name: str
    command: Sequence[str]
    nice: int = 0
    hurry: signal.Signals = signal.SIGTERM  # what makes it stop at once
    last: bool = False
    once: bool = False
    process: subprocess.Popen | None = None
    ended: float | None = None

    @property
    def running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def start(self, env: Mapping[str, str], logs: Path) -> None:
        nice = self.nice

        def before() -> None:
            die_with_parent()
            os.nice(nice)

        with (logs / f"{self.name}.log").open("ab") as log:
            self.process = subprocess.Popen(
                self.command,
                env=env,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                preexec_fn=before,  # we have one thread
            )
        self.ended = None

    def tell(self, number: signal.Signals) -> None:
        if self.process is not None and self.running:
            self.process.send_signal(number)


@dataclass
class Supervisor:
    """The children and the wish to stop: once warmly, twice in a hurry, three times for good."""

    env: Mapping[str, str]
    logs: Path
    say: Callable[[str], None]
    children: list[Child] = field(default_factory=list)
    wishes: int = 0
    heard: float = -TOGETHER

    def listen(self) -> None:
        """From now on Ctrl-C and its kin are wishes to stop."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._wish)

    def start(self, child: Child) -> None:
        self.children.append(child)
        child.start(self.env, self.logs)

    def run(self, after_restart: Callable[[Child], None]) -> None:
        """Until somebody wishes to stop; whoever ends before is started again."""
        while not self.wishes:
            for child in self.children:
                if not (child.running or child.once or self.wishes):
                    self._start_again(child, after_restart)
            time.sleep(0.1)

    def stop(self) -> None:
        """Everybody ends: the work in hand is finished first, unless we are told to hurry."""
        for last in (False, True):
            group = [child for child in self.children if child.last == last]
            told = 0
            while any(child.running for child in group):
                if told < max(1, self.wishes):
                    told = max(1, self.wishes)
                    self._tell(group, told)
                time.sleep(0.05)

    def _tell(self, group: list[Child], wishes: int) -> None:
        for child in group:
            if wishes == 1:
                child.tell(signal.SIGTERM)
            elif wishes == 2:
                child.tell(child.hurry)
            elif child.process is not None:
                child.tell(signal.SIGKILL)

    def _wish(self, number: int, frame: object) -> None:
        now = time.monotonic()
        if now - self.heard < TOGETHER:
            return
        self.heard = now
        self.wishes += 1
        self.say(
            {
                1: "Stopping: the match in hand is finished. Ctrl-C again to hurry.",
                2: "Hurrying: the match will be played again. Ctrl-C once more to kill.",
            }.get(self.wishes, "Killing.")
        )

    def _start_again(self, child: Child, after: Callable[[Child], None]) -> None:
        now = time.monotonic()
        if child.ended is None:
            child.ended = now
            code = child.process.returncode if child.process else None
            self.say(f"{child.name} ended ({code}); see {self.logs / child.name}.log")
        elif now - child.ended > AGAIN:
            child.start(self.env, self.logs)
            after(child)
