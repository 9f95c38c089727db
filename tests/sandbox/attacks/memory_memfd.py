"""Keeps memory in files without a name.

Fault: none
"""

import tries

ATTEMPTS = """
os.ftruncate(os.memfd_create("x"), 1 << 30)
call(447, 0)  # memfd_secret
"""

tries.each(ATTEMPTS)


class Bot:
    def act(self, view):
        return view.legal_actions[0]
