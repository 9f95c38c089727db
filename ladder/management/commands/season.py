"""Plan, open, freeze, close or archive a season; without anything: list them."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.dateparse import parse_datetime
from django.utils.timezone import is_naive, make_aware

from ladder.matches import seasons
from ladder.matches.models import Season
from ladder.refused import Refused

MOVES = {"open": "open", "freeze": "frozen", "close": "closed", "archive": "archived"}


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("what", nargs="?", default="list", choices=["list", "plan", *MOVES])
        parser.add_argument("name", nargs="?", default="", help="of the season")
        parser.add_argument("--players", type=int, nargs="+", default=[], help="table sizes (plan)")
        parser.add_argument(
            "--clock", type=float, nargs=3, metavar=("START", "BANK", "INCREMENT"), help="seconds (plan)"
        )
        parser.add_argument("--opens", type=_moment, help="when, like 2027-01-01T00:00 (plan)")
        parser.add_argument("--closes", type=_moment, help="when (plan)")

    def handle(self, *args: Any, **options: Any) -> None:
        Season.objects.current()  # there is always a first one
        try:
            self._do(options)
        except Refused as refused:
            raise CommandError(refused.sentence) from None

    def _do(self, options: dict[str, Any]) -> None:
        if options["what"] == "list":
            for season in Season.objects.order_by("pk"):
                sizes = " ".join(map(str, season.players))
                self.stdout.write(f"{season.state:9} {season.name}  (tables of {sizes})")
        elif options["what"] == "plan":
            clock = tuple(options["clock"]) if options["clock"] else None
            season = seasons.plan(
                options["name"],
                players=options["players"],
                clock=clock,
                opens_at=options["opens"],
                closes_at=options["closes"],
            )
            self.stdout.write(f"{season} is planned.")
        else:
            found = Season.objects.filter(name=options["name"]).first()
            if found is None:
                raise Refused(f"There is no season “{options['name']}”: see `season list`.")
            seasons.move(found, MOVES[options["what"]])
            self.stdout.write(f"{found} is {found.state}.")


def _moment(text: str) -> Any:
    moment = parse_datetime(text)
    if moment is None:
        raise ValueError(text)
    return make_aware(moment) if is_naive(moment) else moment
