"""Asks for a name, which would carry data out.

Fault: none
"""

import tries

ATTEMPTS = """
socket.getaddrinfo("example.org", 80)
socket.gethostbyname("example.org")
"""

tries.each(ATTEMPTS)


class Bot:
    def act(self, view):
        return view.legal_actions[0]
