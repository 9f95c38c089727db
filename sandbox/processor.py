"""One processor for one match: its players take turns, and waking one up on another processor costs more than its word.

Side by side matches keep different processors; everything else on the machine makes room for them.
"""

import ctypes
import fcntl
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

PROCESSORS = Path("/sys/devices/system/cpu")  # what stands for each is what its keeper locks

_libc = ctypes.CDLL(None)


@contextmanager
def one_processor(processes: Iterable[int]) -> Iterator[None]:
    """Keep this thread and these processes on one processor that no other match keeps, where there is one.

    The processes stay there; they are a match's and end with it.
    """
    lock, number = _claim()
    if lock is None:
        yield
        return
    before = os.sched_getaffinity(0)
    try:
        for process in (0, *processes):
            with suppress(OSError):  # another user's, or gone
                os.sched_setaffinity(process, {number})
        yield
    finally:
        os.sched_setaffinity(0, before)
        os.close(lock)


def _claim() -> tuple[int | None, int]:
    """A lock on a processor that is ours until it is closed, and the processor's number; the one we are on if free."""
    allowed = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set()
    if len(allowed) > 1:
        here = _libc.sched_getcpu()
        for number in sorted(allowed, key=lambda number: number != here):
            with suppress(OSError):  # no such file, or somebody's
                lock = os.open(PROCESSORS / f"cpu{number}", os.O_RDONLY | os.O_CLOEXEC)
                try:
                    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except OSError:
                    os.close(lock)
                    raise
                return lock, number
    return None, -1
