"""Let the house bots enter, once, and have the ladder played with the engine that runs here."""

from typing import Any

from django.core.management.base import BaseCommand

from bots.house import ANCHORS, house_bots
from ladder.bots.house import welcome
from ladder.matches import builds


def seed() -> list[str]:
    """Let in whoever of the house is not there yet; the names of the new ones."""
    builds.expect()
    return [
        name for name, package in house_bots() if welcome(name, package.data, package.sha256, anchor=name in ANCHORS)
    ]


class Command(BaseCommand):
    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        new = seed()
        self.stdout.write(f"New in the house: {', '.join(new)}." if new else "All are in.")
