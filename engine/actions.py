"""What a seat can do, as a dense integer, as an `Action`, or in notation: three faces of one thing.

| ids | action | notation |
|---|---|---|
| 0, 1 | keep, turn the hand | `k`, `t` |
| 2 + 10·start + (length − 1) | show `length` cards from place `start` | `s4.3` |
| 452 + 46·(2·right + turned) + place | scout a card into `place` | `l5`, `r0~` |
| 636 + the same | the scout half of a Scout & Show; a show must follow | `l5~+` |

A whole Scout & Show is written `l5~+s4.3`; it is two ids, one after the other. Places count from 0.
"""

import operator
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, SupportsIndex

from engine.errors import UnreadableAction

KEEP, TURN = 0, 1
LONGEST_SET = 10
LARGEST_HAND = 45
_PLACES = LARGEST_HAND + 1
SHOW = 2
SCOUT = SHOW + LARGEST_HAND * LONGEST_SET
SCOUT_AND_SHOW = SCOUT + 4 * _PLACES
ACTIONS = SCOUT_AND_SHOW + 4 * _PLACES

Kind = Literal["keep", "turn", "show", "scout", "scout & show"]


def show_id(start: int, length: int) -> int:
    """The id of showing `length` cards (1–10) from place `start`."""
    return SHOW + start * LONGEST_SET + length - 1


def scout_id(right: bool, turned: bool, place: int, *, half: bool = False) -> int:
    """The id of scouting the left or right card into `place`; `half`: as part of a Scout & Show."""
    return (SCOUT_AND_SHOW if half else SCOUT) + (2 * right + turned) * _PLACES + place


@dataclass(frozen=True, slots=True)
class Action:
    """One action; for a whole Scout & Show, `id` is its scout half and `then` the show's id."""

    id: int
    then: int | None = None

    def __post_init__(self) -> None:
        try:
            known = 0 <= self.id < ACTIONS
        except TypeError:
            raise TypeError(f"an Action is made from an id, not from {self.id!r}; parse() reads notation") from None
        if not known:
            raise UnreadableAction(f"{self.id} is no action: ids go from 0 to {ACTIONS - 1}")
        if self.then is not None and not (self.id >= SCOUT_AND_SHOW and SHOW <= self.then < SCOUT):
            raise UnreadableAction("only a show can follow, and only the half of a Scout & Show")

    @property
    def kind(self) -> Kind:
        """Which of the rules' actions this is."""
        if self.id < SHOW:
            return "turn" if self.id else "keep"
        if self.id < SCOUT:
            return "show"
        return "scout" if self.id < SCOUT_AND_SHOW else "scout & show"

    @property
    def start(self) -> int:
        """Of a show: the first card's place in the hand."""
        return (self.id - SHOW) // LONGEST_SET

    @property
    def length(self) -> int:
        """Of a show: how many cards."""
        return (self.id - SHOW) % LONGEST_SET + 1

    @property
    def right(self) -> bool:
        """Of a scout: whether it takes the last card of the active set, not the first."""
        return self._scout >= 2 * _PLACES

    @property
    def turned(self) -> bool:
        """Of a scout: whether the card is turned over."""
        return self._scout // _PLACES % 2 == 1

    @property
    def place(self) -> int:
        """Of a scout: the place in the hand that the card gets."""
        return self._scout % _PLACES

    @property
    def _scout(self) -> int:
        return self.id - (SCOUT_AND_SHOW if self.id >= SCOUT_AND_SHOW else SCOUT)

    def __index__(self) -> int:
        if self.then is not None:
            raise TypeError(f"{self} is two actions: use .id and .then")
        return self.id

    __int__ = __index__

    def __repr__(self) -> str:
        return f"<Action {self}: id {self.id}{'' if self.then is None else f', then {self.then}'}>"

    def __str__(self) -> str:
        if self.id < SHOW:
            return "kt"[self.id]
        if self.id < SCOUT:
            return f"s{self.start}.{self.length}"
        text = f"{'lr'[self.right]}{self.place}{'~' * self.turned}"
        if self.id < SCOUT_AND_SHOW:
            return text
        return f"{text}+{_ACTIONS[self.then] if self.then is not None else ''}"


_ACTIONS = tuple(Action(i) for i in range(ACTIONS))

_SHOW = r"s(0|[1-9]\d?)\.(10|[1-9])"
_NOTATION = re.compile(rf"(?:{_SHOW}|([lr])(0|[1-9]\d?)(~?)(\+(?:{_SHOW})?)?)\Z", re.ASCII)


@lru_cache(maxsize=4096)
def parse(text: str) -> Action:
    """Read notation, whatever the position. Raises `UnreadableAction`."""
    if text in ("k", "t"):
        return _ACTIONS[text == "t"]
    found = _NOTATION.match(text)
    if found is None:
        raise UnreadableAction(f"{text[:40]!r} is no action: write k, t, s4.3, l5, r0~, l5~+ or l5~+s4.3")
    start, length, side, place, turned, plus, then_start, then_length = found.groups()
    if side is None:
        return _ACTIONS[_read_show(text, start, length)]
    if int(place) > LARGEST_HAND:
        raise UnreadableAction(f"{text!r} names place {place}; the last possible is {LARGEST_HAND}")
    scout = scout_id(side == "r", turned == "~", int(place), half=bool(plus))
    if then_start is None:
        return _ACTIONS[scout]
    return Action(scout, _read_show(text, then_start, then_length))


def read(answer: "Action | SupportsIndex | str") -> Action:
    """An `Action` from an id, an `Action` or notation. Raises `UnreadableAction`."""
    if isinstance(answer, Action):
        return answer
    if isinstance(answer, str):
        return parse(answer)
    try:
        if isinstance(answer, bool):
            raise TypeError
        number = operator.index(answer)
    except TypeError:
        raise UnreadableAction(f"{type(answer).__name__} is no action: answer an id, an Action or notation") from None
    return _ACTIONS[number] if 0 <= number < ACTIONS else Action(number)


def _read_show(text: str, start: str, length: str) -> int:
    if int(start) >= LARGEST_HAND:
        raise UnreadableAction(f"{text!r} names place {start}; the last is {LARGEST_HAND - 1}")
    return show_id(int(start), int(length))
