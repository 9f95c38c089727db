"""A replay as a list of positions in players' words: what the viewer draws and the text log says."""

from collections.abc import Sequence
from typing import Any

from engine import sets
from engine.actions import SHOW, Action
from engine.cards import Card, write_cards
from engine.core import OVER, TURN_HAND, Round
from engine.game import Game, Replay, actions_of

Frame = dict[str, Any]


def frames(replay: Replay, seat: int | None = None) -> list[Frame]:
    """One dict per position: for each round its start, after hands were turned, then one per turn.

    With `seat`, only what that seat knew: cards it did not know are `??`; the end of a round reveals all hands.
    `think` (µs) and `fault` come from the record, where it has them. Raises ValueError where the rules are broken.
    """
    game = Game.opened(replay)
    positions: list[Frame] = []
    for number, record in enumerate(replay["rounds"]):
        round = game.round
        turn = 0
        for action in actions_of(record, round.starter):
            before = round.clone()
            game.apply(action)
            if round.phase == TURN_HAND:
                continue
            moved = {} if action.id < SHOW else _move(before, action)
            turn += bool(moved)
            frame = {"m": len(positions), "round": number, "turn": turn}
            frame |= _NO_MOVE | moved | _position(game, number, seat)
            frame |= _extras(replay, record, number, turn)
            positions.append(frame)
    return positions


_NO_MOVE: Frame = {
    "seat": None,
    "action": None,
    "scouted": None,
    "shown": None,
    "words": "",
    "why": "",
}


def _move(before: Round, action: Action) -> Frame:
    """What the seat did, by notation, by cards, in words, and why it was allowed."""
    frame: Frame = {"seat": before.current, "action": str(action)}
    words, why = [], []
    show = action
    if action.kind != "show":
        card = before.active[-1 if action.right else 0]
        frame["scouted"] = {
            "card": str(card.turned if action.turned else card),
            "side": "lr"[action.right],
            "turned": action.turned,
            "place": action.place,
        }
        value = card.down if action.turned else card.up
        words.append(f"scouts {value}{', turned,' * action.turned} to {action.place}")
        before.apply_unchecked(action.id)
        if action.then is None:
            return frame | {"words": words[0]}
        show = Action(action.then)
    cards = before.hands[before.current][show.start : show.start + show.length]
    shown = [card for card in cards if card is not None]
    frame["shown"] = {"cards": write_cards(shown), "start": show.start}
    words.append(f"shows {sets.describe(_values(shown))}")
    if before.active:
        beaten, table = _values(before.active), len(before.active)
        why.append(f"beats {sets.describe(beaten)}: {sets.why(_values(shown), beaten)}")
        why.append(f"takes {table} card{'s' * (table > 1)}")
    return frame | {"words": " and ".join(words), "why": "; ".join(why)}


def _position(game: Game, number: int, seat: int | None) -> Frame:
    round = game.rounds[number]
    over = round.phase == OVER
    hands, turned = [write_cards(hand) for hand in round.hands], list(round.turned)
    if seat is not None and not over:
        hands = [write_cards(hand) for hand in game.view(seat).hands]
        turned = [choice if s == seat else None for s, choice in enumerate(turned)]
    return {
        "hands": hands,
        "active": write_cards(round.active),
        "owner": round.owner,
        "piles": round.piles,
        "chips": list(round.chips),
        "show_chips": list(round.show_chips),
        "scores": round.scores(),
        "totals": game.totals,
        "next": None if over else round.current,
        "starter": round.starter,
        "turned": turned,
        "set": sets.describe(_values(round.active)) if round.active else "",
        "beat": "" if over else sets.to_beat(_values(round.active)),
        "end": round.end,
        "unbeaten": round.unbeaten,
    }


def _extras(replay: Replay, record: dict[str, Any], number: int, turn: int) -> Frame:
    """What only the referee's record knows: thinking time and faults."""
    think = record.get("think")
    fault = next((f for f in replay.get("faults", []) if (f["round"], f["turn"]) == (number, turn)), None)
    return {"think": think[turn - 1] if think and turn else None, "fault": fault}


def _values(cards: Sequence[Card]) -> list[int]:
    return [card.up for card in cards]
