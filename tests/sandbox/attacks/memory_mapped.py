"""Shares memory with nobody, to escape the count.

Fault: crashed: memory | out-of-memory: memory | timed-out: processor time
"""

import mmap


class Bot:
    def act(self, view):
        taken = []
        while True:
            taken.append(mmap.mmap(-1, 1 << 24))
            taken[-1].write(bytes(1 << 24))
