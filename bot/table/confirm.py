"""Asking again before something that cannot be undone."""

from bot.scene import Choice, Phrase, Scene, Style
from bot.table.access import host_or_admin, player, present, running
from bot.table.asking import Asking
from bot.table.game import Game
from bot.table.header import Status
from bot.table.refusal import Refused


def resign(asking: Asking) -> Scene:
    """``resign``: ask whether that is meant."""
    game, _ = running(asking)
    player(asking, game)
    return _ask(
        asking, game, Phrase("confirm.resign"), Choice(Phrase("choice.resign"), "resign yes", Style.DANGER)
    )


def end(asking: Asking) -> Scene:
    """``end``: ask whether that is meant."""
    game = present(asking)
    if game.header.status is Status.OVER:
        raise Refused("refusal.over")
    host_or_admin(asking, game)
    return _ask(asking, game, Phrase("confirm.end"), Choice(Phrase("choice.end"), "end yes", Style.DANGER))


def _ask(asking: Asking, game: Game, question: Phrase, yes: Choice) -> Scene:
    return Scene(
        lines=(question,),
        rows=((yes,),),
        game=game.id,
        version=game.version,
        turn=game.turn,
        actor=asking.person.key,
        language=asking.person.language,
    )
