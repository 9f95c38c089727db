"""Takes memory in many threads at once.

Fault: crashed: thread | out-of-memory: memory
"""

import threading
import time


def take():
    taken = bytearray(1 << 26)
    time.sleep(9)
    return taken


class Bot:
    def act(self, view):
        for _ in range(99):
            threading.Thread(target=take).start()
        time.sleep(9)
