"""Is a recorded game or deal what the rules say? Plays it again and names the first difference."""

from collections.abc import Iterator
from typing import Any

from engine.cards import deal, write_cards
from engine.core import TURN_HAND
from engine.game import Game, actions_of


def verify(record: dict[str, Any]) -> str | None:
    """The first difference in a game's or a deal's record, as a sentence; `None` if there is none.

    A replay is a game's record; so are the vectors, which also count legal turns and name the table after each turn.
    A record that holds a seed is compared with what the seed deals.
    """
    try:
        return next(_differences(record), None)
    except ValueError as error:
        return str(error)


def _differences(record: dict[str, Any]) -> Iterator[str]:
    if "hands" in record:
        yield from _deal_differs(record)
        return
    game = Game.opened(record)
    for number, expected in enumerate(record["rounds"]):
        if record.get("seed") is not None:
            dealt = {"seed": record["seed"], "players": game.players, "round": number}
            yield from _deal_differs({**dealt, "hands": expected["hands"]})
        yield from _round_differs(game, number, expected)
    yield from _compare("totals", game.totals, record.get("totals"))
    yield from _compare("winners", game.winners, record.get("winners"))


def _deal_differs(record: dict[str, Any]) -> Iterator[str]:
    hands = deal(record["players"], record["seed"], record["round"])
    yield from _compare(f"round {record['round']}, hands", [write_cards(hand) for hand in hands], record["hands"])


def _round_differs(game: Game, number: int, expected: dict[str, Any]) -> Iterator[str]:
    round = game.round
    yield from _compare(f"round {number}, starter", round.starter, expected.get("starter"))
    turn = 0
    tables = expected["tables"].split() if "tables" in expected else None
    for action in actions_of(expected, round.starter):
        where = f"round {number}, turn {turn} ({action})"
        playing = round.phase != TURN_HAND
        if playing and "legal_turns" in expected:
            legal = expected["legal_turns"][turn]
            yield from _compare(f"{where}, legal turns", len(round.turns()), legal)
        if playing and "legal_actions" in expected:
            legal = expected["legal_actions"][turn]
            yield from _compare(f"{where}, legal actions", len(round.legal_actions()), legal)
        try:
            game.apply(action)
        except ValueError as error:
            yield f"{where}: {error}"
            return
        if playing:
            table = "".join(map(str, round.active)) or "-"
            yield from _compare(f"{where}, table", table, tables and tables[turn])
            turn += 1
    played = game.replay()["rounds"][number]
    for name in ("end", "unbeaten", "piles", "chips", "left", "scores"):
        if name in expected:
            yield from _compare(f"round {number}, {name}", played[name], expected[name], none=True)


def _compare(what: str, ours: object, theirs: object, *, none: bool = False) -> Iterator[str]:
    if ours != theirs and (none or theirs is not None):
        yield f"{what}: the rules give {ours}, the record says {theirs}"
