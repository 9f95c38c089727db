"""Which engine this is, and that a compiled core is never older than its source."""

import importlib.util
import sys
import warnings
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from types import ModuleType

from engine import stand_in

HERE = Path(__file__).parent


def load_core() -> ModuleType:
    """The core: compiled if it was built from this source, else the source itself, with a warning."""
    kept = sys.modules.get("cython")
    sys.modules["cython"] = stand_in  # for the source; the compiled core does not ask
    try:
        core = import_module("engine.core")
        source = HERE / "core.py"
        if core.COMPILED and source.exists() and hash_of(source) != core.SOURCE:
            warnings.warn(
                "the compiled engine is older than engine/core.py, so the source runs, much slower: "
                "`uv sync --reinstall-package scout-ladder` builds it anew",
                RuntimeWarning,
                stacklevel=2,
            )
            core = _from_source(source)
        elif not core.COMPILED:
            warnings.warn(
                "the engine runs uncompiled, about 30 times slower: install a C compiler and "
                "`uv sync --reinstall-package scout-ladder`",
                RuntimeWarning,
                stacklevel=2,
            )
    finally:
        if kept is None:
            del sys.modules["cython"]
        else:
            sys.modules["cython"] = kept
    return core


def hash_of(source: Path) -> str:
    """What the build writes into the compiled core (see build_backend.py)."""
    return sha256(source.read_bytes()).hexdigest()[:16]


def _from_source(source: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("engine.core", source)
    assert spec is not None
    assert spec.loader is not None
    core = importlib.util.module_from_spec(spec)
    sys.modules["engine.core"] = core
    spec.loader.exec_module(core)
    return core


def _source_hash() -> str:
    digest = sha256()
    for path in sorted(HERE.glob("*.py")):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:12]


COMPILED: bool = load_core().COMPILED
BUILD = f"{_source_hash()}-{'compiled' if COMPILED else 'source'}"
