"""A sandbox's control group: the processor time it used, and whether the kernel had to kill for memory in it."""

import os
from pathlib import Path

ROOT = Path("/sys/fs/cgroup")
# Version 1, version 2; in this order, since version 1 has a cpu.stat too, which counts something else.
_CPU = ("cpuacct.usage", "cpu.stat")
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
