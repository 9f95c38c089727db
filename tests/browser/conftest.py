"""A site with people, bots and played matches, and a real Chromium to look at it."""

import gzip
import hashlib
import os
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from django.core.cache import cache
from django.utils import timezone
from playwright.sync_api import expect

import engine
from ladder.accounts.models import User
from ladder.bots.models import Bot, Package, Version
from ladder.matches.models import Kind, Match, MatchSet
from ladder.matches.record import write_result
from ladder.matches.schedule import create_set
from ladder.ratings.recompute import recompute
from sandbox import Fault

# Playwright's own loop runs in this thread; the tests' queries are as synchronous as ever.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"

WAIT = 10_000  # ms, at most; a busy machine may take its time
expect.set_options(timeout=WAIT)

PASSWORD = "fourteen-cats"
SIZES = ((1280, 800), (390, 844))
SCHEMES = ("light", "dark")
# No rule of the ninety reads what axe would load before (style sheets for one that is off, films).
AXE = """axe.run(document, { resultTypes: ['violations'], preload: false }).then(({ violations }) => {
  const line = (rule, node) => `${rule}: ${node.html.slice(0, 200)} ${node.failureSummary.split('\\n')[1]}`;
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => line(id, node)));
})"""
NAMES = ("Marlowe", "Kestrel", "Otter", "Pivot", "Quill")


@dataclass
class Stage:
    """Makes what a page shows, without a worker: the engine plays, the ladder records."""

    moves: random.Random

    def person(self, name: str = "Ada") -> User:
        found = User.objects.filter(username=name).first()
        return found or User.objects.create_user(name, password=PASSWORD)

    def bot(self, name: str, owner: User | None = None, **version: Any) -> Version:
        """A bot whose only version has passed its check and plays."""
        found = Bot.objects.filter(name=name).first()
        if found is not None:
            return found.versions.get(number=1)
        package, _ = Package.objects.get_or_create(sha256=name.encode().hex()[:64].ljust(64, "0"), data=b"PK")
        bot = Bot.objects.create(owner=owner or self.person(), name=name)
        steps = [{"name": step, "state": "passed", "seconds": 0.4} for step in ("Package", "Start")]
        fields = {"state": Version.State.ACCEPTED, "report": {"ok": True, "steps": steps}} | version
        made = Version.objects.create(bot=bot, number=1, package=package, filename="bot.py", **fields)
        if made.state == Version.State.ACCEPTED:
            bot.active = made
            bot.save()
        return made

    def second(self, name: str) -> Version:
        """The next version of a bot, accepted; the one before keeps playing."""
        bot = self.bot(name).bot
        number = bot.versions.count() + 1
        package, _ = Package.objects.get_or_create(sha256=f"{name}{number}".encode().hex()[:64].ljust(64, "0"))
        return Version.objects.create(
            bot=bot, number=number, package=package, filename="bot.py", state=Version.State.ACCEPTED
        )

    def set(
        self, players: int, names: Sequence[str] = NAMES, seatings: Sequence[Sequence[int]] | None = None
    ) -> MatchSet:
        """A set of one match, or of one for each seating, queued."""
        line_up = [self.bot(name) for name in names[:players]]
        made = create_set(line_up, seatings or [range(players)], kind=Kind.LADDER)
        made.seed = self.moves.randbytes(16).hex()  # the same deals on every run
        made.seed_hash = hashlib.sha256(made.seed.encode()).hexdigest()
        made.save(update_fields=["seed", "seed_hash"])
        return made

    def match(self, players: int, names: Sequence[str] = NAMES) -> Match:
        """A finished match whose replay is open."""
        return self.finish(self.set(players, names))

    def finish(self, match_set: MatchSet, faults: dict[int, Fault] | None = None) -> Match:
        """Play the queued matches of a set, half greedy and half at random; the first of them."""
        for match in match_set.matches.all():
            self._play(match_set, match, faults)
        MatchSet.objects.filter(pk=match_set.pk).update(over_at=timezone.now())
        return Match.objects.with_seats().get(set=match_set, number=0)

    def _play(self, match_set: MatchSet, match: Match, faults: dict[int, Fault] | None) -> None:
        game = engine.Game(players=match_set.players, seed=match_set.seed)
        while not game.over:
            legal = game.legal_actions()
            game.apply(engine.greedy(game.round) if self.moves.random() < 0.7 else self.moves.choice(legal))
        replay = game.replay()
        for round in replay["rounds"]:
            round["think"] = [int(self.moves.lognormvariate(9, 1.5)) for _ in round["turns"].split()]
        replay["faults"] = [{"seat": seat, **fault.as_json()} for seat, fault in (faults or {}).items()]
        totals, seats = game.totals, range(match_set.players)
        result = SimpleNamespace(
            replay=replay,
            totals=totals,
            places=[1 + sum(other > total for other in totals) for total in totals],
            faults=[(faults or {}).get(seat) for seat in seats],
            think_us=[[9000] for _ in seats],
            logs=["" for _ in seats],
            made={"engine": "test"},
        )
        write_result(match, result)  # type: ignore[arg-type]
        Match.objects.filter(pk=match.pk).update(state=Match.State.FINISHED, started_at=timezone.now())

    def rate(self) -> None:
        recompute(anyway=True)


@pytest.fixture
def stage(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> Stage:
    # Nobody listens for nudges here: the stage itself does what a worker would.
    monkeypatch.setattr("ladder.matches.schedule.nudge", lambda *_: None)
    cache.clear()  # nor has anybody been throttled
    return Stage(random.Random(7))


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """The system's Chromium, which calls nobody."""
    quiet = ["--disable-features=LocalNetworkAccessChecks"]  # another host may frame this one
    quiet += ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync"]
    found = next((path for path in ("/usr/bin/chromium", "/usr/bin/google-chrome") if Path(path).exists()), None)
    return {**browser_type_launch_args, "executable_path": found, "args": quiet}


@dataclass
class Watched:
    """A page, and everything that must not happen on it."""

    page: Any
    site: str
    complaints: list[str]
    requests: list[str]
    weights: dict[str, int] = field(default_factory=dict)

    def open(self, path: str) -> Any:
        self.requests.clear()
        answer = self.page.goto(self.site + path)
        if self.page.locator("scout-replay").count():
            self.page.locator("[aria-current=step]").wait_for()
        return answer

    def too_heavy(self, requests: int = 12, weight: int = 120_000, scripts: int = 45_000) -> Iterator[str]:
        """Which of the page's budgets are overdrawn."""
        asked = [url for url in self.requests if not url.startswith("data:")]
        if len(asked) > requests:
            yield f"{len(asked)} requests: {asked}"
        for url in set(asked) - set(self.weights):
            self.weights[url] = _weight(url, self.page.request.get(url).body())
        weights = {url: self.weights[url] for url in asked}
        if sum(weights.values()) > weight:
            yield f"{sum(weights.values())} bytes: {weights}"
        if sum(size for url, size in weights.items() if url.endswith(".js")) > scripts:
            yield f"too much of scripts: {weights}"

    def axe(self) -> list[str]:
        """What axe finds on the page as it is, by all its rules; one line each."""
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(AXE_SCRIPT)
        return list(self.page.evaluate(AXE))

    def everywhere(self) -> Iterator[str]:
        """What is wrong at each size and in each scheme: axe's findings, and what scrolls sideways."""
        for width, height in SIZES:
            self.page.set_viewport_size({"width": width, "height": height})
            wide = self.page.evaluate("document.documentElement.scrollWidth")
            if wide > width:
                yield f"{width}: scrolls sideways, {wide}"
            for scheme in SCHEMES:
                self.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
                yield from (f"{width}, {scheme}: {finding}" for finding in self.axe())


def _weight(url: str, body: bytes) -> int:
    """In production static files and frames travel compressed, as the font is already."""
    pressed = url.endswith((".js", ".css")) or "format=frames" in url
    return len(gzip.compress(body) if pressed else body)


@pytest.fixture
def watch(live_server: Any, page: Any) -> Iterator[Watched]:
    """Open pages; at the end no page may have complained or asked another host."""
    page.set_default_timeout(WAIT)
    watched = Watched(page, live_server.url, [], [])
    # A refused script or style is a console error that names the policy.
    page.on("console", lambda note: note.type == "error" and watched.complaints.append(note.text))
    page.on("pageerror", lambda error: watched.complaints.append(str(error)))
    page.on("request", lambda request: watched.requests.append(request.url))
    yield watched
    assert not [note for note in watched.complaints if "status of 4" not in note]
    assert not [url for url in watched.requests if not url.startswith((live_server.url, "data:", "blob:"))]


@pytest.fixture
def sign_in(watch: Watched) -> Callable[[str], None]:
    """Come in by the form, as anybody does."""

    def enter(name: str = "Ada") -> None:
        watch.open("/sign-in/")
        watch.page.get_by_label("Name").fill(name)
        watch.page.get_by_label("Password").fill(PASSWORD)
        watch.page.get_by_role("button", name="Sign in").click()
        watch.page.get_by_role("link", name=name).first.wait_for()

    return enter
