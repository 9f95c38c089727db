"""What every answer of the site has in common."""

import re
import subprocess
import sys

import pytest

from ladder.matches.plain import plain

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)


@pytest.mark.parametrize("address", ["/healthz", "/api/v1/rankings/", "/no-such-page/", "/static/web/site.css"])
@pytest.mark.django_db
def test_every_answer_carries_the_strict_policy(client, address):
    answer = client.get(address)
    assert answer["Content-Security-Policy"] == POLICY
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["X-Frame-Options"] == "DENY"


@pytest.mark.django_db
def test_the_site_says_that_it_is_well(client):
    assert client.get("/healthz").content == b"ok\n"


@pytest.mark.django_db
def test_a_page_that_is_not_there_is_a_page(client):
    answer = client.get("/no-such-page/")
    assert answer.status_code == 404
    assert answer["Content-Type"].startswith("text/html")


@pytest.mark.django_db
@pytest.mark.parametrize(("address", "kind"), [("/upload/", "text/html"), ("/api/v1/uploads/", "application/json")])
def test_a_request_too_large_is_answered_before_it_is_read(client, address, kind):
    answer = client.post(address, b"x" * (2 << 20), content_type="application/octet-stream")
    assert answer.status_code == 413
    assert answer["Content-Type"].startswith(kind)
    assert "1,048,576" in answer.content.decode() or "1 MiB" in answer.content.decode()


@pytest.mark.parametrize("address", ["/bots/%00/", "/matches/?bot=a%00", "/api/v1/matches/%00/", "/?q=%00"])
def test_nothing_has_a_nul_in_its_address(client, address):
    assert client.get(address).status_code == 400


@pytest.mark.django_db
def test_a_bug_is_a_500_with_an_id_that_the_log_knows(client, monkeypatch, caplog):
    def broken(*args, **kwargs):
        raise ZeroDivisionError

    client.raise_request_exception = False
    monkeypatch.setattr("ladder.api.rankings.Rating.objects.leaderboard", broken)
    answer = client.get("/api/v1/rankings/")
    assert answer.status_code == 500
    incident = re.search(r"name (\w+)\.", answer.json()["error"]["message"])[1]
    assert answer.json()["error"]["id"] == incident
    assert incident in caplog.text


@pytest.mark.parametrize("missing", ["SECRET_KEY", "ALLOWED_HOSTS", "DATABASE_URL", "BROKER_URL"])
def test_production_without_a_secret_stops_with_a_sentence(missing, tmp_path):
    env = {
        "PRODUCTION": "1",
        "SECRET_KEY": "x" * 50,
        "ALLOWED_HOSTS": "scout.example.org",
        "DATABASE_URL": f"sqlite:///{tmp_path}/db",
        "BROKER_URL": "redis://127.0.0.1:1/0",
        "SCOUT_DATA": str(tmp_path),
    }
    del env[missing]
    ended = subprocess.run([sys.executable, "manage.py", "check"], env=env, capture_output=True, text=True, check=False)
    assert ended.returncode == 1
    assert ended.stderr.strip() == f"{missing} is missing: in production set it in the environment."


def test_a_setting_that_cannot_be_read_stops_with_a_sentence(tmp_path):
    env = {"SCOUT_PORT": "eighty", "SCOUT_DATA": str(tmp_path)}
    ended = subprocess.run([sys.executable, "manage.py", "check"], env=env, capture_output=True, text=True, check=False)
    assert ended.returncode == 1
    assert ended.stderr.startswith("SCOUT_PORT=eighty cannot be used: ")
    assert "Traceback" not in ended.stderr


def test_text_from_a_sandbox_is_made_fit_to_keep():
    assert plain({"a\x00": ["b\ud800", ("c", 3, None)]}) == {"a\ufffd": ["b\ufffd", ["c", 3, None]]}
