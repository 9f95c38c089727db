"""Ends itself without a word.

Fault: crashed: exit code 3
"""

import os


class Bot:
    def act(self, view):
        os._exit(3)
