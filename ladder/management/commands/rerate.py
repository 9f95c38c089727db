"""Make the ranking anew from all results; the numbers are the same as before."""

from typing import Any

from django.core.management.base import BaseCommand

from ladder.ratings.recompute import recompute


class Command(BaseCommand):
    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        snapshot = recompute(scratch=True)
        if snapshot is None:
            self.stdout.write("Another ranking is being made at this moment.")
        else:
            self.stdout.write(f"A ranking of {snapshot.matches} matches.")
