"""Closes its standard streams, and plays on.

Fault: none
"""

import os


class Bot:
    def act(self, view):
        os.closerange(0, 3)
        return view.legal_actions[0]
