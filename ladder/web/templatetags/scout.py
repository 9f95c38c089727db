"""The game's signs in templates: shapes of seats, cards, signed numbers, times."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django import template
from django.template.defaultfilters import floatformat
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join, json_script
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from ladder.ratings.head_to_head import Record
from ladder.web.drawing import Scale
from ladder.web.trends import Trend
from ladder.web.wording import viewer_words

register = template.Library()

SHAPES = (
    '<circle cx="6" cy="6" r="5.4"/>',
    '<rect x="1" y="1" width="10" height="10" rx="1"/>',
    '<path d="M6 .6 11.8 11H.2z"/>',
    '<path d="M6 0l6 6-6 6-6-6z"/>',
    '<path d="M6 .2l1.7 3.7 4.1.5-3 2.8.8 4L6 9.2l-3.6 2 .8-4-3-2.8 4.1-.5z"/>',
)
STEPS = ((60, "s"), (60, "min"), (24, "h"), (10_000, "d"))


@register.simple_tag
def shape(seat: int) -> SafeString:
    """The shape of a seat in its colour."""
    return format_html(
        '<svg class="shape seat-{}" viewBox="0 0 12 12" aria-hidden="true">{}</svg>',
        seat,
        mark_safe(SHAPES[seat]),  # noqa: S308  # one of our five drawings
    )


@register.simple_tag
def card(faces: str) -> SafeString:
    """A drawn card, "38" or "T2": the upper number counts."""
    up, down = ("10" if face == "T" else face for face in faces)
    return format_html(
        '<span class="card up-{up} down-{down}" role="img" aria-label="{label}">'
        '<span class="face"><b>{up}</b><i>{down}</i></span></span>',
        up=up,
        down=down,
        label=_("%(up)s over %(down)s") % {"up": up, "down": down},
    )


@register.simple_tag
def words_of_the_viewer() -> SafeString | str:
    """The viewer's words as JSON, where the page is not in English."""
    words = viewer_words()
    return json_script(words, "viewer-words") if words else ""


@register.simple_tag
def cards(text: str) -> SafeString:
    """Drawn cards that lie next to each other: "27 31 49"."""
    return format_html('<span class="cards">{}</span>', format_html_join("", "{}", ((card(c),) for c in text.split())))


@register.simple_tag
def interval(scale: Scale, rating: float, error: float) -> SafeString:
    """A rating and its 95 % interval on the scale of its table."""
    return format_html(
        '<svg class="interval" viewBox="0 0 180 16" aria-hidden="true">'
        '<path class="axis" d="M2 8H178"/><path class="band" d="M{} 8H{}"/>'
        '<circle class="dot" cx="{}" cy="8" r="4"/></svg>',
        scale.x(rating - error),
        scale.x(rating + error),
        scale.x(rating),
    )


@register.simple_tag
def sparkline(trend: Trend | None) -> SafeString | str:
    """A bot's last thirty days as a small line that ends in a dot."""
    if trend is None:
        return ""
    points = trend.line(94, 26)
    return format_html(
        '<svg class="sparkline" viewBox="0 0 94 26" role="img" aria-label="{}">'
        '<path d="M{}"/><circle cx="{}" cy="{}" r="2.6"/></svg>',
        _("from %(first)d to %(last)d") % {"first": trend.points[0][1], "last": trend.points[-1][1]},
        "L".join(f"{x} {y}" for x, y in points),
        *points[-1],
    )


@register.simple_tag
def change(trend: Trend | None) -> SafeString | str:
    """How far a rating moved in a week: an arrow and a number, never colour alone."""
    if trend is None:
        return "–"
    title = _("since %s UTC") % date_format(trend.since, "DATETIME_FORMAT")
    size = written(abs(trend.change), 1 if abs(trend.change) < 10 else 0)
    if abs(trend.change) < 0.05:
        return format_html('<span class="quiet" title="{}">0</span>', title)
    kind, arrow, word = ("up", "▲", _("up")) if trend.change > 0 else ("down", "▼", _("down"))
    return format_html(
        '<span class="change {}" title="{}"><span aria-hidden="true">{} </span>'
        '<span class="unseen">{} </span>{}</span>',
        kind,
        title,
        arrow,
        word,
        size,
    )


@register.filter
def of(found: Mapping[Any, Any], key: object) -> Any:
    """What a table holds for a key."""
    return found.get(key)


@register.filter
def signed(number: int | None) -> str:
    """−3 with a true minus; a dash for nothing."""
    if number is None:
        return "–"
    return f"−{-number}" if number < 0 else str(number)


@register.simple_tag
def score_interval(record: Record) -> SafeString:
    """A mean score and its interval, from 0 to 1 around a draw in the middle."""

    def x(score: float) -> float:
        return round(3 + 94 * score, 1)

    return format_html(
        '<svg class="interval score" viewBox="0 0 100 16" aria-hidden="true"><path class="axis" d="M2 8H98M50 2V14"/>'
        '<path class="band" d="M{} 8H{}"/><circle class="dot" cx="{}" cy="8" r="4"/></svg>',
        x(record.low),
        x(record.high),
        x(record.score),
    )


@register.filter
def percent(part: float) -> str:
    """0.634 → 63"""
    return f"{100 * part:.0f}"


@register.filter
def per(count: int, whole: int) -> str:
    """12, 5 → 2.4"""
    return written(count / whole, 1) if whole else "–"


@register.filter
def missing(count: int, whole: int) -> int:
    """How many of `whole` are not there."""
    return whole - count


@register.filter
def pair(first: object, second: object) -> tuple[object, object]:
    """Two things, to go through."""
    return first, second


@register.filter
def tail(text: str, most: int) -> str:
    """The last characters of a long text."""
    return text if len(text) <= most else f"… {text[-most:]}"


@register.filter
def signed_text(number: str) -> str:
    """A formatted number with a true minus."""
    return str(number).replace("-", "−")


@register.filter
def share(part: float, whole: float) -> str:
    """3 of 2000 → 0.2 %; a dash of nothing."""
    return f"{written(100 * part / whole, 1)}%" if whole else "–"


@register.filter
def ms(microseconds: int | None) -> str:
    """12000 → 12 ms."""
    if microseconds is None:
        return "–"
    return f"{written(microseconds / 1000, 0 if microseconds >= 10_000 else 1)} ms"


@register.filter
def ago(moment: datetime | None) -> str:
    """How long ago, in its largest unit."""
    if moment is None:
        return _("never")
    amount = max(0, int((timezone.now() - moment).total_seconds()))
    for size, unit in STEPS:
        if amount < size:
            return _("%s ago") % f"{amount} {unit}"
        amount //= size
    return _("long ago")


@register.filter
def seconds(span: float | str | None) -> str:
    """0.34 → 0.3 s; nothing for nothing."""
    return f"{written(span, 1)} s" if isinstance(span, int | float) else ""


@register.filter
def until(begin: datetime | None, end: datetime | None) -> str:
    """How long it took."""
    return f"{written((end - begin).total_seconds(), 1)} s" if begin and end else "–"


@register.filter
def bytes_(size: int) -> str:
    """1048576 → 1 MiB."""
    return f"{size / 1048576:.0f} MiB" if size >= 1048576 else f"{max(1, round(size / 1024))} KiB"


@register.filter
def thousands(number: int) -> str:
    """10482 → 10,482."""
    return written(number)


def written(number: float, places: int = 0) -> str:
    """1234.56 → 1,234.6, with the signs of the reader's language."""
    return floatformat(number, f"{places}g")
