"""Starts processes in every way there is, for ever.

Fault: timed-out: processor time
"""

import ctypes
import multiprocessing
import os
import subprocess
from contextlib import suppress

libc = ctypes.CDLL(None)
WAYS = [
    os.fork,
    os.forkpty,
    lambda: os.posix_spawn("/bin/true", ["true"], {}),
    lambda: subprocess.Popen(["true"]),
    lambda: multiprocessing.Process(target=print).start(),
    libc.fork,
]


class Bot:
    def act(self, view):
        me = os.getpid()
        while True:
            for way in WAYS:
                with suppress(OSError):
                    way()
                if os.getpid() != me:
                    print("REACHED a second process")
