"""The tiles of each box against the lists in the rules, and bad tile files refused by name and line.

The lists are those of the rules: base game, section 9; Abbey & Mayor, section 6; Hills & Sheep, section 6;
The Discoverers, section 1. ``city NW+`` is one city in the north and west with a pennant, ``road S`` a road,
``road S!`` one with an inn, ``city N!`` one with a cathedral, ``city N wine`` one with wine.
"""

from collections import Counter

import pytest

from core import NotationError, Terrain, TileDataError, TileKind, tile_kind, tile_set
from core.geometry import PORT_NAMES
from core.tile_data import parse_tile_set

BASE = """
    A 2 monastery, road S           | B 4 monastery                  | C 1 city NESW+
    D 4 city N, road EW             | E 5 city N                     | F 2 city EW+
    G 1 city EW                     | H 3 city N, city S             | I 2 city N, city W
    J 3 city N, road ES             | K 3 city N, road SW            | L 3 city N, road E, road S, road W
    M 2 city NW+                    | N 3 city NW                    | O 2 city NW+, road ES
    P 3 city NW, road ES            | Q 1 city NEW+                  | R 3 city NEW
    S 2 city NEW+, road S           | T 1 city NEW, road S           | U 8 road EW
    V 9 road SW                     | W 4 road E, road S, road W     | X 1 road N, road E, road S, road W
"""
WINTER = """
    1 1 road E, road S, road W      | 2 1 city N, road W             | 3 1 city N, road E
    4 1 monastery, road S           | 5 1 city NW, road S            | 6 1 monastery, road W, road E
    7 1 city N, road ES             | 8 1 city N, road S             | 9 1 road NW, road ES
    10 1 city NW, road E            | 11 1 road S                    | 12 1 city N, road SW
"""
ABBEY_MAYOR = """
    1 1 city NESW++                 | 2 1 city NS+, city EW          | 3 1 city N+, city EW
    4 1 city N, city W, road E, road S | 5 1 monastery, road N, road E, road S, road W
    6 1 city N, road W              | 7 1 city N, road ES            | 8 1 city N, road SW
    9 1 city W+                     | 10 1 road S                    | 11 1 road NEW
    12 1 city EW+, road NS
"""
HILLS_SHEEP = """
    3 1 city NW                     | 4 1 city N, city W             | 6 1 city N, city S
    8 1 city N, road S              | 9 1 city N, road ES            | 13 1 road N, road S
    14 1 road S, road W             | 15 1 city N, road SW
    1 2 city N                      | 2 2 city NW, city NE           | 5 1 city NW
    7 1 city E, city W              | 12 1 city N, city W, road S    | 16 1 road EW, road S
    10 1 monastery, city N, road ES | 11 1 monastery, road S, road NE
"""
SHORT = {"inn", "cathedral"}
RIVER = """
    1 1 river E                     | 2 1 river W                    | 3 1 city N, city S, river EW
    4 1 city N, road S, river EW    | 5 1 monastery, road S, river EW | 6 1 road EW, river NS
    7 2 river EW                    | 8 1 city NW, river ES          | 9 1 road NE, river SW
    10 2 river SW
"""
INNS_CATHEDRALS = """
    1 2 city NESW!                  | 2 1 monastery, road W, road E
    3 1 city N, city E, city S, city W | 4 1 city N, city E, city W
    5 1 city N, city S, road W, road E | 6 1 city NW+, city S
    7 1 city N                      | 8 1 city N, road S             | 9 1 city NW, road E
    10 1 city EW+, road N, road S   | 11 1 city NW, road S!          | 12 1 city N, road SW!
    13 1 city NW+, road ES!         | 14 1 road E!, road S, road W   | 15 1 road EW!
    16 1 road SW!                   | 17 1 road NW, road ES
"""
TRADERS_BUILDERS = """
    1 1 city NW grain               | 2 1 city NW wine               | 3 1 city EW cloth, city S
    4 1 city EW wine, city S        | 5 1 city NEW grain             | 6 1 city NW cloth, city S, city E
    7 1 city NW cloth, road S, road E | 8 1 city NW wine, road S, road E
    9 1 city NW cloth, city S, road E | 10 1 city NW grain, city S, road E
    11 1 city NW cloth, road E      | 12 1 city NW wine, road E      | 13 1 city NEW wine, road S
    14 1 city NW wine, city ES      | 15 1 city EW wine              | 16 1 city N, road E
    17 1 city EW grain, road S      | 18 1 city EW wine, road S      | 19 1 city EW wine, road N, road S
    20 1 monastery, road E, road S, road W | 21 1 city NW grain, road S | 22 1 city NW grain, road S
    23 1 city N, road S, road W     | 24 1 road NS, road EW
"""
BOXES = {
    "base": (72, BASE),
    "winter": (12, WINTER),
    "abbey-mayor": (12, ABBEY_MAYOR),
    "hills-sheep": (18, HILLS_SHEEP),
    "river": (12, RIVER),
    "inns-cathedrals": (18, INNS_CATHEDRALS),
    "traders-builders": (24, TRADERS_BUILDERS),
}


def listed(text: str) -> dict[str, tuple[int, list[str]]]:
    """Count and segments of each tile of a list."""
    found = {}
    for entry in text.strip().replace("\n", "|").split("|"):
        name, count, segments = entry.strip().split(" ", 2)
        found[name] = (int(count), sorted(segments.split(", ")))
    return found


def printed(kind: TileKind) -> list[str]:
    """The segments of a tile but its fields, as the lists write them."""
    found = []
    for segment in kind.segments:
        ports = "".join(PORT_NAMES[port] for port in segment.ports)
        if segment.kind is not Terrain.FIELD:
            marks = "".join("!" if mark in SHORT else f" {mark}" for mark in segment.marks)
            found.append(f"{segment.kind} {ports}{'+' * segment.pennants}{marks}".strip())
    return sorted(found + river(kind))


def river(kind: TileKind) -> list[str]:
    """The river as the lists write it: it is no segment, but joins the edges that are called so."""
    sides = [side for side, edge in zip("NESW", kind.edges, strict=True) if edge == "river"]
    return [f"river {''.join(sides)}"] if sides else []


@pytest.mark.parametrize("name", BOXES)
def test_a_box_holds_the_tiles_of_its_list(name: str) -> None:
    """Each tile as often as listed, with the listed segments, and edges that follow from them."""
    total, text = BOXES[name]
    box, wanted = tile_set(name), listed(text)
    assert box.total == sum(count for count, _ in wanted.values()) == total
    kinds = {kind.id.removeprefix(f"{name}/"): kind for kind in box.kinds.values() if kind.count}
    assert {key: (kind.count, printed(kind)) for key, kind in kinds.items()} == wanted
    for kind in kinds.values():
        for side, edge in zip("NESW", kind.edges, strict=True):
            on_side = {text.split()[0] for text in printed(kind) if side in "".join(text.split()[1:2])}
            assert on_side == ({edge} if edge != "field" else set())


def test_hills_and_vineyards_are_marked() -> None:
    """Eight tiles of each kind, as listed."""
    kinds = tile_set("hills-sheep").kinds.values()
    assert {kind.id.rpartition("/")[2] for kind in kinds if "hill" in kind.marks} == {
        "3", "4", "6", "8", "9", "13", "14", "15",
    }  # fmt: skip
    assert {kind.id.rpartition("/")[2] for kind in kinds if "vineyard" in kind.marks} == {
        "1",
        "2",
        "5",
        "7",
        "12",
        "16",
    }


def test_spring_lake_inns_cathedrals_and_goods_are_marked() -> None:
    """The spring is laid first, the lake last; 6 inns and 2 cathedrals; 9 wine, 6 grain and 5 cloth."""
    kinds = tile_set("river").kinds.values()
    assert [kind.id for kind in kinds if kind.start] == ["river/1"]
    assert [kind.id for kind in kinds if "lake" in kind.marks] == ["river/2"]
    marks: Counter[str] = Counter()
    for name in ("inns-cathedrals", "traders-builders"):
        for kind in tile_set(name).kinds.values():
            for segment in kind.segments:
                marks.update(kind.count * segment.marks)
    assert marks == {"inn": 6, "cathedral": 2, "wine": 9, "grain": 6, "cloth": 5}
    (elsewhere,) = tile_set("inns-cathedrals").elsewhere.items()
    assert elsewhere == ("winter/5", {"road@S": "inn"})


def test_every_player_holds_an_abbey_that_continues_anything() -> None:
    """It is never in the bag, has a monastery and nothing else."""
    abbey = tile_kind("abbey-mayor/abbey")
    assert (abbey.per_player, abbey.count) == (1, 0)
    assert printed(abbey) == ["monastery"]
    assert len(abbey.segments) == 1
    assert all(abbey.turns[0].continues(constraint) for constraint in range(256))


# Where roads end, and which fields touch cities


def ends(tile: str) -> list[list[str]]:
    """The groups of segments that meet on a tile, by name."""
    kind = tile_kind(tile)
    return sorted(sorted(kind.turns[0].names[number] for number in group) for group in kind.meets)


@pytest.mark.parametrize(
    ("tile", "groups"),
    [
        ("base/A", [["monastery", "road@S"]]),
        ("base/D", []),
        ("base/S", [["city@N", "road@S"]]),
        ("base/T", [["city@N", "road@S"]]),
        ("base/L", [["road@E", "road@S", "road@W"]]),
        ("base/W", [["road@E", "road@S", "road@W"]]),
        ("base/X", [["road@E", "road@N", "road@S", "road@W"]]),
        ("winter/2", [["city@N", "road@W"]]),
        ("winter/3", [["city@N", "road@E"]]),
        ("winter/5", [["city@N", "road@S"]]),
        ("winter/6", [["monastery", "road@E"], ["monastery", "road@W"]]),
        ("winter/8", [["city@N", "road@S"]]),
        ("winter/9", []),
        ("winter/10", [["city@N", "road@E"]]),
        ("winter/11", []),
        ("abbey-mayor/4", [["city@N", "road@E"], ["city@W", "road@S"]]),
        ("abbey-mayor/5", [["monastery", f"road@{side}"] for side in "ENSW"]),
        ("abbey-mayor/6", [["city@N", "road@W"]]),
        ("abbey-mayor/11", []),
        ("abbey-mayor/12", []),
        ("hills-sheep/8", [["city@N", "road@S"]]),
        ("hills-sheep/11", [["monastery", "road@S"]]),
        ("hills-sheep/12", [["city@N", "road@S"]]),
        ("hills-sheep/13", [["road@N", "road@S"]]),
        ("hills-sheep/14", [["road@S", "road@W"]]),
    ],
)
def test_roads_end_where_the_list_says(tile: str, groups: list[list[str]]) -> None:
    """At a crossing, a house, a city's wall or a monastery; a road that passes by ends nowhere."""
    assert ends(tile) == groups


@pytest.mark.parametrize(
    ("tile", "fields"),
    [
        ("base/D", {"EL WR": 1, "ER SL SR WL": 0}),
        ("base/J", {"EL SR WL WR": 1, "ER SL": 0}),
        ("base/K", {"EL ER SL WR": 1, "SR WL": 0}),
        ("base/L", {"EL WR": 1, "SR WL": 0, "ER SL": 0}),
        ("base/O", {"EL SR": 1, "ER SL": 0}),
        ("base/P", {"EL SR": 1, "ER SL": 0}),
        ("base/S", {"SL": 1, "SR": 1}),
        ("base/T", {"SL": 1, "SR": 1}),
        ("base/H", {"EL ER WL WR": 2}),
        ("base/I", {"EL ER SL SR": 2}),
        ("abbey-mayor/2", {"": 2}),
        ("abbey-mayor/3", {"": 2, "SL SR": 2}),
        ("abbey-mayor/7", {"SR WL WR": 1, "EL": 1, "ER SL": 0}),
        ("abbey-mayor/8", {"EL ER SL": 1, "WR": 1, "SR WL": 0}),
        ("abbey-mayor/9", {"NL NR": 1, "EL ER": 1, "SL SR": 1}),
        ("hills-sheep/1", {"SR WL WR": 1, "EL ER SL": 1}),
        ("hills-sheep/7", {"NL NR": 2, "SL SR": 2}),
    ],
)
def test_fields_touch_the_cities_that_the_list_says(tile: str, fields: dict[str, int]) -> None:
    """For each field, by its half-edges, how many cities of the tile it supplies."""
    kind = tile_kind(tile)
    found = {
        " ".join(PORT_NAMES[port] for port in segment.ports): len(segment.touches)
        for segment in kind.segments
        if segment.kind is Terrain.FIELD
    }
    assert found == fields


def test_every_half_edge_that_is_no_city_belongs_to_one_field() -> None:
    """And each corner to one field at most, which holds the half-edges beside it."""
    for name in BOXES:
        for kind in tile_set(name).kinds.values():
            owners = [port for s in kind.segments if s.kind is Terrain.FIELD for port in s.ports]
            sides = [side for side, edge in enumerate(kind.edges) if edge in ("field", "road", "river")]
            assert sorted(owners) == sorted(4 + 2 * side + half for side in sides for half in (0, 1))
            for segment in kind.segments:
                for corner in segment.corners:
                    before, after = 5 + 2 * ((corner - 1) % 4), 4 + 2 * corner
                    assert before in segment.ports
                    assert after in segment.ports


def test_the_discoverers() -> None:
    """84 tiles, one of them the start tile; every edge has one area; cities lie between sea and land."""
    box = tile_set("discoverers")
    assert box.total == 84
    assert [kind.id for kind in box.kinds.values() if kind.start] == ["discoverers/start"]
    for kind in box.kinds.values():
        for side, edge in enumerate(kind.edges):
            assert [str(s.kind) for s in kind.segments if side in s.ports] == [edge]
        for first, second in kind.cities:
            between = {kind.segments[first].kind, kind.segments[second].kind}
            assert len(between) == 2
            assert Terrain.SEA in between
            assert second in kind.segments[first].borders
        for number, segment in enumerate(kind.segments):
            assert all(number in kind.segments[other].borders for other in segment.borders)


def test_the_discoverers_have_what_their_box_holds() -> None:
    """Section 1: sides, cities and terrains of the 84 printed tiles, counted there one by one."""
    tiles = [kind for kind in tile_set("discoverers").kinds.values() for _ in range(kind.count)]
    assert Counter(str(edge) for kind in tiles for edge in kind.edges) == {
        "plain": 112, "mountain": 112, "sea": 112,
    }  # fmt: skip
    coasts = Counter(
        "-".join(sorted(str(kind.segments[number].kind) for number in pair))
        for kind in tiles
        for pair in kind.cities
    )
    assert coasts == {"mountain-sea": 14, "plain-sea": 23}
    assert Counter(len(kind.cities) for kind in tiles) == {0: 48, 1: 35, 2: 1}
    terrains = Counter(
        "-".join(sorted({str(segment.kind) for segment in kind.segments})) for kind in tiles if not kind.start
    )
    assert terrains == {
        "mountain-plain": 20, "mountain-sea": 20, "plain-sea": 20, "mountain-plain-sea": 20,
        "mountain": 1, "plain": 1, "sea": 1,
    }  # fmt: skip
    assert [kind.id for kind in tiles if any(not segment.ports for segment in kind.segments)] == [
        "discoverers/cap4-ppmms"
    ]


# Bad files

GOOD = """\
set = "toys"
total = 3

[[tile]]
id = "a"
count = 1
edges = "city road field field"
segments = [
  { city = "N" },
  { road = "E" },
  { field = "EL", touches = [0] },
  { field = "ER SL SR WL WR", touches = [0], corners = "SE SW" },
]

[[tile]]
id = "b"
count = 2
edges = "field field field field"
segments = [{ monastery = "" }, { field = "NL NR EL ER SL SR WL WR" }]
"""


def test_a_good_file_is_read() -> None:
    """The text that the cases below spoil."""
    assert parse_tile_set(GOOD, "toys").total == 3


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("total = 3", "total = 4", "toys: the counts add up to 3 tiles, but total is 4"),
        ('set = "toys"', 'set = "boys"', "line 1: the file says that it is the set 'boys'"),
        ('set = "toys"', "set = ", "toys: .*line 1"),
        ("count = 2", "count = 0", "line 15: tile b: count .* must be at least 1"),
        ("count = 2", "count = -2", "line 15: tile b: count .* must be at least 1"),
        ('id = "b"', 'id = "a"', "line 15: tile toys/a is there twice"),
        ('id = "b"', 'id = "b c"', "line 15: tile b c: an id is made of"),
        ('id = "b"', 'id = "b"\ncolour = 1', "line 15: tile b: colour means nothing here"),
        ("city road field field", "city road field", "line 4: tile a: edges must be four of"),
        ("city road field field", "city road field wall", "line 4: tile a: edges must be four of"),
        ('{ road = "E" }', '{ rood = "E" }', "line 4: tile a: segment 1: it must have one kind of"),
        ('{ road = "E" }', '{ road = "E", city = "E" }', "segment 1: it must have one kind of"),
        ('{ road = "E" }', '{ road = "X" }', "segment 1: 'X' are no ports of a road"),
        ('{ road = "E" }', '{ road = "EL" }', "segment 1: 'EL' are no ports of a road"),
        ('{ road = "E" }', '{ road = "E E" }', "segment 1: 'E E' are no ports of a road"),
        ('field = "EL"', 'field = "E"', "segment 2: 'E' are no ports of a field"),
        ('corners = "SE SW"', 'corners = "SX"', "segment 3: 'SX' is no corner"),
        ('{ road = "E" },', "", "line 4: tile a: port E does not go with the road edge"),
        ('{ city = "N" }', '{ city = "N W" }', "line 4: tile a: port W does not go with the field edge"),
        ("ER SL SR WL WR", "ER SL SR WL", "line 4: tile a: port WR does not go with the field edge"),
        ('{ field = "EL", touches = [0] }', '{ field = "EL ER" }', "port ER does not go with the road edge"),
        (
            '"EL", touches = [0]',
            '"EL", touches = [9]',
            "line 4: tile a: it names a segment that it does not have",
        ),
        ('"EL", touches = [0]', '"EL", touches = [1]', "line 4: tile a: a field can touch cities only"),
        ('"EL", touches = [0]', '"EL", corners = "SE"', "line 4: tile a: two fields claim one corner"),
        ('id = "b"\n', "", "line 15: tile .: .*id"),
        ("count = 2", 'count = "two"', "line 15: tile b: "),
        ('edges = "field field field field"\n', "", "line 15: tile b: .*edges"),
    ],
)
def test_a_bad_file_is_refused_by_name_and_line(old: str, new: str, said: str) -> None:
    """The sentence names the set, the line where the tile begins, the tile and the fault."""
    assert GOOD.count(old) >= 1
    with pytest.raises(TileDataError, match=said):
        parse_tile_set(GOOD.replace(old, new), "toys")


def test_a_comment_behind_the_head_of_a_tile_does_no_harm() -> None:
    """It is good TOML, and lines are still told right."""
    commented = GOOD.replace('[[tile]]\nid = "b"', '[[ tile ]]  # the last one\nid = "b"')
    assert parse_tile_set(commented, "toys").total == 3
    with pytest.raises(TileDataError, match="line 15: tile b"):
        parse_tile_set(commented.replace("count = 2", "count = 0"), "toys")


@pytest.mark.parametrize("tiles", ["tile = 7", 'tile = [{ id = "a" }]', 'tile = "aa"'])
def test_tiles_that_do_not_begin_with_a_head_are_refused(tiles: str) -> None:
    """Otherwise the line of a fault could not be told."""
    with pytest.raises(TileDataError, match=r"toys: every tile begins with a line \[\[tile\]\]"):
        parse_tile_set(f'set = "toys"\ntotal = 1\n{tiles}', "toys")


def test_unknown_sets_and_tiles_are_refused() -> None:
    """By name, with what there is."""
    with pytest.raises(NotationError, match="there is no tile set 'moon'; there are abbey-mayor, base"):
        tile_set("moon")
    with pytest.raises(NotationError, match="there is no tile 'base/ZZ'"):
        tile_kind("base/ZZ")
