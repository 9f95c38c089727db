"""Connects to sockets that have no file, of the host and of others.

Fault: none
"""

import tries
from walls import HOST

tries.each(f'socket.socket(socket.AF_UNIX).connect("\\0{HOST}")')


class Bot:
    def act(self, view):
        return view.legal_actions[0]
