"""One bot at its seat for one match: asked, waited for, charged, and named when it fails.

Whatever goes wrong becomes either `BotFailed` (the bot's fault) or `PlatformFailure` (ours).
"""

import contextlib
import signal
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from engine import TURN_HAND, Game
from sandbox.clock import Clock
from sandbox.faults import BotFailed, FaultKind, PlatformFailure
from sandbox.package import Package
from sandbox.protocol import Closed, Flooded, Unreadable, cut, read_answer, read_reply
from sandbox.sentence import Sentence
from sandbox.shells.zygote import Sandbox
from sandbox.timekeeper import Timekeeper
from sandbox.where import tell

ALIVE_EVERY = 1.0  # seconds
_PREPARED_WITHIN = 30.0
_DYING = 2.0  # seconds that a child which closed its socket gets to be gone, on a busy host too
_SAYING_WHERE = 0.05  # seconds that a bot whose time is up gets to write where it is
_GONE_WITHIN = 0.5


def nobody_listens() -> None:
    """For those who need no sign of life."""


class Seat:
    """A bot playing in a sandbox.

    `used` is what each decision was charged, also one that failed, and `start_us` the start, in microseconds;
    `charged_us` is the last question's; `decisions` counts what the bot was asked.
    """

    def __init__(self, sandbox: Sandbox, clock: Clock, alive: Callable[[], None] = nobody_listens) -> None:
        self._sandbox, self._alive = sandbox, alive
        self._wire, meter = sandbox.begin()
        self._time = Timekeeper(meter, clock)
        self._oom_kills = sandbox.oom_kills()
        self._question = 0
        self._seen = (-1, 0)  # round, events told
        self._listens: list[str] = []
        self._over = False
        self.used: list[int] = []
        self.start_us = self.charged_us = self.decisions = 0
        self._answer: int | str = ""

    @property
    def reply(self) -> str:
        """What the bot answered to the last question, cut."""
        return cut(str(self._answer))

    @property
    def log(self) -> str:
        """What the bot printed, the last 64 KiB."""
        return self._wire.log

    @property
    def process(self) -> int:
        """The bot's process on this host, 0 where that cannot be seen."""
        return self._sandbox.process

    @property
    def wants_rounds(self) -> bool:
        """Whether the bot wants to know how rounds end."""
        return "round_over" in self._listens

    @property
    def clock_source(self) -> str:
        """Where its processor time is read."""
        return self._time.source

    def start(self, package: Package, info: dict[str, Any]) -> None:
        """Have the bot unpacked, locked in, imported and started. Raises BotFailed."""
        self.prepare(package, info["seed"])
        self.begin(info)
        self.started()

    def prepare(self, package: Package, seed: str) -> None:
        """Send the bot's files, to be unpacked and the locks closed behind them; `begin` waits for that."""
        files = [[name, len(content)] for name, content in package.files.items()]
        with self._ours():
            self._wire.send({"files": files, "seed": seed}, b"".join(package.files.values()), _PREPARED_WITHIN)

    def begin(self, info: dict[str, Any]) -> None:
        """Once it is locked in, let the bot be imported and started; `started` waits for that."""
        with self._ours():
            if self._wire.receive(_PREPARED_WITHIN) is None:
                raise TimeoutError
        self._time.forgive()
        self._question = 1
        with contextlib.suppress(Closed):  # which `started` will notice
            self._wire.send({"n": 1, "ask": "start", "info": info})

    def started(self) -> None:
        """Raises BotFailed if the bot does not start."""
        try:
            reply = self._ask()
        except BotFailed as error:
            if error.kind in ("crashed", "unreadable-action"):
                error.kind = "start-failed"
            raise
        if failed := reply.get("failed"):
            raise BotFailed("start-failed", _no_start(failed, cut(str(reply.get("why"))).rstrip(".")))
        listens = reply.get("ready")
        if not isinstance(listens, list):
            raise BotFailed(
                "start-failed", Sentence("The bot answered its start with something else."), cut(str(reply))
            )
        self.start_us = self.charged_us
        self._listens = [name for name in listens if name in ("turn_hand", "round_over")]
        self._time.fill()

    def decide(self, game: Game, seat: int) -> int | str:
        """What the bot does now: an id or notation, unchecked. Raises BotFailed."""
        asked = "turn_hand" if game.round.phase == TURN_HAND else "act"
        if asked == "turn_hand" and asked not in self._listens:
            self.used.append(0)
            return 0
        self.decisions += 1
        self._time.add_increment()
        try:
            reply = self._ask({"ask": asked, **self._news(game, seat)})
        finally:
            self.used.append(self.charged_us)
        try:
            answer = read_answer(reply)
        except Unreadable as error:
            raise BotFailed("unreadable-action", error.message, error.reply) from error
        self._answer = answer
        return answer

    def forget(self) -> None:
        """The next question may be about another game; the bot is then told its position from the start."""
        self._seen = (-1, 0)

    def round_over(self, result: dict[str, Any]) -> None:
        """Tell a bot that wants to know how the round ended. Raises BotFailed."""
        if self.wants_rounds:
            self._ask({"ask": "round_over", "result": result})

    def end(self) -> None:
        """The match is over for this bot; a second call does nothing.

        A sandbox that fails now can hurt this match no more: it has closed itself and will be replaced.
        """
        if not self._over:
            self._over = True
            self._wire.close()
            with contextlib.suppress(PlatformFailure):
                self._sandbox.leave()

    def abandon(self) -> None:
        """Hang up without a word; for a match that is void, whose sandboxes are thrown away."""
        self._over = True
        self._wire.close()

    def _news(self, game: Game, seat: int) -> dict[str, Any]:
        """What happened since the last question, as far as the seat may know."""
        number, told = self._seen
        news: dict[str, Any] = {}
        if number != len(game.rounds) - 1:
            number, told = len(game.rounds) - 1, 0
            news["opening"] = game.opening(seat)
        news["events"] = game.events(seat, told)
        self._seen = (number, told + len(news["events"]))
        return news

    @contextlib.contextmanager
    def _ours(self) -> Iterator[None]:
        """The bot does not run yet: what fails is our failure."""
        try:
            yield
        except (Closed, Flooded, TimeoutError) as error:
            self.abandon()  # reads the rest of the log
            reason = (self.log.strip().splitlines() or [repr(error)])[-1]
            raise PlatformFailure(f"A sandbox could not lock its child: {reason}") from error

    def _ask(self, request: dict[str, Any] | None = None) -> dict[str, Any]:
        """One question and its reply, charged to the bot's clock; without a request the question is on its way."""
        self._answer = ""
        self._time.ask()
        try:
            if request is not None:
                if early := self._wire.early():
                    raise BotFailed("unreadable-action", Sentence("The bot answered before it was asked."), cut(early))
                self._question += 1
                self._wire.send({"n": self._question, **request})
            while (line := self._wire.receive(min(self._time.patience(), ALIVE_EVERY))) is None:
                self._time.read()
                self._judge()
                self._alive()
            self._time.read()
            reply = read_reply(line, self._question)
        except Closed:
            with contextlib.suppress(PlatformFailure):  # its clock may have ended with it
                self._time.read()
            raise self._death() from None
        except Flooded as error:
            raise BotFailed("flooded", error.message) from error
        except Unreadable as error:
            raise BotFailed("unreadable-action", error.message, error.reply) from error
        except TimeoutError:
            raise self._time_is_up(Sentence("The bot does not read what it is asked.")) from None
        finally:
            self.charged_us = self._time.used_us
        self._judge()
        self._time.charge()
        self._alive()
        if raised := reply.get("raised"):
            kind: FaultKind = "out-of-memory" if reply.get("memory") is True else "crashed"
            raise BotFailed(kind, Sentence("The bot raised %(error)s.", error=cut(str(raised)).rstrip(".")))
        return reply

    def _judge(self) -> None:
        """Raise BotFailed if the bot is out of time."""
        if why := self._time.out_of_time():
            raise self._time_is_up(why)

    def _time_is_up(self, message: Sentence) -> BotFailed:
        """End the bot, whose log then says where in its code it was."""
        self._over = True
        with contextlib.suppress(PlatformFailure):  # as in `end`
            self._sandbox.leave(_SAYING_WHERE, where=True)
            self._wire.last_words(_GONE_WITHIN, partial(tell, home=self._sandbox.home))
        self._wire.close()
        return BotFailed("timed-out", message)

    def _death(self) -> BotFailed:
        """Why the child is gone. Raises PlatformFailure if that was not the bot's doing."""
        self._over = True
        self._wire.close()
        oom_kills = self._sandbox.oom_kills()  # a sandbox that cannot be wiped takes its counter away
        ended = self._sandbox.end(_DYING)
        if ended.killed:
            return BotFailed("crashed", Sentence("The bot closed its connection."))
        if ended.signal is None:
            code = Sentence("The bot ended itself with exit code %(code)s.", code=str(ended.exit))
            return BotFailed("crashed", code, exit=f"exit {ended.exit}")
        name = signal.Signals(ended.signal).name if ended.signal in set(signal.Signals) else f"signal {ended.signal}"
        if ended.signal == signal.SIGKILL:
            # The filter lets no bot send this signal, so it came from the kernel or from somebody on the host.
            if oom_kills is not None and oom_kills == self._oom_kills:
                raise PlatformFailure("Something outside killed a bot's process.")
            return BotFailed("out-of-memory", Sentence("The bot needed more memory than a sandbox has."), exit=name)
        kind: FaultKind = "timed-out" if ended.signal == signal.SIGXCPU else "crashed"
        return BotFailed(kind, Sentence("The bot was ended by %(signal)s.", signal=name), exit=name)


def _no_start(failed: object, why: str) -> Sentence:
    """What the child says of a start that failed; it is not to be trusted, so what it may say is written here."""
    if failed == "class":
        return Sentence("bot.py defines no class Bot.")
    if failed == "method":
        return Sentence("class Bot has no method act(self, view).")
    if failed == "import":
        return Sentence("bot.py could not be imported: %(error)s.", error=why)
    return Sentence("Bot could not be started: %(error)s.", error=why)
