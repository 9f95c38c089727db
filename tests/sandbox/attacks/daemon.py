"""Leaves something running that should outlive the match.

Fault: none
"""

import os
import threading
import time

try:
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            print("REACHED a grandchild")
            time.sleep(600)
except PermissionError:
    pass
threading.Thread(target=time.sleep, args=(600,)).start()  # no daemon: Python would wait for it


class Bot:
    def act(self, view):
        return view.legal_actions[0]
