"""What the README shows of the API runs as it stands, and says what the server says."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
BLOCK = next(block for block in re.findall(r"```sh\n(.*?)```", README, re.DOTALL) if "curl" in block)

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(shutil.which("curl") is None, reason="no curl: install it (Debian: apt-get install curl)"),
]


def pasted(site: str, folder: Path) -> str:
    """What a reader sees who pastes the block into a shell."""
    block, replaced = re.subn(r"http://127\.0\.0\.1:8000", site, BLOCK)
    assert replaced == 1
    shell = subprocess.run(["bash"], input=block, cwd=folder, capture_output=True, text=True, timeout=60, check=False)
    return shell.stdout + shell.stderr


def test_a_bot_is_uploaded_by_copy_and_paste(live_server, tmp_path):
    seen = pasted(live_server.url, tmp_path)
    assert '"state":"uploaded"' in seen
    assert '"count":0' in seen  # the ranking
    assert "error" not in seen


def test_who_pastes_it_again_reads_the_servers_own_sentence(live_server, tmp_path):
    pasted(live_server.url, tmp_path)
    seen = pasted(live_server.url, tmp_path)
    assert "The name “ada” (or one that looks the same) is taken. Choose another." in seen
    assert seen.count('"error":') == 1
    assert "Traceback" not in seen


def test_where_no_site_runs_curl_says_so(tmp_path):
    seen = pasted("http://127.0.0.1:9", tmp_path)
    assert "Failed to connect" in seen
    assert "Traceback" not in seen
