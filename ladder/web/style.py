"""How a bot plays: what it shows, scouts and risks, told by its last matches.

Nothing is stored for it: the engine plays a few dozen records again in milliseconds.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from django.core.cache import cache

from engine import TURN_HAND, Action, Game
from engine.core import Round
from engine.game import actions_of
from ladder.bots.models import Version
from ladder.matches import replays
from ladder.matches.models import Replay, Seat

MATCHES = 60  # the newest ones
KEPT = 3600  # seconds
KINDS = ("single", "group", "run")
LONGEST = 6  # and more
EDGES = (1, 3, 10, 30, 100, 300, 1000)  # ms; the bars of the histogram lie between them


@dataclass
class Style:
    """Counts over some matches of one version."""

    matches: int = 0
    rounds: int = 0
    turns: int = 0
    shows: Counter[tuple[str, int]] = field(default_factory=Counter)
    scouts: int = 0
    scouts_turned: int = 0
    both: int = 0  # Scout & Show
    both_possible: int = 0  # rounds in which it had one
    hands_turned: int = 0
    chips: int = 0
    went_out: int = 0
    unbeaten: int = 0
    times: list[int] = field(default_factory=lambda: [0] * (len(EDGES) + 1))

    @property
    def shown(self) -> int:
        return sum(self.shows.values())

    def table(self) -> list[tuple[str, list[tuple[int, int, float]]]]:
        """Each kind with (length, how often, share of all shows)."""
        whole = self.shown or 1
        return [
            (kind, [(n, self.shows[kind, n], self.shows[kind, n] / whole) for n in range(1, LONGEST + 1)])
            for kind in KINDS
        ]

    def bars(self) -> list[tuple[str, int, int]]:
        """The decision times: (label, how many, height in percent of the highest)."""
        labels = [f"<{EDGES[0]}", *(f"{edge}+" for edge in EDGES)]
        most = max(self.times) or 1
        return [(label, count, round(100 * count / most)) for label, count in zip(labels, self.times, strict=True)]


def style_of(version: Version) -> Style | None:
    """The style of a version's last matches; None before the first. One query, two when something is new."""
    sat = (
        Seat.objects.filter(
            version=version, fault_kind="", match__replay__isnull=False, match__set__over_at__isnull=False
        )
        .order_by("-match_id")
        .values_list("match_id", "index")[:MATCHES]
    )
    seats = list(sat)
    if not seats:
        return None
    key = f"style-{version.pk}-{seats[0][0]}"
    found: Style | None = cache.get(key)
    if found is None:
        data = dict(Replay.objects.filter(match__in={match for match, _ in seats}).values_list("match_id", "data"))
        found = study((replays.unpack(data[match]), seat) for match, seat in seats)
        cache.set(key, found, KEPT)
    return found


def study(games: Iterable[tuple[dict[str, Any], int]]) -> Style:
    """Play the records again and count what the given seat of each did."""
    style = Style()
    for record, seat in games:
        style.matches += 1
        game = Game.opened(record)
        for played in record["rounds"]:
            _study_round(style, game, played, seat)
    return style


def _study_round(style: Style, game: Game, played: dict[str, Any], seat: int) -> None:
    round, thought, turn = game.round, played.get("think", []), 0
    for action in actions_of(played, round.starter):
        mine, deciding = round.current == seat, round.phase == TURN_HAND
        game.apply(action)
        if deciding:
            style.hands_turned += mine and bool(played["turned"][seat])
            continue
        if mine:
            _count(style, action, round)
            if turn < len(thought):
                style.times[bisect_right(EDGES, thought[turn] / 1000)] += 1
        turn += 1
    style.rounds += 1
    style.both_possible += game.players > 2
    style.chips += played["chips"][seat]
    style.unbeaten += played["unbeaten"] == seat
    style.went_out += played["end"] == "i" and not played["left"][seat]


def _count(style: Style, action: Action, round: Round) -> None:
    style.turns += 1
    if action.kind != "show":
        style.scouts += 1
        style.scouts_turned += action.turned
        if action.then is None:
            return
        style.both += 1
    values = [card.up for card in round.active]
    kind = "single" if len(values) == 1 else "group" if values[0] == values[1] else "run"
    style.shows[kind, min(len(values), LONGEST)] += 1
