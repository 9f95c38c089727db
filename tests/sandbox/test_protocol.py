"""What a bot may say, and what is never believed."""

import os
import socket
import time

import pytest

from sandbox.protocol import (
    LINE_LIMIT,
    LOG_KEPT,
    LOG_LIMIT,
    Closed,
    Flooded,
    Unreadable,
    Wire,
    cut,
    read_answer,
    read_reply,
)


@pytest.fixture
def wire():
    """A wire, the bot's end of it and the end of its log."""
    ours, theirs = socket.socketpair()
    log, log_end = os.pipe()
    os.set_blocking(log_end, False)
    wire = Wire(ours, log)
    yield wire, theirs, log_end
    wire.close()
    theirs.close()
    os.close(log_end)


@pytest.mark.parametrize("answer", [0, 819, -1, "s4.3", "l5~+s4.3", ""])
def test_an_integer_or_a_short_text_is_an_answer(answer):
    assert read_answer({"n": 1, "answer": answer}) == answer


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"", "no JSON"),
        (b"hello", "no JSON"),
        (b"\xff", "no JSON"),
        (b'{"n": 3, "answer": NaN}', "no JSON"),
        (b'{"n": 3, "answer": Infinity}', "no JSON"),
        (b"[" * 60000, "no JSON"),
        (b"[3]", "not an object"),
        (b"null", "not an object"),
        (b'{"answer": 2}', "not an object with the question's number"),
        (b'{"n": 3.0, "answer": 2}', "not an object with the question's number"),
        (b'{"n": true, "answer": 2}', "not an object with the question's number"),
        (b'{"n": 2, "answer": 2}', "is to question 2, but 3 was asked"),
        (b'{"n": 3, "answer": true}', "holds no action"),
        (b'{"n": 3, "answer": 2.0}', "holds no action"),
        (b'{"n": 3, "answer": 1e400}', "no"),
        (b'{"n": 3, "answer": 99999999999999999999999}', "holds no action"),
        (b'{"n": 3, "answer": null}', "holds no action"),
        (b'{"n": 3, "answer": [2]}', "holds no action"),
        (b'{"n": 3, "answer": {"id": 2}}', "holds no action"),
        (b'{"n": 3, "unreadable": "float 1.5"}', "The bot returned float 1.5, which is no action"),
        (b'{"n": 3, "unreadable": 5}', "holds no action"),
        (b'{"n": 3}', "holds no action"),
    ],
)
def test_anything_else_is_unreadable(line, reason):
    with pytest.raises(Unreadable, match=reason):
        read_answer(read_reply(line, 3))


def test_what_a_bot_sent_is_shown_short_and_harmless():
    assert cut(b"\x1b[2J\xffx") == "�[2J�x"
    assert len(cut("x" * 9999)) == 500


def test_lines_come_one_by_one_however_they_are_cut(wire):
    ours, theirs, _ = wire
    theirs.send(b"on")
    assert ours.receive(0.01) is None
    theirs.send(b"e\ntwo\nth")
    assert [ours.receive(1), ours.receive(1), ours.receive(0.01)] == [b"one", b"two", None]
    assert ours.early() == b"th"


def test_a_closed_end_is_noticed_and_what_was_said_before_still_counts(wire):
    ours, theirs, _ = wire
    theirs.send(b"last\n")
    theirs.close()
    assert ours.receive(1) == b"last"
    with pytest.raises(Closed):
        ours.receive(1)


@pytest.mark.parametrize("end", [b"", b"\n"])
def test_a_line_has_a_limit(wire, end):
    ours, theirs, _ = wire
    theirs.sendall(b"x" * LINE_LIMIT)
    assert ours.receive(0.01) is None
    theirs.sendall(b"x" + end)
    with pytest.raises(Flooded, match="more than 64 KiB"):
        ours.receive(1)


def test_the_end_of_the_log_is_kept_and_a_flood_ends_the_match(wire):
    ours, _, log = wire
    for number in range(LOG_LIMIT // LOG_KEPT):
        os.write(log, b"%015d\n" % number * (LOG_KEPT // 16))
        assert ours.receive(0.01) is None
    assert len(ours.log) == LOG_KEPT
    assert ours.log.endswith(f"{number:015}\n")
    os.write(log, b"x")
    with pytest.raises(Flooded, match="more than 8 MiB"):
        ours.receive(1)


def test_a_bot_that_reads_nothing_blocks_nobody(wire):
    ours, _, _ = wire
    began = time.monotonic()
    with pytest.raises(TimeoutError):
        ours.send({}, bytes(1 << 22), seconds=0.1)
    assert time.monotonic() - began < 2


def test_descriptors_that_a_bot_sends_do_not_arrive(wire):
    ours, theirs, log = wire
    before = len(os.listdir("/proc/self/fd"))
    socket.send_fds(theirs, [b"gift\n"], [log, log, log])
    assert ours.receive(1) == b"gift"
    assert len(os.listdir("/proc/self/fd")) == before
