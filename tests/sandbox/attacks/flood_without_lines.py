"""Sends a gigabyte without ending the line.

Fault: flooded: more than 64 KiB
"""

import os


class Bot:
    def act(self, view):
        for _ in range(1 << 14):
            os.write(3, b"x" * (1 << 16))
