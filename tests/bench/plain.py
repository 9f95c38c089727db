"""The plain subprocess that the sandbox is measured against: a bot, the engine, JSON lines, and no walls at all."""

import importlib.util
import json
import sys

from engine import View


def main() -> None:
    """Play the bot in the file named by the first argument, over standard input and output."""
    spec = importlib.util.spec_from_file_location("bot", sys.argv[1])
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    bot, view = module.Bot(), None
    for line in sys.stdin:
        request = json.loads(line)
        if opening := request.get("opening"):
            view = View.open(opening)
        for event in request["events"]:
            view.observe(event)
        answer = bot.act(view) if request["ask"] == "act" else int(bot.turn_hand(view))
        sys.stdout.write(json.dumps({"answer": answer}) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
