"""A game is as many rounds as players; its replay holds all that happened and can be played again."""

from typing import Any, Literal, SupportsIndex

from engine.actions import SCOUT_AND_SHOW, Action, parse
from engine.cards import Card, deal, deck, read_cards, write_cards
from engine.core import OVER, Event, Round, View

HOLDER = "holder of 1/2"
Replay = dict[str, Any]


class Game:
    """A whole game. `start` is the seat that begins round 0, or `"holder of 1/2"` (3 to 5 players).

    `deals` (hands of each round) replaces the seed; a replay brings them. Raises ValueError for what cannot be.
    """

    def __init__(
        self,
        players: int,
        seed: str | None = None,
        start: int | Literal["holder of 1/2"] = 0,
        deals: list[list[list[Card]]] | None = None,
    ) -> None:
        deck(players)  # refuses impossible numbers of players
        if (seed is None) == (deals is None):
            raise ValueError("a game is dealt from a seed or from given deals: name one of them")
        if deals is not None and len(deals) != players:
            raise ValueError(f"a game of {players} has {players} rounds, not {len(deals)}")
        self.players, self.seed = players, seed
        self._deals = deals or [deal(players, str(seed), n) for n in range(players)]
        self._refuse_mixed_shuffle()
        if start != HOLDER and start not in range(players):
            raise ValueError(f"the start is one of the seats 0 to {players - 1} or {HOLDER!r}, not {start!r}")
        self.start = self._holder() if isinstance(start, str) else start
        self.rounds: list[Round] = []
        self._next_round()

    @property
    def round(self) -> Round:
        """The round that is played now, or the last one."""
        return self.rounds[-1]

    @property
    def over(self) -> bool:
        """Whether the last round has ended."""
        return len(self.rounds) == self.players and self.round.phase == OVER

    @property
    def current(self) -> int:
        """The seat to act."""
        return self.round.current

    @property
    def totals(self) -> list[int]:
        """Points of each seat over the finished rounds."""
        scores = [r.scores() for r in self.rounds if r.phase == OVER]
        return [sum(score[seat] for score in scores) for seat in range(self.players)]

    @property
    def winners(self) -> list[int]:
        """The seats with the highest total once the game is over; several share a victory."""
        totals = self.totals
        return [s for s, total in enumerate(totals) if total == max(totals)] if self.over else []

    def __repr__(self) -> str:
        totals = " ".join(map(str, self.totals))
        now = f"won by {' and '.join(f'seat {s}' for s in self.winners)}" if self.over else repr(self.round)
        return f"<Game: {self.players} players, round {len(self.rounds) - 1}, totals {totals}, {now}>"

    def legal_actions(self) -> list[int]:
        """The ids of all legal actions, ascending."""
        return self.round.legal_actions()

    def apply(self, answer: Action | SupportsIndex | str) -> None:
        """Play an action of the current round; when that ends it, the next round is dealt."""
        self.round.apply(answer)
        if self.round.phase == OVER and not self.over:
            self._next_round()

    # What a seat may know

    def opening(self, seat: int) -> dict[str, Any]:
        """What `seat` is told at the start of the current round; `View.open` reads it. JSON-able.

        `pool` lists the cards of round 1 of two players, which follow from round 0; else it is null.
        """
        pool = self._pool()
        return {
            "players": self.players,
            "seat": seat,
            "round": len(self.rounds) - 1,
            "starter": self.round.starter,
            "hand": write_cards(self.round.dealt[seat]),
            "pool": None if pool is None else write_cards(pool),
        }

    def events(self, seat: int, since: int = 0) -> list[Event]:
        """What `seat` may know of the current round, from event number `since` on."""
        return self.round.events(seat, since)

    def view(self, seat: int) -> View:
        """The current round as `seat` knows it, with what earlier rounds taught."""
        return self.round.view(seat, len(self.rounds) - 1, self._pool())

    def _pool(self) -> list[Card] | None:
        if self.players > 2 or len(self.rounds) == 1:
            return None
        before = {card.identity for hand in self._deals[0] for card in hand}
        return [card for card in deck(2) if card not in before]

    # The record

    def replay(self) -> Replay:
        """The record of the game so far, JSON-able: deals, decisions, turns and results."""
        return {
            "format": 1,
            "players": self.players,
            "seed": self.seed,
            "start": self.start,
            "rounds": [_record(round) for round in self.rounds],
            "totals": self.totals,
            "winners": self.winners,
        }

    @classmethod
    def from_replay(cls, replay: Replay) -> "Game":
        """Play a record again. Raises ValueError where it breaks the rules or its own result."""
        game = cls.opened(replay)
        for number, record in enumerate(replay["rounds"]):
            for action in actions_of(record, game.round.starter):
                game.apply(action)
            played = game.rounds[number]
            if "scores" in record and record["scores"] != played.scores():
                raise ValueError(f"round {number} scores {played.scores()}, the record says {record['scores']}")
        return game

    @classmethod
    def opened(cls, replay: Replay) -> "Game":
        """The game of a record before its first action. Raises ValueError where it cannot be read."""
        try:
            deals = [[read_cards(hand) for hand in r["hands"]] for r in replay["rounds"]]
            players = replay["players"]
            start = replay["rounds"][0]["starter"]
        except (KeyError, IndexError, TypeError, AttributeError) as error:
            raise ValueError(f"this is no replay: {error!r}") from error
        if len(deals) < players and replay.get("seed") is not None:
            deals += [deal(players, replay["seed"], n) for n in range(len(deals), players)]
        game = cls(players, None, start, deals)
        game.seed = replay.get("seed")
        return game

    def _next_round(self) -> None:
        number = len(self.rounds)
        starter = (self.start + number) % self.players
        self.rounds.append(Round(self._deals[number], starter))

    def _holder(self) -> int:
        if self.players == 2:
            raise ValueError("with two players the card 1/2 may be set aside: name the starter")
        hands = self._deals[0]
        return next(s for s, hand in enumerate(hands) if Card(1, 2) in {c.identity for c in hand})

    def _refuse_mixed_shuffle(self) -> None:
        if self.players == 2:
            dealt = [card.identity for hands in self._deals for hand in hands for card in hand]
            if len(set(dealt)) < len(dealt):
                raise ValueError("with two players round 1 is dealt from what round 0 left over")


def actions_of(record: dict[str, Any], starter: int) -> list[Action]:
    """All actions of a round's record in order: the decisions to turn, then the turns.

    Raises ValueError where the record cannot be read.
    """
    try:
        turned, turns = record["turned"], record["turns"].split()
    except (KeyError, AttributeError) as error:
        raise ValueError(f"this is no record of a round: {error!r}") from error
    order = [(starter + i) % len(turned) for i in range(len(turned))]
    return [*(parse("t" if turned[seat] else "k") for seat in order), *map(parse, turns)]


def _record(round: Round) -> dict[str, Any]:
    return {
        "hands": [write_cards(hand) for hand in round.dealt],
        "starter": round.starter,
        "turned": round.turned,
        "turns": " ".join(map(str, turns_of(round))),
        "end": round.end,
        "unbeaten": round.unbeaten,
        "piles": round.piles,
        "chips": round.chips,
        "left": [write_cards(hand) for hand in round.hands],
        "scores": round.scores(),
    }


def turns_of(round: Round) -> list[Action]:
    """The whole turns played so far; a scout half still waiting for its show stands alone."""
    turns: list[Action] = []
    for action in round.history():
        if turns and turns[-1].id >= SCOUT_AND_SHOW and turns[-1].then is None:
            turns[-1] = Action(turns[-1].id, action)
        else:
            turns.append(Action(action))
    return turns
