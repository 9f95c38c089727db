"""Who belongs to the house, and which of them hold the scale: the anchors, pinned by their packages' hashes."""

from collections.abc import Iterator
from pathlib import Path

from sandbox import Package, open_folder

FOLDER = Path(__file__).parent

# A scale cannot hang on anchors that move: whoever changes one makes another bot of it.
ANCHORS = {
    "planner-bold": "242fd83717015545be9da7296091944565c87943294260206e1caf8dae7a0195",
    "planner-hoarder": "1921cfee74b37eb50616f19aaaba9f1a893d55a69aa054a54fc94c05d38c232a",
    "planner-patient": "4edaa670b8836ed09e950c166409fbabed8058e86a01d61dcbd89436d2e78991",
    "planner-tidy": "d77eb794e22f56d09daf8b21f63df95f7c7dccc12a3db6cb7d064046b090d2e5",
}


def house_bots() -> Iterator[tuple[str, Package]]:
    """Name and package of each house bot, in alphabetical order.

    Raises ValueError where an anchor is not the one that was pinned.
    """
    for entry in sorted(FOLDER.glob("*/bot.py")):
        name, package = entry.parent.name, open_folder(entry.parent)
        if ANCHORS.get(name, package.sha256) != package.sha256:
            raise ValueError(f"the anchor {name} was changed: its package is {package.sha256}")
        yield name, package
