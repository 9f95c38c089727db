"""One round of SCOUT: its state, what is legal now, and the one way it moves on.

The sentences of `IllegalAction` use the words of the rules. A hand may hold `None` where a seat does not
know the card: a `View` keeps such a round.
"""

from collections.abc import Iterator, Sequence
from typing import Final, Literal, Self, SupportsIndex

from engine import sets
from engine.actions import (
    KEEP,
    LONGEST_SET,
    SCOUT,
    SCOUT_AND_SHOW,
    SHOW,
    TURN,
    Action,
    read,
    scout_id,
    show_id,
)
from engine.cards import HAND_SIZE, Card, deck, write_cards
from engine.errors import IllegalAction

TURN_HAND: Final = "turn hand"
PLAY: Final = "play"
MUST_SHOW: Final = "must show"
OVER: Final = "over"
Phase = Literal["turn hand", "play", "must show", "over"]
End = Literal["i", "ii", "limit"]
TURN_LIMIT = 1000
CHIPS_OF_TWO = 3

Hand = list[Card | None]
Event = list[int | str | None]


class State:
    """One round, from the decision to turn the hand to its end.

    Per seat: `hands`, `chips` (scout chips), `captured` and `show_chips` (Scout & Show chip still there). `active` is
    the set on the table, `owner` who showed it (kept when scouts empty the table), `current` the seat to act, `turn`
    how many turns were played, `scouts` how many of them were scouts since the last show.
    """

    def __init__(self, hands: Sequence[Sequence[Card | None]], starter: int = 0) -> None:
        self.players = len(hands)
        _refuse_impossible(hands, starter)
        self.starter = starter
        self.dealt = tuple(tuple(hand) for hand in hands)
        self.hands: list[Hand] = [list(hand) for hand in hands]
        self.turned: list[bool | None] = [None] * self.players
        self.active: list[Card] = []
        self.owner: int | None = None
        self.captured: list[list[Card]] = [[] for _ in hands]
        two = self.players == 2
        self.chips = [CHIPS_OF_TWO if two else 0] * self.players
        self.show_chips = [not two] * self.players
        self.current = starter
        self.phase: Phase = TURN_HAND
        self.turn = 0
        self.end: End | None = None
        self.history: list[tuple[int | str | None, ...]] = []
        self.scouts = 0

    # What there is to see

    @property
    def piles(self) -> list[int]:
        """How many cards each seat captured."""
        return [len(pile) for pile in self.captured]

    @property
    def unbeaten(self) -> int | None:
        """The seat that loses nothing for its hand: the last set's owner, where nobody beat it."""
        return self.owner if self.end == "ii" else None

    def scores(self) -> list[int]:
        """The score of each seat, if the round ended now: pile + scout chips − hand."""
        return [
            len(self.captured[seat]) + self.chips[seat] - (0 if seat == self.unbeaten else len(self.hands[seat]))
            for seat in range(self.players)
        ]

    def clone(self) -> Self:
        """An independent copy, to try an action on."""
        copy = object.__new__(type(self))
        copy.__dict__.update(self.__dict__)
        copy.hands = [list(hand) for hand in self.hands]
        copy.captured = [list(pile) for pile in self.captured]
        copy.turned, copy.active = list(self.turned), list(self.active)
        copy.chips, copy.show_chips = list(self.chips), list(self.show_chips)
        copy.history = list(self.history)
        return copy

    def events(self, seat: int, since: int = 0) -> list[Event]:
        """What `seat` may know of all that happened, in order, from event number `since` on.

        `[s, None]`: seat s decided about turning its hand; `[s, 0 or 1]`: the seat's own decision;
        `[s, action]`: a scout; `[s, action, "4645"]`: a show and its cards; `[None, end]`: the round is over.
        """
        return [list(event) if event[0] == seat else _hidden(event) for event in self.history[since:]]

    # Legality has one home: check() raises, legal_actions() lists, apply() checks first

    def legal_actions(self) -> list[int]:
        """The ids of all legal actions, ascending; a Scout & Show is listed as its scout half."""
        if self.phase == TURN_HAND:
            return [0, 1]
        if self.phase == OVER:
            return []
        hand = self.hands[self.current]
        shows = list(_shows(_values(hand), _values(self.active)))
        if self.phase == MUST_SHOW or not self.active:
            return shows
        scouts = list(self._all_scouts()) if self.players > 2 or self.chips[self.current] else []
        actions = shows + scouts
        if self.show_chips[self.current]:
            half = SCOUT_AND_SHOW - SCOUT
            actions += [scout + half for scout in scouts if self._show_follows(Action(scout))]
        return actions

    def turns(self) -> list[Action]:
        """All legal turns: as `legal_actions`, each Scout & Show with each show that may follow."""
        whole: list[Action] = []
        for action in self.legal_actions():
            if action < SCOUT_AND_SHOW:
                whole.append(Action(action))
            else:
                hand, active = self._after_scout(Action(action))
                whole += [Action(action, show) for show in _shows(_values(hand), _values(active))]
        return whole

    def check(self, answer: Action | SupportsIndex | str) -> Action:
        """The action, where it is legal now; otherwise raises `IllegalAction` with the rule.

        What cannot be read at all raises `UnreadableAction`.
        """
        action = read(answer)
        if self.phase == OVER:
            raise IllegalAction("the round is over")
        if (self.phase == TURN_HAND) != (action.kind in ("keep", "turn")):
            raise IllegalAction(
                f"{action}: before the first turn a seat keeps (k) or turns (t) its hand"
                if self.phase == TURN_HAND
                else f"{action}: a hand may be turned only before the first turn"
            )
        if action.kind == "show":
            self._check_show(action, self.hands[self.current], self.active)
        elif action.kind in ("scout", "scout & show"):
            self._check_scout(action)
        return action

    def _check_show(self, action: Action, hand: Sequence[Card | None], active: list[Card]) -> None:
        cards = hand[action.start : action.start + action.length]
        if len(cards) < action.length:
            raise IllegalAction(f"{action}: the hand has {len(hand)} cards, places 0 to {len(hand) - 1}")
        values, table = _values(cards), _values(active)
        if sets.strength(values) is None:
            raise IllegalAction(
                f"{action}: {sets.dashed(values)} is no set: neighbours must be equal, rise by one or fall by one"
            )
        if not sets.beats(values, table):
            raise IllegalAction(
                f"{action}: {sets.describe(values)} does not beat {sets.describe(table)}: {sets.why(values, table)}"
            )

    def _check_scout(self, action: Action) -> None:
        hand = self.hands[self.current]
        if self.phase == MUST_SHOW:
            raise IllegalAction(f"{action}: after the scout of a Scout & Show comes the show")
        if not self.active:
            raise IllegalAction(f"{action}: the table is empty, so there is nothing to scout: show")
        if action.right and len(self.active) == 1:
            raise IllegalAction(f"{action}: one card lies there; it is scouted as the left one (l)")
        if action.place > len(hand):
            raise IllegalAction(f"{action}: the hand has {len(hand)} cards, so places 0 to {len(hand)}")
        if self.players == 2 and not self.chips[self.current]:
            raise IllegalAction(f"{action}: no scout chip is left to pay with")
        if action.kind == "scout & show":
            self._check_scout_and_show(action)

    def _check_scout_and_show(self, action: Action) -> None:
        if self.players == 2:
            raise IllegalAction(f"{action}: two players have no Scout & Show")
        if not self.show_chips[self.current]:
            raise IllegalAction(f"{action}: the Scout & Show of this round is used")
        if not self._show_follows(action):
            raise IllegalAction(f"{action}: no show is possible after this scout")
        if action.then is not None:
            self._check_show(Action(action.then), *self._after_scout(action))

    # The one way a round moves on

    def apply(self, answer: Action | SupportsIndex | str) -> None:
        """Play an id, an `Action` or notation, also a whole Scout & Show, after checking it."""
        action = self.check(answer)
        self.apply_unchecked(action.id)
        if action.then is not None:
            self.apply_unchecked(action.then)

    def apply_unchecked(self, action: int) -> None:
        """Play an id that is known to be legal; anything else leaves an undefined state."""
        if action < SHOW:
            self.decide(action != KEEP)
        elif action < SCOUT:
            self._show(Action(action))
        else:
            self._scout(Action(action))

    def decide(self, turn: bool | None) -> None:
        """The current seat keeps or turns its hand; `None`: it decided, and we do not know how."""
        seat = self.current
        self.history.append((seat, None if turn is None else int(turn)))
        self.turned[seat] = turn
        if turn:
            self.hands[seat] = [card and card.turned for card in self.hands[seat]]
        self._pass_on()
        if self.current == self.starter:
            self.phase = PLAY

    def reveal(self, action: Action, cards: Sequence[Card]) -> None:
        """The current seat is about to show these cards, which we may not have known."""
        self.hands[self.current][action.start : action.start + action.length] = cards

    def close(self, end: End) -> None:
        """End the round; once is enough."""
        if self.end is None:
            self.end, self.phase = end, OVER
            self.history.append((None, end))

    def _show(self, action: Action) -> None:
        seat, hand = self.current, self.hands[self.current]
        last = action.start + action.length
        shown = [card for card in hand[action.start : last] if card is not None]
        del hand[action.start : last]
        self.history.append((seat, action.id, write_cards(shown).replace(" ", "")))
        self.captured[seat] += self.active
        self.active, self.owner = shown, seat
        self.scouts = 0
        self.phase = PLAY
        self._pass_on()
        self._finish_turn(seat)

    def _scout(self, action: Action) -> None:
        seat = self.current
        self.history.append((seat, action.id))
        self.hands[seat], self.active = self._after_scout(action)
        if self.players == 2:
            self.chips[seat] -= 1
        elif self.owner is not None:
            self.chips[self.owner] += 1
        if action.kind == "scout & show":
            self.show_chips[seat] = False
            self.phase = MUST_SHOW
            return
        self.scouts += 1
        if self.players > 2:  # two players: the same seat goes on until it shows
            self._pass_on()
        self._finish_turn(seat)

    def _pass_on(self) -> None:
        self.current = (self.current + 1) % self.players

    def _finish_turn(self, seat: int) -> None:
        """Count the turn and see whether it ended the round (rules, "End of a round and score")."""
        self.turn += 1
        if not self.hands[seat]:
            self.close("i")
        elif self.players == 2:
            # A hand we cannot see: its owner tells us when the round ends.
            if None not in self.hands[self.current] and not self.legal_actions():
                self.close("ii")
        elif self.scouts == self.players - 1:
            self.close("ii")
        elif self.turn == TURN_LIMIT:
            self.close("limit")

    # What a scout leads to

    def hand_after(self, scout: int) -> Hand:
        """The hand of the current seat as it would be after this scout."""
        return self._after_scout(Action(scout))[0]

    def _all_scouts(self) -> Iterator[int]:
        sides = (False,) if len(self.active) == 1 else (False, True)
        places = len(self.hands[self.current]) + 1
        for right in sides:
            for turned in (False, True):
                for place in range(places):
                    yield scout_id(right, turned, place)

    def _after_scout(self, action: Action) -> tuple[Hand, list[Card]]:
        """The current hand and the active set after this scout."""
        card = self.active[-1 if action.right else 0]
        hand = list(self.hands[self.current])
        hand.insert(action.place, card.turned if action.turned else card)
        return hand, self.active[:-1] if action.right else self.active[1:]

    def _show_follows(self, scout: Action) -> bool:
        hand, active = self._after_scout(scout)
        return next(_shows(_values(hand), _values(active)), None) is not None


def _hidden(event: tuple[int | str | None, ...]) -> Event:
    """The event as the other seats see it: whether a hand was turned is secret."""
    decision = len(event) == 2 and event[1] in (KEEP, TURN)
    return [event[0], None] if decision else list(event)


def _values(cards: Sequence[Card | None]) -> list[int]:
    """The numbers that count; an unknown card counts 0 and is asked for by nobody."""
    return [0 if card is None else card.up for card in cards]


def _shows(hand: list[int], active: list[int]) -> Iterator[int]:
    """Ids of the shows that beat the active set, ascending."""
    to_beat = sets.strength(active) or (0, 0, 0)
    for start in range(len(hand)):
        for length in range(1, min(LONGEST_SET, len(hand) - start) + 1):
            rank = sets.strength(hand[start : start + length])
            if rank is None:
                break
            if rank > to_beat:
                yield show_id(start, length)


def _refuse_impossible(hands: Sequence[Sequence[Card | None]], starter: int) -> None:
    """Raise ValueError with a sentence for hands that no deal can give."""
    players = len(hands)
    cards = [card.identity for hand in hands for card in hand if card is not None]
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
            raise ValueError(f"the card {card} is not in the deck of {players} players")
    if len(set(cards)) < len(cards):
        twice = next(card for card in cards if cards.count(card) > 1)
        raise ValueError(f"the card {twice} was dealt twice")
