"""Sends half a line, then nothing.

Fault: timed-out: answer came for
"""

import os
import time


class Bot:
    def act(self, view):
        os.write(3, b'{"n": ')
        time.sleep(60)
