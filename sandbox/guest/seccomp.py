"""The kernel's filter on what a bot may ask of it, assembled by hand.

A classic BPF program over `struct seccomp_data` (linux/seccomp.h): number of the call, machine, then six arguments.
"""

import ctypes
import errno
import os
import platform
import signal
import socket
import struct

from sandbox.guest.syscalls import ALLOWED, CHECKED, UNKNOWN

MACHINES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}  # column of the table, audit name
PR_SET_NO_NEW_PRIVS, PR_SET_SECCOMP, SECCOMP_MODE_FILTER = 38, 22, 2

_LOAD, _JUMP, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x05, 0x15, 0x35, 0x45, 0x06
_NUMBER, _MACHINE, _ARGUMENTS = 0, 4, 16
_ALLOW, _KILL, _ERROR = 0x7FFF0000, 0x80000000, 0x00050000
OWN = 0x7FFFFFFF  # stands for the process's own number until it is known
_X32 = 0x40000000  # a second numbering of the calls on x86_64
NEWEST = 452  # later calls are unknown to us, so the kernel is said not to know them either

_CLONE_THREAD, _CLONE_NAMESPACES = 0x00010000, 0x7E020000
_FCNTL = (0, 1, 2, 3, 4, 1030)  # F_DUPFD F_GETFD F_SETFD F_GETFL F_SETFL F_DUPFD_CLOEXEC
_IOCTL = (0x5401, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451)  # TCGETS TIOCGWINSZ FIONREAD FIONBIO FIONCLEX FIOCLEX
_PRCTL = (3, 15, 16)  # PR_GET_DUMPABLE PR_SET_NAME PR_GET_NAME

Instruction = tuple[int, int, int, int]  # code, jump if true, jump if false, k


_libc = ctypes.CDLL(None, use_errno=True)


class Filter:
    """A program as the kernel takes it, laid out before the fork; only the process's own number is still missing."""

    def __init__(self, program: bytes) -> None:
        self.program = ctypes.create_string_buffer(program, len(program))
        own = struct.pack("I", OWN)
        self.own = [place for place in range(4, len(program), 8) if program[place : place + 4] == own]
        header = struct.pack("HxxxxxxP", len(program) // 8, ctypes.addressof(self.program))
        self.header = ctypes.create_string_buffer(header, len(header))


def apply(prepared: Filter) -> None:
    """Filter this thread's calls from now on, and those of all threads it starts."""
    for place in prepared.own:
        struct.pack_into("I", prepared.program, place, os.getpid())
    if _libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) or _libc.prctl(
        PR_SET_SECCOMP, SECCOMP_MODE_FILTER, prepared.header, 0, 0
    ):
        number = ctypes.get_errno()
        raise OSError(number, f"seccomp: {os.strerror(number)}")


def assemble(machine: str = "") -> bytes:
    """The filter for a machine (default: this one). Raises OSError for a machine without a table."""
    machine = machine or platform.machine()
    if machine not in MACHINES:
        raise OSError(errno.ENOSYS, f"there is no system call filter for {machine} machines")
    column, audit = MACHINES[machine]
    unknown, refuse = [_end(_ERROR | errno.ENOSYS)], [_end(_ERROR | errno.EPERM)]
    answers = {numbers[column]: [_end(_ALLOW)] for numbers in ALLOWED.values()}
    answers |= {numbers[column]: unknown for numbers in UNKNOWN.values()}
    answers |= {numbers[column]: _checks(name) for name, numbers in CHECKED.items()}
    ranges = [(0, answers.get(0, refuse))]  # from each number up to the next the answer is the same
    for number in range(1, NEWEST):
        if answers.get(number, refuse) != ranges[-1][1]:
            ranges.append((number, answers.get(number, refuse)))
    ranges += [(NEWEST, unknown), (_X32, refuse)]
    program = [
        (_LOAD, 0, 0, _MACHINE),
        (_EQUAL, 1, 0, audit),
        _end(_KILL),
        (_LOAD, 0, 0, _NUMBER),
        *_search(ranges),
    ]
    return b"".join(struct.pack("HBBI", *instruction) for instruction in program)


def _search(ranges: list[tuple[int, list[Instruction]]]) -> list[Instruction]:
    """Halve the numbers until one answer is left: the kernel runs all of them when the filter is put on."""
    if len(ranges) == 1:
        return ranges[0][1]
    middle = len(ranges) // 2
    lower = _search(ranges[:middle])
    return [(_AT_LEAST, 0, 1, ranges[middle][0]), (_JUMP, 0, 0, len(lower)), *lower, *_search(ranges[middle:])]


def _checks(name: str) -> list[Instruction]:
    """The body for a call that is allowed for some arguments; each ends in a verdict."""
    refuse = _end(_ERROR | errno.EPERM)
    if name == "clone":  # threads only
        return [
            _argument(0),
            (_ANY_BIT, 0, 2, _CLONE_THREAD),
            (_ANY_BIT, 1, 0, _CLONE_NAMESPACES),
            _end(_ALLOW),
            refuse,
        ]
    if name == "prlimit64":  # reading limits, not setting them
        return [_argument(2), (_EQUAL, 0, 3, 0), _argument(2, high=True), (_EQUAL, 0, 1, 0), _end(_ALLOW), refuse]
    if name in ("kill", "tgkill"):  # to oneself; and a SIGKILL that we did not send is the platform's
        number = _argument(2 if name == "tgkill" else 1)
        return [_argument(0), (_EQUAL, 0, 3, OWN), number, (_EQUAL, 1, 0, signal.SIGKILL), _end(_ALLOW), refuse]
    place, wanted = {
        "socket": (0, (int(socket.AF_UNIX),)),
        "socketpair": (0, (int(socket.AF_UNIX),)),
        "fcntl": (1, _FCNTL),
        "ioctl": (1, _IOCTL),
        "prctl": (0, _PRCTL),
    }[name]
    tests = [(_EQUAL, len(wanted) - n, 0, value) for n, value in enumerate(wanted)]
    return [_argument(place), *tests, refuse, _end(_ALLOW)]


def _argument(number: int, *, high: bool = False) -> Instruction:
    """Load the lower (or higher) half of an argument; both machines are little-endian."""
    return (_LOAD, 0, 0, _ARGUMENTS + 8 * number + 4 * high)


def _end(verdict: int) -> Instruction:
    return (_RETURN, 0, 0, verdict)
