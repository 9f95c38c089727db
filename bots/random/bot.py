"""Plays any legal action, each with the same chance."""

import random


class Bot:
    """The weakest house bot: it shows where a rating begins."""

    def turn_hand(self, view):
        return random.random() < 0.5

    def act(self, view):
        return random.choice(view.legal_actions)
