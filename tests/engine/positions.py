"""Deals made to measure: hands that begin as a case wants, filled up from the rest of the deck."""

from engine import Round, deck, read_cards
from engine.cards import HAND_SIZE


def deal_with(*beginnings: str, players: int | None = None) -> Round:
    """A round in which seat s is dealt the cards of `beginnings[s]` first; nobody turned the hand."""
    players = players or len(beginnings)
    hands = [read_cards(text) for text in [*beginnings, *[""] * (players - len(beginnings))]]
    used = {card.identity for hand in hands for card in hand}
    rest = [card for card in deck(players) if card not in used]
    for hand in hands:
        while len(hand) < HAND_SIZE[players]:
            hand.append(rest.pop())
    round = Round(hands)
    for _ in range(players):
        round.apply("k")
    return round


def play(round: Round, turns: str) -> Round:
    """The same round after these turns."""
    for turn in turns.split():
        round.apply(turn)
    return round
