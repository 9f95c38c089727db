"""Sign-up: open, by invitation or closed; passwords; guessing them."""

import pytest

from ladder.accounts.models import Invitation, Scope, Token, User
from ladder.accounts.signup import change_password, sign_up
from ladder.refused import Refused

PASSWORD = "a long enough password"

pytestmark = pytest.mark.django_db


def test_signing_up_by_api_gives_a_token_that_works(api):
    answer = api.post("/api/v1/sign-up/", {"name": "Ada", "password": PASSWORD}, format="json")
    assert answer.status_code == 201
    api.credentials(HTTP_AUTHORIZATION=f"Token {answer.json()['token']}")
    assert api.get("/api/v1/tokens/").json()[0]["scope"] == "upload"
    assert Token.objects.get().last_used is not None


def test_a_name_that_looks_taken_is_taken(api, ada):
    answer = api.post("/api/v1/sign-up/", {"name": "ＡDA", "password": PASSWORD}, format="json")
    assert answer.status_code == 409
    assert answer.json()["error"]["code"] == "name-taken"
    assert "taken" in answer.json()["error"]["fields"]["name"][0]


@pytest.mark.parametrize("password", ["short", "12345678", "password", "adaadaada" * 100])
def test_a_bad_password_is_refused_with_the_reason(api, password):
    answer = api.post("/api/v1/sign-up/", {"name": "Ada", "password": password}, format="json")
    assert answer.status_code == 400
    assert answer.json()["error"]["fields"]["password"]
    assert not User.objects.exists()


def test_nobody_can_be_the_house(api):
    answer = api.post("/api/v1/sign-up/", {"name": "hOUSE", "password": PASSWORD}, format="json")
    assert answer.status_code == 409


def test_sign_up_can_be_closed(api, settings):
    settings.SIGN_UP = "closed"
    answer = api.post("/api/v1/sign-up/", {"name": "Ada", "password": PASSWORD}, format="json")
    assert answer.status_code == 403
    assert "closed" in answer.json()["error"]["message"]


def test_an_invitation_lets_one_person_in(settings):
    settings.SIGN_UP = "invitation"
    with pytest.raises(Refused, match="invitation"):
        sign_up("Eve", PASSWORD)
    invitation = Invitation.objects.create()
    ada = sign_up("Ada", PASSWORD, invitation.code)
    with pytest.raises(Refused, match="invitation"):
        sign_up("Bob", PASSWORD, invitation.code)
    invitation.refresh_from_db()
    assert invitation.used_by == ada
    assert User.objects.count() == 1


def test_a_password_is_changed_by_whoever_knows_the_old_one(ada):
    with pytest.raises(Refused, match="not your present"):
        change_password(ada, "wrong", "another fine password")
    change_password(ada, PASSWORD, "another fine password")
    assert User.objects.get().check_password("another fine password")


def test_a_token_is_made_with_name_and_password_whatever_the_capitals(api, ada):
    wish = {"name": "aDA", "password": PASSWORD, "scope": "read", "token_name": "laptop"}
    answer = api.post("/api/v1/tokens/", wish, format="json")
    assert answer.status_code == 201
    assert answer.json()["name"] == "laptop"
    assert answer.json()["token"] not in str(Token.objects.values())


def test_guessing_passwords_ends_in_a_pause(api, ada, settings):
    settings.AXES_FAILURE_LIMIT = 3
    for name in ("Ada", "ADA", "ａda"):
        answer = api.post("/api/v1/tokens/", {"name": name, "password": "guess"}, format="json")
    right = api.post("/api/v1/tokens/", {"name": "Ada", "password": PASSWORD}, format="json")
    assert answer.status_code in (403, 429)
    assert right.status_code == 429
    assert right.json()["error"]["code"] == "too-many-requests"
    assert int(right["Retry-After"]) > 0


def test_a_token_that_may_read_may_not_upload(api, ada, cast):
    from django.core.files.uploadedfile import SimpleUploadedFile

    _, text = Token.objects.create(ada, name="eye", scope=Scope.READ)
    api.credentials(HTTP_AUTHORIZATION=f"Token {text}")
    file = SimpleUploadedFile("bot.py", cast["patient"])
    answer = api.post("/api/v1/uploads/", {"name": "mine", "file": file})
    assert answer.status_code == 403
    assert "only read" in answer.json()["error"]["message"]


def test_a_forgotten_token_opens_nothing(ada, ada_api, api):
    token, text = Token.objects.create(ada, name="lost")
    assert ada_api.delete(f"/api/v1/tokens/{token.token_key}/").status_code == 204
    api.credentials(HTTP_AUTHORIZATION=f"Token {text}")
    answer = api.get("/api/v1/tokens/")
    assert answer.status_code == 401
    assert answer.json()["error"]["code"] == "not-signed-in"
