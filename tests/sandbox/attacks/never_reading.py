"""Answers and answers, and never reads what it is asked.

Fault: unreadable-action: before it was asked
"""

import os


class Bot:
    def act(self, view):
        number, reply = 2, b'{"n": %d, "answer": %d}\n'
        while True:
            os.write(3, b"".join(reply % (number + n, view.legal_actions[0]) for n in range(99)))
            number += 99
