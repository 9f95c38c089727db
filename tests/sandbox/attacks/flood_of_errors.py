"""Writes 200 MB to its standard error.

Fault: flooded: 8 MiB
"""

import os


class Bot:
    def act(self, view):
        for _ in range(3_200):
            os.write(2, b"x" * 65_536)
        return view.legal_actions[0]
