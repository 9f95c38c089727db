"""Wants a short hand above all."""

from planner import Planner, Temperament


class Bot(Planner):
    """A planner; see planner.py for how it thinks."""

    temperament = Temperament(
        long_sets=1.2, groups=0.2, captured=0.8, short_hand=1.6, hold=0.3, save_chip=1.5, fear=1.0
    )
