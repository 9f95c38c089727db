"""Connects to sockets that have no file, of the host and of others.

Fault: none
"""

import tries

tries.each('socket.socket(socket.AF_UNIX).connect("\\0the-host-listens-here")')


class Bot:
    def act(self, view):
        return view.legal_actions[0]
