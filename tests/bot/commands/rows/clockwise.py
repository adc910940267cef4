"""``clockwise``: in which order people sit."""

from typing import Final

from bot.games.access import running
from bot.games.asking import Asking
from bot.scene import Phrase, Scene
from bot.usecases.info import answer
from bot.usecases.rows import CommandRow, Option, always

ME: Final = "me"


def clockwise(asking: Asking) -> Scene:
    """``clockwise [me]``: from the first seat on, or from one's own."""
    game, _ = running(asking)
    first = (game.seat_of(asking.person) or 0) if asking.words == (ME,) else 0
    return answer(
        asking, game, Phrase.of("clockwise.order", names=(*game.players[first:], *game.players[:first]))
    )


COMMAND: Final = CommandRow(
    rank=395,
    serve=clockwise,
    options=(Option("beginning", choices={ME: "choice.clockwise.me"}),),
    private=always,
    ages=True,
)
