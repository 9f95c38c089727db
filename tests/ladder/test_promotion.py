"""Is the new version better? The same deals against the same field, until it is clear."""

import io
import json
from random import Random

import pytest
from django.utils import translation

from ladder import claims
from ladder.bots.activate import activate, deactivate
from ladder.bots.models import Activate, Version
from ladder.bots.submit import submit
from ladder.matches import promotion
from ladder.matches.check import decide
from ladder.matches.models import Comparison, Duel, Kind, Match, MatchSet
from ladder.matches.play import play_set
from ladder.matches.record import record
from ladder.matches.seatings import SEATINGS
from ladder.refused import Refused
from ladder.words import stored
from sandbox import Fault, MatchResult, Report, Step

pytestmark = pytest.mark.django_db

State = Comparison.State
PASSED = Report(steps=(Step("Package", state="passed"),))


@pytest.fixture
def versions(house_bots, ada, accepted) -> tuple[Version, Version]:
    """The old one, which plays, and the new one."""
    old = accepted(ada, "mine", number=1)
    new = accepted(ada, "mine", number=2)
    activate(old)
    return Version.objects.get(pk=old.pk), Version.objects.select_related("bot__active__bot").get(pk=new.pk)


def result(totals: list[int], faults: list[Fault | None] | None = None) -> MatchResult:
    return MatchResult(
        replay={"rounds": []},
        totals=tuple(totals),
        winners=(),
        places=tuple(1 + sum(other > total for other in totals) for total in totals),
        faults=tuple(faults or [None] * len(totals)),
        think_us=tuple((100,) for _ in totals),
        logs=tuple("" for _ in totals),
        made={},
    )


@pytest.fixture
def play():
    """A function: play the open sets; the new version scores so much more than the old one, with some luck."""
    rng = Random(5)

    def play(stronger: float) -> None:
        for match in Match.objects.filter(set__kind=Kind.COMPARISON, state=Match.State.QUEUED):
            totals = [
                round(rng.gauss(stronger if seat.entrant == promotion.NEW else 0, 3))
                for seat in match.seats.order_by("index")
            ]
            claim = claims.take(Match, match.pk, waiting="queued", working="playing", seconds=30)
            assert record(claim, result(totals))

    return play


def run(comparison: Comparison, play, stronger: float, most: int = 80) -> Comparison:
    for _ in range(most):
        promotion.go_on()
        comparison.refresh_from_db()
        if comparison.state != State.RUNNING:
            break
        play(stronger)
    return comparison


def test_a_set_plays_every_seating_with_the_one_and_with_the_other_in_the_same_seat(versions):
    old, new = versions
    promotion.compare(new, old)
    sizes = set()
    for _ in range(4):
        promotion.go_on()
        made = MatchSet.objects.order_by("-pk").first()
        whole = len(SEATINGS[made.players])
        tables = [list(match.seats.order_by("index")) for match in made.matches.order_by("number")]
        assert len(tables) == 2 * whole
        for mine, theirs in zip(tables[:whole], tables[whole:], strict=True):
            swapped = [old.pk if seat.version_id == new.pk else seat.version_id for seat in mine]
            assert swapped == [seat.version_id for seat in theirs]
            assert new.pk not in swapped
        for match in made.matches.all():
            claim = claims.take(Match, match.pk, waiting="queued", working="playing", seconds=30)
            assert record(claim, result(list(range(made.players))))
        sizes.add(made.players)
    assert sizes == {2, 3, 4, 5}
    assert not Duel.objects.exists()


def test_it_is_played_for_real(settings, house_bots):
    settings.SANDBOX = "process"
    old, new = house_bots[0], house_bots[1]
    Version.objects.filter(pk=new.pk).update(bot=old.bot, number=2)
    deactivate(new.bot)
    new = Version.objects.get(pk=new.pk)
    comparison = promotion.compare(new, old)
    promotion.go_on()
    made = MatchSet.objects.get()
    assert play_set(made.pk) == 2 * len(SEATINGS[made.players])
    assert len(promotion.differences(comparison)) == 1


def in_german(comparison: Comparison) -> str:
    """Its note, as a German author reads it."""
    with translation.override("de"):
        return stored(comparison.note)


def test_the_better_one_is_promoted_and_not_before(versions, play):
    old, new = versions
    comparison = promotion.compare(new, old, promote=True)
    promotion.go_on()
    play(6)
    promotion.go_on()
    assert Version.objects.get(pk=old.pk).is_active
    comparison = run(comparison, play, 6)
    assert comparison.state == State.BETTER
    assert "better than mine v1" in comparison.note
    assert in_german(comparison).endswith("mine v2 ist besser als mine v1. Sie spielt ab jetzt.")
    assert comparison.sets < 30
    assert Version.objects.get(pk=new.pk).is_active
    before = MatchSet.objects.filter(kind=Kind.COMPARISON).count()
    promotion.go_on()
    assert MatchSet.objects.filter(kind=Kind.COMPARISON).count() == before


@pytest.mark.parametrize("stronger", [0, -6])
def test_what_is_not_better_does_not_play(versions, play, stronger):
    old, new = versions
    comparison = run(promotion.compare(new, old, promote=True), play, stronger)
    assert comparison.state == State.NOT_BETTER
    assert in_german(comparison).endswith("mine v2 ist nicht besser als mine v1.")
    assert Version.objects.get(pk=old.pk).is_active


def test_whoever_only_compares_changes_nothing(versions, play):
    old, new = versions
    assert run(promotion.compare(new, old), play, 6).state == State.BETTER
    assert Version.objects.get(pk=old.pk).is_active


def test_it_ends_even_if_it_stays_too_close(versions, play, settings):
    settings.COMPARISON_SETS = 3
    old, new = versions
    comparison = run(promotion.compare(new, old, promote=True), play, 0.5)
    assert (comparison.state, comparison.sets) == (State.UNDECIDED, 3)
    assert in_german(comparison) == "Nach 3 Sätzen ist es zu knapp, um es zu sagen."
    assert Version.objects.get(pk=old.pk).is_active


def test_a_fault_counts_against_whoever_had_it(versions, house_bots):
    old, new = versions
    comparison = promotion.compare(new, old)
    promotion.go_on()
    for match in Match.objects.filter(set__kind=Kind.COMPARISON):
        seats = list(match.seats.order_by("index"))
        faults = [
            Fault(kind="crashed", message="it fell over") if seat.entrant == promotion.NEW else None for seat in seats
        ]
        totals = [9 if seat.entrant in (promotion.NEW, promotion.OLD) else 0 for seat in seats]
        claim = claims.take(Match, match.pk, waiting="queued", working="playing", seconds=30)
        record(claim, result(totals, faults))
    (difference,) = promotion.differences(comparison)
    assert difference < -0.8


def test_a_void_match_spoils_its_set_only(versions, play):
    old, new = versions
    comparison = promotion.compare(new, old)
    promotion.go_on()
    play(0)
    Match.objects.filter(pk=Match.objects.first().pk).update(state=Match.State.VOID)
    assert promotion.differences(comparison) == []
    promotion.go_on()
    play(0)
    assert len(promotion.differences(comparison)) == 1


def test_another_activation_or_the_owner_stops_it(versions, ada_api, bob_api):
    old, new = versions
    comparison = promotion.compare(new, old, promote=True)
    deactivate(new.bot)
    promotion.go_on()
    comparison.refresh_from_db()
    assert comparison.state == State.STOPPED
    second = promotion.compare(new, old)
    assert bob_api.post(f"/api/v1/comparisons/{second.public_id}/stop/").status_code == 404
    assert ada_api.post(f"/api/v1/comparisons/{second.public_id}/stop/").json()["state"] == "stopped"
    promotion.go_on()
    assert not MatchSet.objects.exists()


def test_what_cannot_be_compared_is_refused(versions, house_bots, cast, ada):
    old, new = versions
    with pytest.raises(Refused, match="two versions of one bot"):
        promotion.compare(new, house_bots[0])
    with pytest.raises(Refused, match="two versions of one bot"):
        promotion.compare(new, new)
    waiting = submit(ada, "mine", "bot.py", cast["crasher"], activate=Activate.LATER)
    with pytest.raises(Refused, match="cannot play"):
        promotion.compare(waiting, old)
    assert promotion.compare(new, old) == promotion.compare(new, old)
    with pytest.raises(Refused, match="stop it first"):
        promotion.compare(old, new)


def test_activate_only_if_better_is_a_choice_at_upload(versions, ada_api, cast, house_bots):
    old, _new = versions
    with open_file(cast["patient"] + b"# better?") as file:
        answer = ada_api.post("/api/v1/uploads/", {"name": "mine", "file": file, "activate": "if-better"})
    assert (answer.status_code, answer.json()["activate"]) == (201, "if-better"), answer.json()
    version = Version.objects.get(public_id=answer.json()["id"])
    claim = claims.take(Version, version.pk, waiting="uploaded", working="checking", seconds=30)
    assert decide(version, house_bots, claim, PASSED)
    shown = ada_api.get(f"/api/v1/versions/{version.public_id}/").json()
    assert (shown["state"], shown["active"]) == ("accepted", False)
    assert "proved better than mine v1" in shown["report"]["note"]
    assert (shown["comparison"]["state"], shown["comparison"]["promote"]) == ("running", True)
    assert shown["comparison"]["old"]["id"] == old.public_id
    assert [row["id"] for row in ada_api.get("/api/v1/comparisons/").json()["results"]] == [shown["comparison"]["id"]]


def test_the_page_of_a_version_that_is_compared_leads_its_owner_to_the_comparison(versions, client, ada, bob):
    old, new = versions
    promotion.compare(new, old)
    way = f"compare/?a={old.number}&amp;b={new.number}"
    client.force_login(bob)
    assert way not in client.get(new.get_absolute_url()).content.decode()
    client.force_login(ada)
    assert way in client.get(new.get_absolute_url()).content.decode()


def test_the_first_version_of_a_bot_has_nobody_to_be_better_than(house_bots, ada, cast):
    version = submit(ada, "first", "bot.py", cast["patient"], activate=Activate.IF_BETTER)
    claim = claims.take(Version, version.pk, waiting="uploaded", working="checking", seconds=30)
    assert decide(version, house_bots, claim, PASSED)
    assert Version.objects.get(pk=version.pk).is_active


@pytest.mark.parametrize(
    ("said", "kept"),
    [("true", "now"), ("false", "later"), ("now", "now"), ("later", "later"), ("perhaps", 400)],
)
def test_the_choice_at_upload_is_one_of_three(db, ada_api, cast, said, kept):
    with open_file(cast["patient"]) as file:
        answer = ada_api.post("/api/v1/uploads/", {"name": "mine", "file": file, "activate": said})
    assert answer.json().get("activate", answer.status_code) == kept


def test_comparisons_by_the_api(versions, ada_api, bob_api):
    old, new = versions
    wish = json.dumps({"new": new.public_id, "old": old.public_id})
    assert bob_api.post("/api/v1/comparisons/", wish, content_type="application/json").status_code == 403
    answer = ada_api.post("/api/v1/comparisons/", wish, content_type="application/json")
    assert (answer.status_code, answer.json()["state"], answer.json()["promote"]) == (201, "running", False)


def open_file(data: bytes):
    file = io.BytesIO(data)
    file.name = "bot.py"
    return file
