"""A scene for each of its readers: who decides, who is next, who waits, and who only watches.

One message for all calls whoever decides by name. Where everybody gets a scene of their own, nobody but that
player is spoken to, and nobody else sees numbers and letters that they cannot choose.
"""

from collections.abc import Mapping
from dataclasses import replace

from bot.games import describe, seats
from bot.games.access import due
from bot.games.course import Course
from bot.games.game import Game
from bot.scene import REST, Phrase, Picture, Reading
from bot.scenes.news import laid, news

_FEW = 2
"""Among so many, whoever waits knows that they are next."""


def readings(
    game: Game, course: Course, *, mine: Reading, common: tuple[Phrase, ...]
) -> Mapping[str, Reading]:
    """The readings of a running game, by key: ``mine`` for whoever decides, ``common`` in all others."""
    picture = None if mine.picture is None else unmarked(mine.picture)
    follows = following(game, course)
    found = {
        REST: Reading(
            (_what_is_due(game, course), *_tile(course), *common),
            picture,
            news(game, course, None),
            laid(course, None),
        )
    }
    for seat, person in enumerate(game.header.people):
        told, tiles = news(game, course, seat), laid(course, seat)
        if not seats.is_person(person):
            continue
        if seat == course.position.seat:
            found[person.key] = replace(mine, news=told, laid=tiles)
        else:
            next_ = (Phrase("turn.next"),) if seat == follows else ()
            lines = (_what_is_due(game, course), *_tile(course), *next_, *common)
            found[person.key] = Reading(lines, picture, told, tiles)
    return found


def unmarked(picture: Picture) -> Picture:
    """The picture without what only whoever decides can choose."""
    return replace(picture, spots=(), letters=(), figures=())


def following(game: Game, course: Course) -> int | None:
    """The seat whose turn comes after this one, where that is worth saying."""
    position = course.position
    count = len(game.header.people)
    playing = [seat for seat in range(count) if seat not in position.resigned]
    if len(playing) <= _FEW:
        return None
    after = ((position.active + step) % count for step in range(1, count))
    return next((seat for seat in after if seat in playing), None)


def _what_is_due(game: Game, course: Course) -> Phrase:
    tiles = Phrase.of("count.tiles_left", count=course.position.bag_left)
    return Phrase.of("turn.watched", due=due(game), title=describe.name(game), tiles=tiles)


def _tile(course: Course) -> tuple[Phrase, ...]:
    tile = course.position.tile
    return () if tile is None else (Phrase.of("watch.tile", tile=describe.tile(tile, course.position.sets)),)
