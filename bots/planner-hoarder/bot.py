"""Collects long sets first and shows them late."""

from planner import Planner, Temperament


class Bot(Planner):
    """A planner; see planner.py for how it thinks."""

    temperament = Temperament(
        long_sets=1.9, groups=0.5, captured=1.0, short_hand=0.9, hold=0.4, save_chip=2.5, fear=0.8
    )
