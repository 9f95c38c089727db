"""A second engine, written to be read beside the rules: frozen states, no tricks, slow. Only tests use it.

Cards are (up, down); a hand and a set are tuples of cards; actions are notation, so nothing here knows an id.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

Card = tuple[int, int]
Cards = tuple[Card, ...]


@dataclass(frozen=True)
class Seat:
    """What lies in front of one player."""

    hand: Cards
    pile: int = 0
    chips: int = 0
    show_chip: bool = True


@dataclass(frozen=True)
class State:
    """A round between two actions."""

    seats: tuple[Seat, ...]
    current: int
    starter: int
    decided: int = 0  # how many seats decided about turning their hand
    table: Cards = ()
    owner: int | None = None
    scouts: int = 0
    must_show: bool = False
    turns: int = 0
    end: str | None = None


def opened(hands: list[Cards], starter: int = 0) -> State:
    """'Two players: none [no Scout & Show chip], 3 scout chips per round.'"""
    two = len(hands) == 2
    seats = tuple(Seat(tuple(hand), 0, 3 if two else 0, not two) for hand in hands)
    return State(seats, starter, starter)


def rank(cards: Cards) -> tuple[int, int, int] | None:
    """'More cards beat fewer, always. With as many cards, a group beats a run. With the same number and kind, the
    smallest number must be greater. A single card has no kind.'"""
    values = [up for up, _ in cards]
    steps = {b - a for a, b in pairwise(values)}
    if not values or steps - {0, 1, -1} or len(steps) > 1:
        return None
    return len(values), int(steps == {0}), min(values)


def beats(shown: Cards, table: Cards) -> bool:
    """'Show a set that beats the active set, or any set when the table is empty.'"""
    new, old = rank(shown), rank(table)
    return new is not None and (old is None or new > old)


def shows(hand: Cards, table: Cards) -> list[str]:
    """'A set is one card from anywhere in the hand, or cards that lie next to each other.'"""
    return [
        f"s{start}.{length}"
        for start in range(len(hand))
        for length in range(1, len(hand) - start + 1)
        if beats(hand[start : start + length], table)
    ]


def scouts(state: State) -> list[str]:
    """'Take the first or the last card of the active set, turn it or not, put it anywhere in the hand.'"""
    seat = state.seats[state.current]
    if not state.table or (len(state.seats) == 2 and not seat.chips):
        return []
    ends = "l" if len(state.table) == 1 else "lr"
    return [f"{end}{place}{turn}" for end in ends for turn in ("", "~") for place in range(len(seat.hand) + 1)]


def after_scout(state: State, scout: str) -> tuple[Cards, Cards]:
    """The hand and the table after a scout."""
    turned, place = scout.endswith("~"), int(scout[1:].rstrip("~"))
    card = state.table[0] if scout[0] == "l" else state.table[-1]
    table = state.table[1:] if scout[0] == "l" else state.table[:-1]
    hand = state.seats[state.current].hand
    return (*hand[:place], card[::-1] if turned else card, *hand[place:]), table


def legal(state: State) -> list[str]:
    """All legal actions; a Scout & Show as its first half, '… legal only where the show after the scout is legal'."""
    if state.end:
        return []
    if state.decided < len(state.seats):
        return ["k", "t"]
    seat = state.seats[state.current]
    actions = shows(seat.hand, state.table)
    if state.must_show:
        return actions
    takes = scouts(state)
    halves = [f"{take}+" for take in takes if seat.show_chip and shows(*after_scout(state, take))]
    return actions + takes + halves


def play(state: State, action: str) -> State:
    """The round after a legal action."""
    if action in "kt":
        return _decide(state, action == "t")
    if action[0] == "s":
        return _show(state, *map(int, action[1:].split(".")))
    return _scout(state, action.rstrip("+"), half=action.endswith("+"))


def _decide(state: State, turn: bool) -> State:
    """'Turning swaps the two numbers of every card and keeps the order of the cards.'"""
    hand = state.seats[state.current].hand
    turned = tuple(card[::-1] for card in hand) if turn else hand
    return replace(_with_seat(state, hand=turned), decided=state.decided + 1, current=_next(state))


def _show(state: State, start: int, length: int) -> State:
    """'The beaten set goes to the shower's pile; the shown set is the active set and its shower the owner.'"""
    seat = state.seats[state.current]
    shown = seat.hand[start : start + length]
    rest = seat.hand[:start] + seat.hand[start + length :]
    after = _with_seat(state, hand=rest, pile=seat.pile + len(state.table))
    after = replace(after, table=shown, owner=state.current, scouts=0, must_show=False)
    return _ended(replace(after, current=_next(state), turns=state.turns + 1), rest)


def _scout(state: State, scout: str, *, half: bool) -> State:
    """'The owner takes one scout chip.' 'Two players: a scout costs one of one's own three scout chips; after a
    scout the same player goes on, until they show.'"""
    hand, table = after_scout(state, scout)
    seat = state.seats[state.current]
    two = len(state.seats) == 2
    after = _with_seat(state, hand=hand, chips=seat.chips - two, show_chip=seat.show_chip and not half)
    if not two:
        assert state.owner is not None
        owner = after.seats[state.owner]
        after = _with_seat(after, state.owner, chips=owner.chips + 1)
    after = replace(after, table=table)
    if half:
        return replace(after, must_show=True)
    moved = state.current if two else _next(state)
    return _ended(replace(after, scouts=state.scouts + 1, current=moved, turns=state.turns + 1), hand)


def _ended(state: State, hand: Cards) -> State:
    """'(i) Somebody's hand is empty after a show. (ii) All the others have scouted since the last show. Two players:
    the player to move can neither show nor scout.' 'A round ends after 1,000 turns.'"""
    if not hand:
        return replace(state, end="i")
    if len(state.seats) == 2:
        return replace(state, end=None if legal(state) else "ii")
    if state.scouts == len(state.seats) - 1:
        return replace(state, end="ii")
    return replace(state, end="limit" if state.turns == 1000 else None)


def scores(state: State) -> list[int]:
    """'Score = cards in the pile + scout chips − cards in hand. In case (ii) the owner of the last set loses nothing
    for the hand.'"""
    exempt = state.owner if state.end == "ii" else None
    return [s.pile + s.chips - (0 if number == exempt else len(s.hand)) for number, s in enumerate(state.seats)]


def perft(state: State, depth: int) -> int:
    """How many sequences of `depth` actions there are (shorter ones count where the round ends)."""
    actions = legal(state)
    if depth == 1 or not actions:
        return max(1, len(actions))
    return sum(perft(play(state, action), depth - 1) for action in actions)


def _next(state: State) -> int:
    return (state.current + 1) % len(state.seats)


def _with_seat(state: State, seat: int | None = None, **changes: object) -> State:
    number = state.current if seat is None else seat
    changed = replace(state.seats[number], **changes)  # type: ignore[arg-type]
    return replace(state, seats=(*state.seats[:number], changed, *state.seats[number + 1 :]))
