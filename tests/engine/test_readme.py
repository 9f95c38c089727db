"""What the README shows of the engine runs as it stands."""

import re
from pathlib import Path

import pytest

README = Path(__file__).parents[2] / "README.md"
BLOCKS = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize("block", BLOCKS, ids=("round", "search", "vector"))
def test_an_example_runs_as_it_stands(block):
    exec(block, {})
