"""Thinks for ever, deaf to every signal and exception.

Fault: timed-out: processor time
"""

import signal
from contextlib import suppress

for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGXCPU):
    signal.signal(number, signal.SIG_IGN)


class Bot:
    def act(self, view):
        while True:
            with suppress(BaseException):
                raise RuntimeError
