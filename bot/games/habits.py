"""Decisions that nobody is asked for: of automatic seats, and of people who do not want to be asked."""

from dataclasses import dataclass
from typing import Final

from bot.clocks.preferences import NO_PREFERENCES, AutoPass, Known, Preferences
from bot.games.course import Course
from bot.games.game import Game
from bot.games.seats import is_person
from core import Action, Deploy, Figure, Phase, Position, TakeBack
from core.actions import PASS
from core.automatic import choose


@dataclass(frozen=True, slots=True)
class Habits:
    """Which seats the automatic player plays, and what each seat's person prefers."""

    automatic: frozenset[int] = frozenset()
    preferences: tuple[Preferences, ...] = ()

    def action(self, course: Course) -> Action | None:
        """What is played for the seat to move without asking; None when its person decides."""
        position = course.position
        if position.seat in self.automatic:
            return choose(position)
        preferences = self.preferences[position.seat] if self.preferences else NO_PREFERENCES
        return PASS if passes(position, preferences) else None


ASK_ALWAYS: Final = Habits()
"""Everybody is asked for everything that can be decided."""


def persons(game: Game) -> tuple[int, ...]:
    """The seats whose people play themselves: not left, not free, not played by the computer."""
    gone = frozenset() if game.course is None else game.course.position.resigned
    away = gone | game.header.tempo.automatic
    return tuple(
        seat for seat, person in enumerate(game.header.people) if seat not in away and is_person(person)
    )


def habits_of(game: Game, known: Known) -> Habits:
    """The habits of a game. Where no person plays any more, nobody plays automatically either."""
    automatic = game.header.tempo.automatic if persons(game) else frozenset()
    return Habits(automatic, tuple(known.of(person) for person in game.header.people))


def passes(position: Position, preferences: Preferences) -> bool:
    """Whether a person with these preferences passes now; who could take a figure back is always asked."""
    if position.phase is not Phase.DEPLOY:
        return False
    actions = position.legal_actions()
    if any(isinstance(action, TakeBack) for action in actions):
        return False
    if preferences.no_meeple and not position.in_supply(position.seat, Figure.MEEPLE):
        return True
    match preferences.autopass:
        case AutoPass.ON:
            return True
        case AutoPass.FIELDS:
            return all(action.where.startswith("field@") for action in actions if isinstance(action, Deploy))
        case AutoPass.OFF:
            return False
