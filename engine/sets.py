"""What a set is, which of two is stronger, and how both are said in words."""

from collections.abc import Sequence

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")

Strength = tuple[int, int, int]


def strength(values: Sequence[int]) -> Strength | None:
    """(number of cards, 1 for a group, smallest number); the greater tuple wins. None: no set.

    More cards beat fewer; with as many, a group beats a run; then the smallest number decides
    (rules, "Sets and strength"). A single card has no kind, so singles compare by number.
    """
    size = len(values)
    if size == 0:
        return None
    first = values[0]
    if size == 1:
        return (1, 0, first)
    step = values[1] - first
    if step not in (-1, 0, 1) or any(values[i + 1] - values[i] != step for i in range(1, size - 1)):
        return None
    return (size, 1, first) if step == 0 else (size, 0, min(first, values[-1]))


def beats(shown: Sequence[int], active: Sequence[int]) -> bool:
    """Whether `shown` may be shown on `active` (an empty table is beaten by any set)."""
    new, old = strength(shown), strength(active)
    return new is not None and (old is None or new > old)


def why(shown: Sequence[int], active: Sequence[int]) -> str:
    """The rule that decides between two sets, from the first one's side: `"more cards"`."""
    new, old = strength(shown), strength(active)
    if new is None or old is None:
        raise ValueError("only two sets can be compared")
    if new[0] != old[0]:
        return "more cards" if new > old else "fewer cards"
    if new[1] != old[1]:
        return "a group beats a run" if new > old else "a run does not beat a group"
    if new[2] != old[2]:
        return f"{new[2]} is {'more' if new > old else 'less'} than {old[2]}"
    return "it is only as strong"


def describe(values: Sequence[int]) -> str:
    """A set in a player's words: `"7"`, `"four of 4s"`, `"run 2-1"`."""
    rank = strength(values)
    if rank is None:
        raise ValueError(f"{dashed(values)} is no set")
    size, group, lowest = rank
    if size == 1:
        return str(lowest)
    return f"{_NUMBERS[size]} of {lowest}s" if group else f"run {dashed(values)}"


def dashed(values: Sequence[int]) -> str:
    """Values as people say them, `"4-5-6"`."""
    return "-".join(map(str, values))


def to_beat(active: Sequence[int]) -> str:
    """What would beat this set, `"four of 5–10s, or 5+ cards"`; empty for an empty table."""
    rank = strength(active)
    if rank is None:
        return ""
    size, group, lowest = rank
    ways = []
    if size == 1:
        if lowest < 10:
            ways.append("a 10" if lowest == 9 else f"a {lowest + 1}–10")
    elif group:
        if lowest < 10:
            higher = "10s" if lowest == 9 else f"{lowest + 1}–10s"
            ways.append(f"{_NUMBERS[size]} of {higher}")
    else:
        ways.append(f"{_NUMBERS[size]} equal cards")
        if lowest + size <= 10:
            ways.append(f"a run of {size} from {lowest + 1} or higher")
    ways.append(f"{size + 1}+ cards")
    return ", or ".join([", ".join(ways[:-1]), ways[-1]]) if len(ways) > 1 else ways[0]
