"""A round as the one who deals sees it: everything, and what each seat may know of it."""

from collections.abc import Sequence

from engine.cards import Card, deal
from engine.core import State
from engine.view import View


class Round(State):
    """A round with all hands open; see `State` for its attributes and how it moves on."""

    @classmethod
    def deal(cls, players: int, seed: str, round: int = 0, starter: int = 0) -> "Round":
        """A round dealt from a seed; see `engine.deal`."""
        return cls(deal(players, seed, round), starter)

    def view(self, seat: int, number: int = 0, pool: Sequence[Card] | None = None) -> View:
        """What `seat` knows: its hand as dealt, and the events it may know.

        `number` is the round's number in its game; `pool` the cards it was dealt from, where the seat knows them.
        """
        hand = [card for card in self.dealt[seat] if card is not None]
        view = View(self.players, seat, hand, self.starter, number, pool)
        for event in self.events(seat):
            view.observe(event)
        return view
