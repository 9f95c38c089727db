"""Reaches for the network, other machines, the host.

Fault: none
"""

import tries

ATTEMPTS = """
socket.socket(socket.AF_INET, socket.SOCK_STREAM)
socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
socket.socket(socket.AF_INET6, socket.SOCK_STREAM)
socket.socket(socket.AF_NETLINK, socket.SOCK_RAW)
socket.socket(socket.AF_PACKET, socket.SOCK_RAW)
socket.create_connection(("127.0.0.1", 22), 0.1)
socket.socket(socket.AF_UNIX).connect("/run/scout/socket")
socket.socket(socket.AF_UNIX).connect("/var/run/docker.sock")
call(425, 8, 0)  # io_uring_setup, which would open sockets unseen
"""

tries.each(ATTEMPTS)


class Bot:
    def act(self, view):
        return view.legal_actions[0]
