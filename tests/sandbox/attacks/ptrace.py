"""Takes over the process that started it.

Fault: none
"""

import tries

ATTEMPTS = """
call(101, 16, 1, 0, 0)  # PTRACE_ATTACH
call(101, 0x4206, 1, 0, 0)  # PTRACE_SEIZE
call(101, 0, 0, 0, 0)  # PTRACE_TRACEME
call(157, 4, 1, 0, 0, 0)  # prctl(PR_SET_DUMPABLE, 1)
call(157, 0x59616D61, -1, 0, 0, 0)  # prctl(PR_SET_PTRACER, anybody)
"""

tries.each(ATTEMPTS)


class Bot:
    def act(self, view):
        return view.legal_actions[0]
