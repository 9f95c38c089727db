"""Where in its code a bot was when its time was up: what `faulthandler` wrote to its log, told like a traceback."""

import re
from collections import deque
from collections.abc import Iterator
from itertools import groupby

INNERMOST = 10  # lines for each thread

_HEAD = re.compile(r"(Current thread|Thread) 0x[0-9a-f]+ .*\(most recent call first\):")
_HEAD_LENGTH = 150  # at most: behind a line that the bot did not finish
_FRAME = re.compile(r'  File "(.*)", line (\d+) in (.*)')
_MORE = "  ..."  # there were more frames than are written


def tell(words: str, home: str) -> str:
    """The end of a log; each stack in it now begins with the bot's outermost frame, ends with the innermost, and names
    the bot's files as they are called in `home`.

    Any of it may be made up by the bot; only its author reads it.
    """
    told: list[str] = []
    lines = deque(words.split("\n"))
    while lines:
        line = lines.popleft()
        if not (head := _HEAD.search(line, max(0, len(line) - _HEAD_LENGTH))):
            told.append(line)
            continue
        if unfinished := line[: head.start()]:
            told.append(unfinished)
        stack = []
        while lines and lines[0].startswith("  "):
            stack.append(lines.popleft())
        if len(lines) > 1 and not lines[0]:  # between two threads
            lines.popleft()
        if frames := list(_frames(stack, f"{home}/")):
            thread = "" if head[1] == "Current thread" else ", in another thread"
            told += [f"Time was up here{thread} (most recent call last):", *reversed(frames)]
    return "\n".join(told)


def _frames(stack: list[str], home: str) -> Iterator[str]:
    """The innermost first, the bot's outermost last; none, if this thread was not in the bot's code.

    Calls of a function by itself are counted, and of a file that is not the bot's only the last folder is named.
    """
    frames = [match.group(1, 2, 3) for line in stack if (match := _FRAME.fullmatch(line))]
    more = _MORE in stack
    if not more:
        own = [number for number, (file, _, _) in enumerate(frames, 1) if file.startswith(home)]
        frames = frames[: own[-1]] if own else []
    counted = [(frame, len(list(same))) for frame, same in groupby(frames)]
    for (file, line, function), times in counted[:INNERMOST]:
        name = file.removeprefix(home) if file.startswith(home) else "/".join(file.split("/")[-2:])
        yield f'  File "{name}", line {line}, in {function}' + f" ({times} times)" * (times > 1)
    if more or len(counted) > INNERMOST:
        yield _MORE
