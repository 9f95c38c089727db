"""A fixed, simple player: it plays on for a bot that failed, and every bot can measure itself on it."""

from collections.abc import Sequence

from engine import sets
from engine.actions import KEEP, SCOUT, SCOUT_AND_SHOW, TURN, Action
from engine.cards import Card
from engine.core import TURN_HAND, Hand, State
from engine.view import View


def greedy(position: State | View) -> int:
    """The id that the policy plays for the seat to act; the same position gives the same id.

    It turns the hand if the other side holds the stronger set, shows the strongest set it can, else scouts and shows at
    once the strongest it can, else scouts so that the hand holds the strongest set.
    """
    round = position.position() if isinstance(position, View) else position
    hand = round.hands[round.current]
    if round.phase == TURN_HAND:
        turned = [card and card.turned for card in hand]
        return TURN if strongest(turned) > strongest(hand) else KEEP
    legal = round.legal_actions()
    shows = [action for action in legal if action < SCOUT]
    if shows:
        return max(shows, key=lambda show: (_shown(hand, Action(show)), -show))
    halves = [action for action in legal if action >= SCOUT_AND_SHOW]
    return max(halves or legal, key=lambda scout: (strongest(round.hand_after(scout)), -scout))


def strongest(hand: Sequence[Card | None]) -> sets.Strength:
    """The strength of the strongest set in a hand, (0, 0, 0) for an empty one."""
    values = [card.up for card in hand if card is not None]
    best = (0, 0, 0)
    for start in range(len(values)):
        for last in range(start + 1, len(values) + 1):
            rank = sets.strength(values[start:last])
            if rank is None:
                break
            best = max(best, rank)
    return best


def _shown(hand: Hand, show: Action) -> sets.Strength:
    cards = hand[show.start : show.start + show.length]
    return sets.strength([card.up for card in cards if card is not None]) or (0, 0, 0)
