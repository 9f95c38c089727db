"""Shows the strongest set it can, and scouts only when it must."""

from engine import TURN, greedy


class Bot:
    """The engine's fixed policy, the one that also plays on for a bot that failed."""

    def turn_hand(self, view):
        return greedy(view) == TURN

    def act(self, view):
        return greedy(view)
