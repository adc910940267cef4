"""A way on from every scene: where neither an answer nor any message has a button, one leads on."""

from dataclasses import replace

from bot.games.game import Game
from bot.request import Request
from bot.scene import Choice, Phrase, Scene, Style


def with_way_on(scene: Scene, request: Request, game: Game | None, *, known: bool) -> Scene:
    """The answer with a button that works for its reader, if it has none.

    Where there is a game, also one that is over, its live message has buttons enough. Where it is not
    ``known`` whether there is one, or none can be begun, help says what can be done.
    """
    if any(scene.rows) or game is not None:
        return scene
    return replace(scene, rows=((_way_on(request, known=known),),))


def _way_on(request: Request, *, known: bool) -> Choice:
    if not known:
        return Choice(Phrase("choice.help"), "help")
    if request.alone:
        return Choice(Phrase("choice.against"), "new", Style.MAIN)
    return Choice(Phrase("choice.new"), "new", Style.MAIN)
