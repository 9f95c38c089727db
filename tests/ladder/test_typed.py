"""What is typed into a form is text: a NUL in it is refused where it was typed."""

from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.db import connection

from ladder.accounts.models import Invitation, Token, User
from ladder.matches.schedule import create_set
from ladder.matches.seatings import SEATINGS

PASSWORD = "a long enough password"

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def as_postgresql():
    """No database may be asked for a NUL: SQLite would look for it, PostgreSQL raises."""

    def no_nul(execute, sql, params, many, context):
        for row in params or () if many else (params or (),):
            assert not any(isinstance(value, str) and "\0" in value for value in row), sql
        return execute(sql, params, many, context)

    with connection.execute_wrapper(no_nul):
        yield


@pytest.fixture
def ada_pages(client, ada):
    """Ada, signed in, who may also see the operations."""
    User.objects.filter(pk=ada.pk).update(is_staff=True)
    client.force_login(ada)
    return client


@pytest.mark.parametrize("field", ["name", "password", "invitation"])
def test_nobody_signs_up_with_a_nul(client, settings, field):
    settings.SIGN_UP = "invitation"
    sent = {"name": "Grace", "password": PASSWORD, "invitation": Invitation.objects.create().code}
    answer = client.post("/sign-up/", sent | {field: sent[field] + "\0"})
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "U+0000" in page
    assert page.index('aria-invalid="true"') > page.index(f'name="{field}"')
    assert 'value="Grace' in page
    assert not User.objects.exists()
    assert client.post("/sign-up/", sent).status_code == 302


@pytest.mark.parametrize("field", ["username", "password"])
def test_nobody_signs_in_with_a_nul(client, ada, field):
    sent = {"username": "Ada", "password": PASSWORD}
    answer = client.post("/sign-in/", sent | {field: sent[field] + "\0"})
    assert "No such name and password" in answer.content.decode()
    assert client.post("/sign-in/", sent).status_code == 302


@pytest.mark.parametrize(
    ("address", "sent"),
    [
        pytest.param("/upload/", {"name": "a\0", "code": "class Bot: ..."}, id="a bot's name"),
        pytest.param("/account/tokens/", {"name": "lap\0top", "scope": "read"}, id="a token's name"),
        pytest.param("/account/tokens/", {"name": "laptop", "scope": "read\0"}, id="a token's scope"),
        pytest.param("/account/password/", {"old": PASSWORD, "new": "\0 long enough \0"}, id="a new password"),
        pytest.param("/challenge/", {"seat-0": "a\0", "seat-1": "b"}, id="a seat of a challenge"),
    ],
)
def test_a_form_comes_back_with_the_reason(ada_pages, address, sent):
    answer = ada_pages.post(address, sent)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.content.decode()
    assert not Token.objects.exists()


@pytest.mark.parametrize("field", ["bot", "reason"])
def test_the_host_is_told_too(ada_pages, ada, accepted, field):
    bot = accepted(ada, "first").bot
    sent = {"bot": bot.name, "reason": "it cheats"}
    answer = ada_pages.post("/operations/bar/", sent | {field: sent[field] + "\0"}, follow=True)
    assert "U+0000" in answer.content.decode()
    bot.refresh_from_db()
    assert bot.barred == ""


@pytest.mark.parametrize(
    ("address", "field"),
    [
        ("/account/tokens/revoke/", "token"),
        ("/operations/requeue/", "match"),
        ("/matches/{match}/opinions/", "version"),
        ("/bots/{bot}/compare/begin/", "stop"),
    ],
)
def test_an_id_that_nobody_typed_is_a_bad_request(ada_pages, ada, accepted, address, field):
    version = accepted(ada, "first")
    match = create_set([version, version], SEATINGS[2][:1]).matches.get()
    address = address.format(bot=version.bot.public_id, match=match.public_id)
    answer = ada_pages.post(address, {"seat": "0", field: "a\0"})
    assert answer.status_code == 400
    assert answer["Content-Type"].startswith("text/html")


@pytest.mark.parametrize("address", ["/", "/api/v1/tokens/"])
def test_a_cookie_is_text(client, ada, address):
    client.force_login(ada)
    signed_in = Session.objects.get().session_key
    assert client.get(address, headers={"cookie": f'sessionid="{signed_in}"'}).status_code == 200
    assert client.get(address, headers={"cookie": rf'sessionid="{signed_in}\000"'}).status_code == 400


@pytest.mark.parametrize(
    ("address", "sent"),
    [
        ("sign-up", {"name": "Gr\0ace", "password": PASSWORD}),
        ("sign-up", {"name": "Grace", "password": PASSWORD + "\0"}),
        ("sign-up", {"name": "Grace", "password": PASSWORD, "invitation": "\0"}),
        ("tokens", {"name": "Ada\0", "password": PASSWORD}),
        ("tokens", {"name": "Ada", "password": PASSWORD, "token_name": "\0"}),
        ("tokens", {"name": "Ada", "password": PASSWORD, "scope": "\0"}),
        ("challenges", {"bots": ["a\0", "b"]}),
        ("challenges", {"versions": ["a\0", "b"]}),
        ("comparisons", {"new": "a\0", "old": "b"}),
        ("comparisons", {"new": "a", "old": "b\0"}),
    ],
)
def test_the_api_names_the_field(ada_api, address, sent):
    wrong = next(name for name, value in sent.items() if "\0" in "".join(value))
    answer = ada_api.post(f"/api/v1/{address}/", sent, format="json")
    assert answer.status_code == 400
    assert answer.json()["error"]["code"] == "invalid"
    assert list(answer.json()["error"]["fields"]) == [wrong]


def multipart(filename: str, source: bytes, **fields: str) -> dict[str, Any]:
    """An upload as a client sends it that checks nothing."""
    parts = [f'form-data; name="{name}"\r\n\r\n{value}'.encode() for name, value in fields.items()]
    parts.append(f'form-data; name="file"; filename="{filename}"\r\n\r\n'.encode() + source)
    body = b"".join(b"--x\r\nContent-Disposition: " + part + b"\r\n" for part in parts)
    return {"data": body + b"--x--\r\n", "content_type": "multipart/form-data; boundary=x"}


@pytest.mark.parametrize("field", ["name", "activate"])
def test_an_upload_by_the_api_names_the_field(ada_api, cast, field):
    sent = {"name": "first", "activate": "later"}
    upload = multipart("bot.py", cast["patient"], **sent | {field: sent[field] + "\0"})
    answer = ada_api.post("/api/v1/uploads/", **upload)
    assert answer.status_code == 400
    assert list(answer.json()["error"]["fields"]) == [field]


def test_a_file_may_be_called_anything(ada_api, cast):
    answer = ada_api.post("/api/v1/uploads/", **multipart("b\0ot.py", cast["patient"], name="first"))
    assert answer.status_code == 201
    assert answer.json()["filename"] == "bot.py"
