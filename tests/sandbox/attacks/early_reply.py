"""Replies before it is asked.

Fault: unreadable-action: before it was asked
"""

import os


class Bot:
    def start(self, info):
        os.write(3, b'{"n": 1, "ready": []}\n{"n": 2, "answer": 2}\n')

    def act(self, view):
        return view.legal_actions[0]
