"""Let the house bots enter, once; those that are there stay as they are."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from ladder.bots.house import welcome
from sandbox import open_folder

ANCHOR = "planner"  # the bots of middle strength, in several temperaments


def seed(folder: Path = settings.BASE_DIR / "bots") -> list[str]:
    """Each folder with a bot.py is a house bot; the names of the new ones."""
    new = []
    for entry in sorted(folder.glob("*/bot.py")):
        name = entry.parent.name
        package = open_folder(entry.parent)
        if welcome(name, package.data, package.sha256, anchor=name.startswith(ANCHOR)):
            new.append(name)
    return new


class Command(BaseCommand):
    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        new = seed()
        self.stdout.write(f"New in the house: {', '.join(new)}." if new else "All are in.")
