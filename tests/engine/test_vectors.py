"""Whole games and deals that every engine must reproduce."""

import json
from pathlib import Path

import pytest

from engine import deal, verify, write_cards
from engine.__main__ import main

VECTORS = Path(__file__).parent / "vectors"
GAMES = [json.loads(line) for line in (VECTORS / "games.jsonl").read_text().splitlines()]
DEALS = [json.loads(line) for line in (VECTORS / "deals.jsonl").read_text().splitlines()]


@pytest.mark.parametrize("game", GAMES, ids=[f"{i}-{g['players']}p-{g['style']}" for i, g in enumerate(GAMES)])
def test_a_recorded_game_comes_out_the_same(game):
    assert verify(game) is None


def test_every_recorded_deal_comes_out_the_same():
    assert len(DEALS) == 98
    for record in DEALS:
        hands = deal(record["players"], record["seed"], record["round"])
        assert [write_cards(hand) for hand in hands] == record["hands"]


@pytest.mark.parametrize(
    ("change", "named"),
    [
        pytest.param(lambda r: r["legal_turns"].__setitem__(3, 1), "round 1, turn 3", id="legal turns"),
        pytest.param(lambda r: r["legal_actions"].__setitem__(0, 1), "legal actions", id="legal actions"),
        pytest.param(lambda r: r.update(tables=r["tables"].replace("-", "12", 1)), "table", id="a table"),
        pytest.param(lambda r: r.update(scores=[9] * len(r["scores"])), "round 1, scores", id="scores"),
        pytest.param(lambda r: r.update(end="limit"), "end", id="the end"),
        pytest.param(lambda r: r.update(turns="s0.9 " + r["turns"]), "turn 0 (s0.9)", id="an illegal turn"),
        pytest.param(lambda r: r.update(turns="x " + r["turns"]), "is no action", id="an unreadable turn"),
        pytest.param(lambda r: r["hands"].reverse(), "legal", id="hands of other seats"),
    ],
)
def test_a_changed_game_is_found_and_the_place_named(change, named):
    game = json.loads(json.dumps(GAMES[0]))
    change(game["rounds"][1])
    difference = verify(game)
    assert difference is not None
    assert named in difference


def test_the_command_verifies_a_file_and_exits_by_what_it_found(tmp_path, monkeypatch, capsys):
    def run(path):
        monkeypatch.setattr("sys.argv", ["engine", "verify", str(path)])
        return main()

    assert run(VECTORS / "deals.jsonl") == 0
    wrong = tmp_path / "wrong.jsonl"
    wrong.write_text(json.dumps(DEALS[0]) + "\n" + json.dumps({**DEALS[1], "seed": "other"}))
    assert run(wrong) == 1
    assert "record 2: round 1, hands" in capsys.readouterr().err
    wrong.write_text("no json")
    assert run(wrong) == 1
    assert run(tmp_path / "missing") == 1
    wrong.write_text("[1]")
    assert run(wrong) == 1
    assert "neither a game nor a deal" in capsys.readouterr().err
