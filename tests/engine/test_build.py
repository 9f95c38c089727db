"""A build is never stale, and where nothing is built the source runs and says so."""

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from engine import COMPILED
from engine.build import HERE

ASK = """
import json, warnings
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    import engine
    from engine import Round
print(json.dumps({
    "compiled": engine.COMPILED,
    "said": [str(w.message) for w in caught],
    "legal": Round.deal(3, "ask").rollouts(3, 1),
    "build": engine.BUILD,
}))
"""


def ask(folder: Path, python: str = sys.executable) -> dict:
    """What the engine in `folder` says of itself, in a Python of its own."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    run = subprocess.run([python, "-c", ASK], cwd=folder, env=kept, capture_output=True, text=True, check=True)
    return json.loads(run.stdout)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the engine as it lies here, compiled core included."""
    shutil.copytree(HERE, tmp_path / "engine", ignore=shutil.ignore_patterns("__pycache__", "core.c"))
    return tmp_path


def compiled_here() -> None:
    if not COMPILED:
        pytest.skip("no compiled engine: install a C compiler (Debian: apt-get install gcc)")


def test_the_compiled_core_of_this_source_runs_and_says_nothing(copy):
    compiled_here()
    answer = ask(copy)
    assert (answer["compiled"], answer["said"]) == (True, [])
    assert answer["build"].endswith("-compiled")


def test_a_core_older_than_its_source_does_not_run(copy):
    compiled_here()
    with (copy / "engine" / "core.py").open("a") as source:
        source.write("\n# changed\n")
    answer = ask(copy)
    assert answer["compiled"] is False
    assert len(answer["said"]) == 1
    assert "older than engine/core.py" in answer["said"][0]


def test_without_a_compiled_core_the_source_gives_the_same_and_says_so_once(copy):
    same = ask(copy)["legal"]
    for built in (copy / "engine").glob("core*.so"):
        built.unlink()
    answer = ask(copy)
    assert answer["compiled"] is False
    assert answer["legal"] == same
    assert len(answer["said"]) == 1
    assert "uncompiled" in answer["said"][0]


@pytest.mark.nightly
def test_the_wheel_installs_without_a_compiler_on_every_python_from_3_11(tmp_path):
    subprocess.run(["uv", "build", "-q", "--wheel", "-o", tmp_path, HERE.parent], check=True)
    (wheel,) = tmp_path.glob("*.whl")
    assert "cp311-abi3" in wheel.name
    with zipfile.ZipFile(wheel) as packed:
        (about,) = (packed.read(name).decode() for name in packed.namelist() if name.endswith("/METADATA"))
        assert "engine/py.typed" in packed.namelist(), "type checkers would not read the source"
    needed = [line for line in about.splitlines() if line.startswith("Requires-Dist:") and "extra ==" not in line]
    assert not needed, "the engine needs nothing but Python"
    found = 0
    for version in ("3.11", "3.12", "3.13", "3.14"):
        python = subprocess.run(["uv", "python", "find", version], capture_output=True, text=True, check=False)
        if python.returncode:
            continue
        place = tmp_path / version
        subprocess.run([python.stdout.strip(), "-m", "zipfile", "-e", wheel, place], check=True)
        assert ask(place, python.stdout.strip())["compiled"] is True
        found += 1
    assert found


@pytest.mark.nightly
@pytest.mark.timeout(1800)
def test_memory_stays_flat_over_a_million_rounds():
    compiled_here()
    count = """
import resource
from engine import Round
def peak(): return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
start = Round.deal(3, "flat")
def play(rounds):
    for _ in range(rounds // 1000):
        start.rollouts(990, 1)
        for n in range(10):
            r = start.clone()
            while legal := r.legal_actions():
                r.apply(legal[n % len(legal)])
            r.view(0).determinize(__import__("random").Random(1)); Round.from_bytes(r.to_bytes())
play(20_000); before = peak(); play(1_000_000); print(peak() - before)
"""
    run = subprocess.run([sys.executable, "-c", count], cwd=HERE.parent, capture_output=True, text=True, check=True)
    assert int(run.stdout) < 2_000  # kB
