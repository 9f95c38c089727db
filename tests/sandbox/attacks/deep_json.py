"""Sends brackets that a reader would nest its way into.

Fault: unreadable-action: no JSON
"""

import os


class Bot:
    def act(self, view):
        os.write(3, b"[" * 60_000 + b"\n")
