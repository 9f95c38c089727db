"""The referee: deals, asks each seat in turn, checks every answer, keeps the record, and plays on for who failed."""

import hashlib
import json
from collections.abc import Sequence
from typing import Any

from engine import (
    MUST_SHOW,
    OVER,
    TURN_HAND,
    Action,
    EngineError,
    Game,
    IllegalAction,
    Round,
    UnreadableAction,
    greedy,
    write_cards,
)
from sandbox.faults import BotFailed, Fault
from sandbox.package import Package
from sandbox.seat import Seat
from sandbox.sentence import Sentence, made_of

LEGAL_SHOWN = 40


class Referee:
    """One match in progress: the game, the bots at its `seats`, and the fault of each that the stand-in plays for."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.seats: list[Seat] = []
        self.faults: list[Fault | None] = [None] * game.players
        self._think: list[list[int]] = []  # of each round, of each turn, in microseconds
        self._turn_think: list[list[int]] = []

    def start(self, packages: Sequence[Package], infos: Sequence[dict[str, Any]]) -> None:
        """Start the seats' bots side by side; a bot that cannot play is replaced from the first card on."""
        for player, package, info in zip(self.seats, packages, infos, strict=True):
            player.prepare(package, info["seed"])
        for player, info in zip(self.seats, infos, strict=True):
            player.begin(info)
        for seat, player in enumerate(self.seats):
            try:
                player.started()
            except BotFailed as failure:
                self._fail(seat, failure)

    def play(self) -> None:
        """Play to the end of the game. Raises PlatformFailure."""
        while not self.game.over:
            number, round, seat = len(self.game.rounds) - 1, self.game.round, self.game.current
            if number == len(self._think):
                self._think.append([])
                self._turn_think.append([0] * self.game.players)
            phase = round.phase
            microseconds = self._move(seat)
            if phase == TURN_HAND:
                self._turn_think[number][seat] = microseconds
            elif phase == MUST_SHOW:  # both parts of a Scout & Show are one turn
                self._think[number][-1] += microseconds
            else:
                self._think[number].append(microseconds)
            if round.phase == OVER:
                self._round_over(number)

    def replay(self) -> dict[str, Any]:
        """The game's record with thinking times and faults."""
        replay = self.game.replay()
        for record, think, turn_think in zip(replay["rounds"], self._think, self._turn_think, strict=True):
            record |= {"think": think, "turn_think": turn_think}
        faults = [(seat, fault) for seat, fault in enumerate(self.faults) if fault]
        replay["faults"] = [
            {"seat": seat, "kind": f.kind, "round": f.round, "turn": f.turn, "message": f.message}
            | {"words": made_of(f.message)}
            for seat, f in faults
        ]
        return replay

    def _move(self, seat: int) -> int:
        """One decision of the seat, by its bot or the stand-in; the microseconds that the bot is charged for it."""
        charged = 0
        if self.faults[seat] is None:
            player = self.seats[seat]
            try:
                answer = player.decide(self.game, seat)
                try:
                    self.game.apply(answer)
                except UnreadableAction as error:
                    raise BotFailed("unreadable-action", rule(error), player.reply) from error
                except IllegalAction as error:
                    raise BotFailed("illegal-action", rule(error), player.reply) from error
                return player.used[-1]
            except BotFailed as failure:
                charged = player.used[-1]
                self._fail(seat, failure)
        self.game.apply(greedy(self.game.round))
        return charged

    def _round_over(self, number: int) -> None:
        """Hands are revealed after a round: tell those who want to know."""
        told = [s for s, player in enumerate(self.seats) if player.wants_rounds and self.faults[s] is None]
        record = self.game.replay()["rounds"][number] if told else {}
        for seat in told:
            try:
                self.seats[seat].round_over({"round": number, "seat": seat, "totals": self.game.totals, **record})
            except BotFailed as failure:
                self._fail(seat, failure, number)

    def _fail(self, seat: int, failure: BotFailed, number: int | None = None) -> None:
        """Record the fault with all its author needs, and take the bot off the table."""
        player = self.seats[seat]
        player.end()
        number = len(self.game.rounds) - 1 if number is None else number
        round, starting = self.game.rounds[number], not self._think
        self.faults[seat] = Fault(
            kind=failure.kind,
            message=failure.message,
            round=None if starting else number,
            turn=None if starting else round.turn,
            decision=None if starting else player.decisions,
            position="" if starting or round.phase == OVER else position(round, seat),
            reply=failure.reply,
            exit=failure.exit,
            log=player.log,
        )


def position(round: Round, seat: int) -> Sentence:
    """What the seat saw, in a few lines of text."""
    legal = [str(Action(action)) for action in round.legal_actions()]
    shown, more = " ".join(legal[:LEGAL_SHOWN]), len(legal) - LEGAL_SHOWN
    table = Sentence("%(cards)s of seat %(seat)s", cards=write_cards(round.active), seat=str(round.owner))
    return Sentence(
        "seat %(seat)s of %(players)s, move %(move)s\nhand:  %(hand)s\ntable: %(table)s\nlegal: %(legal)s",
        seat=seat,
        players=round.players,
        move=round.turn + 1,
        hand=write_cards(round.hands[seat]),
        table=table if round.active else Sentence("empty"),
        legal=Sentence("%(some)s and %(number)s more", some=shown, number=more) if more > 0 else shown,
    )


def seat_seed(deal_seed: str, match: str, seat: int) -> str:
    """The seed of the seat's own randomness, which tells nothing about the deal."""
    return hashlib.sha256(json.dumps(["seat", deal_seed, match, seat]).encode()).hexdigest()


def rule(error: EngineError) -> Sentence:
    """Why the engine does not take an action."""
    return Sentence("%(rule)s.", rule=str(error))
