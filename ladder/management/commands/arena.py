"""Run everything: the site, a worker, the clockwork and a broker; Ctrl-C stops it all.

What exists is kept in SCOUT_DATA; started again, it continues where it was.
"""

import fcntl
import os
import shutil
import signal
import socket
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from celery import current_app
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from ladder import broker, health
from ladder.management.commands.seed import seed
from ladder.matches.sweep import sweep
from ladder.supervisor import Child, Supervisor
from sandbox import NoShell, shell_for

CELERY = [sys.executable, "-m", "celery", "-A", "ladder", "worker"]
QUIET = ["--without-gossip", "--without-mingle"]


class Command(BaseCommand):
    help = __doc__
    requires_system_checks: list[str] = []  # the first page is waiting

    def handle(self, *args: Any, **options: Any) -> None:
        refuse_taken_port()
        with alone(settings.SCOUT_DATA), run_folder() as folder:
            self.run(folder)

    def run(self, folder: Path) -> None:
        env = os.environ | {"SCOUT_DATA": str(settings.SCOUT_DATA)} | self.sandbox()
        logs = fresh_logs(settings.SCOUT_DATA / "logs")
        supervisor = Supervisor(env=env, logs=logs, say=self.say)
        supervisor.listen()
        try:
            if not os.environ.get("BROKER_URL"):
                self.embed_broker(supervisor, folder)
            call_command("migrate", verbosity=0, interactive=False)
            if new := seed():
                self.say(f"The house bots enter: {', '.join(new)}.")
            sweep(at_once=True)
            for child in (web(), worker(), control(folder)):
                supervisor.start(child)
            self.announce(supervisor)
            if settings.SANDBOX == "auto":
                supervisor.start(image())
            supervisor.run(lambda child: after_restart(child, supervisor))
        finally:
            supervisor.stop()
        self.say("Stopped. Nothing is lost: start again to continue.")

    def sandbox(self) -> dict[str, str]:
        """What holds the bots captive; where nothing can, only the house plays."""
        try:
            shell = shell_for(settings.SANDBOX)
        except NoShell as error:
            self.say(f"Uploads are refused: {error}")
            self.say("The house bots play, in plain processes.")
            return {"SANDBOX": "process", "UPLOADS_REFUSED": str(error)}
        self.say(f"Bots play in: {shell.describe()}.")
        return {"SANDBOX": settings.SANDBOX}

    def embed_broker(self, supervisor: Supervisor, folder: Path) -> None:
        current_app.conf.update(broker_url=broker.url(folder))
        supervisor.env = {**supervisor.env, "BROKER_URL": broker.url(folder)}
        supervisor.start(Child("broker", broker.command(folder), last=True))
        if not broker.wait(folder):
            raise CommandError(f"The broker does not start: see {supervisor.logs}/broker.log")

    def announce(self, supervisor: Supervisor) -> None:
        """Say where the site is as soon as it answers."""
        host = "127.0.0.1" if settings.SCOUT_BIND == "0.0.0.0" else settings.SCOUT_BIND  # noqa: S104
        address = f"http://{host}:{settings.SCOUT_PORT}/"
        end = time.monotonic() + 60
        while not supervisor.wishes and not health.ask(f"{address}healthz"):
            if time.monotonic() > end:
                raise CommandError(f"The site does not answer: see {supervisor.logs}/web.log")
            time.sleep(0.1)
        if not supervisor.wishes:
            self.say(f"Scout Ladder is at {address}  (Ctrl-C stops it)")
            self.say(f"Data and logs are in {settings.SCOUT_DATA}")

    def say(self, line: str) -> None:
        with suppress(OSError):  # the terminal may have been closed
            self.stdout.write(line)
            self.stdout.flush()


def web() -> Child:
    """The site: one process, a few threads."""
    command = [sys.executable, "-m", "gunicorn", "ladder.wsgi", "--no-control-socket"]
    command += ["--bind", f"{settings.SCOUT_BIND}:{settings.SCOUT_PORT}"]
    command += ["--worker-class", "gthread", "--threads", "8", "--graceful-timeout", "5"]
    if Path("/dev/shm").is_dir():  # noqa: S108  # gunicorn's heartbeat should not touch a disk
        command += ["--worker-tmp-dir", "/dev/shm"]  # noqa: S108
    return Child("web", command)


def worker() -> Child:
    """Plays matches, politely: the site goes first."""
    cores = os.cpu_count() or 1
    number = ["--concurrency", str(1 if cores <= 2 else 2)]
    command = [*CELERY, *QUIET, *number, "--queues", "matches", "--hostname", "matches@%h"]
    return Child("worker", [*command, "--loglevel", "info"], nice=10, hurry=signal.SIGQUIT)


def control(folder: Path) -> Child:
    """Schedules, rates and sweeps, with the beat that says when."""
    command = [*CELERY, *QUIET, "--pool", "solo", "--queues", "control", "--hostname", "control@%h"]
    beat = ["--beat", "--schedule", str(folder / "beat"), "--loglevel", "warning"]
    return Child("control", [*command, *beat], nice=5, hurry=signal.SIGQUIT)


def image() -> Child:
    """Builds the image of the Docker sandbox where an engine answers; workers take to it by themselves."""
    return Child("image", [sys.executable, "-m", "sandbox", "image"], nice=10, once=True)


def after_restart(child: Child, supervisor: Supervisor) -> None:
    """A broker that comes back comes back empty, and who listened to the old one may be deaf to it."""
    if child.name == "broker":
        for listener in supervisor.children:
            if listener.name in ("worker", "control"):
                listener.tell(signal.SIGTERM)
        sweep(at_once=True)


def refuse_taken_port() -> None:
    """A sentence now instead of a traceback later."""
    family = socket.AF_INET6 if ":" in settings.SCOUT_BIND else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((settings.SCOUT_BIND, settings.SCOUT_PORT))
        except OSError as error:
            raise CommandError(
                f"{settings.SCOUT_BIND}:{settings.SCOUT_PORT} cannot be used "
                f"({error.strerror}). Choose another port: SCOUT_PORT={settings.SCOUT_PORT + 1}"
            ) from None


@contextmanager
def alone(data: Path) -> Iterator[None]:
    """One arena per data folder."""
    data.mkdir(parents=True, exist_ok=True)
    with (data / "arena.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise CommandError(
                f"An arena is running with the data in {data}. Choose another folder: SCOUT_DATA=…"
            ) from None
        yield


@contextmanager
def run_folder() -> Iterator[Path]:
    """A short path (a socket's has at most 107 characters), gone afterwards."""
    folder = Path(tempfile.mkdtemp(prefix="scout-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def fresh_logs(folder: Path) -> Path:
    """The logs of this run; those of the run before keep the ending .1."""
    folder.mkdir(parents=True, exist_ok=True)
    for log in folder.glob("*.log"):
        log.replace(log.with_suffix(".log.1"))
    return folder
