"""The kernel's fence around files, signals and sockets, as far as this kernel has one (linux/landlock.h)."""

import ctypes
import os
import struct
from collections.abc import Iterable

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446  # the same on every machine
_GET_VERSION, _PATH_BENEATH = 1, 1
_WRITE_FILE, _READ_FILE, _READ_DIR, _TRUNCATE = 1 << 1, 1 << 2, 1 << 3, 1 << 14
_MAKE_DEVICES = (1 << 6) | (1 << 11)  # MAKE_CHAR, MAKE_BLOCK
_TCP, _SCOPES = 0b11, 0b11  # bind and connect; abstract sockets and signals
_ALL_FILES = {1: 13, 2: 14, 3: 15, 4: 15, 5: 16}  # version → how many rights on files it knows

_libc = ctypes.CDLL(None, use_errno=True)


def version() -> int:
    """Which Landlock the kernel has; 0 for none."""
    return max(0, _libc.syscall(_CREATE_RULESET, None, 0, _GET_VERSION))


def fence(read_only: Iterable[str], writable: Iterable[str]) -> int | None:
    """A descriptor of the rules: read these paths, write those, nothing else. `None` without Landlock.

    Where the kernel knows them, TCP is denied, and signals and abstract sockets end at the fence.
    """
    abi = version()
    if not abi:
        return None
    files = (1 << _ALL_FILES[min(abi, 5)]) - 1
    attributes = struct.pack("QQQ", files, _TCP if abi >= 4 else 0, _SCOPES if abi >= 6 else 0)
    size = 24 if abi >= 6 else 16 if abi >= 4 else 8
    rules = _checked(_libc.syscall(_CREATE_RULESET, attributes, size, 0))
    for path in read_only:
        _allow(rules, path, _READ_FILE | _READ_DIR)
    for path in writable:
        _allow(rules, path, files & ~_MAKE_DEVICES & ~1)  # bit 0: executing
    return rules


def enter(rules: int) -> None:
    """Go behind the fence for good; needs no_new_privs."""
    _checked(_libc.syscall(_RESTRICT_SELF, rules, 0))


def _allow(rules: int, path: str, rights: int) -> None:
    try:
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except FileNotFoundError:
        return
    try:
        if not os.path.isdir(path):
            rights &= _READ_FILE | _WRITE_FILE
        _checked(_libc.syscall(_ADD_RULE, rules, _PATH_BENEATH, struct.pack("=Qi", rights, place), 0))
    finally:
        os.close(place)


def _checked(result: int) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"landlock: {os.strerror(number)}")
    return result
