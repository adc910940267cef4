"""Alternative texts: what a picture says, in words good enough to play by ear.

Every sentence comes from the caller, as ``say(key, **args)``; ``KEYS`` lists all keys with the names of
their arguments. ``count`` chooses the plural; a tuple of texts is shown as a list ("a, b and c").
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from core import Cell, FeatureView, OrientedTile, Phase, Position, Segment, Terrain, tile_kind
from core.geometry import EDGE_PORTS, SIDES, neighbour, opposite
from core.prints import parted_fields
from render.say import Say
from render.sets import (
    emblems_on,
    key_of_edge,
    key_of_segment,
    marks_on,
    pictures,
    pictures_of,
    pictures_of_tile,
    seers,
    segments_seen,
    shut_kinds,
    whole_of,
)
from render.sets.pictures import Emblem
from render.tiles import in_order, sets_of

LONGEST = 1000
"""Characters: Discord takes 1024, and nobody listens to more."""

SIDE_KEYS: Final = ("alt.north", "alt.east", "alt.south", "alt.west")


def _keys_of_sets() -> Iterator[tuple[str, tuple[str, ...]]]:
    """The keys that the sets add, with the names of their arguments."""
    for row in pictures().values():
        for name in (*row.figures, *(holding.name for holding in row.holdings)):
            yield f"alt.supply.{name}", ("count",)
        for kind, key in (*row.sides.items(), *row.edges.items()):
            yield from ((f"alt.beside.{kind}", ("side",)), (key, ("sides",)))
        for name in (whole.name for whole in row.wholes if whole.name):
            yield from ((f"alt.beside.{name}", ("side",)), (f"alt.on.{name}", ()))
        for key in (
            *row.inside.values(),
            *(mark.key for mark in row.marks),
            *(emblem.key for emblem in row.emblems),
        ):
            yield key, ()
        yield from row.printed_keys.items()


KEYS: Final[Mapping[str, tuple[str, ...]]] = {
    "alt.over": ("winners",),
    "alt.turn": ("player",),
    "alt.hand": ("tile",),
    "alt.hands": ("number", "tile"),
    "alt.bag": ("count",),
    "alt.standing": ("player", "points", "supply"),
    "alt.standing.bare": ("player", "points"),
    "alt.points": ("count",),
    "alt.spots": ("count",),
    "alt.spot": ("number", "x", "y", "around"),
    "alt.spot.tile": ("number", "x", "y", "tile"),
    "alt.beside.field": ("side",),
    **dict.fromkeys(SIDE_KEYS, ()),
    **{f"alt.feature.{kind}": ("x", "y", "count", "figures", "points") for kind in Terrain},
    "alt.nobody": (),
    "alt.closed": ("feature",),
    "alt.shut": ("feature",),
    "alt.last": ("x", "y", "tile"),
    "alt.letter": ("letter", "feature"),
    "alt.letter.corner": ("letter",),
    "alt.figure": ("number", "x", "y", "feature"),
    "alt.kind": ("number", "tile"),
    "alt.tile": ("parts",),
    "alt.on.field": (),
    "alt.on.fields": ("count",),
    "alt.on.pennant": ("count",),
    **dict(_keys_of_sets()),
}  # fmt: skip
"""Every key, with the names of its arguments."""


def board_text(
    position: Position, say: Say, *, names: Sequence[str], spots: Sequence[Cell] = (), longest: int = LONGEST
) -> str:
    """What the board's picture shows: whose turn, the tile in hand, spots, standings, features."""
    return _within(_board_parts(position, say, names, spots), longest)


def _board_parts(position: Position, say: Say, names: Sequence[str], spots: Sequence[Cell]) -> Iterator[str]:
    yield _turn(position, say, names)
    if position.tile is not None:
        yield say("alt.hand", tile=_tile(position, position.tile.turns[0], say))
    elif position.phase is Phase.CHOOSE and position.hands[position.seat]:
        for number, kind in enumerate(position.hands[position.seat], 1):
            yield say("alt.hands", number=number, tile=_tile(position, kind.turns[0], say))
    if spots:
        yield say("alt.spots", count=len(spots))
        yield from (_spot(position, say, number, cell) for number, cell in enumerate(spots, 1))
    yield from (_standing(position, say, seat, name) for seat, name in enumerate(names))
    yield say("alt.bag", count=position.bag_left)
    held = [feature for feature in position.features() if feature.figures]
    yield from (feature_text(feature, say, names) for feature in sorted(held, key=lambda f: -f.now))


def closeup_text(
    position: Position,
    say: Say,
    *,
    names: Sequence[str],
    letters: Sequence[tuple[str, str]] = (),
    figures: Sequence[tuple[str, Cell, str]] = (),
    longest: int = LONGEST,
) -> str:
    """What the close-up shows: the tile just laid; of each letter and figure the feature and its worth."""
    last = position.last or position.laid[0]
    x, y = last.cell
    parts = [
        _turn(position, say, names),
        say("alt.last", x=x, y=y, tile=_tile(position, last.tile, say)),
    ]
    for letter, where in letters:
        if where.startswith("corner"):
            parts.append(say("alt.letter.corner", letter=letter.upper()))
        else:
            feature = feature_text(position.feature_at(last.cell, where), say, names)
            parts.append(say("alt.letter", letter=letter.upper(), feature=feature))
    for number, at, where in figures:
        feature = feature_text(position.feature_at(at, where), say, names)
        parts.append(say("alt.figure", number=number, x=at[0], y=at[1], feature=feature))
    parts += [_standing(position, say, seat, name) for seat, name in enumerate(names)]
    return _within(parts, longest)


def tiles_text(counts: Mapping[str, int], say: Say, *, fields: bool = True, longest: int = LONGEST) -> str:
    """What is left in the bag: every kind with its count, the many first; told as by :func:`tile_text`."""
    left = [kind_id for kind_id in in_order(counts) if counts[kind_id]]
    sets = sets_of(counts)
    order = sorted(left, key=lambda kind_id: -counts[kind_id])
    kinds = [
        say(
            "alt.kind",
            number=counts[kind_id],
            tile=tile_text(tile_kind(kind_id).turns[0], say, sets, fields=fields),
        )
        for kind_id in order
    ]
    return _within([say("alt.bag", count=sum(counts.values())), *kinds], longest)


def _tile(position: Position, tile: OrientedTile, say: Say) -> str:
    return tile_text(tile, say, position.sets, fields=position.rules.uses_fields)


def tile_text(tile: OrientedTile, say: Say, sets: tuple[str, ...] = (), *, fields: bool = True) -> str:
    """What is printed on a tile as it lies: each segment with its sides, then what stands there.

    ``sets`` are those of the game, some of which see more on it than others. Without ``fields`` it is not
    told how many it has.
    """
    kind = tile.kind
    if (whole := whole_of(kind)) and whole.name:
        return say(f"alt.on.{whole.name}")
    seen = segments_seen(kind.id, seers(kind.id, sets))
    both = zip(tile.segments, seen, strict=True)
    parts = [part for lying, upright in both for part in _printed(lying, emblems_on(upright), say)]
    for edge in dict.fromkeys(kind.edges):
        if key := key_of_edge(edge):
            sides = (side for side in SIDES if kind.edges[(side - tile.turn) % len(SIDES)] == edge)
            parts.append(say(key, sides=tuple(say(SIDE_KEYS[side]) for side in sides)))
    if fields and (count := parted_fields(kind)):
        parts.append(say("alt.on.fields", count=count))
    if own := pictures_of_tile(kind):
        parts += own.printed(kind, say)
    parts += [say(mark.key) for mark in marks_on(kind)]
    return say("alt.tile", parts=tuple(parts)) if parts else say("alt.on.field")


def _printed(segment: Segment, emblems: Sequence[Emblem], say: Say) -> Iterator[str]:
    """A segment with its sides, pennants and what else is printed at it; fields are left out."""
    key = key_of_segment(segment)
    if key is None:
        return
    if segment.ports:
        yield say(key, sides=tuple(say(SIDE_KEYS[side]) for side in segment.ports))
    else:
        yield say(key)
    if segment.pennants:
        yield say("alt.on.pennant", count=segment.pennants)
    yield from (say(emblem.key) for emblem in emblems)


def feature_text(feature: FeatureView, say: Say, names: Sequence[str]) -> str:
    """A feature with its size, the players who have figures there, and its worth."""
    (x, y), _ = feature.segments[0]
    who = tuple(names[seat] for seat in sorted({standing.seat for standing in feature.figures}))
    text = say(
        f"alt.feature.{feature.kind}",
        x=x,
        y=y,
        count=len(feature.cells),
        figures=who or (say("alt.nobody"),),
        points=say("alt.points", count=feature.now),
    )
    if not feature.complete:
        return text
    return say("alt.shut" if feature.kind in shut_kinds() else "alt.closed", feature=text)


def _turn(position: Position, say: Say, names: Sequence[str]) -> str:
    if position.over:
        return say("alt.over", winners=tuple(names[seat] for seat in position.winners))
    return say("alt.turn", player=names[position.seat])


def _standing(position: Position, say: Say, seat: int, name: str) -> str:
    points = say("alt.points", count=position.scores[seat])
    left = {str(figure): count for figure, count in position.supply(seat).items()}
    for holding in (one for row in pictures_of(position.sets) for one in row.holdings):
        left[holding.name] = holding.number(position, seat)
    supply = tuple(say(f"alt.supply.{figure}", count=count) for figure, count in left.items() if count)
    if supply:
        return say("alt.standing", player=name, points=points, supply=supply)
    return say("alt.standing.bare", player=name, points=points)


def _spot(position: Position, say: Say, number: int, cell: Cell) -> str:
    x, y = cell
    here = position.board.at(cell)
    if here is not None:
        return say("alt.spot.tile", number=number, x=x, y=y, tile=_tile(position, here.tile, say))
    around = []
    for side in SIDES:
        laid = position.board.at(neighbour(cell, side))
        if laid is not None:
            around.append(say(f"alt.beside.{_edge(laid.tile, opposite(side))}", side=say(SIDE_KEYS[side])))
    return say("alt.spot", number=number, x=x, y=y, around=tuple(around))


def _edge(tile: OrientedTile, side: int) -> str:
    """What a tile shows on one of its sides."""
    if (whole := whole_of(tile.kind)) and whole.name:
        return whole.name
    printed = tile.kind.edges[(side - tile.turn) % len(SIDES)]
    if key_of_edge(printed):
        return printed
    found: list[str] = [tile.segments[number].kind for number in tile.at_port[side] if EDGE_PORTS >> side & 1]
    return found[0] if found else "field"


def _within(parts: Iterable[str], longest: int) -> str:
    """As many whole sentences as there is room for, the first ones first. None is made beyond these."""
    text = ""
    for part in parts:
        longer = f"{text} {part}" if text else part
        if len(longer) > longest:
            return text or part[:longest]
        text = longer
    return text
