"""Looks one turn ahead: what could the hand still show, how long is it, what was won?"""

from dataclasses import dataclass
from functools import lru_cache

from engine import MUST_SHOW, Action


@dataclass(frozen=True)
class Temperament:
    """What a planner likes, in points."""

    long_sets: float  # each card beyond the first of a set that the hand could show
    groups: float  # the same card again, where the set is a group
    captured: float  # a card won
    short_hand: float  # a card less in hand
    hold: float  # a card of the set it shows: a strong set stays on the table longer
    save_chip: float  # a Scout & Show chip kept
    fear: float  # a point lost when its own scout ends the round


class Planner:
    """Rates the position after each turn and plays the best one."""

    temperament: Temperament

    def turn_hand(self, view):
        upper = tuple(card.up for card in view.hand)
        lower = tuple(card.down for card in view.hand)
        return self.sets(lower) > self.sets(upper)

    def act(self, view):
        hand = tuple(card.up for card in view.hand)
        options = {}
        scouts = []
        for number in view.legal_actions:
            action = Action(number)
            if action.kind == "show":
                options[str(action)] = self.after_show(view, hand, action)
            else:
                card = view.active[-1 if action.right else 0]
                longer = list(hand)
                longer.insert(action.place, card.down if action.turned else card.up)
                scouts.append((self.sets(tuple(longer)), action, tuple(longer)))
        scouts.sort(key=lambda scout: (-scout[0], scout[1].id))
        for worth, action, longer in scouts:
            if action.kind == "scout":
                options[str(action)] = self.after_scout(view, longer, worth)
        halves = [scout for scout in scouts if scout[1].kind == "scout & show"]
        for _, action, longer in halves[:4]:
            options.update(self.scout_and_show(view, longer, action))
        return max(options, key=lambda turn: (options[turn], turn))

    def after_show(self, view, hand, show, taken=None):
        """The worth of showing: cards won, a shorter hand, and a set that may stay."""
        last = show.start + show.length
        rest = hand[: show.start] + hand[last:]
        won = len(view.active) if taken is None else taken
        worth = self.sets(rest) + self.temperament.captured * won
        worth -= self.temperament.short_hand * len(rest)
        worth += self.temperament.hold * (show.length + hand[show.start] / 20)
        if not rest:  # the round ends, and the others pay for their hands
            worth += sum(view.hand_sizes) / view.players
        return worth

    def after_scout(self, view, hand, worth):
        """The worth of scouting: better sets, a longer hand, a chip for somebody."""
        worth -= self.temperament.short_hand * len(hand) + 1
        if view.players > 2 and view.scouts == view.players - 2:
            worth -= self.temperament.fear * len(hand)
        return worth

    def scout_and_show(self, view, hand, scout):
        """Each show after this scout, by notation, with its worth."""
        position = view.position()
        position.apply(scout)
        assert position.phase == MUST_SHOW
        left = len(view.active) - 1
        cost = self.temperament.save_chip + 1
        return {
            f"{scout}{Action(show)}": self.after_show(view, hand, Action(show), left) - cost
            for show in position.legal_actions()
        }

    def sets(self, hand):
        """The worth of the best way to cut the hand into sets."""
        return best_cut(hand, self.temperament)


@lru_cache(maxsize=20_000)
def best_cut(hand, temperament):
    """The best sum over a cut of the hand into sets that lie next to each other."""
    best = [0.0]
    for last in range(1, len(hand) + 1):
        worth = best[last - 1]
        for start in range(last - 2, -1, -1):
            step = hand[start + 1] - hand[start]
            if step not in (-1, 0, 1) or step != hand[last - 1] - hand[last - 2]:
                break
            more = last - start - 1
            here = temperament.long_sets * more + temperament.groups * more * (step == 0)
            worth = max(worth, best[start] + here + hand[start] / 50)
        best.append(worth)
    return best[-1]
