"""Advice: in which game it may be asked for, and when there is some to give."""

from bot.games.game import Game
from bot.games.header import Hints
from bot.games.seats import is_person
from core.opponents.weighing import can_weigh


def may_advise(game: Game) -> bool:
    """Whether people may ask in this game what the best move is.

    Where nothing else was agreed on: if no other person plays, or if all who do are new to the game.
    """
    if game.header.hints is not Hints.AUTO:
        return game.header.hints is Hints.ON
    people = [person.key for person in game.header.people if is_person(person)]
    return len(people) == 1 or set(people) <= set(game.header.newcomers)


def advisable(game: Game) -> bool:
    """Whether there is advice to be given on the decision that is due."""
    return game.course is not None and may_advise(game) and can_weigh(game.course.position)
