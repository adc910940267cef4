"""What is told of abbeys and wagons."""

from bot.games.describe import feature_name
from bot.games.game import Game
from bot.scene import Phrase
from core import Action, Event, FigureMoved, MoveWagon, PlayAbbey, WagonHome


def advised(action: Action) -> Phrase | None:
    """Where a wagon should go, as a piece of advice."""
    match action:
        case MoveWagon(cell=(x, y), where=where):
            feature = feature_name(where.partition("@")[0])
            return Phrase.of("advice.wagon", feature=feature, x=x, y=y)
        case WagonHome():
            return Phrase("advice.wagon_home")
        case _:
            return None


def told(game: Game, seat: int, what: Action | Event) -> Phrase | None:
    """The sentence about an action, or about what came of it."""
    who = game.who(seat)
    match what:
        case PlayAbbey():
            return Phrase.of("story.abbey", who=who)
        case WagonHome():
            return Phrase.of("story.wagon_home", who=who)
        case FigureMoved(_, _, _, (x, y), where):
            kind = feature_name(where.partition("@")[0])
            return Phrase.of("story.wagon_moved", who=who, x=x, y=y, feature=kind)
        case _:
            return None
