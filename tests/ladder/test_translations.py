"""Every text has its German and Italian; the page speaks the reader's language.

Whoever adds a text: `python manage.py texts`, translate what is new in `ladder/locale`, and `texts` again.
"""

import ast
import gettext
import re
from functools import cache
from pathlib import Path

import pytest
from django.utils import translation
from django.utils.translation.template import templatize

from engine import Game, frames, greedy
from ladder.words import in_words, say

ROOT = Path(__file__).parent.parent.parent
LANGUAGES = ("de", "it")
CALLS = {"_", "gettext", "gettext_lazy", "gettext_noop", "ngettext", "ngettext_lazy"}
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
    python = (_python(path.read_text()) for path in (ROOT / "ladder").rglob("*.py"))
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


def test_errors_are_said_in_the_readers_language_too(client, db):
    assert "Hier ist nichts" in client.get("/nowhere/", headers={"Accept-Language": "de"}).content.decode()
    large = client.post("/upload/", b"x" * (2 << 20), content_type="text/plain", headers={"Accept-Language": "it"})
    assert "Troppo grande" in large.content.decode()
    answer = client.post("/api/v1/sign-up", {"name": "\u202e", "password": "x"}, headers={"Accept-Language": "de"})
    assert "Ein Name darf" in answer.json()["error"]["message"]
