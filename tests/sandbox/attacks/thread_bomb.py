"""Starts threads that burn, as many as it gets.

Fault: timed-out: processor time
"""

import threading


def burn():
    while True:
        pass


class Bot:
    def act(self, view):
        while True:
            try:
                threading.Thread(target=burn, daemon=True).start()
            except RuntimeError:
                burn()
