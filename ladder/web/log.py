"""A replay as text: every turn one line, for screen readers, small screens and no JavaScript."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _

from engine.frames import Frame
from ladder.words import say

# A name may be written from right to left: isolated, it leaves the line around it alone.
ISOLATED = "\u2068{}\u2069"


def lines(positions: Sequence[Frame], names: Sequence[str]) -> Iterator[str]:
    """What happened, in order. Only what everybody at the table saw."""
    names = [ISOLATED.format(name) for name in names]
    for frame in positions:
        if not frame["turn"]:
            round = _("Round %(number)d. %(name)s starts.")
            yield round % {"number": frame["round"] + 1, "name": names[frame["starter"]]}
        else:
            why = f" ({say(frame['why'])})" if frame["why"] else ""
            yield f"{frame['m']}. {names[frame['seat']]} {say(frame['words'])}{why}"
        if frame["fault"]:
            yield "   " + _("Fault: %s") % f"{frame['fault']['kind']}: {frame['fault']['message']}"
        if frame["end"]:
            yield from _result(frame, names)


def _result(frame: Frame, names: Sequence[str]) -> Iterator[str]:
    scores = zip(names, frame["scores"], frame["totals"], strict=True)
    line = _("%(name)s %(score)s (total %(total)d)")
    yield "   " + ", ".join(
        line % {"name": name, "score": f"{score:+d}", "total": total} for name, score, total in scores
    )
