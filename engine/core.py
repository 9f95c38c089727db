# cython: boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: embedsignature=True, embedsignature.format=clinic
"""The game itself: a round's state, what is legal now, the one way it moves on, and what each seat knows of it.

One source for two ways to run: compiled by Cython (types and C arrays as annotated), or as it is, with the same
results. A card in an array is `up << 4 | down`, plus `_SEEN` once it lay on the table; 0 is a card that a seat does not
know. The sentences of `IllegalAction` use the words of the rules.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from functools import lru_cache
from inspect import signature
from random import Random
from typing import TYPE_CHECKING, Any, Final, Literal, SupportsIndex

import cython

from engine import sets
from engine.actions import ACTIONS, LARGEST_HAND, LONGEST_SET, SCOUT, SCOUT_AND_SHOW, SHOW, Action, read
from engine.cards import HAND_SIZE, Card, deal, deck, read_cards, write_cards
from engine.errors import EngineError, IllegalAction

# Without binding a method tells its parameters but no types, and is called with less ado: for what searches call most.
if TYPE_CHECKING:
    from engine.stand_in import always_allow_keywords, binding
else:
    from cython import always_allow_keywords, binding

COMPILED: bool = cython.compiled
SOURCE: str = _CORE_SOURCE.decode() if cython.compiled else ""  # type: ignore[name-defined]  # noqa: F821

TURN_HAND: Final = "turn hand"
PLAY: Final = "play"
MUST_SHOW: Final = "must show"
OVER: Final = "over"
Phase = Literal["turn hand", "play", "must show", "over"]
End = Literal["i", "ii", "limit"]
Event = list[int | str | None]

TURN_LIMIT = 1000
CHIPS_OF_TWO = 3
OBSERVATION = 328

# The numbers of the phases and ends above, and of the action ids; see actions.py.
_TURNING = cython.declare(cython.int, 0)
_PLAYING = cython.declare(cython.int, 1)
_SHOWING = cython.declare(cython.int, 2)
_ENDED = cython.declare(cython.int, 3)
_PHASES = cython.declare(tuple, (TURN_HAND, PLAY, MUST_SHOW, OVER))
_ENDS = cython.declare(tuple, (None, "i", "ii", "limit"))
_WORD = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
_all = cython.declare(cython.int, 820)
_OBSERVED = cython.declare(cython.int, OBSERVATION)
_CHIPS = cython.declare(cython.int, CHIPS_OF_TWO)
_LAST_TURN = cython.declare(cython.int, TURN_LIMIT)

_IDS = cython.declare(list, list(range(820)))
_CARDS = cython.declare(list, [Card(code >> 4, code & 15) if code >> 4 and code & 15 else None for code in range(256)])
_WRITTEN = cython.declare(list, [str(card) if card and max(card) <= 10 else "" for card in _CARDS])

# Constants of core.pxd; see actions.py for how ids are laid out.
if not cython.compiled:
    _SHOW, _SCOUT, _HALF, _ALL = SHOW, SCOUT, SCOUT_AND_SHOW, ACTIONS  # first ids, and how many there are
    _LENGTHS, _PLACES = LONGEST_SET, LARGEST_HAND + 1
    _ROOM = 48  # places for each seat in an array of hands
    _SEEN = 256

# Scratch for one listing at a time: runs of ids that follow each other.
_first = cython.declare(cython.int[160])
_count = cython.declare(cython.int[160])
_ranges = cython.declare(cython.int, 0)
# The hand that is looked at: its values, and how long the longest set from each place is.
_up = cython.declare(cython.int[48])
_run = cython.declare(cython.int[48])
if cython.compiled:
    _keep_ids(_IDS)  # type: ignore[name-defined]  # noqa: F821
else:
    _first, _count, _up, _run = [0] * 160, [0] * 160, [0] * 48, [0] * 48


@cython.final
@cython.cclass
class Round:
    """One round, from the decision to turn the hand to its end; all hands open.

    `Round(hands, starter)` or `Round.deal(...)`; `players` 2 to 5, hands of the size that the rules deal. Raises
    ValueError with a sentence for hands that no deal can give.
    """

    _players: cython.int
    _starter: cython.int
    _current: cython.int
    _phase: cython.int
    _end: cython.int
    _turn: cython.int
    _scouts: cython.int  # since the last show
    _owner: cython.int  # -1: nobody showed yet
    _size: cython.uchar[5]
    _chips: cython.short[5]
    _pile: cython.uchar[5]
    _show_chip: cython.uchar[5]
    _turned: cython.schar[5]  # -2: not decided, -1: we do not know, 0: kept, 1: turned
    _lying: cython.int  # cards of the active set
    _won: cython.int  # cards captured by all
    _active: cython.ushort[16]
    _captured: cython.ushort[48]
    _captor: cython.uchar[48]
    _hand: cython.ushort[240]  # 48 places for each seat
    _dealt: bytes  # a card each; zeros where we do not know
    _latest: cython.ushort[32]  # the last ids played
    _played: cython.int  # how many ids were played
    _past: Any  # those before the latest: (earlier ones, a list of 32), shared by clones

    __signature__ = signature(lambda hands, starter=0: None)  # a compiled class does not tell it by itself

    def __cinit__(self) -> None:
        self._phase = _ENDED  # until it is dealt
        if not cython.compiled:
            self._size, self._chips, self._pile = [0] * 5, [0] * 5, [0] * 5
            self._show_chip, self._turned = [0] * 5, [0] * 5
            self._active, self._captured, self._captor = [0] * 16, [0] * 48, [0] * 48
            self._hand, self._latest = [0] * 240, [0] * 32

    def __init__(self, hands: Sequence[Sequence[Card | None]], starter: int = 0) -> None:
        _refuse_impossible(hands, starter)
        self._open([[card and card.up << 4 | card.down for card in hand] for hand in hands], starter)

    def _open(self, hands: Sequence[Sequence[int | None]], starter: int) -> None:
        seat: cython.int
        place: cython.int
        self._players = len(hands)
        self._starter = self._current = starter
        self._phase, self._end, self._turn, self._scouts, self._owner = _TURNING, 0, 0, 0, -1
        self._lying, self._won, self._played, self._past = 0, 0, 0, None
        for seat in range(self._players):
            self._size[seat] = len(hands[seat])
            self._pile[seat], self._turned[seat] = 0, -2
            self._chips[seat] = CHIPS_OF_TWO if self._players == 2 else 0
            self._show_chip[seat] = self._players > 2
            for place in range(self._size[seat]):
                self._hand[seat * _ROOM + place] = hands[seat][place] or 0
        self._dealt = bytes(card or 0 for hand in hands for card in hand)

    @staticmethod
    def deal(players: int, seed: str, round: int = 0, starter: int = 0) -> Round:
        """A round dealt from a seed; see `engine.deal`."""
        return Round(deal(players, seed, round), starter)

    # What there is to see

    @property
    def players(self) -> int:
        """Number of seats, 2 to 5."""
        return self._players

    @property
    def starter(self) -> int:
        """The seat that began the round."""
        return self._starter

    @property
    def current(self) -> int:
        """The seat to act."""
        return self._current

    @property
    def phase(self) -> Phase:
        """`TURN_HAND`, `PLAY`, `MUST_SHOW` or `OVER`."""
        return _PHASES[self._phase]

    @property
    def end(self) -> End | None:
        """How the round ended: `"i"`, `"ii"`, `"limit"`, or `None` while it goes on."""
        return _ENDS[self._end]

    @property
    def turn(self) -> int:
        """How many turns were played; a Scout & Show is one."""
        return self._turn

    @property
    def scouts(self) -> int:
        """How many turns were scouts since the last show; when all others have, the round ends."""
        return self._scouts

    @property
    def owner(self) -> int | None:
        """Who showed last, also when scouts emptied the table; `None` before the first show."""
        return None if self._owner < 0 else self._owner

    @property
    def unbeaten(self) -> int | None:
        """The seat that loses nothing for its hand: the last set's owner, where nobody beat it."""
        return self._owner if self._end == 2 else None

    @property
    def active(self) -> tuple[Card, ...]:
        """The set on the table, both numbers of each card; empty for an empty table."""
        return tuple([_CARDS[self._active[i] & 255] for i in range(self._lying)])

    @property
    def hands(self) -> tuple[tuple[Card | None, ...], ...]:
        """All hands in order; a card that is not known is `None`."""
        return tuple([self._hand_of(seat) for seat in range(self._players)])

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """The number of cards in each hand."""
        return tuple([self._size[seat] for seat in range(self._players)])

    @property
    def captured(self) -> tuple[tuple[Card, ...], ...]:
        """The cards in each seat's pile, in the order in which they were won."""
        return tuple(
            [
                tuple([_CARDS[self._captured[i] & 255] for i in range(self._won) if self._captor[i] == seat])
                for seat in range(self._players)
            ]
        )

    @property
    def piles(self) -> list[int]:
        """The number of cards in each pile."""
        return [self._pile[seat] for seat in range(self._players)]

    @property
    def chips(self) -> list[int]:
        """Scout chips of each seat; with two players those still to spend."""
        return [self._chips[seat] for seat in range(self._players)]

    @property
    def show_chips(self) -> list[bool]:
        """Who still has the Scout & Show chip."""
        return [self._show_chip[seat] != 0 for seat in range(self._players)]

    @property
    def turned(self) -> list[bool | None]:
        """Whether each seat turned its hand; `None` where it has not decided or we do not know."""
        return [None if self._turned[seat] < 0 else self._turned[seat] == 1 for seat in range(self._players)]

    @property
    def dealt(self) -> tuple[tuple[Card | None, ...], ...]:
        """The hands as they were dealt; `None` for a card that was never seen."""
        return tuple(tuple(_CARDS[code] for code in hand) for hand in self._dealt_hands())

    def scores(self) -> list[int]:
        """The score of each seat, if the round ended now: pile + scout chips − hand."""
        return [self._score(seat) for seat in range(self._players)]

    def events(self, seat: int, since: int = 0) -> list[Event]:
        """What `seat` may know of all that happened, in order, from event number `since` on.

        `[s, None]`: seat s decided about turning its hand; `[s, 0 or 1]`: the seat's own decision;
        `[s, action]`: a scout; `[s, action, "4645"]`: a show and its cards; `[None, end]`: the round is over.
        """
        self._refuse_seat(seat)
        if since < 0:
            raise ValueError(f"events are counted from 0, not from {since}")
        order = [(self._starter + i) % self._players for i in range(self._players)]
        decisions: list[Event] = [[s, self._turned[s] if s == seat else None] for s in order if self._turned[s] != -2]
        happened = decisions[since:]
        happened += self._told(max(0, since - len(decisions)))
        if self._end and since <= len(decisions) + self._played:
            happened.append([None, self.end])
        return happened

    def history(self) -> list[int]:
        """The ids played after the decisions about the hand, in order."""
        latest = [self._latest[i] for i in range(self._played & 31)]
        earlier = []
        past = self._past
        while past is not None:
            past, ids = past
            earlier.append(ids)
        return [action for ids in reversed(earlier) for action in ids] + latest

    # Copies and records

    @always_allow_keywords(False)
    @binding(False)
    def clone(self) -> Round:
        """An independent copy, to try an action on."""
        return self._copy()

    @cython.cfunc
    def _copy(self) -> Round:
        copy: Round = Round.__new__(Round)
        copy._players, copy._starter, copy._current = self._players, self._starter, self._current
        copy._phase, copy._end, copy._turn = self._phase, self._end, self._turn
        copy._scouts, copy._owner = self._scouts, self._owner
        copy._lying, copy._won = self._lying, self._won
        copy._size[:] = self._size
        copy._chips[:] = self._chips
        copy._pile[:] = self._pile
        copy._show_chip[:] = self._show_chip
        copy._turned[:] = self._turned
        copy._active[:] = self._active
        copy._captured[:] = self._captured
        copy._captor[:] = self._captor
        copy._hand[:] = self._hand
        copy._latest[:] = self._latest
        copy._dealt, copy._past, copy._played = self._dealt, self._past, self._played
        return copy

    def __copy__(self) -> Round:
        return self._copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Round:
        return self._copy()

    def __repr__(self) -> str:
        return f"<Round: {self._summary()}>"

    def __str__(self) -> str:
        """The round as it lies on a table, cards of nobody's knowledge as `??`; `>` marks the seat to act."""
        return "\n".join([self._summary(), *[self._line(seat) for seat in range(self._players)]])

    def _summary(self) -> str:
        """The round in a line: `"3 players, turn 4, seat 1 to act on 46 56 of seat 0, hands 10 12 12"`."""
        if self._phase == _ENDED:
            now = f"over ({self.end}), scores {_row(self.scores())}"
        elif self._phase == _TURNING:
            now = f"seat {self._current} to keep or turn its hand"
        else:
            does = "show after its scout" if self._phase == _SHOWING else "act"
            table = f"{write_cards(self.active)} of seat {self._owner}" if self._lying else "an empty table"
            now = f"seat {self._current} to {does} on {table}"
        return f"{self._players} players, turn {self._turn}, {now}, hands {_row(self.hand_sizes)}"

    def _line(self, seat: int) -> str:
        """A seat in a line: its hand, pile and chips."""
        marker = ">" if seat == self._current and self._phase != _ENDED else " "
        hand, show_chip = write_cards(self._hand_of(seat)) or "-", ", Scout & Show" * self._show_chip[seat]
        return f"{marker} seat {seat}: {hand} | pile {self._pile[seat]}, chips {self._chips[seat]}{show_chip}"

    def _key(self) -> tuple[object, ...]:
        """All that decides how the round can go on; not how it came about."""
        seats, cards = range(self._players), self.hands
        state = (self._players, self._starter, self._current, self._phase, self._end, self._turn, self._scouts)
        chips = tuple([(self._chips[s], self._show_chip[s], self._turned[s]) for s in seats])
        return (*state, self._owner, chips, cards, self.active, self.captured)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Round) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def to_bytes(self) -> bytes:
        """The round with its past, in a few bytes per turn; `from_bytes` reads it.

        Layout: players, starter, decisions made, the dealt cards (`up << 4 | down`), each decision (0 or 1), then
        the ids as 16-bit big-endian numbers. Raises ValueError where cards are not known.
        """
        cards = bytes(card.up << 4 | card.down for hand in self.dealt for card in hand if card)
        if len(cards) < len(self._dealt):
            raise ValueError("a round with unknown cards cannot be written")
        order = [(self._starter + i) % self._players for i in range(self._players)]
        turned = bytes(self._turned[s] for s in order if self._turned[s] >= 0)
        ids = self.history()
        return bytes([self._players, self._starter, len(turned)]) + cards + turned + struct.pack(f">{len(ids)}H", *ids)

    @staticmethod
    def from_bytes(data: bytes) -> Round:
        """The round that `to_bytes` wrote. Raises ValueError with a sentence for anything else."""
        try:
            players, starter, decisions = data[:3]
            size = HAND_SIZE[players]
        except (ValueError, KeyError):
            raise ValueError("these bytes are no round: they name no number of players") from None
        last = 3 + players * size
        cards = [_CARDS[code] for code in data[3:last]]
        if len(cards) < players * size or None in cards:
            raise ValueError("these bytes are no round: cards are missing")
        turned, turns = data[last : last + decisions], data[last + decisions :]
        if len(turned) < decisions or decisions > players or max(turned, default=0) > 1 or len(turns) % 2:
            raise ValueError("these bytes are no round: decisions or turns are cut off")
        round = Round([cards[s * size : (s + 1) * size] for s in range(players)], starter)
        try:
            for action in [*turned, *struct.unpack(f">{len(turns) // 2}H", turns)]:
                round.apply(action)
        except EngineError as error:
            raise ValueError(f"these bytes are no round: {error}") from error
        return round

    def __reduce__(self) -> tuple[object, ...]:
        return Round.from_bytes, (self.to_bytes(),)

    # Legality has one home: check() raises, legal_actions() lists, apply() checks first

    @always_allow_keywords(False)
    @binding(False)
    def legal_actions(self) -> list[int]:
        """The ids of all legal actions, ascending; a Scout & Show is listed as its scout half."""
        total: cython.int = self._list()
        if cython.compiled:
            return _id_list(_first, _count, _ranges, total)  # type: ignore[name-defined]  # noqa: F821
        return [action for i in range(_ranges) for action in _IDS[_first[i] : _first[i] + _count[i]]]

    @binding(False)
    def legal_mask(self, mask: bytearray | memoryview, /) -> int:
        """Write 1 for each legal id and 0 for the rest into `mask` (820 bytes); returns how many are legal.

        Raises ValueError unless `mask` is a writable buffer of 820 bytes.
        """
        view = memoryview(mask)
        if view.nbytes != _ALL or view.readonly:
            raise ValueError(f"a mask is a writable buffer of {_ALL} bytes, not of {view.nbytes}")
        return self._mask(view.cast("B", (1, _ALL)), 0)

    def turns(self) -> list[Action]:
        """All legal turns: as `legal_actions`, each Scout & Show with each show that may follow."""
        whole: list[Action] = []
        for number in self.legal_actions():
            if number < _HALF:
                whole.append(Action(number))
            else:
                trial = self._copy()
                trial.apply_unchecked(number)
                whole += [Action(number, show) for show in trial.legal_actions()]
        return whole

    def check(self, answer: Action | SupportsIndex | str) -> Action:
        """The action, where it is legal now; otherwise raises `IllegalAction` with the rule.

        What cannot be read at all raises `UnreadableAction`.
        """
        action = read(answer)
        if not self._is_legal(action.id):
            raise IllegalAction(f"{action}: {self._reason(action)}")
        if action.then is not None:
            trial = self._copy()
            trial.apply_unchecked(action.id)
            trial.check(action.then)
        return action

    def _reason_of(self, number: int) -> str:
        try:
            self.check(number)
        except EngineError as error:
            return str(error)
        return ""

    def _reason(self, action: Action) -> str:
        """The rule that an illegal action breaks."""
        if self._phase == _ENDED:
            return "the round is over"
        if self._phase == _TURNING:
            return "before the first turn a seat keeps (k) or turns (t) its hand"
        if action.kind in ("keep", "turn"):
            return "a hand may be turned only before the first turn"
        return self._reason_show(action) if action.kind == "show" else self._reason_scout(action)

    def _reason_show(self, action: Action) -> str:
        hand = self._values()
        shown, table = hand[action.start : action.start + action.length], [card.up for card in self.active]
        if len(shown) < action.length:
            return f"the hand has {len(hand)} cards, places 0 to {len(hand) - 1}"
        if sets.strength(shown) is None:
            return f"{sets.dashed(shown)} is no set: neighbours must be equal, rise by one or fall by one"
        return f"{sets.describe(shown)} does not beat {sets.describe(table)}: {sets.why(shown, table)}"

    def _reason_scout(self, action: Action) -> str:
        size = self._size[self._current]
        reasons = (
            (self._phase == _SHOWING, "after the scout of a Scout & Show comes the show"),
            (self._lying == 0, "the table is empty, so there is nothing to scout: show"),
            (action.right and self._lying == 1, "one card lies there; it is scouted as the left one (l)"),
            (action.place > size, f"the hand has {size} cards, so places 0 to {size}"),
            (action.kind != "scout" and self._players == 2, "two players have no Scout & Show"),
            (self._players == 2, "no scout chip is left to pay with"),
            (not self._show_chip[self._current], "the Scout & Show of this round is used"),
        )
        return next((why for broken, why in reasons if broken), "no show is possible after this scout")

    @cython.cfunc
    @cython.exceptval(check=False)
    def _is_legal(self, action: cython.int) -> cython.bint:
        """Whether this id is legal now."""
        if action < 0 or action >= _ALL or self._phase == _ENDED:
            return False
        if self._phase == _TURNING:
            return action < _SHOW
        if action < _SHOW:
            return False
        return self._may_show(action - _SHOW) if action < _SCOUT else self._may_scout(action)

    @cython.cfunc
    @cython.exceptval(check=False)
    def _may_show(self, show: cython.int) -> cython.bint:
        start: cython.int = show // _LENGTHS
        length: cython.int = show % _LENGTHS + 1
        i: cython.int
        step: cython.int
        first: cython.int = self._current * _ROOM + start
        if start + length > self._size[self._current]:
            return False
        if length < self._lying:
            return False
        low: cython.int = self._hand[first] >> 4 & 15
        last: cython.int = self._hand[first + length - 1] >> 4 & 15
        if length > 1:
            step = (self._hand[first + 1] >> 4 & 15) - low
            if step > 1 or step < -1 or last - low != step * (length - 1):
                return False
            for i in range(first + 1, first + length - 1):
                if (self._hand[i + 1] >> 4 & 15) - (self._hand[i] >> 4 & 15) != step:
                    return False
        if length > self._lying:
            return True
        if length > 1 and (low == last) != self._group(0):
            return low == last
        return (low if low < last else last) > self._least(0)

    @cython.cfunc
    @cython.exceptval(check=False)
    def _may_scout(self, action: cython.int) -> cython.bint:
        if not self._may_take(action):
            return False
        if action < _HALF:
            return True
        self._look(self._current)
        return self._show_follows((action - _HALF) // _PLACES, (action - _HALF) % _PLACES)

    @cython.cfunc
    @cython.exceptval(check=False)
    def _may_take(self, action: cython.int) -> cython.bint:
        """Whether this scout is legal, as far as that does not depend on the cards of the hand."""
        half: cython.bint = action >= _HALF
        scout: cython.int = action - _HALF if half else action - _SCOUT
        if self._phase != _PLAYING or self._lying == 0 or (scout // _PLACES > 1 and self._lying == 1):
            return False
        if scout % _PLACES > self._size[self._current]:
            return False
        if self._players == 2 and self._chips[self._current] == 0:
            return False
        return not half or self._show_chip[self._current] != 0

    # Listing: the hand is looked at once, then each kind of action is a few ranges of ids

    @cython.cfunc
    @cython.exceptval(check=False)
    def _look(self, seat: cython.int) -> cython.void:
        """Fill `_up` and `_run` for a seat's hand."""
        i: cython.int
        size: cython.int = self._size[seat]
        for i in range(size):
            _up[i] = (self._hand[seat * _ROOM + i] >> 4) & 15
        _measure(size)

    @cython.cfunc
    @cython.exceptval(check=False)
    def _group(self, gone: cython.int) -> cython.bint:
        """Whether the active set without `gone` cards of an end is a group."""
        return self._lying - gone > 1 and self._active[0] >> 4 & 15 == self._active[1] >> 4 & 15

    @cython.cfunc
    @cython.exceptval(check=False)
    def _least(self, side: cython.int) -> cython.int:
        """The smallest value of the active set: whole (0), without its left (1) or right card (2)."""
        first: cython.int = 1 if side == 1 else 0
        last: cython.int = self._lying - 2 if side == 2 else self._lying - 1
        if last < first:
            return 0
        low: cython.int = self._active[first] >> 4 & 15
        high: cython.int = self._active[last] >> 4 & 15
        return low if low < high else high

    @cython.cfunc
    @cython.exceptval(check=False)
    def _shortest(self, start: cython.int, size: cython.int, group: cython.bint, least: cython.int) -> cython.int:
        """The fewest cards from `start` of the hand looked at that beat such a set; 99 if none do."""
        run: cython.int = _run[start]
        if run < size or size == 0:
            return 1 if size == 0 else 99
        low: cython.int = _up[start]
        if size == 1:
            if low > least:
                return 1
        elif _up[start] == _up[start + 1]:
            if not group or low > least:
                return size
        elif not group:
            if _up[start + size - 1] < low:
                low = _up[start + size - 1]
            if low > least:
                return size
        return size + 1 if run > size else 99

    @cython.cfunc
    @cython.exceptval(check=False)
    def _list(self) -> cython.int:
        """Fill the ranges with the legal ids; returns how many there are."""
        global _ranges
        total: cython.int = 0
        i: cython.int
        lowest: cython.int
        _ranges = 0
        if self._phase == _ENDED:
            return 0
        if self._phase == _TURNING:
            return _add(0, 2)
        size: cython.int = self._size[self._current]
        group: cython.bint = self._group(0)
        least: cython.int = self._least(0)
        self._look(self._current)
        for i in range(size):
            lowest = self._shortest(i, self._lying, group, least)
            if lowest <= _run[i]:
                total += _add(_SHOW + _LENGTHS * i + lowest - 1, _run[i] - lowest + 1)
        if self._phase == _SHOWING or self._lying == 0 or (self._players == 2 and self._chips[self._current] == 0):
            return total
        sides: cython.int = 2 if self._lying == 1 else 4
        for i in range(sides):
            total += _add(_SCOUT + _PLACES * i, size + 1)
        if self._show_chip[self._current]:
            for i in range(sides):
                total += self._list_halves(i, size)
        return total

    @cython.cfunc
    @cython.exceptval(check=False)
    def _list_halves(self, side: cython.int, size: cython.int) -> cython.int:
        """Add the Scout & Show halves of one side (2 · right + turned); returns how many."""
        total: cython.int = 0
        place: cython.int
        start: cython.int = -1
        if self._lying == 1:
            return _add(_HALF + _PLACES * side, size + 1)
        # A set that the hand could show already survives wherever the card does not split it.
        left: cython.int = -1
        right: cython.int = 99
        length: cython.int
        group: cython.bint = self._group(1)
        least: cython.int = self._least(1 + side // 2)
        for place in range(size):
            length = self._shortest(place, self._lying - 1, group, least)
            if length <= _run[place]:
                left = place
                if place + length < right:
                    right = place + length
        value: cython.int = self._scouted(side)
        for place in range(size + 1):
            if (left >= 0 and (place <= left or place >= right)) or _joins(
                place, value, size, self._lying - 1, group, least
            ):
                if start < 0:
                    start = place
            elif start >= 0:
                total += _add(_HALF + _PLACES * side + start, place - start)
                start = -1
        if start >= 0:
            total += _add(_HALF + _PLACES * side + start, size + 1 - start)
        return total

    @cython.cfunc
    @cython.exceptval(check=False)
    def _show_follows(self, side: cython.int, place: cython.int) -> cython.bint:
        """Whether a show is possible after this scout; the hand was looked at."""
        if self._lying == 1:
            return True
        size: cython.int = self._size[self._current]
        group: cython.bint = self._group(1)
        least: cython.int = self._least(1 + side // 2)
        i: cython.int
        length: cython.int
        for i in range(size):
            length = self._shortest(i, self._lying - 1, group, least)
            if length <= _run[i] and (place <= i or place >= i + length):
                return True
        return _joins(place, self._scouted(side), size, self._lying - 1, group, least)

    @cython.cfunc
    @cython.exceptval(check=False)
    def _scouted(self, side: cython.int) -> cython.int:
        """The value that counts of the card that this side's scout brings."""
        card: cython.int = self._active[self._lying - 1 if side > 1 else 0]
        return card & 15 if side & 1 else card >> 4 & 15

    @cython.cfunc
    @cython.exceptval(check=False)
    def _mask(self, mask: cython.uchar[:, ::1], row: cython.int) -> cython.int:
        total: cython.int = self._list()
        i: cython.int
        action: cython.int
        for i in range(_all):  # not a constant: the compiler then takes the faster way to fill
            mask[row, i] = 0
        for i in range(_ranges):
            for action in range(_first[i], _first[i] + _count[i]):
                mask[row, action] = 1
        return total

    # The one way a round moves on

    @binding(False)
    def apply(self, answer: Action | SupportsIndex | str, /) -> None:
        """Play an id, an `Action` or notation, also a whole Scout & Show, after checking it."""
        number: cython.int
        if type(answer) is int:
            number = answer if 0 <= answer < _ALL else -1
            if self._is_legal(number):
                self._apply(number)
                return
        action = self.check(answer)
        self._apply(action.id)
        if action.then is not None:
            self._apply(action.then)

    @binding(False)
    def apply_unchecked(self, action: cython.int, /) -> None:
        """Play an id that is known to be legal; anything else leaves an undefined state."""
        self._apply(action)

    @cython.cfunc
    @cython.exceptval(check=False)
    def _apply(self, action: cython.int) -> cython.void:
        if action < _SHOW:
            self._decide(action)
            return
        self._latest[self._played & 31] = action
        self._played += 1
        if self._played & 31 == 0:
            self._past = (self._past, [self._latest[i] for i in range(32)])
        if action < _SCOUT:
            self._show((action - _SHOW) // _LENGTHS, (action - _SHOW) % _LENGTHS + 1)
        else:
            self._scout(action)

    @cython.cfunc
    @cython.exceptval(check=False)
    def _decide(self, turned: cython.int) -> cython.void:
        """The current seat keeps (0) or turns (1) its hand; -1: it decided, and we do not know how."""
        seat: cython.int = self._current
        i: cython.int
        self._turned[seat] = turned
        if turned == 1:
            for i in range(seat * _ROOM, seat * _ROOM + self._size[seat]):
                self._hand[i] = _flipped(self._hand[i])
        self._pass_on()
        if self._current == self._starter:
            self._phase = _PLAYING

    @cython.cfunc
    @cython.exceptval(check=False)
    def _show(self, start: cython.int, length: cython.int) -> cython.void:
        seat: cython.int = self._current
        base: cython.int = seat * _ROOM
        i: cython.int
        for i in range(self._lying):
            self._captured[self._won + i] = self._active[i]
            self._captor[self._won + i] = seat
        self._won += self._lying
        self._pile[seat] += self._lying
        for i in range(length):
            self._active[i] = self._hand[base + start + i] | _SEEN
        self._lying = length
        self._size[seat] -= length
        for i in range(base + start, base + self._size[seat]):
            self._hand[i] = self._hand[i + length]
        for i in range(base + self._size[seat], base + self._size[seat] + length):
            self._hand[i] = 0  # a free place is like a card that nobody knows
        self._owner, self._scouts, self._phase = seat, 0, _PLAYING
        self._pass_on()
        self._finish_turn(seat)

    @cython.cfunc
    @cython.exceptval(check=False)
    def _scout(self, action: cython.int) -> cython.void:
        seat: cython.int = self._current
        half: cython.bint = action >= _HALF
        scout: cython.int = action - _HALF if half else action - _SCOUT
        self._take(scout // (2 * _PLACES), scout // _PLACES & 1, scout % _PLACES)
        if self._players == 2:
            self._chips[seat] -= 1
        else:
            self._chips[self._owner] += 1
        if half:
            self._show_chip[seat] = 0
            self._phase = _SHOWING
            return
        self._scouts += 1
        if self._players > 2:  # two players: the same seat goes on until it shows
            self._pass_on()
        self._finish_turn(seat)

    @cython.cfunc
    @cython.exceptval(check=False)
    def _take(self, right: cython.bint, turned: cython.bint, place: cython.int) -> cython.void:
        """Move a card from an end of the active set into the current hand."""
        base: cython.int = self._current * _ROOM
        i: cython.int
        self._lying -= 1
        card: cython.int = self._active[self._lying if right else 0]
        if not right:
            for i in range(self._lying):
                self._active[i] = self._active[i + 1]
        for i in range(base + self._size[self._current], base + place, -1):
            self._hand[i] = self._hand[i - 1]
        self._hand[base + place] = _flipped(card) if turned else card
        self._size[self._current] += 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def _pass_on(self) -> cython.void:
        self._current += 1
        if self._current == self._players:
            self._current = 0

    @cython.cfunc
    @cython.exceptval(check=False)
    def _finish_turn(self, seat: cython.int) -> cython.void:
        """Count the turn and see whether it ended the round (rules, "End of a round and score")."""
        self._turn += 1
        if self._size[seat] == 0:
            self._close(1)
        elif self._players == 2:
            if self._chips[self._current] == 0 and self._is_stuck():
                self._close(2)
        elif self._scouts == self._players - 1:
            self._close(2)
        elif self._turn == _LAST_TURN:
            self._close(3)

    @cython.cfunc
    @cython.exceptval(check=False)
    def _is_stuck(self) -> cython.bint:
        """Whether the current seat, without a chip, cannot show; never of a hand we do not know."""
        i: cython.int
        for i in range(self._size[self._current]):
            if self._hand[self._current * _ROOM + i] == 0:
                return False
        return self._list() == 0

    @cython.cfunc
    @cython.exceptval(check=False)
    def _close(self, end: cython.int) -> cython.void:
        self._end, self._phase = end, _ENDED

    @cython.cfunc
    @cython.exceptval(check=False)
    def _score(self, seat: cython.int) -> cython.int:
        score: cython.int = self._pile[seat] + self._chips[seat]
        return score if self._end == 2 and seat == self._owner else score - self._size[seat]

    # Playing on by itself

    def greedy(self) -> int:
        """The id that the `greedy` policy plays; see `engine.greedy`. Raises ValueError where the round is over."""
        if self._phase == _ENDED:
            raise ValueError("the round is over, so there is nothing to play")
        return self._greedy()

    def rollouts(self, k: int, seed: int, policy: Literal["random", "greedy"] = "random") -> list[float]:
        """The mean score of each seat over `k` playouts to the end of the round.

        The same seed gives the same playouts, compiled or not; those of `greedy` are all alike. Raises ValueError
        where cards are not known.
        """
        if policy not in ("random", "greedy"):
            raise ValueError(f"the policies are random and greedy, not {policy!r}")
        if k < 1:
            raise ValueError(f"at least one playout is needed, not {k}")
        if any(None in hand for hand in self.hands):
            raise ValueError("a round with unknown cards cannot be played on: determinize it first")
        sums = [0] * self._players
        luck: cython.ulonglong = _seeded(seed & 0xFFFFFFFFFFFFFFFF)
        greedy: cython.bint = policy == "greedy"
        seat: cython.int
        trial: Round
        for _ in range(k):
            trial = self._copy()
            luck = trial._play_out(luck, greedy)
            for seat in range(self._players):
                sums[seat] += trial._score(seat)
        return [total / k for total in sums]

    @cython.cfunc
    @cython.exceptval(check=False)
    def _play_out(self, luck: cython.ulonglong, greedy: cython.bint) -> cython.ulonglong:
        """Play to the end of the round; returns the random state for the next playout."""
        total: cython.int
        pick: cython.int
        i: cython.int
        while self._phase != _ENDED:
            if greedy:
                self._apply(self._greedy())
                continue
            total = self._list()
            luck = _next(luck)
            pick = _below(luck, total)
            i = 0
            while pick >= _count[i]:
                pick -= _count[i]
                i += 1
            self._apply(_first[i] + pick)
        return luck

    @cython.cfunc
    @cython.exceptval(check=False)
    def _greedy(self) -> cython.int:
        size: cython.int = self._size[self._current]
        best: cython.int = -1
        choice: cython.int = 0
        rank: cython.int
        action: cython.int
        i: cython.int
        self._look(self._current)
        if self._phase == _TURNING:
            best = _strongest(size)
            for i in range(size):
                _up[i] = self._hand[self._current * _ROOM + i] & 15
            _measure(size)
            return 1 if _strongest(size) > best else 0
        for i in range(size):
            if _run[i] >= self._shortest(i, self._lying, self._group(0), self._least(0)):
                rank = _rank(i)
                if rank > best:
                    best, choice = rank, _SHOW + _LENGTHS * i + _run[i] - 1
        if choice:
            return choice
        self._list()
        lowest: cython.int = _SCOUT  # no show is possible: Scout & Show where there is one, else scout
        for i in range(_ranges):
            if _first[i] >= _HALF:
                lowest = _HALF
        for i in range(_ranges):
            if _first[i] >= lowest:
                for action in range(_first[i], _first[i] + _count[i]):
                    rank = self._rank_after(action)
                    if rank > best:
                        best, choice = rank, action
        return choice

    @cython.cfunc
    @cython.exceptval(check=False)
    def _rank_after(self, action: cython.int) -> cython.int:
        """The rank of the strongest set in the current hand after this scout."""
        scout: cython.int = action - _HALF if action >= _HALF else action - _SCOUT
        place: cython.int = scout % _PLACES
        size: cython.int = self._size[self._current]
        base: cython.int = self._current * _ROOM
        i: cython.int
        for i in range(place):
            _up[i] = self._hand[base + i] >> 4 & 15
        _up[place] = self._scouted(scout // _PLACES)
        for i in range(place, size):
            _up[i + 1] = self._hand[base + i] >> 4 & 15
        _measure(size + 1)
        return _strongest(size + 1)

    # For learning: what a seat knows as bytes, with the seat itself first

    def observation(self, seat: int) -> bytes:
        """What `seat` knows as `OBSERVATION` bytes; `engine.vector` says which byte is what."""
        self._refuse_seat(seat)
        rows = memoryview(bytearray(OBSERVATION)).cast("B", (1, OBSERVATION))
        self._observe(seat, rows, 0)
        return rows.tobytes()

    @cython.cfunc
    @cython.exceptval(check=False)
    def _observe(self, seat: cython.int, out: cython.uchar[:, ::1], row: cython.int) -> cython.void:
        # Read before writing: the compiler must take every byte written for a part of the state.
        n: cython.int = self._players
        lying: cython.int = self._lying
        owner: cython.int = 255 if self._owner < 0 else (self._owner - seat + n) % n
        turn: cython.int = self._turn
        i: cython.int
        who: cython.int
        base: cython.int
        at: cython.int
        place: cython.int
        card: cython.ushort
        for i in range(40):
            out[row, i] = 0
        for i in range(40 + n * 48, 280):
            out[row, i] = 0
        out[row, 0], out[row, 1], out[row, 2] = n, self._phase, (self._current - seat + n) % n
        out[row, 3], out[row, 4], out[row, 5] = (self._starter - seat + n) % n, owner, self._scouts
        out[row, 6], out[row, 7] = turn & 255, turn >> 8
        for i in range(lying):
            out[row, 28 + i] = self._active[i] & 255
        for i in range(48):
            out[row, 280 + i] = self._captured[i] & 255
        who = seat
        for i in range(n):
            base, at = who * _ROOM, 40 + i * 48
            out[row, 8 + i], out[row, 13 + i] = self._size[who], self._pile[who]
            out[row, 18 + i] = self._chips[who] if self._chips[who] < 255 else 255
            out[row, 23 + i] = self._show_chip[who]
            if i == 0:
                for place in range(48):
                    out[row, at + place] = self._hand[base + place] & 255
            else:
                for place in range(48):
                    card = self._hand[base + place]
                    out[row, at + place] = (card & 255) * (card >> 8)
            who = who + 1 if who + 1 < n else 0

    @cython.cfunc
    @cython.exceptval(check=False)
    def _deal(self, cards: bytes, luck: cython.ulonglong) -> cython.ulonglong:
        """Start anew with a shuffle of these cards; returns the random state."""
        order: cython.uchar[48]
        if not cython.compiled:
            order = [0] * 48
        i: cython.int
        j: cython.int
        card: cython.int
        many: cython.int = len(cards)
        size: cython.int = len(self._dealt) // self._players
        for i in range(many):
            order[i] = cards[i]
        for i in range(many - 1, 0, -1):
            luck = _next(luck)
            j = _below(luck, i + 1)
            card = order[i]
            order[i] = order[j]
            order[j] = _flipped(card) if luck & 1 else card
        luck = _next(luck)
        order[0] = _flipped(order[0]) if luck & 1 else order[0]
        self._phase, self._end, self._turn, self._scouts, self._owner = _TURNING, 0, 0, 0, -1
        self._lying, self._won, self._played, self._past = 0, 0, 0, None
        self._current = self._starter
        for i in range(_ROOM):
            self._captured[i] = 0
        for i in range(self._players):
            self._size[i] = size
            self._pile[i], self._turned[i] = 0, -2
            self._chips[i] = _CHIPS if self._players == 2 else 0
            self._show_chip[i] = self._players > 2
            for j in range(_ROOM):
                self._hand[i * _ROOM + j] = order[i * size + j] if j < size else 0
        self._dealt = bytes(order[: size * self._players])
        return luck

    # What a seat knows

    def view(self, seat: int, number: int = 0, pool: Sequence[Card] | None = None) -> View:
        """What `seat` knows of this round.

        `number` is the round's number in its game; `pool` the cards it was dealt from, where the seat knows them.
        """
        self._refuse_seat(seat)
        view: View = View.__new__(View)
        view._know(self._hidden_from(seat), seat, number, pool)
        return view

    @cython.cfunc
    @cython.exceptval(check=False)
    def _hidden_from(self, seat: cython.int) -> Round:
        """A copy without what `seat` does not know."""
        hidden: Round = self._copy()
        other: cython.int
        i: cython.int
        size: cython.int = len(self._dealt) // self._players
        for other in range(self._players):
            if other == seat:
                continue
            if hidden._turned[other] >= 0:
                hidden._turned[other] = -1
            for i in range(other * _ROOM, other * _ROOM + self._size[other]):
                if self._hand[i] < _SEEN:
                    hidden._hand[i] = 0
        own = self._dealt[seat * size : (seat + 1) * size]
        hidden._dealt = bytes(seat * size) + own + bytes((self._players - seat - 1) * size)
        return hidden

    @cython.cfunc
    def _refuse_seat(self, seat: int) -> None:
        if not 0 <= seat < self._players:
            raise ValueError(f"the seats are 0 to {self._players - 1}, not {seat}")

    def _hand_of(self, seat: int) -> tuple[Card | None, ...]:
        return tuple([_CARDS[self._hand[seat * _ROOM + i] & 255] for i in range(self._size[seat])])

    def _values(self) -> list[int]:
        return [self._hand[self._current * _ROOM + i] >> 4 & 15 for i in range(self._size[self._current])]

    def _learn(self, what: object, shown: str) -> bool:
        """Take in the cards that an event shows; returns whether it can happen, as far as we know the hand."""
        if what is None:
            return self._phase == _TURNING
        action: cython.int = what if type(what) is int and 0 <= what < _ALL else -1
        if self._phase == _TURNING or self._phase == _ENDED or action < _SHOW:
            return self._is_legal(action)
        if action >= _SCOUT:
            return self._may_take(action)
        start: cython.int = (action - _SHOW) // _LENGTHS
        cards = read_cards(shown)
        if len(cards) != (action - _SHOW) % _LENGTHS + 1 or start + len(cards) > self._size[self._current]:
            return False
        for place, card in enumerate(cards, self._current * _ROOM + start):
            self._hand[place] = card.up << 4 | card.down
        return True

    # The past, told again from the deal

    def _told(self, skip: int) -> Iterator[Event]:
        """Each turn after the first `skip` as an event, with the cards that a show revealed."""
        ids = self.history()
        if skip >= len(ids):
            return
        again: Round = self._at_start(self._dealt_hands())
        for action in ids[:skip]:
            again._apply(action)
        for action in ids[skip:]:
            seat = again._current
            again._apply(action)
            if action < _SCOUT:
                yield [seat, action, "".join([_WRITTEN[again._active[i] & 255] for i in range(again._lying)])]
            else:
                yield [seat, action]

    def _dealt_hands(self) -> list[bytes]:
        """The hands as they were dealt; 0 for a card that was never seen."""
        cards = self._dealt if 0 not in self._dealt else self._dealt_again()
        size = HAND_SIZE[self._players]
        return [cards[seat * size : (seat + 1) * size] for seat in range(self._players)]

    def _at_start(self, hands: Sequence[Sequence[int | None]]) -> Round:
        """A round with these hands and our decisions, before its first turn."""
        again: Round = Round.__new__(Round)
        again._open(hands, self._starter)
        for _ in range(self._players):
            again._decide(self._turned[again._current])
        return again

    def _dealt_again(self) -> bytes:
        """The dealt cards as far as they were seen since: an unmistakable deck is played the same way.

        Where each of its cards lies in the end tells where the card that lies there now came from.
        """
        size = HAND_SIZE[self._players]
        labels = [card.up << 4 | card.down for card in deck(self._players)]
        marked = self._at_start([labels[s * size : (s + 1) * size] for s in range(self._players)])
        for action in self.history():
            marked.apply_unchecked(action)
        came_from = {label: place for place, label in enumerate(labels)}
        dealt = bytearray(self._dealt)
        for label, card in zip(marked._everywhere(), self._everywhere(), strict=True):
            upright = label if label in came_from else _flipped(label)
            place = came_from[upright]
            dealt[place] = card if label == upright else _flipped(card)
        return bytes(dealt)

    def _everywhere(self) -> list[int]:
        """All cards: hands seat by seat, active set, captured."""
        lying = [self._hand[seat * _ROOM + i] for seat in range(self._players) for i in range(self._size[seat])]
        lying += [self._active[i] for i in range(self._lying)]
        lying += [self._captured[i] for i in range(self._won)]
        return [card & 255 for card in lying]


@cython.nonecheck(True)
@cython.final
@cython.cclass
class View:
    """A round from one seat: opened with the hand it was dealt, kept current by public events.

    Own cards are known; of the other hands those that lay on the table before (a scouted card stays known until
    it is shown), the rest is `None`. `round` counts from 0.
    """

    _state: Round
    _seat: cython.int
    _number: cython.int
    _pool: tuple
    _codes: bytes  # the pool as the arrays hold cards

    __signature__ = signature(lambda players, seat, hand, starter=0, round=0, pool=None: None)  # noqa: A006

    def __init__(
        self,
        players: int,
        seat: int,
        hand: Sequence[Card],
        starter: int = 0,
        round: int = 0,
        pool: Sequence[Card] | None = None,
    ) -> None:
        if not 0 <= seat < players:
            raise ValueError(f"the seats are 0 to {players - 1}, not {seat}")
        hidden: list[Card | None] = [None] * len(hand)
        self._know(Round([hand if s == seat else hidden for s in range(players)], starter), seat, round, pool)

    @cython.cfunc
    def _know(self, state: Round, seat: int, number: int, pool: Sequence[Card] | None) -> None:
        self._state, self._seat, self._number = state, seat, number
        self._pool = deck(state.players) if pool is None else _checked_pool(pool, state.players)
        self._codes = _codes_of_deck(state.players) if pool is None else _codes_of(self._pool)

    @staticmethod
    def open(opening: dict[str, Any]) -> View:
        """A view at the start of a round, from what `Game.opening` sends to a seat.

        Raises ValueError for anything else.
        """
        try:
            pool, hand = opening["pool"], read_cards(opening["hand"])
            seats = opening["players"], opening["seat"]
            rounds = opening["starter"], opening["round"]
        except KeyError as missing:
            raise ValueError(f"this is no opening, it has no {missing}: Game.opening writes one") from None
        return View(*seats, hand, *rounds, None if pool is None else read_cards(pool))

    def observe(self, event: Sequence[Any]) -> None:
        """Bring the view up to date by one item of `Round.events`.

        Raises ValueError for what cannot happen now, as far as the seat knows.
        """
        state: Round = self._state
        if not isinstance(event, (list, tuple)) or not 2 <= len(event) <= 3:
            raise ValueError(f"{event!r} is no event: Round.events lists them")
        who, what = event[0], event[1]
        if who is None and what in _ENDS[1:]:
            state._close(_ENDS.index(what))
        elif who != state._current or not state._learn(what, event[2] if len(event) > 2 else ""):
            raise ValueError(f"{event!r} cannot happen now: {state._summary()}")
        elif what is None:
            state._decide(-1)
        else:
            state._apply(what)

    # The public state

    @property
    def players(self) -> int:
        """Number of seats."""
        return self._state._players

    @property
    def seat(self) -> int:
        """The seat that knows this."""
        return self._seat

    @property
    def round(self) -> int:
        """The number of the round in its game, from 0."""
        return self._number

    @property
    def current(self) -> int:
        """The seat to act."""
        return self._state._current

    @property
    def phase(self) -> Phase:
        """`TURN_HAND`, `PLAY`, `MUST_SHOW` or `OVER`."""
        return self._state.phase

    @property
    def starter(self) -> int:
        """The seat that began the round."""
        return self._state._starter

    @property
    def active(self) -> tuple[Card, ...]:
        """The set on the table, both numbers of each card; empty for an empty table."""
        return self._state.active

    @property
    def owner(self) -> int | None:
        """Who showed last."""
        return self._state.owner

    @property
    def chips(self) -> tuple[int, ...]:
        """Scout chips of each seat."""
        return tuple(self._state.chips)

    @property
    def show_chips(self) -> tuple[bool, ...]:
        """Who still has the Scout & Show chip."""
        return tuple(self._state.show_chips)

    @property
    def captured(self) -> tuple[tuple[Card, ...], ...]:
        """The cards in each pile."""
        return self._state.captured

    @property
    def piles(self) -> tuple[int, ...]:
        """The number of cards in each pile."""
        return tuple(self._state.piles)

    @property
    def turn(self) -> int:
        """How many turns were played."""
        return self._state._turn

    @property
    def scouts(self) -> int:
        """How many seats scouted since the last show; when all others have, the round ends."""
        return self._state._scouts

    @property
    def end(self) -> End | None:
        """How the round ended: `"i"`, `"ii"`, `"limit"`, or `None` while it goes on."""
        return self._state.end

    @property
    def history(self) -> list[Event]:
        """Everything that happened, as `Round.events` gives it to this seat."""
        return self._state.events(self._seat)

    # Hands, as far as the seat knows them

    @property
    def hand(self) -> tuple[Card, ...]:
        """The seat's own hand."""
        return tuple([card for card in self._state._hand_of(self._seat) if card is not None])

    @property
    def turned(self) -> bool | None:
        """Whether the seat turned its hand; `None` before the decision."""
        return self._state.turned[self._seat]

    @property
    def hands(self) -> tuple[tuple[Card | None, ...], ...]:
        """All hands in order, `None` for each card that the seat does not know."""
        return self._state.hands

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """The number of cards in each hand."""
        return self._state.hand_sizes

    @property
    def unseen(self) -> tuple[Card, ...]:
        """The cards, smaller number up, that may lie where the seat knows nothing.

        With two players that is more than the other hand holds in round 0, when 22 cards are set aside; in round 1
        all hands of round 0 are known, so it is exactly what lies there.
        """
        known = {_CARDS[code].identity for code in self._state._everywhere() if code}
        return tuple([card for card in self._pool if card not in known])

    @property
    def pool(self) -> tuple[Card, ...]:
        """The cards, smaller number up, that the round was dealt from, as far as the seat knows."""
        return self._pool

    def position(self) -> Round:
        """A copy of the round as far as the seat knows it; unknown cards are `None`."""
        return self._state._copy()

    def information_key(self) -> bytes:
        """The same for two views exactly if the seat knows the same (perfect recall)."""
        state: Round = self._state
        opening = (self._seat, self._number, state._players, state._starter, state._end, state._turned[self._seat])
        cards = bytes(state._everywhere())
        pool = b"" if len(self._pool) > 22 else write_cards(self._pool).encode()
        ids = state.history()
        decided = sum([state._turned[s] != -2 for s in range(state._players)])
        played = struct.pack(f">{len(ids)}H", *ids)
        return bytes([part & 255 for part in opening]) + bytes([decided]) + played + b"|" + cards + b"|" + pool

    def determinize(self, rng: Random) -> Round:
        """A round drawn uniformly from those consistent with everything the seat knows.

        Unknown cards get any assignment and orientation with the same chance; where that leaves the seat to act
        without an action, which the rules would have ended, it is drawn again.
        """
        drawn: Round = self._state._copy()
        seat: cython.int
        for seat in range(drawn._players):
            if drawn._turned[seat] == -1:
                drawn._turned[seat] = 0
        try:
            luck: cython.ulonglong = _seeded(rng.getrandbits(64))
        except AttributeError:
            raise TypeError(f"a random.Random draws the cards, not {type(rng).__name__}") from None
        luck = self._fill(drawn, luck)
        while drawn._phase != _ENDED and drawn._list() == 0:
            luck = self._fill(drawn, luck)
        return drawn

    @cython.cfunc
    @cython.exceptval(check=False)
    def _fill(self, drawn: Round, luck: cython.ulonglong) -> cython.ulonglong:
        """Put random unseen cards where the seat knows none; returns the random state."""
        left: cython.uchar[48]
        seen: cython.uchar[256]
        if not cython.compiled:
            left, seen = [0] * 48, [0] * 256
        state: Round = self._state
        n: cython.int = len(self._codes)
        many: cython.int = 0
        i: cython.int
        card: cython.int
        seat: cython.int
        for i in range(256):
            seen[i] = 0
        for seat in range(state._players):
            for i in range(seat * _ROOM, seat * _ROOM + state._size[seat]):
                seen[state._hand[i] & 255] = 1
        for i in range(state._lying):
            seen[state._active[i] & 255] = 1
        for i in range(state._won):
            seen[state._captured[i] & 255] = 1
        for i in range(n):
            card = self._codes[i]
            if not seen[card] and not seen[_flipped(card)]:
                left[many] = card
                many += 1
        for seat in range(state._players):
            for i in range(seat * _ROOM, seat * _ROOM + state._size[seat]):
                if state._hand[i] == 0:
                    luck = _next(luck)
                    n = _below(luck, many)
                    card = left[n]
                    many -= 1
                    left[n] = left[many]
                    drawn._hand[i] = _flipped(card) if luck & 1 else card
        return luck

    # What the seat can do

    @property
    def to_act(self) -> bool:
        """Whether this seat is asked now."""
        return self._state._phase != _ENDED and self._state._current == self._seat

    @property
    def legal_actions(self) -> list[int]:
        """The ids of the legal actions, ascending; empty when another seat is to act."""
        return self._state.legal_actions() if self.to_act else []

    def turns(self) -> list[Action]:
        """All legal turns, each Scout & Show with each show that may follow."""
        return self._state.turns() if self.to_act else []

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self.information_key() == other.information_key()

    def __hash__(self) -> int:
        return hash(self.information_key())

    def __reduce__(self) -> tuple[object, ...]:
        state: Round = self._state
        hand, pool = state.dealt[self._seat], self._pool
        opening = (state._players, self._seat, hand, state._starter, self._number, pool)
        return _view_again, (opening, self.history)

    def __repr__(self) -> str:
        return f"<View of seat {self._seat}: {self._state._summary()}, holds {write_cards(self.hand)}>"

    def __str__(self) -> str:
        """The table as `str(Round)` draws it, with `??` for the cards that the seat does not know."""
        return f"seat {self._seat} sees round {self._number}: {self._state}"


@cython.final
@cython.cclass
class VectorRound:
    """Many rounds at once for learning; see `engine.vector` for the shapes of the buffers.

    `VectorRound(players, count, seed)`: `count` rounds of `players`, dealt by the core's own random generator from
    `seed`; a round that ends is dealt anew at once.
    """

    _rounds: list
    _cards: bytes
    _luck: cython.ulonglong

    __signature__ = signature(lambda players, count, seed=0: None)

    def __init__(self, players: int, count: int, seed: int = 0) -> None:
        if count < 1:
            raise ValueError(f"at least one round is needed, not {count}")
        self._cards = _codes_of_deck(players)
        self._luck = _seeded(seed & 0xFFFFFFFFFFFFFFFF)
        first: Round = Round(deal(players, ""))
        round: Round
        self._rounds = [first.clone() for _ in range(count)]
        for i, round in enumerate(self._rounds):
            round._starter = i % players
            self._luck = round._deal(self._cards, self._luck)

    @property
    def rounds(self) -> list[Round]:
        """Copies of the rounds as they are now."""
        return [round.clone() for round in self._rounds]

    def look(self, mask: cython.uchar[:, ::1], observation: cython.uchar[:, ::1], seat: cython.int[::1]) -> None:
        """Write what is legal, what the seat to act knows, and which seat that is."""
        if not self._fits(mask, observation) or seat.shape[0] != len(self._rounds):
            raise ValueError(self._shapes())
        i: cython.int
        round: Round
        for i in range(len(self._rounds)):
            round = cython.cast(Round, self._rounds[i])
            seat[i] = round._current
            round._mask(mask, i)
            round._observe(round._current, observation, i)

    def step(
        self,
        action: cython.int[::1],
        mask: cython.uchar[:, ::1],
        observation: cython.uchar[:, ::1],
        seat: cython.int[::1],
        reward: cython.float[:, ::1],
        done: cython.uchar[::1],
    ) -> None:
        """Play one action in each round, then `look`; where a round ended, `reward` has its scores.

        Raises ValueError for an illegal action; the rounds before it have then been played.
        """
        count: cython.int = len(self._rounds)
        if not self._fits(mask, observation) or not action.shape[0] == seat.shape[0] == done.shape[0] == count:
            raise ValueError(self._shapes())
        if reward.shape[0] != count or reward.shape[1] != self._rounds[0].players:
            raise ValueError(self._shapes())
        i: cython.int
        who: cython.int
        over: cython.bint
        round: Round
        for i in range(len(self._rounds)):
            round = cython.cast(Round, self._rounds[i])
            if not round._is_legal(action[i]):
                raise ValueError(f"round {i}: {round._reason_of(action[i])}")
            round._apply(action[i])
            over = round._phase == _ENDED
            done[i] = over
            for who in range(round._players):
                reward[i, who] = round._score(who) if over else 0
            if over:
                self._luck = round._deal(self._cards, self._luck)
            seat[i] = round._current
            round._mask(mask, i)
            round._observe(round._current, observation, i)

    @cython.cfunc
    def _fits(self, mask: cython.uchar[:, ::1], observation: cython.uchar[:, ::1]) -> cython.bint:
        count: cython.int = len(self._rounds)
        if mask.shape[0] != count or observation.shape[0] != count:
            return False
        return mask.shape[1] == _ALL and observation.shape[1] == _OBSERVED

    def _shapes(self) -> str:
        count, players = len(self._rounds), self._rounds[0].players
        return (
            f"the buffers do not fit: mask is ({count}, {_ALL}) and observation ({count}, {OBSERVATION}) bytes; "
            f"action, seat and done hold {count}; reward is ({count}, {players}): engine.vector.buffers makes them"
        )


def greedy(position: Round | View) -> int:
    """The id that a fixed, simple policy plays for the seat to act; the same position gives the same id.

    It turns the hand if the other side holds the stronger set, shows the strongest set it can, else scouts and
    shows where the hand then holds the strongest set, else scouts to the same end; of equals, the smallest id.
    """
    if not isinstance(position, Round | View):
        raise TypeError(f"greedy plays for a Round or a View, not for a {type(position).__name__}")
    return position.position().greedy() if isinstance(position, View) else position.greedy()


@cython.cfunc
@cython.exceptval(check=False)
def _add(first: cython.int, count: cython.int) -> cython.int:
    """Append a range of ids; returns its length."""
    global _ranges
    _first[_ranges], _count[_ranges] = first, count
    _ranges += 1
    return count


@cython.cfunc
@cython.exceptval(check=False)
def _measure(size: cython.int) -> cython.void:
    """Fill `_run`: how many cards the longest set from each place of `_up` has."""
    i: cython.int
    step: cython.int
    near: cython.int
    run: cython.int = 1
    after: cython.int = 9
    _run[size - 1] = 1
    for i in range(size - 2, -1, -1):
        step = _up[i + 1] - _up[i]
        near = (step < 2) & (step > -2)
        # 1 for a card alone, 2 where a set begins, one more than its neighbour's where it goes on;
        # no branches, since nothing could foretell them.
        run = 1 + near * (1 + (step == after) * (run - 1))
        _run[i] = run
        after = step


@cython.cfunc
@cython.exceptval(check=False)
def _joins(
    place: cython.int,
    value: cython.int,
    size: cython.int,
    to_beat: cython.int,
    group: cython.bint,
    least: cython.int,
) -> cython.bint:
    """Whether a card of this value, put into the hand looked at, is part of a set that beats such a set."""
    step: cython.int
    low: cython.int
    length: cython.int
    i: cython.int
    if to_beat == 1 and value > least:
        return True
    for step in range(-1, 2):
        length = 1
        low = value
        i = place - 1
        while i >= 0 and _up[i] == value - step * (place - i):
            length += 1
            i -= 1
        if step == 1:
            low = value - length + 1
        i = place
        while i < size and _up[i] == value + step * (i - place + 1):
            length += 1
            i += 1
        if step == -1:
            low = value - (i - place)
        if length > to_beat and length > 1:
            return True
        if length == to_beat and length > 1:
            if (step == 0) != group:
                if step == 0:
                    return True
            elif low > least:
                return True
    return False


@cython.cfunc
@cython.exceptval(check=False)
def _rank(start: cython.int) -> cython.int:
    """The strength of the longest set from a place of the hand looked at, as one number."""
    length: cython.int = _run[start]
    low: cython.int = _up[start]
    group: cython.bint = False
    if length > 1:
        group = _up[start] == _up[start + 1]
        if _up[start + length - 1] < low:
            low = _up[start + length - 1]
    return length * 100 + (50 if group else 0) + low


@cython.cfunc
@cython.exceptval(check=False)
def _strongest(size: cython.int) -> cython.int:
    """The rank of the strongest set in the hand looked at."""
    best: cython.int = 0
    rank: cython.int
    i: cython.int
    for i in range(size):
        rank = _rank(i)
        if rank > best:
            best = rank
    return best


@cython.cfunc
@cython.exceptval(check=False)
def _flipped(card: cython.int) -> cython.int:
    return (card & _SEEN) | (card & 15) << 4 | (card >> 4 & 15)


@cython.cfunc
@cython.exceptval(check=False)
def _seeded(seed: cython.ulonglong) -> cython.ulonglong:
    """A random state from any seed, never 0 (splitmix64, Steele and others 2014)."""
    z: cython.ulonglong = (seed + 0x9E3779B97F4A7C15) & _WORD
    z = ((z ^ z >> 30) * 0xBF58476D1CE4E5B9) & _WORD
    z = ((z ^ z >> 27) * 0x94D049BB133111EB) & _WORD
    return (z ^ z >> 31) | 1


@cython.cfunc
@cython.exceptval(check=False)
def _next(luck: cython.ulonglong) -> cython.ulonglong:
    """The random state after this one (xorshift64, Marsaglia 2003)."""
    luck ^= luck << 13 & _WORD
    luck ^= luck >> 7
    return luck ^ (luck << 17 & _WORD)


@cython.cfunc
@cython.exceptval(check=False)
def _below(luck: cython.ulonglong, m: cython.int) -> cython.int:
    return ((luck >> 32) * m) >> 32


def _codes_of(cards: Sequence[Card]) -> bytes:
    return bytes([card.up << 4 | card.down for card in cards])


@lru_cache(maxsize=4)
def _codes_of_deck(players: int) -> bytes:
    return _codes_of(deck(players))


def _refuse_impossible(hands: Sequence[Sequence[Card | None]], starter: int) -> None:
    """Raise ValueError with a sentence for hands that no deal can give, TypeError for what are no hands."""
    try:
        players = len(hands)
        cards = [card.identity for hand in hands for card in hand if card is not None]
    except (AttributeError, TypeError):
        raise TypeError("hands are lists of Card, one for each seat: engine.read_cards reads '38 T2'") from None
    known = set(deck(players))
    if not 0 <= starter < players:
        raise ValueError(f"the starter is one of the seats 0 to {players - 1}, not {starter}")
    for seat, hand in enumerate(hands):
        if len(hand) != HAND_SIZE[players]:
            raise ValueError(
                f"seat {seat} was dealt {len(hand)} cards; with {players} players it is {HAND_SIZE[players]}"
            )
    for card in cards:
        if card not in known:
            raise ValueError(f"the card {card.up}/{card.down} is not in the deck of {players} players")
    if len(set(cards)) < len(cards):
        twice = next(card for card in cards if cards.count(card) > 1)
        raise ValueError(f"the card {twice} was dealt twice")


def _checked_pool(pool: Sequence[Card], players: int) -> tuple[Card, ...]:
    """The pool, where a round can be dealt from it; otherwise raises ValueError."""
    cards = tuple(pool)
    if len(set(cards)) < len(cards) or not set(cards) <= set(deck(players)):
        raise ValueError(f"a pool has cards of the deck of {players} players, smaller number up, each once")
    if len(cards) < players * HAND_SIZE[players]:
        raise ValueError(f"{players * HAND_SIZE[players]} cards are dealt, so a pool has no fewer, not {len(cards)}")
    return cards


def _view_again(opening: tuple[Any, ...], events: list[Event]) -> View:
    """A view from what it knew at its start and what happened since; a pickle holds these."""
    view = View(*opening)
    for event in events:
        view.observe(event)
    return view


def _row(numbers: Sequence[int]) -> str:
    return " ".join(map(str, numbers))
