"""Asks for shared memory of the old kind, which no limit counts.

Fault: none
"""

import tries

tries.each("call(29, 0, 1 << 26, 0o1600)  # shmget")


class Bot:
    def act(self, view):
        return view.legal_actions[0]
