"""Shows early and often, and spends its Scout & Show chip soon."""

from planner import Planner, Temperament


class Bot(Planner):
    """A planner; see planner.py for how it thinks."""

    temperament = Temperament(
        long_sets=1.0, groups=0.3, captured=1.0, short_hand=1.2, hold=0.6, save_chip=0.5, fear=1.0
    )
