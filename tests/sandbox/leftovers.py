"""What a sandbox could leave behind on the host: processes, containers, files, sockets, descriptors."""

import os
import time
from collections.abc import Callable
from dataclasses import dataclass, fields
from pathlib import Path

from sandbox import Shell, cgroup
from sandbox.shells.daemon import client
from sandbox.shells.docker import LABEL, DockerShell
from sandbox.shells.meeting import RUN_PREFIX

MINE = f"{RUN_PREFIX}{os.getpid()}-"


@dataclass(frozen=True)
class Traces:
    """All that there is of the sandboxes whose run folders are in `run`."""

    processes: frozenset[str]
    containers: frozenset[str]
    files: frozenset[str]
    groups: frozenset[str]
    sockets: frozenset[str]
    descriptors: int

    def __sub__(self, other: "Traces") -> dict[str, object]:
        """What is here and was not there."""
        new = {f.name: getattr(self, f.name) - getattr(other, f.name) for f in fields(self)}
        return {name: left for name, left in new.items() if (left > 0 if isinstance(left, int) else left)}


def traces(run: Path, shell: Shell) -> Traces:
    """Looked for now."""
    return Traces(
        processes=frozenset(_processes(run)),
        containers=frozenset(_containers(run)) if isinstance(shell, DockerShell) else frozenset(),
        files=frozenset(map(str, run.rglob("*"))),
        groups=frozenset(str(p) for top in ("", "memory", "cpuacct") for p in (cgroup.ROOT / top).glob(f"{MINE}*")),
        sockets=frozenset(line for line in Path("/proc/net/unix").read_text().splitlines() if str(run) in line),
        descriptors=len(os.listdir("/proc/self/fd")),
    )


def until(condition: Callable[[], object], seconds: float = 20) -> None:
    """Wait for something that takes a moment."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def _processes(run: Path) -> list[str]:
    """Those that were started with a path in this run folder; forks keep their parent's command line."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if str(run).encode() in (folder / "cmdline").read_bytes():
                found.append(folder.name)
        except OSError:
            continue
    return found


def _containers(run: Path) -> list[str]:
    """Those that mount this run folder."""
    containers = client().api.containers(all=True, filters={"label": f"{LABEL}=1"})
    return [c["Id"] for c in containers if any(str(run) in mount.get("Source", "") for mount in c["Mounts"])]
