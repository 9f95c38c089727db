"""Prints without end.

Fault: flooded: 8 MiB
"""


class Bot:
    def act(self, view):
        while True:
            print("x" * 65_536)
