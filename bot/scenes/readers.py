"""A scene for each of its readers: who decides, who is next, who waits, and who only watches.

One message for all calls whoever decides by name. Where everybody gets a scene of their own, nobody but that
player is spoken to, and nobody else sees numbers and letters that they cannot choose.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import reduce

from bot.games import describe, seats
from bot.games.access import due
from bot.games.course import Course, Step
from bot.games.describe import feature_name, figure_name
from bot.games.game import Game
from bot.games.talk import talks_of
from bot.people import ROOMY
from bot.scene import REST, Phrase, Picture, Reading
from core import (
    Cell,
    Event,
    FigureDeployed,
    Place,
    PointsAwarded,
    SeatResigned,
    TilePlaced,
    TurnSkipped,
)


def news(game: Game, course: Course, seat: int | None) -> tuple[Phrase, ...]:
    """What has happened since the seat's last turn, as one phrase; for None, since the turn before this.

    Nothing is told to whoever has decided last.
    """
    told = tuple(_entries(game, course, seat))
    return (reduce(lambda first, rest: Phrase.of("news.join", first=first, rest=rest), told),) if told else ()


def laid(course: Course, seat: int | None) -> tuple[tuple[int, Cell], ...]:
    """The tiles laid since the seat's last turn and in its present one, each with its seat; at least one."""
    steps = [*_missed(course, seat)]
    if seat == course.position.seat:
        steps += course.during(course.turn, course.turn)
    found = tuple(_tiles(steps))
    return found or tuple(_tiles(course.steps))[-1:]


def _tiles(steps: Iterable[Step]) -> Iterator[tuple[int, Cell]]:
    for step in steps:
        if isinstance(step.action, Place):
            yield step.seat, step.action.cell


def _missed(course: Course, seat: int | None) -> tuple[Step, ...]:
    """The steps since the last turn of a seat; its present turn is not told to it."""
    if seat is None:
        return course.during(course.turn - 1, course.turn)
    deciding = course.position.seat == seat
    found: list[Step] = []
    for step in reversed(course.steps):
        if deciding and step.turn == course.turn:
            continue
        if step.seat == seat:
            break
        found.append(step)
    return tuple(reversed(found))


def _entries(game: Game, course: Course, reader: int | None) -> Iterator[Phrase]:
    """An entry for each seat that did or won something, in the order of the game."""
    tellers = (*(talk.deed for talk in talks_of(course.position)), _deed)
    deeds: dict[int, list[Phrase]] = {}
    points: Counter[int] = Counter()
    for step in _missed(course, reader):
        for event in step.events:
            if isinstance(event, PointsAwarded):
                points[event.seat] += event.points
                deeds.setdefault(event.seat, [])
            else:
                # One may leave while another decides.
                doer = event.seat if isinstance(event, SeatResigned) else step.seat
                for deed in filter(None, (tell(event) for tell in tellers)):
                    deeds.setdefault(doer, []).append(deed)
    for seat, done in deeds.items():
        if points[seat]:
            done.append(Phrase.of("news.points", points=points[seat]))
    # That a tile was laid goes without saying: of one's own turn, and where others have done more.
    more = {seat: [deed for deed in done if deed.key != "news.tile"] for seat, done in deeds.items()}
    others_did = any(said for seat, said in more.items() if seat != reader)
    for seat, done in deeds.items():
        said = more[seat] or ([] if others_did else done[:1])
        if said and (seat != reader or points[seat]):
            what = reduce(lambda first, rest: Phrase.of("news.and", first=first, rest=rest), said)
            who = replace(game.who(seat), short=len(game.header.people) > ROOMY)
            yield Phrase.of("news.entry", who=who, what=what)


def _deed(event: Event) -> Phrase | None:
    match event:
        case TilePlaced():
            return Phrase("news.tile")
        case FigureDeployed(_, figure, _, where):
            kind = where.partition("@")[0]
            if kind == "corner":
                return figure_name(figure)
            return Phrase.of("news.figure", figure=figure_name(figure), feature=feature_name(kind))
        case TurnSkipped():
            return Phrase("news.skipped")
        case SeatResigned():
            return Phrase("news.resigned")
        case _:
            return None


_FEW = 2
"""Among so many, whoever waits knows that they are next."""


def readings(
    game: Game, course: Course, *, mine: Reading, common: tuple[Phrase, ...]
) -> Mapping[str, Reading]:
    """The readings of a running game, by key: ``mine`` for whoever decides, ``common`` in all others."""
    picture = None if mine.picture is None else unmarked(mine.picture)
    follows, due_now = following(game, course), (_what_is_due(game, course), *_tile(course))
    found = {
        REST: Reading(
            (*due_now, *common),
            picture,
            news(game, course, None),
            laid(course, None),
        )
    }
    for seat, person in enumerate(game.header.people):
        if not seats.is_person(person):
            continue
        told, tiles = news(game, course, seat), laid(course, seat)
        if seat == course.position.seat:
            found[person.key] = replace(mine, news=told, laid=tiles)
        else:
            next_ = (Phrase("turn.next"),) if seat == follows else ()
            found[person.key] = Reading((*due_now, *next_, *common), picture, told, tiles)
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
    return () if tile is None else (Phrase.of("watch.tile", tile=describe.tile_in(course.position, tile)),)
