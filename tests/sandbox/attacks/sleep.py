"""Sleeps instead of thinking.

Fault: timed-out: answer came for
"""

import time


class Bot:
    def act(self, view):
        time.sleep(3600)
