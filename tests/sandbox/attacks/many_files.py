"""Leaves more files than can be cleared away quickly.

Fault: none
"""

for number in range(11_000):
    open(f"/tmp/{number}", "w").close()


class Bot:
    def act(self, view):
        return view.legal_actions[0]
