"""Nouns and short descriptions, as phrases: figures, features, tiles, times, standings."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from functools import reduce
from typing import Final

from bot.families import Family
from bot.games.game import Game
from bot.games.talk import talk_of, talks
from bot.scene import Phrase
from core import FeatureView, Position, Terrain, TileKind, tile_kind, tile_set
from core.geometry import around
from core.prints import parted_fields, port_beside
from core.rulesets import EXPANSIONS, FIGURES, GAMES
from core.segments import Segment

ARROWS: Final = "↑→↓←"
"""The sides of a tile from the north clockwise, the same in every language."""


TITLE: Final = Family("title.{}", of=GAMES)
SET: Final = Family("set.{}", of=EXPANSIONS)
_FEATURE: Final = Family("feature.{}", of=Terrain)
_FIGURE: Final = Family("figure.{}", of=FIGURES)
_ON_TILE: Final = Family("on_tile.{}", of=Terrain)
_EDGE: Final = Family("on_tile.{}", of=lambda: (e for talk in talks().values() for e in talk.edges.values()))
_PORT: Final = Family("on_tile.port.{}", of=(Terrain.PLAIN, Terrain.MOUNTAIN))


def feature_name(kind: str) -> Phrase:
    """The word for a kind of feature: "city"."""
    return Phrase(_FEATURE(kind))


def figure_name(figure: str) -> Phrase:
    """The word for a figure: "meeple"."""
    return Phrase(_FIGURE(figure))


def points(count: int) -> Phrase:
    """So many points: "4 points"."""
    return Phrase.of("count.points", count=count)


def points_each(count: int) -> Phrase:
    """So many points for each of several: "4 points each"."""
    return Phrase.of("count.points_each", count=count)


def set_of(kind: TileKind) -> str:
    """The set that has a tile."""
    return kind.id.partition("/")[0]


def tile(kind: TileKind, sets: Iterable[str] = (), *, fields: bool = True) -> Phrase:
    """What is on a tile as it is printed, and where: "city ↑→ + pennant + road ↓←"; fields are left out.

    With the sets of a game, what they see on tiles of other boxes is told too. Different prints read
    differently, also those that only their ``fields`` tell apart; :func:`features` is shorter.
    """
    if whole := talk_of(set_of(kind)).tile(kind):
        return whole
    segments = _segments(kind, sets)
    parts = [part for terrain in _terrains(kind) for part in _placed(segments, terrain)]
    parts += _edges(kind)
    if fields and (count := parted_fields(kind)):
        parts.append(Phrase.of("on_tile.fields", count=count))
    if land := port_beside(kind):
        parts.append(Phrase(_PORT(land)))
    elif kind.cities:
        parts.append(Phrase.of("on_tile.port_city", count=len(kind.cities)))
    return _together(kind, parts)


def tile_in(position: Position, kind: TileKind) -> Phrase:
    """The same in a game, where its fields are only told if somebody can stand in one."""
    return tile(kind, position.sets, fields=position.rules.uses_fields)


def tile_of(game: Game, tile_id: str) -> Phrase:
    """The same by a tile's id."""
    kind = tile_kind(tile_id)
    return tile(kind, game.header.sets) if game.course is None else tile_in(game.course.position, kind)


def features(kind: TileKind) -> Phrase:
    """What is on a tile, without its fields, for a button: "city + 2 roads + pennant"."""
    if whole := talk_of(set_of(kind)).tile(kind):
        return whole
    counts = Counter(segment.kind for segment in kind.segments if segment.kind is not Terrain.FIELD)
    parts = [Phrase.of(_ON_TILE(terrain), count=count) for terrain, count in counts.items()]
    if pennants := sum(segment.pennants for segment in kind.segments):
        parts.append(Phrase.of("on_tile.pennant", count=pennants))
    parts += [said for segment in kind.segments for said in _marks(segment)]
    parts += _edges(kind)
    if kind.cities:
        parts.append(Phrase.of("on_tile.port_city", count=len(kind.cities)))
    return _together(kind, parts)


def _together(kind: TileKind, parts: list[Phrase]) -> Phrase:
    """The parts as one phrase, with what stands in the fields."""
    for talk in talks().values():
        parts += [said for mark, said in talk.marks.items() if mark in kind.marks]
    if not parts:
        return Phrase("on_tile.field")
    return reduce(lambda first, rest: Phrase.of("on_tile.join", first=first, rest=rest), parts)


def _terrains(kind: TileKind) -> tuple[Terrain, ...]:
    """The terrains of a tile in its own order, each once, without fields."""
    found = dict.fromkeys(segment.kind for segment in kind.segments)
    return tuple(terrain for terrain in found if terrain is not Terrain.FIELD)


def _segments(kind: TileKind, sets: Iterable[str]) -> tuple[Segment, ...]:
    """The segments of an unturned tile, with what these sets see there."""
    printed = kind.turns[0]
    segments = list(printed.segments)
    for at, mark in (seen for name in sets for seen in tile_set(name).elsewhere.get(kind.id, {}).items()):
        number = printed.segment_number(at)
        segments[number] = replace(segments[number], marks=(*segments[number].marks, mark))
    return tuple(segments)


def _marks(segment: Segment) -> tuple[Phrase, ...]:
    """What sets print at a segment."""
    told = (talk.marks.get(mark) for mark in segment.marks for talk in talks().values())
    return tuple(said for said in told if said is not None)


def _edges(kind: TileKind) -> Iterator[Phrase]:
    """What reaches the border and is no segment, with its sides: "river →←"."""
    for talk in talks().values():
        for edge, key in talk.edges.items():
            if sides := "".join(ARROWS[side] for side, name in enumerate(kind.edges) if name == edge):
                yield Phrase.of("on_tile.at", what=Phrase(_EDGE(key)), sides=sides)


def _placed(printed: Iterable[Segment], terrain: Terrain) -> Iterator[Phrase]:
    """All of one terrain on a tile: those alike together, each with pennants and what sets print."""
    segments = [segment for segment in printed if segment.kind is terrain]
    plain = [segment for segment in segments if segment.ports and not segment.pennants and not segment.marks]
    if plain:
        sides = " ".join(_sides(segment) for segment in plain)
        what = Phrase.of(_ON_TILE(terrain), count=len(plain))
        yield Phrase.of("on_tile.at", what=what, sides=sides)
    for segment in segments:
        if segment.ports and (segment.pennants or segment.marks):
            what = Phrase.of(_ON_TILE(terrain), count=1)
            yield Phrase.of("on_tile.at", what=what, sides=_sides(segment))
            if segment.pennants:
                yield Phrase.of("on_tile.pennant", count=segment.pennants)
            yield from _marks(segment)
        elif not segment.ports and terrain is Terrain.SEA:
            yield Phrase("on_tile.lake")
        elif not segment.ports:
            yield Phrase.of(_ON_TILE(terrain), count=1)


def _sides(segment: Segment) -> str:
    return "".join(ARROWS[side] for side in segment.ports)


def counts(tiles: int, pennants: int, cities: int) -> Phrase:
    """What points are made of: "3 tiles and 1 pennant"."""
    parts = [Phrase.of("count.tiles", count=tiles)]
    if pennants:
        parts.append(Phrase.of("count.pennants", count=pennants))
    if cities:
        parts.append(Phrase.of("count.cities", count=cities))
    return Phrase.of("count.parts", parts=tuple(parts))


def view_counts(position: Position, view: FeatureView) -> Phrase:
    """What a feature is made of; a monastery of the tiles around it, too."""
    if view.kind is Terrain.MONASTERY:
        (cell,) = view.cells
        beside = sum(map(position.board.cells.__contains__, around(cell)))
        return Phrase.of("count.of_nine", count=1 + beside)
    return counts(len(view.cells), view.pennants, view.cities)


def ranking(game: Game, points: Mapping[int, int]) -> tuple[Phrase, ...]:
    """Seats with points, best first: "Ann 12", "Bo 8"."""
    order = sorted(points.items(), key=lambda entry: (-entry[1], entry[0]))
    return tuple(Phrase.of("standings.entry", who=game.who(seat), points=score) for seat, score in order)


def standings(game: Game, scores: Sequence[int]) -> Phrase:
    """The scores, best first: "Points: Ann 12 and Bo 8."."""
    return Phrase.of("standings", entries=ranking(game, dict(enumerate(scores))))


def published(game: Game) -> tuple[Phrase, ...]:
    """What is published of the shuffle, so that anyone can check it in the end."""
    given = game.header.seed_hash
    return (Phrase.of("seed_hash", hash=given),) if given else ()


def known_bag(game: Game) -> tuple[Phrase, ...]:
    """The warning in a game that counts for nobody: its tiles can be known, or its course was changed."""
    if game.header.bag_shown:
        return (Phrase("bag_shown"),)
    return (Phrase("meddled"),) if game.header.meddled else ()


def since(span: timedelta) -> Phrase:
    """How long something has lasted, in the largest unit: "for 5 minutes"."""
    minutes = int(span.total_seconds() // 60)
    if minutes < 1:
        return Phrase("since.now")
    if minutes < 2 * 60:
        return Phrase.of("since.minutes", count=minutes)
    if minutes < 2 * 24 * 60:
        return Phrase.of("since.hours", count=minutes // 60)
    return Phrase.of("since.days", count=minutes // (24 * 60))


def title(game: Game) -> Phrase:
    """The name of the game with its sets: "Carcassonne + Winter Edition"."""
    return title_of(game.header.game, game.header.sets)


def title_of(game: str, sets: Iterable[str]) -> Phrase:
    """The same of a game that may be none yet."""
    added = (Phrase(SET(added)) for added in sets if added in EXPANSIONS)
    return reduce(
        lambda first, rest: Phrase.of("title.join", first=first, rest=rest), added, Phrase(TITLE(game))
    )


def name(game: Game) -> Phrase:
    """The name of the game alone: "Carcassonne"."""
    return Phrase(TITLE(game.header.game))
