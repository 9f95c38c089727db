"""Takes memory piece by piece.

Fault: out-of-memory: MemoryError | out-of-memory: more memory
"""


class Bot:
    def act(self, view):
        taken = []
        while True:
            taken.append(bytearray(1 << 24))
