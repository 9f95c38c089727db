"""Sends lines and lines.

Fault: unreadable-action: number `n`
"""

import os


class Bot:
    def act(self, view):
        while True:
            os.write(3, b"{}\n" * 20_000)
