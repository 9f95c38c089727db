"""What the READMEs show of the engine runs as it stands."""

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BLOCKS = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize("block", BLOCKS, ids=("round", "search", "vector"))
def test_an_example_runs_as_it_stands(block):
    exec(block, {})


def test_the_session_of_the_engines_own_readme_answers_what_it_prints():
    session = (ROOT / "engine" / "README.md").read_text(encoding="utf-8")
    shown = re.sub(r"^```.*$", "", session, flags=re.MULTILINE)  # a fence is not an answer
    example = doctest.DocTestParser().get_doctest(shown, {}, "engine/README.md", "engine/README.md", 0)
    assert doctest.DocTestRunner().run(example) == (0, len(example.examples))
    assert len(example.examples) > 20
