"""Names: what may be one, and which are the same."""

import pytest

from ladder.accounts.names import BadName, clean, key


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        pytest.param("greedy", "greedy", id="plain"),
        pytest.param("  my \t bot ".replace("\t", " "), "my bot", id="spaces are collapsed"),
        pytest.param("Ｓｃｏｕｔ", "Scout", id="full-width letters become plain"),
        pytest.param("<b>bold</b>", "<b>bold</b>", id="markup is only text"),
        pytest.param("Käfer Ünïcode", "Käfer Ünïcode", id="accents"),
        pytest.param("שלום", "שלום", id="right to left letters"),
        pytest.param("🃏 joker", "🃏 joker", id="emoji"),
        pytest.param("👩\u200d💻", "👩\u200d💻", id="emoji held together by a joiner"),
        pytest.param("x" * 40, "x" * 40, id="the longest"),
    ],
)
def test_a_good_name_is_kept(name, kept):
    assert clean(name) == kept


@pytest.mark.parametrize(
    ("name", "why"),
    [
        pytest.param("", "at least one", id="empty"),
        pytest.param("   ", "at least one", id="blank"),
        pytest.param("x" * 200, "at most 40", id="200 characters"),
        pytest.param("x" * 100_000, "at most 40", id="a book"),
        pytest.param("ab\u202ecd", "U+202E", id="direction override"),
        pytest.param("ab\u2066cd", "U+2066", id="direction isolate"),
        pytest.param("zero\u200bwidth", "U+200B", id="zero width space"),
        pytest.param("join\u200ded", "U+200D", id="a joiner between letters"),
        pytest.param("nul\x00", "U+0000", id="NUL"),
        pytest.param("two\nlines", "U+000A", id="line feed"),
        pytest.param("a\ud800", "U+D800", id="lone surrogate"),
        pytest.param("z" + "\u0301" * 9, "marks", id="a tower of accents"),
    ],
)
def test_a_bad_name_is_refused_with_the_reason(name, why):
    with pytest.raises(BadName, match="(?i)" + why.replace("+", r"\+")):
        clean(name)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Greedy", "gREEDY"), ("Ｇreedy", "greedy"), ("STRASSE", "straße"), ("my bot", "MyBot"), ("ﬁne", "fine")],
)
def test_names_that_look_the_same_are_the_same(one, other):
    assert key(clean(one)) == key(clean(other))
