"""A real moment of a real game, for “Write a bot”: what a bot is told there, and what it may answer."""

import json
from dataclasses import dataclass
from functools import cache
from typing import Any

from engine import TURN_HAND, Action, Game, View, greedy
from engine.cards import write_cards
from engine.sets import to_beat

PLAYERS, SEED, DECISIONS = 3, "write a bot", 9


@dataclass(frozen=True)
class Example:
    """The moment as its seat sees it, drawn and in Python, and the lines that told it."""

    hand: str
    active: str
    beat: str
    sees: tuple[tuple[str, str], ...]
    messages: tuple[tuple[str, str], ...]
    answer: str
    means: str


@cache
def example() -> Example:
    """Always the same moment: the engine deals and plays it from a seed."""
    game = Game(PLAYERS, SEED)
    lines: dict[int, list[tuple[str, str]]] = {seat: [] for seat in range(PLAYERS)}
    told = [0] * PLAYERS
    for _ in range(DECISIONS + 1):
        seat, first = game.current, not lines[game.current]
        asked = "turn_hand" if game.round.phase == TURN_HAND else "act"
        news: dict[str, Any] = {"opening": game.opening(seat)} if first else {}
        news["events"] = game.events(seat, told[seat])
        told[seat] += len(news["events"])
        number = len(lines[seat]) // 2 + 2  # question 1 was the start
        view, answer = game.view(seat), Action(greedy(game.round))
        lines[seat] += [
            (asked, json.dumps({"n": number, "ask": asked, **news})),
            ("answer", json.dumps({"n": number, "answer": answer.id})),
        ]
        game.apply(answer)
    return Example(
        hand=write_cards(view.hand),
        active=write_cards(view.active),
        beat=to_beat([card.up for card in view.active if card]),
        sees=_sees(view),
        messages=tuple(lines[seat][:2] + lines[seat][-2:]),
        answer=str(answer),
        means=answer.kind,
    )


def _sees(view: View) -> tuple[tuple[str, str], ...]:
    """The most useful of what a view has, as Python prints it."""
    legal = list(view.legal_actions)
    return (
        ("view.hand[0]", repr(view.hand[0])),
        ("view.active[-1]", repr(view.active[-1])),
        ("view.owner", repr(view.owner)),
        ("view.hand_sizes", repr(view.hand_sizes)),
        ("view.chips", repr(view.chips)),
        ("view.piles", repr(view.piles)),
        ("view.show_chips", repr(view.show_chips)),
        ("view.legal_actions", f"[{', '.join(map(str, legal[:4]))}, …, {legal[-1]}]  # {len(legal)}"),
        ("str(Action(view.legal_actions[0]))", repr(str(Action(legal[0])))),
    )
