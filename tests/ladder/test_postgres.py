"""The same stories on PostgreSQL, whose transactions are not SQLite's."""

import os
import subprocess
import sys

import pytest

STORIES = ["record", "play", "schedule", "ratings", "submit", "signup", "api"]
STORIES += ["seasons", "faults", "challenges", "promotion", "head_to_head", "typed", "delete", "readme"]


@pytest.mark.postgres
def test_the_ladder_tells_the_same_stories_on_postgresql():
    files = [f"tests/ladder/test_{story}.py" for story in STORIES]
    env = os.environ | {"DATABASE_URL": os.environ["TEST_POSTGRES_URL"]}
    told = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--timeout", "60", *files],
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 0, told.stdout[-5000:] + told.stderr[-2000:]
