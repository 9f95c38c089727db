"""A small SCOUT bot to begin with. It shows its longest set, and scouts when it has to."""

from engine import Action


class Bot:
    def start(self, info):
        """Called once before a match: info.players, info.seat, info.clock, info.seed."""
        self.seat = info.seat

    def turn_hand(self, view):
        """Return True to turn your whole hand over at the start of a round."""
        return False

    def act(self, view):
        """Return one of view.legal_actions. This is the whole job."""
        return max(view.legal_actions, key=self.worth)

    def worth(self, action):
        """Longer shows first; a plain scout before a Scout & Show."""
        wish = Action(action)
        if wish.kind == "show":
            return 10 + wish.length
        return 1 if wish.kind == "scout" else 0
