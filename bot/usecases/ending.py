"""Ending a game before its time: who may do so alone, and who asks the others.

A game that is well on belongs to all who play it. Nobody takes a loss away by ending it alone: they ask the
others, or they resign.
"""

from typing import Final

from bot.games.access import host_or_admin, leads, present
from bot.games.asking import Asking
from bot.games.game import Game
from bot.games.header import Status
from bot.games.play import ended
from bot.games.presence import is_forgotten, is_member
from bot.games.results import all_have_laid
from bot.people import is_opponent
from bot.refusal import Refused
from bot.usecases.consent import ask_to_end

ASK: Final = "ask"


def end(asking: Asking) -> Game:
    """``end yes``: end the game, or the gathering for one, alone. ``end ask``: if the others agree."""
    if asking.words == (ASK,):
        return ask_to_end(asking)
    game = on(asking)
    if not alone(asking, game):
        raise Refused("refusal.end_together")
    return ended(asking, game.then(game.header), by=asking.person)


def on(asking: Asking) -> Game:
    """The game or the gathering that could be ended. Raises Refused."""
    game = present(asking)
    if game.header.status is Status.OVER:
        raise Refused("refusal.over")
    return game


def alone(asking: Asking, game: Game) -> bool:
    """Whether the asking person may end it alone; False for a player who has to ask the others.

    Whoever plays against the computer has nobody to ask. Else alone ends it who opened it, as long as not
    all have laid a tile; afterwards who manages the chat, if they do not play themselves; and anybody when
    all are silent for weeks. Raises Refused for all others.
    """
    if is_forgotten(asking, game):
        return True
    plays = game.course is not None and is_member(game, asking.person)
    if game.course is not None and all_have_laid(game.course):
        if not plays and not asking.request.admin:
            raise Refused("refusal.end_strangers")
        return not plays or _nobody_else(asking, game)
    if plays and not leads(asking, game):
        return False
    host_or_admin(asking, game)
    return True


def _nobody_else(asking: Asking, game: Game) -> bool:
    """Whether whoever else has played is the computer, or has left the game."""
    gone = frozenset() if game.course is None else game.course.position.resigned
    return all(
        is_opponent(person) or person.key == asking.person.key or seat in gone
        for seat, person in enumerate(game.header.people)
    )
