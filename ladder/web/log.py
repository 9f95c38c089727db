"""A replay as text: every turn one line, for screen readers, small screens and no JavaScript."""

from collections.abc import Iterator, Sequence

from engine.frames import Frame

# A name may be written from right to left: isolated, it leaves the line around it alone.
ISOLATED = "\u2068{}\u2069"


def lines(positions: Sequence[Frame], names: Sequence[str]) -> Iterator[str]:
    """What happened, in order. Only what everybody at the table saw."""
    names = [ISOLATED.format(name) for name in names]
    for frame in positions:
        if not frame["turn"]:
            yield f"Round {frame['round'] + 1}. {names[frame['starter']]} starts."
        else:
            why = f" ({frame['why']})" if frame["why"] else ""
            yield f"{frame['m']}. {names[frame['seat']]} {frame['words']}{why}"
        if frame["fault"]:
            yield f"   Fault: {frame['fault']['kind']}: {frame['fault']['message']}"
        if frame["end"]:
            yield from _result(frame, names)


def _result(frame: Frame, names: Sequence[str]) -> Iterator[str]:
    scores = zip(names, frame["scores"], frame["totals"], strict=True)
    yield "   " + ", ".join(f"{name} {score:+d} (total {total})" for name, score, total in scores)
