"""Replies to a question of before.

Fault: unreadable-action: is to question 0
"""

import os


class Bot:
    def act(self, view):
        os.write(3, b'{"n": 0, "answer": 2}\n')
