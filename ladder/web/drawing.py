"""Geometry for the small drawings in the pages; templates put them into SVG."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

WIDTH, HEIGHT = 640.0, 150.0
WIDEST = 800.0  # ratings that one table's bars span


@dataclass(frozen=True)
class Scale:
    """Where a rating lies on a line of some pixels."""

    low: float
    high: float
    pixels: float = 176.0

    def x(self, rating: float) -> float:
        share = (rating - self.low) / (self.high - self.low or 1)
        return round(2 + min(1.0, max(0.0, share)) * (self.pixels - 4), 1)


def scale(ratings: Iterable[tuple[float, float]]) -> Scale:
    """One scale for all (rating, error) of a table, so that their bars can be compared.

    It ends some way below the best: one hopeless bot must not squeeze all the others.
    """
    ends = [end for rating, error in ratings for end in (rating - error, rating + error)]
    high = max(ends, default=1600)
    return Scale(max(min(ends, default=1400), high - WIDEST), high)


@dataclass(frozen=True)
class Point:
    """One moment of a rating: after how many matches, and when."""

    at: datetime
    matches: int
    rating: float
    error: float
    version: int


@dataclass(frozen=True)
class History:
    """A rating over time as SVG paths: the line, its band, and where versions changed (in percent)."""

    line: str
    band: str
    changes: list[tuple[float, int]]
    ticks: list[tuple[float, int]]
    first: Point
    last: Point


def history(points: Sequence[Point], *, by_matches: bool = False) -> History | None:
    """The drawing of a rating's history, by date or by match; None while there is too little to draw."""
    if len(points) < 2:
        return None

    def place(point: Point) -> float:
        return float(point.matches) if by_matches else point.at.timestamp()

    begin = place(points[0])
    span = place(points[-1]) - begin or 1.0
    low = min(p.rating - min(p.error, 200) for p in points)
    high = max(p.rating + min(p.error, 200) for p in points)

    def x(point: Point) -> float:
        return round((place(point) - begin) / span * WIDTH, 1)

    def y(rating: float) -> float:
        inside = min(high, max(low, rating))
        return round(8 + (high - inside) / (high - low or 1) * (HEIGHT - 30), 1)

    over = [f"{x(p)} {y(p.rating + p.error)}" for p in points]
    under = [f"{x(p)} {y(p.rating - p.error)}" for p in reversed(points)]
    step = next((s for s in (50, 100, 200, 400) if (high - low) / s <= 5), 800)
    return History(
        line="M" + "L".join(f"{x(p)} {y(p.rating)}" for p in points),
        band="M" + "L".join(over + under) + "Z",
        changes=[
            (round(100 * x(new) / WIDTH, 1), new.version) for old, new in pairwise(points) if old.version != new.version
        ],
        ticks=[(y(r), r) for r in range(int(low // step + 1) * step, int(high) + 1, step)],
        first=points[0],
        last=points[-1],
    )
