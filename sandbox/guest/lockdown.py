"""The locks: what the zygote gives up when it starts, and what a child gives up before it meets the bot."""

import contextlib
import ctypes
import os
import resource
import signal
from dataclasses import dataclass

from sandbox.guest import landlock, seccomp

PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_NO_NEW_PRIVS = 1, 4, 38

MIB = 1 << 20
ADDRESS_SPACE = 512 * MIB
FILE_SIZE = 8 * MIB
DESCRIPTORS = 64
SECONDS = 600  # the host's clock is the judge; this only ends what nobody watches any more

_libc = ctypes.CDLL(None, use_errno=True)


def drop_to(uid: int) -> None:
    """Become an unprivileged user for good; all capabilities go with it."""
    os.setgroups([])
    os.setresgid(uid, uid, uid)
    os.setresuid(uid, uid, uid)


def harden() -> None:
    """Nobody may trace or read this process, nothing it starts gains rights, and it dies with its parent."""
    _prctl(PR_SET_DUMPABLE, 0)
    _prctl(PR_SET_NO_NEW_PRIVS, 1)
    _prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


class OomScore:
    """When memory runs out, the kernel shall take the bot and not the zygote; needs /proc, which only Docker has.

    A child inherits what the zygote offers of itself while it forks. To be made before `harden`, after which the file
    is no longer ours.
    """

    def __init__(self) -> None:
        self._file, self._usual = None, b""
        with contextlib.suppress(OSError):
            self._file = os.open("/proc/self/oom_score_adj", os.O_RDWR | os.O_CLOEXEC)
            self._usual = os.read(self._file, 16)

    def offer(self) -> None:
        """Be the first to go."""
        self._write(b"1000")

    def withdraw(self) -> None:
        """Be as before."""
        self._write(self._usual)

    def _write(self, score: bytes) -> None:
        if self._file is not None:
            os.pwrite(self._file, score, 0)


@dataclass(frozen=True)
class Locks:
    """Prepared once by the zygote, so that each child only has to turn the keys."""

    filter: seccomp.Filter
    fence: int | None
    threads: int | None

    @classmethod
    def prepare(cls, read_only: list[str], writable: list[str], threads: int | None) -> "Locks":
        """`threads`: how many at once, where the user is this sandbox's alone and can be counted.

        Raises OSError where the machine has no system call filter.
        """
        return cls(seccomp.Filter(seccomp.assemble()), landlock.fence(read_only, writable), threads)

    def close(self) -> None:
        """Limit, fence and filter this process, in this order: each later lock forbids what the earlier ones need."""
        for limit, value in (
            (resource.RLIMIT_AS, ADDRESS_SPACE),
            (resource.RLIMIT_NOFILE, DESCRIPTORS),
            (resource.RLIMIT_FSIZE, FILE_SIZE),
            (resource.RLIMIT_CPU, SECONDS),
            (resource.RLIMIT_CORE, 0),
            (resource.RLIMIT_MEMLOCK, 0),
        ):
            resource.setrlimit(limit, (value, value))
        if self.threads is not None:
            resource.setrlimit(resource.RLIMIT_NPROC, (self.threads, self.threads))
        if self.fence is not None:
            landlock.enter(self.fence)
            os.close(self.fence)
        seccomp.apply(self.filter)


def _prctl(option: int, value: int) -> None:
    if _libc.prctl(option, value, 0, 0, 0):
        number = ctypes.get_errno()
        raise OSError(number, f"prctl {option}: {os.strerror(number)}")
