"""What every benchmark does in the end: print ratios beside their targets, write them, and say whether they hold."""

import argparse
import json
from dataclasses import asdict, dataclass
from pathlib import Path


@dataclass(frozen=True)
class Row:
    """One figure; `target` is a bound, `None` where the figure is only reported."""

    what: str
    figure: float
    target: float | None = None
    at_least: bool = False

    @property
    def holds(self) -> bool:
        """Whether the figure is within its target."""
        if self.target is None:
            return True
        return self.figure >= self.target if self.at_least else self.figure <= self.target


def report(rows: list[Row], path: Path | None) -> int:
    """Print the table, write it as JSON where asked; 1 where a target is missed, else 0."""
    width = max(len(row.what) for row in rows)
    for row in rows:
        bound = "reported" if row.target is None else f"{'≥' if row.at_least else '≤'} {row.target:g}"
        print(f"{row.what:<{width}}  {row.figure:>9.2f}  {bound:>9}  {'' if row.holds else 'MISSED'}")
    if path:
        path.write_text(json.dumps([asdict(row) | {"holds": row.holds} for row in rows], indent=1))
    return 0 if all(row.holds for row in rows) else 1


def arguments(description: str | None) -> argparse.ArgumentParser:
    """`--json FILE`, as every benchmark takes it."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the table to FILE")
    return parser
