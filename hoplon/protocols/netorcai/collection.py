"""The answers that wait for the next DO_TURN."""

from hoplon.protocols.netorcai.frames import LIMIT
from hoplon.protocols.netorcai.messages import Collected

ENTRY_OCTETS = 80
"""More than what one entry of DO_TURN, or DO_TURN itself, takes beside the actions."""


class Collection:
    """At most one answer per player, in order of arrival."""

    def __init__(self) -> None:
        self._answers: list[Collected] = []
        self._places: dict[int, int] = {}
        self._octets = ENTRY_OCTETS

    def add(self, answer: Collected) -> None:
        """Appends an answer; an older one of the same player first trades places with the last."""
        answers = self._answers
        place = self._places.get(answer.player_id)
        if place is None:
            answers.append(answer)
        else:
            self._octets -= _weight(answers[place])
            last = answers[-1]
            answers[place] = last
            self._places[last.player_id] = place
            answers[-1] = answer
        self._places[answer.player_id] = len(answers) - 1
        self._octets += _weight(answer)

    def remove_heaviest(self) -> int:
        """Removes the longest answer and tells whose it was."""
        answers = self.take()
        heaviest = max(answers, key=_weight)
        for answer in answers:
            if answer is not heaviest:
                self.add(answer)
        return heaviest.player_id

    def is_too_heavy(self) -> bool:
        """Tells that DO_TURN would not fit in a frame."""
        return self._octets >= LIMIT

    def take(self) -> list[Collected]:
        """Hands the answers over and starts anew."""
        answers = self._answers
        self._answers, self._places, self._octets = [], {}, ENTRY_OCTETS
        return answers


def _weight(answer: Collected) -> int:
    actions = answer.actions
    return ENTRY_OCTETS + (len(actions) if actions.isascii() else len(actions.encode()))
