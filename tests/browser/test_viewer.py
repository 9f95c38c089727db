"""The replay viewer shows the engine's positions, by mouse, by keys and by link."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

import engine

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# What the page shows of a position, read from the elements people see.
READ = """() => read()"""
READER = """window.read = () => {
  const cards = (root) => [...root.querySelectorAll('.card')].map((card) => card.dataset.card).join(' ');
  const number = (text) => Number(text.replace('−', '-'));
  const seats = [...document.querySelectorAll('.seat')].map((seat) => [
    cards(seat), ...[...seat.querySelectorAll('.count')].map((count) => number(count.lastChild.textContent)),
    number(seat.querySelector('.total').lastChild.textContent)]);
  const beat = document.querySelector('.needs')?.textContent;
  return { seats, active: cards(document.querySelector('.active')), beat: beat ?? null };
}"""
# Step through a whole replay by key and read every position.
READ_ALL = """(steps) => Array.from({ length: steps }, (_, step) => {
  if (step) document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
  return { ...read(), m: Number(document.querySelector('.slider').value) };
})"""

# The same walk: by how much the table reaches below the controls, which stick to the lower edge of the screen.
TOO_LOW = """(steps) => Array.from({ length: steps }, (_, step) => {
  if (step) document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
  const [table, controls] = ['.table', '.controls'].map((part) => document.querySelector(part).getBoundingClientRect());
  return table.bottom + scrollY + controls.height - innerHeight;
})"""


@pytest.fixture(autouse=True)
def reader(watch: Any) -> None:
    watch.page.add_init_script(READER)


def expected(frame: dict[str, Any]) -> dict[str, Any]:
    """The same, of the engine's frame."""
    totals = [
        total + (0 if frame["end"] else score) for total, score in zip(frame["totals"], frame["scores"], strict=True)
    ]
    seats = zip(frame["hands"], frame["piles"], frame["chips"], totals, strict=True)
    beat = None if frame["end"] else frame["beat"] or "any set opens"
    return {"seats": [list(seat) for seat in seats], "active": frame["active"], "beat": beat}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_position_is_the_engines(stage: Any, watch: Any, players: int) -> None:
    match = stage.match(players)
    positions = engine.frames(match.replay_dict())
    watch.page.emulate_media(reduced_motion="reduce")
    watch.open(match.get_absolute_url())
    shown = watch.page.evaluate(READ_ALL, len(positions))
    for frame, seen in zip(positions, shown, strict=True):
        assert seen == expected(frame) | {"m": frame["m"]}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_phone_shows_the_whole_table_with_the_controls_in_every_position(
    stage: Any, watch: Any, players: int
) -> None:
    """Also at a round's end, with its reckoning; in German, whose words are the longest."""
    match = stage.match(players)
    frames = engine.frames(match.replay_dict())
    watch.page.set_viewport_size({"width": 390, "height": 844})
    watch.page.emulate_media(reduced_motion="reduce")
    watch.page.set_extra_http_headers({"Accept-Language": "de"})
    watch.open(match.get_absolute_url())
    too_low = watch.page.evaluate(TOO_LOW, len(frames))
    assert {frame["m"]: below for frame, below in zip(frames, too_low, strict=True) if below > 0} == {}
    expect(watch.page.locator(".reckoning")).to_be_visible()  # the last position is the last round's end


def test_a_link_opens_its_move(stage: Any, watch: Any) -> None:
    match = stage.match(4)
    frame = next(frame for frame in engine.frames(match.replay_dict()) if frame["turn"] == 4)
    watch.open(f"{match.get_absolute_url()}#m={frame['m']}")
    expect(watch.page.get_by_text(f"Move {frame['m']} of")).to_be_visible()
    assert watch.page.evaluate(READ)["active"] == frame["active"]
    expect(watch.page.locator("[aria-current=step]")).to_contain_text(str(frame["m"]))
    watch.page.keyboard.press("ArrowLeft")
    watch.page.wait_for_url(f"**#m={frame['m'] - 1}")


def test_what_is_asked_while_the_replay_loads_is_not_lost(stage: Any, watch: Any) -> None:
    match = stage.match(4)
    held: list[Any] = []
    watch.page.route("**/replay?*", lambda route: held.append(route))
    with watch.page.expect_request("**/replay?*"):
        watch.page.goto(f"{watch.site}{match.get_absolute_url()}#m=3")
    expect(watch.page.get_by_role("button", name="Next move")).to_be_disabled()
    watch.page.evaluate("location.hash = 'm=5'")
    [asked] = held
    asked.continue_()
    expect(watch.page.get_by_text("Move 5 of")).to_be_visible()
    watch.page.get_by_role("button", name="Next move").click()
    expect(watch.page.get_by_text("Move 6 of")).to_be_visible()


def test_one_seats_view_holds_nothing_that_seat_does_not_know(stage: Any, watch: Any) -> None:
    match = stage.match(3)
    fetched: list[str] = []
    watch.page.on("response", lambda answer: "/replay?" in answer.url and fetched.append(answer.url))
    watch.open(f"{match.get_absolute_url()}#m=1&seat=2")
    expect(watch.page.locator(".seat-2 .card.back")).to_have_count(0)
    expect(watch.page.locator(".seat .card.back").first).to_be_visible()
    assert [url.rsplit("?", 1)[1] for url in fetched] == ["format=frames&seat=2"]
    frame = engine.frames(match.replay_dict(), seat=2)[1]
    assert watch.page.evaluate(READ)["seats"] == expected(frame)["seats"]
    watch.page.keyboard.press("0")
    expect(watch.page.locator(".seat .card.back")).to_have_count(0)


def test_keys_do_what_the_help_says(stage: Any, watch: Any) -> None:
    match = stage.match(4)
    positions = engine.frames(match.replay_dict())
    last = len(positions) - 1
    shows = [frame["m"] for frame in positions if frame["shown"]]
    second = next(frame["m"] for frame in positions if frame["round"] == 1)
    watch.open(match.get_absolute_url())
    slider = watch.page.get_by_role("slider", name="Move")
    for key, move in (
        ("End", last),
        ("Home", 0),
        ("ArrowDown", second),
        ("ArrowUp", 0),
        ("Shift+ArrowRight", shows[0]),
        ("Shift+ArrowRight", shows[1]),
        ("Shift+ArrowLeft", shows[0]),
    ):
        watch.page.keyboard.press(key)
        expect(slider).to_have_value(str(move))
    watch.page.keyboard.press("s")
    expect(watch.page.get_by_role("tab", name="Scores")).to_have_attribute("aria-selected", "true")
    watch.page.keyboard.press("Space")
    expect(watch.page.get_by_role("button", name="Pause")).to_be_visible()
    watch.page.keyboard.press("Space")
    watch.page.keyboard.press("?")
    dialog = watch.page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    dialog.get_by_label("Keys work on this page").uncheck()
    dialog.get_by_role("button", name="Close").click()
    before = slider.input_value()
    watch.page.keyboard.press("End")
    assert slider.input_value() == before


def test_play_moves_on_by_itself_and_steps_are_spoken_while_paused(stage: Any, watch: Any) -> None:
    match = stage.match(2)
    watch.open(match.get_absolute_url())
    watch.page.get_by_role("button", name="Speed 4").click()
    watch.page.get_by_role("button", name="Play").click()
    expect(watch.page.get_by_role("slider", name="Move")).to_have_value(re.compile(r"[3-9]|\d\d"))
    watch.page.get_by_role("button", name="Pause").click()
    watch.page.get_by_role("button", name="Next move").click()
    spoken = watch.page.locator("[aria-live=polite]")
    expect(spoken).to_contain_text("s")
    label = watch.page.locator(".seat-0 .hand").get_attribute("aria-label")
    assert " over " in label


def test_a_match_page_is_light(stage: Any, watch: Any) -> None:
    match = stage.match(4)
    watch.open(match.get_absolute_url())
    assert not list(watch.too_heavy())
    expect(watch.page.get_by_role("button", name="Copy link")).to_be_visible()


@pytest.mark.parametrize("players", [2, 5])
def test_on_a_phone_it_fits(stage: Any, watch: Any, players: int) -> None:
    match = stage.match(players)
    watch.page.set_viewport_size({"width": 390, "height": 844})
    watch.open(match.get_absolute_url())
    for key in ("Home", "ArrowDown", "End"):
        watch.page.keyboard.press(key)
        assert watch.page.evaluate("document.documentElement.scrollWidth") <= 390
    expect(watch.page.get_by_role("button", name="Play")).to_be_in_viewport()


ROOM = """(steps) => Array.from({ length: steps }, (_, step) => {
  if (step) document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
  const hands = [...document.querySelectorAll('.seat')].map((seat) => seat.getBoundingClientRect().bottom);
  return document.querySelector('.controls').getBoundingClientRect().top - Math.max(...hands);
})"""


def test_stage_four_hands_and_controls_share_a_phones_screen(stage: Any, watch: Any) -> None:
    match = stage.match(4)
    positions = engine.frames(match.replay_dict())
    watch.page.set_viewport_size({"width": 390, "height": 844})
    watch.page.emulate_media(reduced_motion="reduce")
    watch.open(match.get_absolute_url())
    room = watch.page.evaluate(ROOM, len(positions))
    crowded = [frame["m"] for frame, left in zip(positions, room, strict=True) if left < 0 and not frame["end"]]
    assert not crowded
    assert watch.page.evaluate("document.querySelector('.controls').getBoundingClientRect().bottom") <= 844


LAST_WORDS = """() => [...document.querySelectorAll('.named')].filter((name) => name.offsetParent).map((name) => {
  const [place, words] = [name.getBoundingClientRect(), document.createRange()];
  words.selectNodeContents(name.lastChild);
  const seen = words.getBoundingClientRect();
  const whole = place.left <= seen.left && seen.right <= place.right + 1;
  return whole && place.top - 3 <= seen.top && seen.bottom <= place.bottom + 3 ? '' : name.textContent;
})"""


@pytest.mark.parametrize("width", [1280, 390])
def test_names_that_differ_in_their_last_word_can_be_told_apart(stage: Any, watch: Any, width: int) -> None:
    match = stage.match(
        5, tuple(f"planner of the {word}" for word in ("river", "mountain", "desert", "forest", "island"))
    )
    watch.page.set_viewport_size({"width": width, "height": 844})
    watch.open(match.get_absolute_url())
    seen = watch.page.evaluate(LAST_WORDS)
    assert len(seen) > 5
    assert not set(seen) - {""}


def test_a_card_from_a_hidden_hand_comes_from_its_place(stage: Any, watch: Any) -> None:
    """Through one seat's eyes nothing appears out of nowhere."""
    match = stage.match(4)
    frames = engine.frames(match.replay_dict(), seat=0)
    shown = next(
        f
        for f in frames
        if f["shown"] and f["seat"] not in (0, None) and "??" in frames[f["m"] - 1]["hands"][f["seat"]]
    )
    watch.open(f"{match.get_absolute_url()}#m={shown['m'] - 1}&seat=0")
    watch.page.keyboard.press("ArrowRight")
    gliding = watch.page.evaluate(
        "[...document.querySelectorAll('.active .card')].filter((card) => card.getAnimations().length).length"
    )
    assert gliding == len(shown["shown"]["cards"].split())


# One move on, and what moves because of it: read at once, before it is over.
MOVES = """() => {
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
  const moving = document.querySelector('.table').getAnimations({ subtree: true });
  return {
    buried: document.querySelectorAll('.ghosts .card').length,
    durations: [...new Set(moving.map((move) => move.effect.getTiming().duration))],
    turning: moving.filter((move) => move.effect.getKeyframes()[0].transform.includes('rotate(180deg)')).length,
  };
}"""


def test_cards_glide_and_turn_the_beaten_are_buried_and_nothing_moves_for_who_wants_it_still(
    stage: Any, watch: Any
) -> None:
    match = stage.match(4)
    frames = engine.frames(match.replay_dict())
    shows = next(f for f in frames if f["shown"] and not f["scouted"] and frames[f["m"] - 1]["active"])
    scouts = next(f for f in frames if f["scouted"] and f["scouted"]["turned"] and not f["shown"])
    beaten = len(frames[shows["m"] - 1]["active"].split())
    watch.page.emulate_media(reduced_motion="no-preference")
    watch.open(f"{match.get_absolute_url()}?a#m={shows['m'] - 1}")
    assert watch.page.evaluate(MOVES) == {"buried": beaten, "durations": [300], "turning": 0}
    watch.open(f"{match.get_absolute_url()}?b#m={scouts['m'] - 1}")
    assert watch.page.evaluate(MOVES) == {"buried": 0, "durations": [300], "turning": 1}
    watch.page.emulate_media(reduced_motion="reduce")
    watch.open(f"{match.get_absolute_url()}?c#m={shows['m'] - 1}")
    assert watch.page.evaluate(MOVES) == {"buried": 0, "durations": [], "turning": 0}


PRESS = """(keys) => keys.map((key) =>
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
  && document.querySelector('.table').getBoundingClientRect().width)"""


def test_a_step_in_a_replay_of_a_thousand_turns_is_quick(stage: Any, watch: Any) -> None:
    """Under 16 ms of the main thread's own processor time, however busy the machine is."""
    match = stage.match(4)
    frames = engine.frames(match.replay_dict())
    long = [frames[0], *(frames[1 + m % 4] | {"m": m, "turn": m} for m in range(1, 1001))]
    watch.page.route("**/replay?*", lambda route: route.fulfill(json={"frames": long}))
    watch.page.emulate_media(reduced_motion="reduce")
    watch.open(match.get_absolute_url())
    expect(watch.page.get_by_text("of 1,000")).to_be_visible()
    watch.page.evaluate(PRESS, ["End", *["ArrowLeft"] * 30])
    tools = watch.page.context.new_cdp_session(watch.page)
    tools.send("Performance.enable", {"timeDomain": "threadTicks"})

    def spent() -> float:
        metrics = tools.send("Performance.getMetrics")["metrics"]
        return sum(m["value"] for m in metrics if m["name"] == "TaskDuration") * 1000

    before = spent()
    watch.page.evaluate(PRESS, ["ArrowRight"] * 20)
    assert (spent() - before) / 20 < 16
