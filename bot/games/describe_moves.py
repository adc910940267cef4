"""Moves as pieces of advice: what to do, before it is done."""

from bot.games.describe import feature_name, figure_name
from bot.games.talk import talks
from bot.scene import Phrase
from core import Action, Deploy, Pass, Place


def advised(action: Action) -> Phrase:
    """What somebody is advised to do: "Lay the tile at 1, -2, turned by 90°."."""
    for talk in talks().values():
        if own := talk.advised(action):
            return own
    match action:
        case Place(cell=(x, y), turn=turn):
            return Phrase.of("advice.place", x=x, y=y, degrees=turn * 90)
        case Deploy(figure=figure, where=where):
            kind = where.partition("@")[0]
            if kind == "corner":
                return Phrase.of("advice.deploy_there", figure=figure_name(figure))
            return Phrase.of("advice.deploy", figure=figure_name(figure), feature=feature_name(kind))
        case Pass():
            return Phrase("advice.pass")
        case _:
            raise LookupError(f"nobody says how to advise {action}")
