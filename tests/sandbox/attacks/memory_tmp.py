"""Fills /tmp.

Fault: crashed: No space left
"""


class Bot:
    def act(self, view):
        for number in range(99):
            with open(f"/tmp/{number}", "wb") as file:
                file.write(bytes(7 << 20))
