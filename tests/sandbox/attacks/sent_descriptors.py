"""Sends descriptors to the host, to use its own up.

Fault: none
"""

import os
import socket
from contextlib import suppress


class Bot:
    def start(self, info):
        self.socket = socket.socket(fileno=os.dup(3))

    def act(self, view):
        for _ in range(50):
            with suppress(OSError):  # the kernel has a limit of its own
                socket.send_fds(self.socket, [b" "], [0, 1, 2])
        return view.legal_actions[0]
