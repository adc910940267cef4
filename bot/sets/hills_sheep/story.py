"""What is told of flocks."""

from bot.games.game import Game
from bot.scene import Phrase
from core import Action, Event, TokenDrawn


def told(game: Game, _seat: int, what: Action | Event) -> Phrase | None:
    """The sentence about a token that was drawn."""
    match what:
        case TokenDrawn(owner, 0):
            return Phrase.of("story.wolf", who=game.who(owner))
        case TokenDrawn(owner, sheep):
            return Phrase.of("story.sheep", who=game.who(owner), count=sheep)
        case _:
            return None


def deed(event: Event) -> Phrase | None:
    """The same in a word or two."""
    match event:
        case TokenDrawn(_, 0):
            return Phrase("news.wolf")
        case TokenDrawn(_, sheep):
            return Phrase.of("news.sheep", count=sheep)
        case _:
            return None
