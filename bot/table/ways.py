"""A way on from every scene: where an answer has no button and no game is on, one leads to the next thing."""

from dataclasses import replace

from bot.request import Request
from bot.scene import Choice, Phrase, Scene, Style
from bot.table.game import Game
from bot.table.header import Status


def with_way_on(scene: Scene, request: Request, game: Game | None, *, known: bool) -> Scene:
    """The answer with a button that works for its reader, if it has none.

    While a game is on, its live message has buttons enough. Where it is not ``known`` whether one is, or none
    can be begun, help says what can be done.
    """
    if any(scene.rows) or (game is not None and game.header.status is not Status.OVER):
        return scene
    return replace(scene, rows=((_way_on(request, known=known),),))


def _way_on(request: Request, *, known: bool) -> Choice:
    if request.alone or not known:
        return Choice(Phrase("choice.help"), "help")
    return Choice(Phrase("choice.new"), "new", Style.MAIN)
