"""A sandbox's control group: the processor time it used, and whether the kernel had to kill for memory in it."""

import os
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

ROOT = Path("/sys/fs/cgroup")
# Version 1, version 2; in this order, since version 1 has a cpu.stat too, which counts something else.
_CPU = ("cpuacct.usage", "cpu.stat")
_GONE_WITHIN = 2.0  # seconds
_MEMORY = ("memory.oom_control", "memory.events")


class Cgroup:
    """The counters of one control group, version 1 or 2, kept open for fast reading."""

    def __init__(self, cpu: Path, memory: Path | None) -> None:
        self._cpu = os.open(cpu, os.O_RDONLY | os.O_CLOEXEC)
        self._memory = memory
        self._nanoseconds = cpu.name == "cpuacct.usage"

    def cpu(self) -> float:
        """Processor seconds used by everything in the group. Raises OSError when it is gone."""
        text = os.pread(self._cpu, 512, 0)
        if self._nanoseconds:
            return int(text) / 1e9
        return int(text.split(None, 2)[1]) / 1e6  # the first line is "usage_usec N"

    def oom_kills(self) -> int | None:
        """How often the kernel killed for memory here; `None` where that cannot be read."""
        try:
            text = self._memory.read_text() if self._memory else ""
        except OSError:
            return None
        for line in text.splitlines():
            name, _, count = line.partition(" ")
            if name == "oom_kill":
                return int(count)
        return None

    def close(self) -> None:
        """Let go of the counter."""
        os.close(self._cpu)


def of_container(container: str, pid: int) -> Cgroup | None:
    """The group of a container by its id and the number of its first process; `None` where this host sees neither."""
    folders = [*(f for f in _folders_of(pid) if container in str(f)), *_folders_named(container)]
    cpu = _first(folders, _CPU)
    return Cgroup(cpu, _first(folders, _MEMORY)) if cpu else None


class OwnGroup:
    """A control group made by us: one folder on version 2, one per controller on version 1."""

    def __init__(self, folders: list[Path]) -> None:
        self._folders = folders

    @property
    def doors(self) -> list[str]:
        """A process that writes its number into these is inside, with all it will start."""
        return [str(folder / "cgroup.procs") for folder in self._folders]

    def counters(self) -> Cgroup | None:
        """Its counters."""
        cpu = _first(self._folders, _CPU)
        return Cgroup(cpu, _first(self._folders, _MEMORY)) if cpu else None

    def remove(self) -> None:
        """Once everybody inside is gone, which may take a moment after they were killed."""
        deadline = time.monotonic() + _GONE_WITHIN
        for folder in self._folders:
            while not _removed(folder) and time.monotonic() < deadline:
                time.sleep(0.005)


def make(name: str, memory: int) -> OwnGroup | None:
    """A group that may use so many bytes; `None` where this process may not make one."""
    version_2 = (ROOT / "cgroup.controllers").exists()
    folders = [ROOT / name] if version_2 else [ROOT / "cpuacct" / name, ROOT / "memory" / name]
    limits = (
        ("memory.max", "memory.swap.max") if version_2 else ("memory.limit_in_bytes", "memory.memsw.limit_in_bytes")
    )
    group = OwnGroup(folders)
    try:
        for folder in folders:
            folder.mkdir()
        (folders[-1] / limits[0]).write_text(str(memory))
    except OSError:
        group.remove()
        return None
    with suppress(OSError):  # a kernel need not count what is swapped out
        (folders[-1] / limits[1]).write_text("0" if version_2 else str(memory))
    return group


def remove_empty(prefix: str, abandoned: Callable[[str], bool]) -> int:
    """Remove groups with such names that are `abandoned` and hold nobody; how many."""
    tops = (ROOT, ROOT / "cpuacct", ROOT / "memory")
    return sum(_removed(group) for top in tops for group in top.glob(f"{prefix}*") if abandoned(group.name))


def _removed(folder: Path) -> bool:
    try:
        folder.rmdir()
    except FileNotFoundError:
        return True
    except OSError:
        return False
    return True


def _folders_of(pid: int) -> list[Path]:
    """From /proc/PID/cgroup, if that is the same process here as outside."""
    try:
        lines = Path(f"/proc/{pid}/cgroup").read_text().splitlines()
    except OSError:
        return []
    found = []
    for line in lines:
        _, controllers, path = line.split(":", 2)
        mounted = ROOT / controllers if controllers else ROOT
        found.append(mounted / path.lstrip("/"))
    return found


def _folders_named(container: str) -> list[Path]:
    """Where Docker puts a container's group, seen from another container that has /sys/fs/cgroup."""
    drivers = (f"docker/{container}", f"system.slice/docker-{container}.scope")
    return [top / name for top in (ROOT, ROOT / "cpuacct", ROOT / "memory") for name in drivers]


def _first(folders: list[Path], names: tuple[str, ...]) -> Path | None:
    return next((folder / name for name in names for folder in folders if (folder / name).is_file()), None)
