"""What would this bot have done? It sits down at a recorded game and is asked at every decision of one seat.

It sees all that the seat saw, in order; what it answers changes nothing, the game goes on as it was recorded.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from engine import MUST_SHOW, Action, EngineError, Game
from engine.actions import read
from engine.game import actions_of
from sandbox.clock import Clock
from sandbox.faults import BotFailed
from sandbox.package import Package
from sandbox.play import now_and_then
from sandbox.referee import rule, seat_seed
from sandbox.seat import Seat
from sandbox.shells import Shell


@dataclass(frozen=True)
class Answer:
    """One decision: at which position (as frames are numbered), what was played, and what the bot would do.

    `round` counts from 0, `turn` from 1 (0: whether to turn the hand). `wrong` says why an answer cannot be played.
    """

    m: int
    round: int
    turn: int
    played: str
    answer: str
    wrong: str = ""


@dataclass(frozen=True)
class SecondOpinion:
    """All answers in order. A bot that failed gave no more; then `failed` says how."""

    answers: tuple[Answer, ...]
    failed: str
    log: str


def second_opinion(
    package: Package,
    record: dict[str, Any],
    seat: int,
    shell: Shell,
    clock: Clock,
    match: str = "",
    alive: Callable[[], None] | None = None,
) -> SecondOpinion:
    """Ask the bot at every decision that `seat` had in the recorded game.

    `match` gives the bot the same randomness of its own as in that match. Raises PlatformFailure, ValueError for a
    record that breaks the rules, and whatever `alive` raises.
    """
    alive = now_and_then(alive)
    answers: list[Answer] = []
    failed = ""
    sandbox = shell.open()
    try:
        sandbox.wait(alive)
        player = Seat(sandbox, clock, alive)
        seed = seat_seed(str(record.get("seed")), match, seat)
        try:
            player.start(package, {"players": record["players"], "seat": seat, "clock": clock.told(), "seed": seed})
            _replay(record, seat, player, answers)
        except BotFailed as failure:
            failed = failure.message
        player.end()
        return SecondOpinion(tuple(answers), failed, player.log)
    finally:
        sandbox.close()


def _replay(record: dict[str, Any], seat: int, player: Seat, answers: list[Answer]) -> None:
    game = Game.opened(record)
    start = 0  # the frame with which the round begins
    for number, played in enumerate(record["rounds"]):
        round = game.round
        for action in actions_of(played, round.starter):
            if round.current != seat:
                game.apply(action)
                continue
            turn = 0 if action.kind in ("keep", "turn") else round.turn + 1
            answer, wrong = _ask(game, seat, player, action)
            answers.append(Answer(start + max(0, turn - 1), number, turn, str(action), answer, wrong))
        start += round.turn + 1
        player.round_over({"round": number, "seat": seat, "totals": game.totals, **played})


def _ask(game: Game, seat: int, player: Seat, played: Action) -> tuple[str, str]:
    """What the bot would do, and why it cannot; then what was played is played."""
    round = game.round
    answer, wrong = _judged(game, player.decide(game, seat))
    if played.then is None or answer != str(Action(played.id)):
        game.apply(played)
        return answer, wrong
    # It scouts the same card and wants to be asked again for the show.
    game.apply(played.id)
    if round.phase == MUST_SHOW:
        show, wrong = _judged(game, player.decide(game, seat))
        answer += show
    game.apply(played.then)
    return answer, wrong


def _judged(game: Game, answer: int | str) -> tuple[str, str]:
    try:
        action = read(answer)
        game.round.clone().apply(action)
    except EngineError as error:
        return str(answer), rule(error)
    return str(action), ""
