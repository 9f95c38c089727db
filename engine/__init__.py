"""The rules of SCOUT for 2 to 5 players. Knows nothing of bots, sandboxes, ratings or pages.

`Game` plays whole games, `Round` one round, `View` is what one seat knows; actions are integers with `Action` and
notation as other faces. The rules themselves live in `core.py` and `sets.py`.
"""

from engine.build import BUILD, COMPILED  # isort: skip  # first: it loads the core
from engine.actions import ACTIONS, KEEP, TURN, Action, parse
from engine.cards import PLAYERS, Card, deal, deck, read_cards, write_cards
from engine.core import MUST_SHOW, OVER, PLAY, TURN_HAND, TURN_LIMIT, Round, View, greedy
from engine.errors import EngineError, IllegalAction, UnreadableAction
from engine.frames import frames
from engine.game import Game
from engine.verify import verify

__all__ = [
    "ACTIONS",
    "BUILD",
    "COMPILED",
    "KEEP",
    "MUST_SHOW",
    "OVER",
    "PLAY",
    "PLAYERS",
    "TURN",
    "TURN_HAND",
    "TURN_LIMIT",
    "Action",
    "Card",
    "EngineError",
    "Game",
    "IllegalAction",
    "Round",
    "UnreadableAction",
    "View",
    "deal",
    "deck",
    "frames",
    "greedy",
    "parse",
    "read_cards",
    "verify",
    "write_cards",
]
