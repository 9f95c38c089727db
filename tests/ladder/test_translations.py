"""Every text has its German and Italian; the page speaks the reader's language.

Whoever adds a text: `python manage.py texts`, translate what is new in `ladder/locale`, and `texts` again.
"""

import ast
import gettext
import re
from functools import cache
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import translation
from django.utils.translation.template import templatize

from engine import EngineError, Game, IllegalAction, frames, greedy
from engine.actions import ACTIONS, read
from ladder.claims import VANISHED
from ladder.words import in_words, say, stored, tell, told, why_not
from sandbox.sentence import Sentence, counted, made_of

ROOT = Path(__file__).parent.parent.parent
LANGUAGES = ("de", "it")
CALLS = {"_", "gettext", "gettext_lazy", "gettext_noop", "ngettext", "ngettext_lazy", "Sentence", "counted"}
TEXT = r"""("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')"""
HOLES = re.compile(r"%\(\w+\)[sd]|%[sd]|(?<!%)\{\w+\}|</?\w+")


@pytest.fixture(autouse=True)
def english_again():
    """A request leaves its language behind in this thread."""
    with translation.override("en"):
        yield


def _python(source: str) -> set[str]:
    calls = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call) and node.args)
    texts = (node.args[0] for node in calls if isinstance(node.func, ast.Name) and node.func.id in CALLS)
    return {text.value for text in texts if isinstance(text, ast.Constant)}


def _template(source: str) -> set[str]:
    # What makemessages reads: gettext(u'…') where a template says translate.
    found = re.findall(rf"\bn?gettext\(u?{TEXT}", templatize(source))
    return {ast.literal_eval(text) for text in found}


@cache
def texts(domain: str) -> frozenset[str]:
    """All that the code wants said."""
    if domain == "djangojs":
        sources = [path.read_text() for path in (ROOT / "bots" / "viewer").glob("*.js")]
        return frozenset(
            ast.literal_eval(text) for source in sources for text in re.findall(rf"gettext\({TEXT}", source)
        )
    python = (_python(path.read_text()) for part in ("ladder", "sandbox") for path in (ROOT / part).rglob("*.py"))
    pages = (_template(path.read_text()) for path in (ROOT / "ladder").rglob("*.html"))
    return frozenset().union(*python, *pages)


@cache
def catalog(language: str, domain: str) -> gettext.GNUTranslations:
    with (ROOT / "ladder" / "locale" / language / "LC_MESSAGES" / f"{domain}.mo").open("rb") as file:
        return gettext.GNUTranslations(file)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("domain", ["django", "djangojs"])
def test_every_text_is_translated(language, domain):
    said = catalog(language, domain)._catalog
    missing = sorted(text for text in texts(domain) if text not in said and (text, 0) not in said)
    assert not missing, f"{len(missing)} texts have no {language}: run `python manage.py texts`\n" + "\n".join(missing)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("domain", ["django", "djangojs"])
def test_translations_keep_placeholders_and_markup(language, domain):
    odd = []
    for key, said in catalog(language, domain)._catalog.items():
        text = key[0] if isinstance(key, tuple) else key
        if text and sorted(HOLES.findall(text)) != sorted(HOLES.findall(said)):
            odd.append((text, said))
    assert not odd


def test_the_collection_finds_texts_of_every_kind():
    assert {"Scout & Show", "%s plays from now on.", "%(number)s bot", "Trial matches", "two"} <= texts("django")
    assert {"The bot raised %(error)s.", "%(number)s legal answer", "The file is empty."} <= texts("django")
    assert {"Play", "{n} card", "to {place}"} <= texts("djangojs")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_everything_the_engine_says_has_words(language, players):
    game = Game(players, f"words {players}")
    while not game.over:
        game.apply(greedy(game.round))
    english = {"scouts", "shows", "beats", "takes", "cards", "card", "more", "than", "run", "turned", "equal", "higher"}
    with translation.override(language):
        for frame in frames(game.replay()):
            said = in_words(frame)
            for key in ("words", "why", "set", "beat"):
                assert not english & set(re.findall(r"[a-z]+", said[key])), said[key]


def _reasons(players: int) -> set[str]:
    """Why actions are not taken, in every position of a game."""
    game, reasons = Game(players, f"reasons {players}"), set()
    while not game.over:
        for action in range(ACTIONS):
            try:
                game.round.check(action)
            except IllegalAction as error:
                reasons.add(re.sub(r"[1-9]\d*", "7", str(error).partition(": ")[2]))
        game.apply(greedy(game.round))
    return reasons


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_of_the_engine_has_words(language):
    reasons = set().union(*map(_reasons, (2, 3)))
    assert len(reasons) > 15
    english = {"the", "is", "hand", "has", "cards", "beat", "only", "comes", "left", "used", "possible", "lies"}
    with translation.override(language):
        for reason in reasons:
            said = why_not(f"s4.2: {reason}")
            assert said.startswith("s4.2: ")
            assert not english & set(re.findall(r"[a-z]+", said)), said


@pytest.mark.parametrize("answer", ["fold", "s99.9", "l99", 10**6])
def test_so_has_why_an_answer_cannot_be_read(answer):
    with pytest.raises(EngineError) as raised:
        read(answer)
    with translation.override("de"):
        assert re.search("keine Aktion|nennt Platz", why_not(str(raised.value)))


def test_a_sentence_of_the_sandbox_is_said_with_its_values():
    late = Sentence("The bot used up the %(had)s s of processor time that it had left.", had=2.51)
    answers = counted("%(number)s legal answer", "%(number)s legal answers", 1)
    rule = Sentence("%(rule)s.", rule="s4.2: 4-7 is no set: neighbours must be equal, rise by one or fall by one")
    with translation.override("de"):
        assert tell(late.as_json()) == "Der Bot hat die 2,51 s Rechenzeit aufgebraucht, die er noch hatte."
        assert told(answers, made_of([answers])) == "1 erlaubte Antwort"
        assert tell(rule.as_json()).startswith("s4.2: 4-7 ist kein Satz: Nachbarn müssen")
        assert told("From an old report.", None) == "From an old report."
    assert tell(late.as_json()) == late


def test_a_fault_in_a_replay_is_said_too():
    fault = {"seat": 0, "kind": "crashed", "message": Sentence("The bot closed its connection.")}
    frame = {"words": "", "why": "", "set": "", "beat": "", "fault": fault | {"words": made_of(fault["message"])}}
    with translation.override("it"):
        assert in_words(frame)["fault"] == fault | {"message": "Il bot ha chiuso la connessione."}


def test_the_words_of_the_rule_books():
    with translation.override("de"):
        assert (
            say("scouts 6, turned, to 8 and shows four of 4s")
            == "scoutet 6, umgedreht, an Platz 8 und spielt aus: vier 4er"
        )
    with translation.override("it"):
        assert say("scouts 6 to 8") == "prende 6 e lo mette al posto 8"
    assert say("scouts 6 to 8") == "scouts 6 to 8"
    assert catalog("de", "django").gettext("pile") == "Punktestapel"
    assert catalog("it", "django").gettext("pile") == "pila di punti"


@pytest.mark.parametrize(
    ("accepts", "language", "ranking"),
    [
        pytest.param("de-CH,de;q=0.9", "de", "Rangliste", id="german"),
        pytest.param("it", "it", "Classifica", id="italian"),
        pytest.param("fr", "en", "Ranking", id="a language we do not speak"),
    ],
)
def test_a_page_follows_the_browser(client, db, accepts, language, ranking):
    page = client.get("/", headers={"Accept-Language": accepts}).content.decode()
    assert f'<html lang="{language}"' in page
    assert ranking in page


def test_a_choice_of_language_is_remembered_and_taken_back(client, db):
    client.post("/preferences/", {"language": "it", "next": "/rules/"})
    assert '<html lang="it"' in client.get("/rules/", headers={"Accept-Language": "de"}).content.decode()
    client.post("/preferences/", {"language": ""})
    assert '<html lang="de"' in client.get("/rules/", headers={"Accept-Language": "de"}).content.decode()


@pytest.mark.parametrize("wish", ["xx", "<b>", "en-gb"])
def test_an_unknown_language_is_no_choice(client, db, wish):
    client.post("/preferences/", {"language": wish})
    assert "language" not in {name for name, morsel in client.cookies.items() if morsel.value}


def test_plurals_are_right(client, db):
    page = client.get("/rules/?a=right", headers={"Accept-Language": "de"}).content.decode()
    assert "1 von 1 ist richtig." in page
    page = client.get("/rules/?a=right&b=left", headers={"Accept-Language": "de"}).content.decode()
    assert "2 von 2 sind richtig." in page


@pytest.mark.parametrize(
    ("filename", "data", "german"),
    [
        ("bot.zip", b"no zip", "Die Datei heißt .zip, ist aber kein Zip-Archiv oder ein beschädigtes."),
        ("bot.py", b"", "Die Datei ist leer."),
        ("bot.txt", b"x", "Lade eine bot.py hoch oder ein Zip mit bot.py ganz oben"),
    ],
)
def test_a_package_is_refused_in_the_readers_language(client, db, filename, data, german):
    client.post("/sign-up/", {"name": "Ada", "password": "fourteen-cats"})
    upload = {"name": "Otter", "file": SimpleUploadedFile(filename, data)}
    page = client.post("/upload/", upload, headers={"Accept-Language": "de"})
    assert page.status_code == 422
    assert german in page.content.decode()
    assert 'value="Otter"' in page.content.decode()


def test_errors_are_said_in_the_readers_language_too(client, db):
    assert "Hier ist nichts" in client.get("/nowhere/", headers={"Accept-Language": "de"}).content.decode()
    large = client.post("/upload/", b"x" * (2 << 20), content_type="text/plain", headers={"Accept-Language": "it"})
    assert "Troppo grande" in large.content.decode()
    answer = client.post("/api/v1/sign-up", {"name": "\u202e", "password": "x"}, headers={"Accept-Language": "de"})
    assert "Ein Name darf" in answer.json()["error"]["message"]


@pytest.mark.parametrize(
    ("english", "german"),
    [
        (VANISHED, "Sein Worker ist verschwunden."),
        (
            "The platform failed: Docker is gone. We tried 3 times. Upload the same file to try again.",
            "Die Plattform ist ausgefallen: Docker is gone. Wir haben es 3-mal versucht. "
            "Lade dieselbe Datei noch einmal hoch, um es wieder zu versuchen.",
        ),
        (f"Tried 3 times. {VANISHED}", "3-mal versucht. Sein Worker ist verschwunden."),
        ("It plays once it has proved better than Otter v1.", "Sie spielt, sobald sie sich als besser"),
        ("The host keeps this bot out: 100 % rude", "100 % rude"),
        (
            "It had faults in 3 of its last 10 sets (newest: crashed, in match 007007007007).",
            "in Match 007007007007",
        ),
        ("Something else.", "Something else."),
    ],
)
def test_what_was_written_down_is_said_in_the_readers_language(english, german):
    assert stored(english) == english
    with translation.override("de"):
        assert german in stored(english)


def test_the_ladder_knows_again_what_it_writes_down():
    active = {"active": 5, "most": 5}
    sentence = (
        "You have %(active)d active bots, and %(most)d is the most: deactivate one first, or upload without activating."
    )
    with translation.override("de"):
        assert stored(sentence % active) == translation.gettext(sentence) % active != sentence % active
