"""Asking again before something that cannot be undone."""

from bot.clocks.ballot import ENDING_PATIENCE
from bot.games import describe_time
from bot.games.access import player, running
from bot.games.asking import Asking
from bot.games.game import Game
from bot.games.header import Status
from bot.scene import Choice, Phrase, Scene, Style
from bot.usecases.ending import ASK, alone, on


def resign(asking: Asking) -> Scene:
    """``resign``: ask whether that is meant."""
    game, _ = running(asking)
    player(asking, game)
    return _ask(
        asking, game, Phrase("confirm.resign"), Choice(Phrase("choice.resign"), "resign yes", Style.DANGER)
    )


def end(asking: Asking) -> Scene:
    """``end``: ask whether that is meant, or whether to ask the others or to resign."""
    game = on(asking)
    if alone(asking, game):
        lobby = game.header.status is Status.LOBBY
        question = Phrase("confirm.end_lobby" if lobby else "confirm.end")
        return _ask(asking, game, question, Choice(Phrase("choice.end"), "end yes", Style.DANGER))
    return _ask(
        asking,
        game,
        Phrase.of("confirm.end_together", span=describe_time.exactly(ENDING_PATIENCE)),
        Choice(Phrase("choice.end_ask"), f"end {ASK}", Style.MAIN),
        Choice(Phrase("choice.resign"), "resign yes", Style.DANGER),
    )


def _ask(asking: Asking, game: Game, question: Phrase, *answers: Choice) -> Scene:
    return Scene(
        lines=(question,),
        rows=(answers,),
        game=game.id,
        version=game.version,
        turn=game.turn,
        actor=asking.person.key,
        language=asking.person.language,
    )
