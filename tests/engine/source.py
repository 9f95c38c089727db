"""The core as plain Python beside the compiled one."""

import importlib.util
import sys
from types import ModuleType

from engine import stand_in
from engine.build import HERE


def core_from_source() -> ModuleType:
    """`engine/core.py` run as it is, whatever is compiled."""
    spec = importlib.util.spec_from_file_location("core_from_source", HERE / "core.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    kept = sys.modules.get("cython")
    sys.modules["cython"] = stand_in
    try:
        spec.loader.exec_module(module)
    finally:
        sys.modules.pop("cython")
        if kept is not None:
            sys.modules["cython"] = kept
    return module
