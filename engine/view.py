"""What one seat may know, and no more: its own hand, the table, and every public action."""

from collections.abc import Sequence
from typing import Any

from engine.actions import Action
from engine.cards import HAND_SIZE, Card, deck, read_cards, write_cards
from engine.core import OVER, End, Event, Hand, Phase, State


class View:
    """A round from one seat: opened with the hand it was dealt, kept current by public events.

    Own cards are known; of the other hands those that lay on the table before (a scouted card stays known until
    it is shown), the rest is `None`. `round` counts from 0.
    """

    def __init__(
        self,
        players: int,
        seat: int,
        hand: Sequence[Card],
        starter: int = 0,
        round: int = 0,
        pool: Sequence[Card] | None = None,
    ) -> None:
        hidden: Hand = [None] * HAND_SIZE[players]
        self.seat, self.round = seat, round
        self._pool = deck(players) if pool is None else tuple(pool)
        self._state = State([hand if s == seat else hidden for s in range(players)], starter)

    @classmethod
    def open(cls, opening: dict[str, Any]) -> "View":
        """A view at the start of a round, from what `Game.opening` sends to a seat."""
        pool = opening["pool"]
        return cls(
            opening["players"],
            opening["seat"],
            read_cards(opening["hand"]),
            opening["starter"],
            opening["round"],
            None if pool is None else read_cards(pool),
        )

    def observe(self, event: Event) -> None:
        """Bring the view up to date by one item of `Round.events`."""
        who, what, *cards = event
        if who is None:
            end: Any = what
            self._state.close(end)
        elif what is None:
            self._state.decide(None)
        else:
            action = int(what)
            if cards:
                self._state.reveal(Action(action), read_cards(str(cards[0])))
            self._state.apply_unchecked(action)

    def position(self) -> State:
        """A copy of the round as far as the seat knows it; unknown cards are `None`."""
        return self._state.clone()

    # The public state

    @property
    def players(self) -> int:
        """Number of seats."""
        return self._state.players

    @property
    def current(self) -> int:
        """The seat to act."""
        return self._state.current

    @property
    def phase(self) -> Phase:
        """`TURN_HAND`, `PLAY`, `MUST_SHOW` or `OVER`."""
        return self._state.phase

    @property
    def starter(self) -> int:
        """The seat that began the round."""
        return self._state.starter

    @property
    def active(self) -> tuple[Card, ...]:
        """The set on the table, both numbers of each card; empty for an empty table."""
        return tuple(self._state.active)

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
        return tuple(map(tuple, self._state.captured))

    @property
    def piles(self) -> tuple[int, ...]:
        """The number of cards in each pile."""
        return tuple(self._state.piles)

    @property
    def turn(self) -> int:
        """How many turns were played."""
        return self._state.turn

    @property
    def scouts(self) -> int:
        """How many seats scouted since the last show; when all others have, the round ends."""
        return self._state.scouts

    @property
    def end(self) -> End | None:
        """How the round ended: `"i"`, `"ii"`, `"limit"`, or `None` while it goes on."""
        return self._state.end

    @property
    def history(self) -> list[Event]:
        """Everything that happened, as `Round.events` gives it to this seat."""
        return self._state.events(self.seat)

    # Hands, as far as the seat knows them

    @property
    def hand(self) -> tuple[Card, ...]:
        """The seat's own hand."""
        return tuple(card for card in self._state.hands[self.seat] if card is not None)

    @property
    def turned(self) -> bool | None:
        """Whether the seat turned its hand; `None` before the decision."""
        return self._state.turned[self.seat]

    @property
    def hands(self) -> tuple[tuple[Card | None, ...], ...]:
        """All hands in order, `None` for each card that the seat does not know."""
        return tuple(map(tuple, self._state.hands))

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """The number of cards in each hand."""
        return tuple(map(len, self._state.hands))

    @property
    def unseen(self) -> tuple[Card, ...]:
        """The cards, smaller number up, that may lie where the seat knows nothing.

        With two players that is more than the other hand holds in round 0, when 22 cards are set aside; in round 1 all
        hands of round 0 are known, so it is exactly what lies there.
        """
        lying: list[Sequence[Card | None]] = [*self._state.hands, self._state.active, *self._state.captured]
        known = {card.identity for cards in lying for card in cards if card is not None}
        return tuple(card for card in self._pool if card not in known)

    # What the seat can do

    @property
    def to_act(self) -> bool:
        """Whether this seat is asked now."""
        return self.phase != OVER and self.current == self.seat

    @property
    def legal_actions(self) -> list[int]:
        """The ids of the legal actions, ascending; empty when another seat is to act."""
        return self._state.legal_actions() if self.to_act else []

    def turns(self) -> list[Action]:
        """All legal turns, each Scout & Show with each show that may follow."""
        return self._state.turns() if self.to_act else []

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[object, ...]:
        opened = (self.players, self.seat, self.round, self.starter, self._pool)
        return (*opened, self._state.dealt[self.seat], *map(tuple, self.history))

    def __str__(self) -> str:
        lines = [f"seat {self.seat} of {self.players}, {self.phase}, hand {write_cards(self.hand)}"]
        if self.active:
            lines.append(f"active set {write_cards(self.active)} of seat {self.owner}")
        return "; ".join(lines)
