"""The Docker shell, for production: one hardened container per zygote."""

import os
import socket
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from sandbox import cgroup
from sandbox.faults import PlatformFailure
from sandbox.meter import CgroupMeter, Meter, process_meter
from sandbox.shells import image
from sandbox.shells.daemon import TIMEOUT, client
from sandbox.shells.zygote import WRITABLE, Place, Shell, command

LABEL, WORKER = "scout.sandbox", "scout.worker"
_TMPFS = "mode=1777,noexec,nosuid,nodev,size="
SEATS = 5


class DockerShell(Shell):
    """Runs zygotes in containers."""

    name = "docker"
    runtime: str | None = None  # the engine's own
    threads = 32
    memory = "128m"

    def __init__(self) -> None:
        self.image = image.tag()

    def describe(self) -> str:
        """For people."""
        return f"Docker, image {self.image}"

    def launch(self, folder: Path) -> Place:
        """See `Shell.launch`; the container is created in the background."""
        return Container(_errands(os.getpid()).submit(self._run, folder / "control"))

    def _run(self, control: Path) -> Any:
        container = client().containers.create(
            self.image,
            command("python3"),
            auto_remove=True,  # also when we are killed: the zygote ends when we are gone
            labels={LABEL: "1", WORKER: worker()},
            environment={"PYTHONHASHSEED": "0"},  # the same bot plays the same match anywhere
            runtime=self.runtime,
            pids_limit=self.threads,
            mem_limit=self.memory,
            memswap_limit=self.memory,
            volumes={str(control): {"bind": "/run/scout", "mode": "ro"}},
            **_hardening(),
        )
        try:
            container.start()
        except BaseException:
            container.remove(force=True)  # what never started does not remove itself
            raise
        return container


class GVisorShell(DockerShell):
    """Runs zygotes in containers with a kernel of their own; a bug of Linux alone lets nobody out."""

    name = "gvisor"
    runtime = "runsc"
    threads = 256  # gVisor's own are among them
    memory = "768m"  # its kernel lives in there too: a bot's own limits must end it before that dies

    def describe(self) -> str:
        """For people."""
        return f"gVisor in {super().describe()}"


class Container(Place):
    """A zygote in a container that is starting or has started."""

    def __init__(self, launch: "Future[Any]") -> None:
        self._launch = launch
        self._cgroup: cgroup.Cgroup | None = None

    def meter(self, pid: int) -> Meter:
        """The container's own counter; where this host cannot see it, the process's clock."""
        self._cgroup = self._cgroup or cgroup.of_container(self._launch.result(TIMEOUT).id, pid)
        if self._cgroup:
            return CgroupMeter(self._cgroup, pid)
        if not pid:
            raise PlatformFailure("no clock can be read: mount the host's /sys/fs/cgroup read-only into the worker")
        return process_meter(pid)

    def oom_kills(self) -> int | None:
        """From the container's group; without one nobody knows."""
        return self._cgroup.oom_kills() if self._cgroup else None

    def kill(self) -> None:
        """Have the container removed, which takes a moment; mostly it has ended with its zygote already."""
        if self._cgroup:
            self._cgroup.close()
            self._cgroup = None
        _errands(os.getpid()).submit(self._remove)

    def _remove(self) -> None:
        with suppress(Exception):  # it is gone, going, or the engine is: the sweep looks again
            self._launch.result(TIMEOUT).remove(force=True)

    def complaint(self) -> str:
        """Why the engine did not start it."""
        error = self._launch.exception() if self._launch.done() else None
        return str(error or "")

    def running(self) -> bool:
        """Unless starting it has failed."""
        return not self._launch.done() or self._launch.exception() is None


@cache
def _errands(pid: int) -> ThreadPoolExecutor:
    """Containers start and go side by side; threads do not survive a fork, so each process has its own."""
    return ThreadPoolExecutor(SEATS, "docker")


def worker() -> str:
    """This process, so that a sweep can tell whether it is still there."""
    return f"{socket.gethostname()}:{os.getpid()}"


def _hardening() -> dict[str, Any]:
    """Everything a container can be denied."""
    return {
        "network_mode": "none",
        "read_only": True,
        "cap_drop": ["ALL"],
        "security_opt": ["no-new-privileges:true"],
        "user": "65534:65534",
        "nano_cpus": 1_000_000_000,
        "tmpfs": {folder: f"{_TMPFS}{size}" for folder, size in WRITABLE.items()},
        "ipc_mode": "none",
        "log_config": {"type": "none"},
        "hostname": "sandbox",
        "working_dir": "/",
        "ulimits": [
            {"Name": "nofile", "Soft": 64, "Hard": 64},
            {"Name": "core", "Soft": 0, "Hard": 0},
            {"Name": "fsize", "Soft": 8 << 20, "Hard": 8 << 20},
        ],
    }
