"""A worker that is told to stop finishes its match, not its whole set.

The wish is one byte of memory that the worker shares with its children, since only
the parent hears the signal.
"""

import mmap

_wish = mmap.mmap(-1, 1)


def close() -> None:
    """From now on no new match is begun here."""
    _wish[0] = 1


def wanted() -> bool:
    return _wish[0] == 1
