"""An arena of real processes, for the stories that need one."""

import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg

QUICK = {
    "CLOCK_START": "3",
    "CLOCK_BANK": "0.3",
    "CLOCK_INCREMENT": "0.02",
    "LEASE_SECONDS": "3",
    "CHECK_LEASE_SECONDS": "6",
    "SWEEP_SECONDS": "1",
    "BEAT_SECONDS": "0.5",
    "RATE_SECONDS": "1",
    "SET_PAUSE": "0.2",
}
PASSWORD = "a long enough password"


class Arena:
    """One running `manage.py arena` and what a visitor can do there."""

    def __init__(self, data: Path, port: int, sandbox: str, **env: str) -> None:
        self.data, self.port, self.token = data, port, ""
        self.env = os.environ | QUICK | env
        self.env |= {"SCOUT_DATA": str(data), "SCOUT_PORT": str(port), "SANDBOX": sandbox}
        self.output = data / "arena.out"
        self.process: subprocess.Popen | None = None

    def start(self, patience: float = 60) -> "Arena":
        with self.output.open("w") as out:
            command = [sys.executable, "manage.py", "arena"]
            self.process = subprocess.Popen(command, env=self.env, stdout=out, stderr=out, start_new_session=True)
        self.until(lambda: "is at http" in self.output.read_text() or not self.running, patience, "the site is up")
        assert self.running, self.output.read_text()
        return self

    @property
    def running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def stop(self, *signals: signal.Signals, patience: float = 40) -> float:
        """Send the signals, a moment apart; the seconds until it ended."""
        assert self.process is not None
        began = time.monotonic()
        for number in signals or (signal.SIGINT,):
            self.process.send_signal(number)
            time.sleep(0.1)
        self.process.wait(patience)
        return time.monotonic() - began

    # What a visitor does

    def ask(self, address: str, data: bytes | None = None, kind: str = "", status: int | None = None) -> Any:
        """The answer as JSON, from /api/v1/…"""
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}/api/v1/{address}", data)
        if kind:
            request.add_header("Content-Type", kind)
        if self.token:
            request.add_header("Authorization", f"Token {self.token}")
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                code, text = answer.status, answer.read()
        except urllib.error.HTTPError as error:
            code, text = error.code, error.read()
        assert code == (status or (201 if data else 200)), text
        return json.loads(text)

    def sign_up(self, name: str) -> None:
        wish = json.dumps({"name": name, "password": PASSWORD}).encode()
        self.token = self.ask("sign-up/", wish, "application/json")["token"]

    def upload(self, name: str, source: bytes) -> dict[str, Any]:
        fields = [("name", "", name.encode()), ("file", '; filename="bot.py"', source)]
        body = b"".join(
            b'--edge\r\nContent-Disposition: form-data; name="%s"%s\r\n\r\n%s\r\n'
            % (key.encode(), more.encode(), value)
            for key, more, value in fields
        )
        return self.ask("uploads/", body + b"--edge--\r\n", "multipart/form-data; boundary=edge")

    def checked(self, version: dict[str, Any], patience: float = 60) -> dict[str, Any]:
        """The version once its check is over."""
        address = f"versions/{version['id']}/"
        self.until(lambda: self.ask(address)["final"], patience, "the check is over")
        return self.ask(address)

    # What only a test may do

    def rows(self, query: str, *values: Any) -> list[tuple]:
        if address := self.env.get("DATABASE_URL", ""):
            with psycopg.connect(address, autocommit=True) as database:
                return database.execute(query.replace("?", "%s"), values).fetchall()
        with sqlite3.connect(f"file:{self.data}/ladder.sqlite3?mode=ro", uri=True, timeout=10) as database:
            return database.execute(query, values).fetchall()

    def children(self) -> dict[int, str]:
        """All processes below the arena, with their command lines."""
        assert self.process is not None
        return descendants(self.process.pid)

    def child(self, word: str) -> int:
        """The first direct child whose command line has this word."""
        assert self.process is not None
        return next(pid for pid, line in sorted(self.children().items()) if word in line)

    def until(self, true: Callable[[], Any], patience: float, what: str) -> None:
        end = time.monotonic() + patience
        while not true():
            assert time.monotonic() < end, f"not within {patience} s: {what}\n{self.logs()}"
            time.sleep(0.1)

    def logs(self) -> str:
        logs = [self.output, *sorted((self.data / "logs").glob("*.log"))]
        return "\n".join(f"== {log.name}\n" + log.read_text(errors="replace")[-3000:] for log in logs if log.exists())


def descendants(root: int) -> dict[int, str]:
    parents, lines = {}, {}
    for folder in Path("/proc").iterdir():
        if not folder.name.isdigit():
            continue
        try:
            stat = (folder / "stat").read_text().rpartition(")")[2].split()
            lines[int(folder.name)] = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue
        if stat[0] != "Z":
            parents[int(folder.name)] = int(stat[1])
    found, new = set(), {root}
    while new:
        new = {pid for pid, parent in parents.items() if parent in new} - found
        found |= new
    return {pid: lines[pid] for pid in found}


def left_over(lines: dict[int, str], patience: float = 10) -> list[str]:
    """Which of these processes still run after a moment."""
    end = time.monotonic() + patience
    while alive(lines) and time.monotonic() < end:
        time.sleep(0.1)
    return [lines[pid] for pid in alive(lines)]


def alive(pids: Any) -> list[int]:
    left = []
    for pid in pids:
        try:
            if Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z":
                left.append(pid)
        except OSError:
            continue
    return left


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def arena(data: Path, sandbox: str, **env: str) -> Iterator[Arena]:
    """An arena that is stopped afterwards, whatever happens."""
    it = Arena(data, free_port(), sandbox, **env).start()
    try:
        yield it
    finally:
        if it.running and it.process:
            it.stop(signal.SIGINT)
