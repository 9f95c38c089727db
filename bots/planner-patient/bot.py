"""Keeps its Scout & Show chip, and never ends a round against itself."""

from planner import Planner, Temperament


class Bot(Planner):
    """A planner; see planner.py for how it thinks."""

    temperament = Temperament(
        long_sets=1.6, groups=0.4, captured=1.2, short_hand=1.0, hold=0.2, save_chip=3.0, fear=1.5
    )
