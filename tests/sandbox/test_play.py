"""A match is played: the same everywhere, by any seating, with all there is to know handed back."""

import pytest

from engine import PLAYERS, Game
from sandbox import Clock, Package, Table, open_folder, play
from tests.sandbox.stories import acting, against, bot


@pytest.fixture
def random_bot(house) -> Package:
    """The house's random bot."""
    return open_folder(house / "random")


def test_a_match_ends_with_places_a_replay_and_times(any_shell, greedy, random_bot):
    with Table([greedy, *[random_bot] * 4], any_shell, Clock()) as table:
        for players in PLAYERS:
            result = table.play(range(players), "seed")
            game = Game.from_replay(result.replay)
            assert game.over
            assert list(result.totals) == game.totals
            assert [seat for seat, place in enumerate(result.places) if place == 1] == list(result.winners)
            assert result.faults == (None,) * players
            for round, record in zip(game.rounds, result.replay["rounds"], strict=True):
                assert len(record["think"]) == round.turn == len(record["turns"].split())
                assert len(record["turn_think"]) == players
            charged = sum(sum(r["think"]) + sum(r["turn_think"]) for r in result.replay["rounds"])
            assert charged == sum(map(sum, result.think_us)) > 0
            assert result.made["shell"] == any_shell.name
            assert result.made["engine"].split("-")[0] == result.made["referee"].split("-")[0]  # one may be compiled


def test_the_same_seed_plays_the_same_match_in_every_sandbox(any_shell, greedy, random_bot, held):
    def turns(shell):
        return [r["turns"] for r in play([random_bot, greedy, random_bot], "same", Clock(), shell).replay["rounds"]]

    assert turns(any_shell) == turns(held)


def test_another_match_of_the_same_deal_has_other_luck_inside(held, greedy, random_bot):
    with Table([random_bot, greedy], held, Clock()) as table:
        one, other, again = (table.play((0, 1), "deal", match) for match in ("a", "b", "a"))
    assert one.replay["rounds"][0]["hands"] == other.replay["rounds"][0]["hands"]
    assert one.replay["rounds"][0]["turns"] != other.replay["rounds"][0]["turns"]
    assert one.replay["rounds"][0]["turns"] == again.replay["rounds"][0]["turns"]


def test_a_table_serves_every_seating_and_replaces_who_failed(shell, greedy):
    crasher = acting("raise RuntimeError")
    with Table([crasher, greedy, greedy], shell, Clock()) as table:
        first = table.play((0, 1), "s")
        assert [fault and fault.kind for fault in first.faults] == ["crashed", None]
        second = table.play((2, 0, 1), "s")
        assert [fault and fault.kind for fault in second.faults] == [None, "crashed", None]
        third = table.play((1, 2), "s")
        assert third.faults == (None, None)
        with pytest.raises(ValueError, match="one seat"):
            table.play((1, 1), "s")


def test_a_bot_hears_what_the_design_promises(any_shell, greedy):
    package = bot(
        """
        import random

        class Bot:
            def start(self, info):
                print(info.players, info.seat, info.clock["bank"], len(info.seed))
                self.heard = []

            def turn_hand(self, view):
                return view.round == 0

            def act(self, view):
                assert view.to_act and view.seat == 0 and view.turned is (view.round == 0)
                assert None not in view.hand and view.legal_actions
                self.heard.append(view.turn)
                return view.legal_actions[0]

            def round_over(self, result):
                print(result.round, result.end, result.scores, result.totals, len(result.hands), result.turned)
        """
    )
    result = against(greedy, package, any_shell)
    assert result.faults == (None, None)
    lines = result.logs[0].splitlines()
    assert lines[0] == "2 0 0.3 64"
    assert lines[1].startswith(f"0 {result.replay['rounds'][0]['end']} {result.replay['rounds'][0]['scores']}")
    assert "[True, " in lines[1]
    assert "[False, " in lines[2]


def test_an_answer_may_be_an_id_an_action_or_notation_also_a_whole_turn(any_shell, greedy):
    package = acting(
        """
        turn, id = view.turns()[-1], view.legal_actions[-1]
        return next(answers)(id, turn)
        """,
        """
        import itertools
        import numpy
        from engine import Action

        answers = itertools.cycle(
            [
                lambda id, turn: id,
                lambda id, turn: Action(id),
                lambda id, turn: str(Action(id)),
                lambda id, turn: numpy.int64(id),
                lambda id, turn: numpy.array([id], dtype="uint16")[0],
                lambda id, turn: turn,
                lambda id, turn: str(turn),
            ]
        )
        """,
    )
    result = play([package, greedy, greedy], "s", Clock(), any_shell)
    assert result.faults == (None, None, None)
    assert len(result.think_us[0]) > 14


@pytest.mark.parametrize("answer", ["view.turns()[-1]", "str(view.turns()[-1])", "view.legal_actions[-1]"])
def test_a_scout_and_show_may_be_answered_whole_or_in_halves(answer, held, greedy):
    result = play([acting(f"return {answer}"), greedy, greedy], "s", Clock(), held)
    assert result.faults == (None, None, None)
    assert any("+s" in record["turns"] for record in result.replay["rounds"])


def test_print_and_input_and_exit_handlers_do_no_harm(shell, greedy):
    package = acting(
        """
        print("thinking", file=sys.stdout)
        print("hard", file=sys.stderr)
        os.write(1, b"very\\n")
        try:
            input()
        except EOFError:
            return view.legal_actions[0]
        """,
        "import atexit, os, sys\natexit.register(os.abort)",
    )
    result = against(greedy, package, shell)
    assert result.faults == (None, None)
    assert result.logs[0].startswith("thinking\nhard\nvery\n")
    assert result.logs[1] == ""


def test_a_package_brings_its_own_files(shell, greedy, tmp_path):
    (tmp_path / "brain").mkdir()
    (tmp_path / "brain" / "__init__.py").write_text(
        "from pathlib import Path\nBOOK = Path(__file__).parent.parent / 'book.txt'\n"
    )
    (tmp_path / "book.txt").write_bytes(b"opening\r\n" + bytes(100_000))
    (tmp_path / "bot.py").write_text(
        "from brain import BOOK\nassert BOOK.stat().st_size == 100009 == len(open('book.txt', 'rb').read())\n"
        "class Bot:\n    def act(self, view):\n        return view.legal_actions[0]\n"
    )
    assert against(greedy, open_folder(tmp_path), shell).faults == (None, None)


def test_the_heart_beats_while_a_bot_thinks_and_may_stop_the_match(held, greedy):
    class Stop(Exception):
        pass

    def alive():
        raise Stop

    clock = Clock(bank=20, increment=0)
    with Table([acting("import time; time.sleep(30)"), greedy], held, clock) as table, pytest.raises(Stop):
        table.play((0, 1), "s", alive=alive)


def test_ordinary_python_works_inside(shell, greedy):
    package = bot(
        """
        import asyncio, concurrent.futures, decimal, gzip, json, os, pickle, platform, queue, signal, sqlite3, tempfile
        import threading, time, zoneinfo
        import numpy

        async def later():
            await asyncio.sleep(0.001)
            return 1

        def alarm(number, frame):
            raise TimeoutError

        class Bot:
            def start(self, info):
                assert asyncio.run(later()) == 1
                with concurrent.futures.ThreadPoolExecutor(4) as pool:
                    assert sum(pool.map(len, ["a", "bc"])) == 3
                matrix = numpy.random.default_rng(1).random((200, 200))
                assert numpy.allclose(numpy.linalg.inv(matrix) @ matrix, numpy.eye(200), atol=1e-6)
                with tempfile.TemporaryFile() as file:
                    pickle.dump(matrix, file)
                with sqlite3.connect(":memory:") as database:
                    assert database.execute("select 1 + 1").fetchone() == (2,)
                signal.signal(signal.SIGALRM, alarm)
                signal.setitimer(signal.ITIMER_REAL, 0.01)
                try:
                    time.sleep(5)
                except TimeoutError:
                    pass
                assert gzip.decompress(gzip.compress(b"x")) == b"x" and os.urandom(2) and platform.machine()
                assert threading.active_count() >= 1 and time.localtime() and os.cpu_count()

            def act(self, view):
                return view.legal_actions[0]
        """
    )
    result = against(greedy, package, shell, clock=Clock())
    assert result.faults == (None, None)
    assert result.logs[0] == ""
