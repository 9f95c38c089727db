"""Hangs up, and stays.

Fault: crashed: closed its connection
"""

import os
import time


class Bot:
    def act(self, view):
        os.closerange(0, 99)
        time.sleep(9)
