"""``end``: end a game before its time, alone or if the others agree."""

from typing import Final

from bot.games.asking import Asking
from bot.games.game import Game
from bot.scene import Scene
from bot.usecases import confirm, ending
from bot.usecases.rows import CommandRow, Option, bare


def end(asking: Asking) -> Scene | Game:
    """``end [yes|ask]``; without a word it is asked whether that is meant."""
    if asking.command.confirmed or asking.words == (ending.ASK,):
        return ending.end(asking)
    return confirm.end(asking)


COMMAND: Final = CommandRow(
    rank=210,
    serve=end,
    options=(Option("scope", choices={ending.ASK: "choice.end_ask"}),),
    # Whoever ends a game may be one who plays it: the button that confirms it tells.
    anyone=bare,
    admins=True,
    ages=True,
    late=True,
)
