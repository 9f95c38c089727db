"""The filter says yes to what a bot needs and no to the rest, on both kinds of machine."""

import errno
import struct

import pytest

from sandbox.guest import seccomp
from sandbox.guest.syscalls import ALLOWED, CHECKED, UNKNOWN

ALLOW, KILL = 0x7FFF0000, 0x80000000
REFUSE, NO_SUCH_CALL = 0x50000 | errno.EPERM, 0x50000 | errno.ENOSYS
COLUMNS = [pytest.param(*place, machine, id=machine) for machine, place in seccomp.MACHINES.items()]


def verdict(machine, audit, number, *arguments):
    """What the kernel's interpreter would answer for a call."""
    program = list(struct.iter_unpack("HBBI", seccomp.assemble(machine)))
    data = struct.pack("<IIQ6Q", number, audit, 0, *arguments, *[0] * (6 - len(arguments)))
    at = accumulator = 0
    while True:
        code, jump_true, jump_false, k = program[at]
        at += 1
        if code == 0x06:
            return k
        if code == 0x05:
            at += k
        elif code == 0x20:
            accumulator = struct.unpack_from("<I", data, k)[0]
        else:
            taken = {0x15: accumulator == k, 0x35: accumulator >= k, 0x45: bool(accumulator & k)}[code]
            at += jump_true if taken else jump_false


@pytest.mark.parametrize(("column", "audit", "machine"), COLUMNS)
def test_the_lists_are_carried_out(column, audit, machine):
    for name, numbers in ALLOWED.items():
        if numbers[column] is not None:
            assert verdict(machine, audit, numbers[column]) == ALLOW, name
    for name, numbers in UNKNOWN.items():
        assert verdict(machine, audit, numbers[column]) == NO_SUCH_CALL, name
    known = {numbers[column] for numbers in (ALLOWED | UNKNOWN | CHECKED).values()}
    for number in range(seccomp.NEWEST):
        if number not in known:
            assert verdict(machine, audit, number) == REFUSE, number
    assert verdict(machine, audit, 1000) == NO_SUCH_CALL
    assert len(seccomp.assemble(machine)) // 8 < 800


@pytest.mark.parametrize(("column", "audit", "machine"), COLUMNS)
@pytest.mark.parametrize(
    ("name", "arguments", "allowed"),
    [
        ("clone", (0x3D0F00,), True),  # a thread, as the C library starts it
        ("clone", (0x11,), False),  # a process
        ("clone", (0x3D0F00 | 0x10000000,), False),  # a thread in a new user namespace
        ("socket", (1, 1), True),
        ("socket", (2, 1), False),
        ("socket", (10, 1), False),
        ("socket", (16, 3), False),
        ("socket", (40, 1), False),
        ("socketpair", (1,), True),
        ("fcntl", (3, 1), True),
        ("fcntl", (3, 1030), True),
        ("fcntl", (3, 6), False),  # F_SETLK
        ("fcntl", (3, 1024), False),  # F_SETLEASE
        ("fcntl", (3, 8), False),  # F_SETOWN
        ("ioctl", (3, 0x5421), True),
        ("ioctl", (3, 0x5412), False),  # TIOCSTI
        ("prctl", (15,), True),
        ("prctl", (4, 1), False),
        ("prctl", (22,), False),
        ("prlimit64", (0, 7, 0), True),
        ("prlimit64", (0, 7, 0x7F0000000000), False),  # only the upper half is not null
        ("prlimit64", (0, 7, 0x1000), False),
        ("kill", (seccomp.OWN, 15), True),
        ("kill", (seccomp.OWN, 9), False),
        ("kill", (1, 15), False),
        ("kill", (0, 15), False),
        ("kill", (0xFFFFFFFF, 15), False),  # everybody
        ("tgkill", (seccomp.OWN, 5, 6), True),
        ("tgkill", (seccomp.OWN, 5, 9), False),
        ("tgkill", (1, 1, 6), False),
    ],
)
def test_some_calls_depend_on_what_is_asked(column, audit, machine, name, arguments, allowed):
    assert verdict(machine, audit, CHECKED[name][column], *arguments) == (ALLOW if allowed else REFUSE)


def test_another_machine_s_calls_end_the_bot():
    assert verdict("x86_64", 0x40000003, 1) == KILL  # 32-bit calls of the same processor
    assert verdict("x86_64", 0xC000003E, 0x40000000 | 1) == REFUSE  # their second numbering


def test_a_machine_without_a_table_is_refused():
    with pytest.raises(OSError, match="no system call filter for riscv64"):
        seccomp.assemble("riscv64")
