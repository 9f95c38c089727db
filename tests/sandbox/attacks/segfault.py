"""Reads where nothing is.

Fault: crashed: SIGSEGV
"""

import ctypes


class Bot:
    def act(self, view):
        ctypes.string_at(0)
