"""Moves as pieces of advice: what to do, before it is done."""

from bot import spots
from bot.games.describe import feature_name, figure_name
from bot.games.talk import talks
from bot.scene import Phrase
from core import Action, Deploy, Pass, Place, Position


def advised(position: Position, action: Action) -> Phrase:
    """What somebody is advised to do in a position: "Lay the tile on spot 3 as in the picture."."""
    for talk in talks().values():
        if own := talk.advised(action):
            return own
    match action:
        case Place(cell=cell):
            return Phrase.of("advice.place", spot=spots.places(position).index(cell) + 1)
        case Deploy(figure=figure, where=where):
            kind = where.partition("@")[0]
            if kind == "corner":
                return Phrase.of("advice.deploy_there", figure=figure_name(figure))
            return Phrase.of("advice.deploy", figure=figure_name(figure), feature=feature_name(kind))
        case Pass():
            return Phrase("advice.pass")
        case _:
            raise LookupError(f"nobody says how to advise {action}")
