"""What is easily forgotten: each entry a wrong and a right case, in drawn cards."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True)
class Case:
    """Cards on the table, cards that are to beat them (or not), and what is to be said."""

    says: Promise
    shown: str = ""
    table: str = ""


@dataclass(frozen=True)
class Entry:
    """One thing to remember."""

    key: str
    title: Promise
    wrong: Case
    right: Case


ENTRIES = (
    Entry(
        "more",
        _("More cards always win"),
        Case(_("“Two 8s are higher than 2-3-4.”"), "85 83", "27 31 49"),
        Case(_("Three cards beat two, however low they are."), "27 31 49", "85 83"),
    ),
    Entry(
        "group",
        _("Equal numbers beat a run of as many cards"),
        Case(_("“The run 8-9-10 beats three 1s: it is higher.”"), "83 97 T4", "12 16 19"),
        Case(_("Three 1s beat every run of three."), "12 16 19", "83 97 T4"),
    ),
    Entry(
        "smallest",
        _("Of the same kind, the smallest number decides"),
        Case(_("“4-5 may be shown on 4-5, or on 5-4.”"), "47 58", "51 49"),
        Case(_("5-6 beats 4-5. Only as strong is not enough."), "51 69", "47 58"),
    ),
    Entry(
        "neighbours",
        _("A set lies together in your hand, in its order"),
        Case(_("“I have two 3s, so I show them.”"), "36 82 31"),
        Case(_("Cards between them split them. 5-4-3 is a run, 4-3-5 is none."), "51 49 36"),
    ),
    Entry(
        "edge",
        _("10 and 1 are not neighbours"),
        Case(_("“9-10-1 is a run.”"), "93 T4 15"),
        Case(_("Runs end at 1 and at 10."), "82 93 T4"),
    ),
    Entry(
        "ends",
        _("Only the ends can be scouted"),
        Case(_("“From 3-4-5 I scout the 4.”"), table="36 49 51"),
        Case(_("The first or the last card: the 3 or the 5, either way up, to any place."), table="36 51"),
    ),
    Entry(
        "left",
        _("What is left after a scout is judged anew"),
        Case(_("“There was a pair, so a single cannot beat it.”"), "T4", "72 75"),
        Case(_("One of two 7s was scouted: the other is a single, and a 10 beats it."), "T4", "72"),
    ),
    Entry(
        "chip",
        _("The chip goes to the one who is scouted"),
        Case(_("“I scout, so I take a chip.”")),
        Case(_("Its owner takes it: showing well pays twice. With two players nobody gets it.")),
    ),
    Entry(
        "unbeaten",
        _("All the others scouted: the round is over"),
        Case(_("“They emptied the table, so I show again.”")),
        Case(_("It ends at once, even on an empty table, and the hand of whoever showed last costs nothing.")),
    ),
    Entry(
        "nothing",
        _("Some things count nothing"),
        Case(_("“My Scout & Show is unused, and my set lies on the table: two points at least.”")),
        Case(_("Only your pile, your chips, and minus your hand. Unspent chips of a game of two count 1 each.")),
    ),
)
