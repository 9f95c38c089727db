"""Talks to the machine around this one.

Fault: none
"""

import tries

tries.each("socket.socket(socket.AF_VSOCK, socket.SOCK_STREAM)")


class Bot:
    def act(self, view):
        return view.legal_actions[0]
