"""Asks for a terabyte.

Fault: out-of-memory: MemoryError
"""


class Bot:
    def act(self, view):
        return "x" * (1 << 40)
