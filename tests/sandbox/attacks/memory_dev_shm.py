"""Fills /dev/shm.

Fault: crashed: No space left
"""


class Bot:
    def act(self, view):
        for number in range(99):
            with open(f"/dev/shm/{number}", "wb") as file:
                file.write(bytes(7 << 20))
