"""Sends bytes that are no text.

Fault: unreadable-action: no JSON
"""

import os


class Bot:
    def act(self, view):
        os.write(3, b"\xff\xfe\n")
