"""Stops itself with a signal that nobody can catch.

Fault: timed-out: answer came for
"""

import os
import signal


class Bot:
    def act(self, view):
        os.kill(os.getpid(), signal.SIGSTOP)
