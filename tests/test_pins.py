"""Everybody gets the same versions: each installed package is pinned."""

import re
import tomllib
from importlib.metadata import distributions
from pathlib import Path

PROJECT = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text())


def plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def test_every_installed_version_is_pinned():
    pinned: dict[str, set[str]] = {}
    for pin in PROJECT["tool"]["uv"]["constraint-dependencies"]:
        name, version = pin.split(";")[0].strip().split("==")
        pinned.setdefault(plain(name), set()).add(version)
    ours = plain(PROJECT["project"]["name"])
    missing = [
        f"{d.name}=={d.version}"
        for d in distributions()
        if plain(d.name) != ours and d.version not in pinned.get(plain(d.name), set())
    ]
    assert not missing, f"run .ci/pin: these versions are not pinned: {missing}"
