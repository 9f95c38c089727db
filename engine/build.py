"""Which engine this is: recorded with every match, so that results can be traced to it."""

from hashlib import sha256
from pathlib import Path

COMPILED = False


def _source_hash() -> str:
    digest = sha256()
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:12]


BUILD = f"{_source_hash()}-{'compiled' if COMPILED else 'source'}"
