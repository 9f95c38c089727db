"""`python -m engine verify FILE`: every game and deal in FILE (JSON, or one JSON object a line)."""

import argparse
import json
import sys
from pathlib import Path

from engine import verify


def main() -> int:
    """Print what was verified, or where the first difference is; the exit code says which."""
    parser = argparse.ArgumentParser(prog="python -m engine", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    command = commands.add_parser("verify", help="compare recorded games and deals with the rules")
    command.add_argument("file", type=Path)
    path: Path = parser.parse_args().file
    try:
        text = path.read_text(encoding="utf-8")
        records = _records(text)
    except (OSError, ValueError) as error:
        print(f"{path} cannot be read: {error}", file=sys.stderr)
        return 1
    for number, record in enumerate(records, 1):
        difference = verify(record)
        if difference:
            print(f"{path}, record {number}: {difference}", file=sys.stderr)
            return 1
    print(f"{path}: {len(records)} record{'s' * (len(records) != 1)}, no difference")
    return 0


def _records(text: str) -> list[dict[str, object]]:
    try:
        whole = json.loads(text)
    except ValueError:
        whole = [json.loads(line) for line in text.splitlines() if line.strip()]
    records = whole if isinstance(whole, list) else [whole]
    for number, record in enumerate(records, 1):
        if not isinstance(record, dict) or not ("hands" in record or "rounds" in record):
            raise ValueError(f"record {number} is neither a game nor a deal")
    if not records:
        raise ValueError("it holds no record")
    return records


if __name__ == "__main__":
    sys.exit(main())
