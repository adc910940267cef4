"""What everybody is told of an undo by who knew what would come."""

from collections.abc import Iterator
from typing import Final

from bot.families import Family
from bot.games import describe
from bot.games.game import Game
from bot.games.undone import OUTSIDE, Consent, Undone
from bot.scene import Phrase

_UNDONE: Final = Family("undone.{}", of=Consent)


def undone(game: Game, first: int, last: int) -> tuple[Phrase, ...]:
    """The undos in the turns from ``first`` to ``last``, both included, as sentences."""
    return tuple(_told(game, note) for note in game.header.undone if first <= note.turn <= last)


def _told(game: Game, note: Undone) -> Phrase:
    seen = tuple(_seen(game, note))
    if note.seat == OUTSIDE:
        return Phrase.of("undone.outside", seen=seen)
    return Phrase.of(_UNDONE(note.consent), who=game.who(note.seat), seen=seen)


def _seen(game: Game, note: Undone) -> Iterator[Phrase]:
    if len(note.tiles) == 1:
        yield Phrase.of("undone.tile", tile=describe.tile_of(game, note.tiles[0]))
    elif note.tiles:
        yield Phrase.of("undone.tiles", count=len(note.tiles))
    if note.tokens:
        yield Phrase.of("undone.tokens", count=note.tokens)
