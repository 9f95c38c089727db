"""After many matches and checks the machine is as it was: nothing is left, in no sandbox."""

import tempfile

import pytest

from sandbox import Clock, Table, check
from sandbox.shells.daemon import client
from tests.sandbox.leftovers import traces, until
from tests.sandbox.stories import KEPT, acting

LUCK = "import random\nlucky = random.random() < 0.7"
CLOCK = Clock(start=2, bank=0.3, increment=0.02, wall_factor=3)
SEATINGS = [(0, 1, 2), (2, 1, 0), (1, 2, 0), (1, 0, 2), (0, 2, 1)]


def kept_by_docker() -> dict[str, int]:
    """What an engine could fill its disk with."""
    api = client().api
    images = api.images(filters={"label": "scout.sandbox=image"})
    return {"images": len(images), "volumes": len(api.volumes()["Volumes"] or ())}


@pytest.mark.parametrize(
    ("matches", "checks"),
    [pytest.param(20, 2, id="few"), pytest.param(200, 20, id="many", marks=pytest.mark.nightly)],
)
def test_matches_and_uploads_leave_nothing(matches, checks, shell, greedy, tmp_path, monkeypatch):
    monkeypatch.setenv("SCOUT_RUN", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    crasher = acting("return view.legal_actions[0] if view.turn < 4 or lucky else 1 / 0", LUCK)
    in_docker = shell.name != "bubblewrap"
    play_some(len(SEATINGS), [greedy, greedy, crasher], shell)  # what is opened once for all is open now
    until(lambda: not traces(tmp_path, shell).containers)
    before, kept = traces(tmp_path, shell), kept_by_docker() if in_docker else {}

    play_some(matches, [greedy, greedy, crasher], shell)
    for number in range(checks):
        check([greedy, acting("return 1 / 0")][number % 2], [greedy], shell, CLOCK, str(number))

    def left():
        new = traces(tmp_path, shell) - before
        if new.get("descriptors", 0) <= (KEPT if in_docker else 0):
            new.pop("descriptors", None)
        return new

    until(lambda: not left())
    assert not in_docker or kept_by_docker() == kept


def play_some(matches, packages, shell):
    """Sets of five seatings, with a bot that fails in some of them."""
    for number in range(0, matches, len(SEATINGS)):
        with Table(packages, shell, CLOCK) as table:
            for seating in SEATINGS:
                result = table.play(seating, f"set {number}", f"{number} {seating}")
                assert all(fault is None or entrant == 2 for fault, entrant in zip(result.faults, seating, strict=True))
