"""How much processor time a bot has used, read from the host's side."""

import contextlib
import os
import time
from pathlib import Path
from typing import Protocol

from sandbox.cgroup import Cgroup


class Meter(Protocol):
    """Seconds of processor time since some fixed moment, and of waiting for a processor that others held."""

    source: str

    def cpu(self) -> float:
        """Processor seconds used so far."""
        ...

    def starved(self) -> float:
        """Seconds spent ready to run but not running, as far as the host can tell."""
        ...


class ProcessMeter:
    """The kernel's clock of one process with all its threads; sound because a bot cannot start processes."""

    source = "process"

    def __init__(self, pid: int) -> None:
        self._pid, self._clock, self._last = pid, (~pid << 3) | 2, 0.0  # CPUCLOCK_SCHED of the process
        time.clock_gettime(self._clock)

    def cpu(self) -> float:
        """Also after the process ended: then what was read last."""
        with contextlib.suppress(OSError):
            self._last = time.clock_gettime(self._clock)
        return self._last

    def starved(self) -> float:
        """From the scheduler's statistics, where the kernel keeps them."""
        try:
            return int(Path(f"/proc/{self._pid}/schedstat").read_text().split()[1]) / 1e9
        except (OSError, IndexError, ValueError):
            return 0.0


class CgroupMeter:
    """The counter of the sandbox's own control group: everything that runs in it."""

    source = "cgroup"

    def __init__(self, cgroup: Cgroup, pid: int) -> None:
        self._cgroup = cgroup
        self._process = ProcessMeter(pid) if pid and os.path.exists(f"/proc/{pid}") else None

    def cpu(self) -> float:
        """Raises OSError when the group is gone."""
        return self._cgroup.cpu()

    def starved(self) -> float:
        """Of the bot's process, where the host sees it."""
        return self._process.starved() if self._process else 0.0


class WallMeter:
    """Where the system has no such clock (trusted bots only): every second counts as used."""

    source = "wall"

    def cpu(self) -> float:
        """Seconds on the wall."""
        return time.monotonic()

    def starved(self) -> float:
        """Unknown."""
        return 0.0


def process_meter(pid: int) -> Meter:
    """The best meter for a process that this host can name; `pid` 0 for one it cannot."""
    try:
        return ProcessMeter(pid) if pid else WallMeter()
    except OSError:
        return WallMeter()
