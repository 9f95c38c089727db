"""An upload: what is taken, what is refused, and with which words."""

import io
import os
import stat
import zipfile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from ladder.bots.activate import activate, deactivate
from ladder.bots.models import Bot, Package, Version
from ladder.bots.submit import submit
from ladder.refused import Refused

pytestmark = pytest.mark.django_db


def upload(client, name: str, data: bytes, filename: str = "bot.py", **more):
    file = SimpleUploadedFile(filename, data)
    return client.post("/api/v1/uploads/", {"name": name, "file": file, **more})


def packed(*entries: tuple[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in entries:
            archive.writestr(name, content)
    return buffer.getvalue()


def linked() -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        entry = zipfile.ZipInfo("bot.py")
        entry.create_system = 3
        entry.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(entry, "/etc/passwd")
    return buffer.getvalue()


def bomb() -> bytes:
    """One gigabyte of zeros in one megabyte."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        archive.writestr("bot.py", "x = 1")
        with archive.open("zeros", "w", force_zip64=True) as entry:
            zeros = bytes(1 << 20)
            for _ in range(1000):
                entry.write(zeros)
    return buffer.getvalue()


def test_an_upload_waits_for_its_check(ada_api, cast, nudges, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        answer = upload(ada_api, "Patient One", cast["patient"])
    assert answer.status_code == 201
    version = Version.objects.get(public_id=answer.json()["id"])
    assert (version.state, version.number, version.bot.name) == ("uploaded", 1, "Patient One")
    assert nudges == [("check_version", version.pk)]


def test_the_same_package_again_is_the_same_version(ada_api, cast):
    first = upload(ada_api, "mine", cast["patient"]).json()
    again = upload(ada_api, "MINE", packed(("bot.py", cast["patient"])), "bot.zip").json()
    assert first["id"] == again["id"]
    other = upload(ada_api, "mine", cast["crasher"]).json()
    assert (other["number"], other["bot"]["id"]) == (2, first["bot"]["id"])
    assert Package.objects.count() == 2


def test_the_same_package_may_be_two_bots(ada_api, cast):
    upload(ada_api, "one", cast["patient"])
    upload(ada_api, "two", cast["patient"])
    assert Package.objects.count() == 1
    assert Version.objects.count() == 2


def test_a_bots_own_address_takes_uploads_from_its_owner_only(ada_api, bob_api, cast):
    bot = upload(ada_api, "mine", cast["patient"]).json()["bot"]["id"]
    file = {"file": SimpleUploadedFile("bot.py", cast["crasher"])}
    assert bob_api.post(f"/api/v1/bots/{bot}/versions/", file).status_code == 403
    file = {"file": SimpleUploadedFile("bot.py", cast["crasher"])}
    assert ada_api.post(f"/api/v1/bots/{bot}/versions", file).json()["number"] == 2


def test_somebody_elses_bot_name_is_taken(ada_api, bob_api, cast):
    upload(ada_api, "Käfer", cast["patient"])
    answer = upload(bob_api, "KÄFER", cast["patient"])
    assert answer.status_code == 409
    assert "taken" in answer.json()["error"]["message"]
    assert Bot.objects.count() == 1


@pytest.mark.parametrize(
    ("name", "status"),
    [
        pytest.param("<script>alert(1)</script>", 201, id="markup is only a name"),
        pytest.param("🃏🃏", 201, id="emoji"),
        pytest.param("n" * 200, 400, id="200 characters"),
        pytest.param("a\u202eb", 400, id="direction override"),
        pytest.param("a\x07b", 400, id="control character"),
    ],
)
def test_odd_names(ada_api, cast, name, status):
    answer = upload(ada_api, name, cast["patient"])
    assert answer.status_code == status
    if status == 400:
        assert answer.json()["error"]["message"]
        assert not Version.objects.exists()
    else:
        assert answer.json()["bot"]["name"] == name


@pytest.mark.parametrize(
    ("data", "filename", "why"),
    [
        pytest.param(b"", "bot.py", "empty", id="empty file"),
        pytest.param(b"\x89PNG\r\n" + os.urandom(500), "bot.png", "bot.py", id="a picture"),
        pytest.param(b"PK\x03\x04 broken", "bot.zip", "zip", id="a damaged zip"),
        pytest.param(packed(("main.py", b"")), "bot.zip", "no bot.py", id="no bot.py"),
        pytest.param(packed(("../bot.py", b"")), "b.zip", "leaves", id="a way out"),
        pytest.param(packed(("/bot.py", b"")), "b.zip", "relative", id="absolute"),
        pytest.param(linked(), "b.zip", "symbolic link", id="symbolic link"),
        pytest.param(bomb(), "b.zip", "unpacks to more", id="one gigabyte inside"),
    ],
)
def test_a_bad_file_is_refused_with_the_reason(ada_api, data, filename, why):
    answer = upload(ada_api, "mine", data, filename)
    assert answer.status_code == 400
    error = answer.json()["error"]
    assert error["code"] == "bad-package"
    assert why in error["message"]
    assert error["fields"]["file"]
    assert not Bot.objects.exists()


def test_two_megabytes_are_told_the_limit(ada_api):
    answer = upload(ada_api, "mine", os.urandom(2 << 20))
    assert answer.status_code == 413
    assert answer.json()["error"]["code"] == "too-large"
    assert "1,048,576" in answer.json()["error"]["message"]


def test_a_byte_more_than_the_limit_is_told_the_limit_too(ada_api, settings):
    answer = upload(ada_api, "mine", b"#" * (settings.PACKAGE_LIMIT + 1))
    assert answer.status_code == 413
    assert "1,048,576" in answer.json()["error"]["message"]


def test_without_signing_in_nothing_is_taken(api, cast):
    answer = upload(api, "mine", cast["patient"])
    assert answer.status_code == 401
    assert "Sign in" in answer.json()["error"]["message"]


def test_where_no_sandbox_is_uploads_are_refused_with_the_remedy(ada_api, cast, settings):
    settings.UPLOADS_REFUSED = "Install bubblewrap or Docker."
    answer = upload(ada_api, "mine", cast["patient"])
    assert answer.status_code == 503
    assert "Install" in answer.json()["error"]["message"]


def test_code_and_report_are_for_their_owner_only(ada_api, bob_api, cast):
    version = upload(ada_api, "mine", cast["patient"]).json()["id"]
    assert ada_api.get(f"/api/v1/versions/{version}/").json()["report"] == {}
    for_others = bob_api.get(f"/api/v1/versions/{version}/").json()
    assert (for_others["report"], for_others["reason"], for_others["filename"]) == (None, None, None)
    assert bob_api.get(f"/api/v1/versions/{version}/package/").status_code == 403
    code = ada_api.get(f"/api/v1/versions/{version}/package/").content
    assert zipfile.ZipFile(io.BytesIO(code)).read("bot.py") == cast["patient"]


def test_three_active_bots_are_the_most(ada, accepted, cast, settings):
    versions = [accepted(ada, f"bot {number}") for number in range(settings.ACTIVE_BOTS)]
    with pytest.raises(Refused, match="3 active bots"):
        submit(ada, "one more", "bot.py", cast["patient"])
    waiting = submit(ada, "one more", "bot.py", cast["patient"], activate=False)
    Version.objects.filter(pk=waiting.pk).update(state="accepted")
    waiting.refresh_from_db()
    with pytest.raises(Refused, match="deactivate one"):
        activate(waiting)
    deactivate(versions[0].bot)
    activate(waiting)
    assert Version.objects.playing().count() == 3


def test_an_older_version_can_play_again(ada, ada_api, accepted):
    old = accepted(ada, "mine", "patient")
    new = accepted(ada, "mine", "crasher")
    assert new.bot.active == new
    answer = ada_api.post(f"/api/v1/versions/{old.public_id}/activate/")
    assert answer.json()["active"] is True
    assert Bot.objects.get().active == old


def test_only_an_accepted_version_can_play(ada, ada_api, cast):
    version = submit(ada, "mine", "bot.py", cast["patient"])
    answer = ada_api.post(f"/api/v1/versions/{version.public_id}/activate/")
    assert answer.status_code == 409


def test_the_house_enters_once_and_stays_as_it_came(house_bots):
    from ladder.management.commands.seed import seed

    assert {version.bot.name for version in house_bots} >= {"greedy", "random"}
    assert sum(version.anchor for version in house_bots) >= 4
    assert seed() == []
    assert Version.objects.count() == len(house_bots)
