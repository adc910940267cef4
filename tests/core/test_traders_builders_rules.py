"""Traders & Builders, sections 3 and 4: goods and pigs; the examples T7 to T14."""

from functools import partial

import pytest

from core import Figure, TokensTaken
from core.records.report import report
from core.sets.traders_builders.goods import GOODS, goods
from tests.core.boards import Award, Game
from tests.core.boards import lay as lay_any

PIG = Figure.named("pig")
SETS = ("base", "traders-builders")
ABBEYS = ("base", "traders-builders", "abbey-mayor")
lay = partial(lay_any, sets=SETS, start="t/15 0,0 0")

# Goods


def held(game: Game) -> list[tuple[int, ...]]:
    """The wine, grain and cloth of each seat."""
    seats = range(len(game.position.players))
    return [tuple(goods(game.position, seat)[kind] for kind in GOODS) for seat in seats]


def test_t7_goods_go_to_whoever_completes_the_city() -> None:
    """Goods-to-the-completer: the points to its majority."""
    game = lay("Red: E -1,0 90; deploy meeple city@E\nBlue: E 1,0 270", rest="B")
    assert game.scores == {"Red": 6}
    assert held(game) == [(0, 0, 0), (1, 0, 0)]
    (taken,) = (event for event in game.events if isinstance(event, TokensTaken))
    assert taken == TokensTaken(1, ("wine",), (0, 0), "city@E")
    game.play("draw", "place 0,1 0", "pass")
    assert game.scores == {"Red": 6, "Blue": 10}
    assert game.awards[-1] == Award("Blue", 10, "wine")


def test_t8_most_of_each_kind_count() -> None:
    """Goods-kinds: four tiles with wine and grain, and ten points for both in the end."""
    game = lay("""
        Red:  E -1,0 90; deploy meeple city@E
        Blue: B 0,1 0
        Red:  t/17 1,0 180
        Blue: B -1,1 0
        Red:  E 2,0 270
    """, rest="")  # fmt: skip
    assert game.scores == {"Red": 8 + 20}
    assert [award.reason for award in game.awards] == ["city", "wine", "grain"]


def test_t9_equals_get_ten_each() -> None:
    """Goods-tie."""
    game = lay("""
        Red:  E -1,0 90
        Red:  E 1,0 270
        Blue: B 0,1 0
        Blue: t/15 0,2 0
        Blue: E -1,2 90
        Blue: E 1,2 270
    """, rest="")  # fmt: skip
    assert game.scores == {"Red": 10, "Blue": 10}


def test_goods_of_a_city_where_nobody_stands() -> None:
    """Goods-empty-city: they are taken all the same, and nothing else."""
    game = lay("Red: E -1,0 90\nBlue: E 1,0 270")
    assert (game.scores, held(game)) == ({}, [(0, 0, 0), (1, 0, 0)])


def test_goods_of_a_city_that_stays_open() -> None:
    """Goods-open-city: nobody's."""
    game = lay("Red: E -1,0 90; deploy meeple city@E", rest="")
    assert game.scores == {"Red": 2}


def test_goods_of_several_cities_at_once() -> None:
    """All of them."""
    game = lay("""
        Red:  E -1,0 90
        Blue: B 0,-1 0
        Red:  B 1,-1 0
        Blue: B 2,-1 0
        Red:  t/15 2,0 0
        Blue: E 3,0 270
        Red:  H 1,0 90
    """)  # fmt: skip
    assert held(game) == [(2, 0, 0), (0, 0, 0)]


SURROUNDED = """
    Red:  E -1,0 90; deploy meeple city@E
    Blue: B 0,1 0
    Red:  B 1,1 0
    Blue: B 2,1 0
    Red:  B 2,0 0
    Blue: B 2,-1 0
    Red:  B 1,-1 0
"""
"""A city of two tiles with wine, and a hole beside it."""


def test_t10_an_abbey_completes_a_city_as_any_tile() -> None:
    """Goods-abbey: its player takes the goods."""
    game = lay(f"{SURROUNDED} Blue: abbey 1,0", sets=ABBEYS, rest="B")
    assert (game.scores, held(game)) == ({"Red": 4}, [(0, 0, 0), (1, 0, 0)])
    game.play("draw", "place 0,2 0", "pass")
    assert game.scores == {"Red": 4, "Blue": 10}


def test_in_the_abbey_round_too() -> None:
    """After the last tile."""
    game = lay(SURROUNDED, sets=ABBEYS, rest="")
    game.play("abbey", "place 1,0 0", "pass")
    assert game.scores == {"Red": 4, "Blue": 10}


def test_an_abbey_beside_a_finished_city_takes_nothing_again() -> None:
    """Its goods are gone."""
    game = lay("""
        Red:  E -1,0 90
        Red:  E 1,0 270
        Blue: B 1,1 0
        Blue: B 2,1 0
        Blue: B 3,1 0
        Blue: B 3,0 0
        Blue: B 3,-1 0
        Blue: B 2,-1 0
        Blue: abbey 2,0
    """, sets=ABBEYS)  # fmt: skip
    assert held(game) == [(1, 0, 0), (0, 0, 0)]


def test_goods_in_a_city_with_a_cathedral() -> None:
    """Goods-cathedral: as ever."""
    game = lay("""
        Red:  E -1,0 90; deploy meeple city@E
        Blue: i/1 1,0 0
        Red:  E 1,-1 180
        Blue: E 1,1 0
        Red:  E 2,0 270
    """, sets=("base", "inns-cathedrals", "traders-builders"), rest="")  # fmt: skip
    assert game.scores == {"Red": 18 + 10}


def test_the_goods_of_who_resigns_count_for_nobody() -> None:
    """Goods-resigned: and nobody else's count changes."""
    game = lay("""
        Red:  E -1,0 90
        Red:  E 1,0 270
    """, players=3, rest="B")  # fmt: skip
    assert held(game)[0] == (1, 0, 0)
    game.play("resign 0", "draw", "place 0,1 0", "pass")
    assert game.position.over
    assert game.scores == {}


def test_a_skipped_turn_keeps_the_goods_of_what_it_completed() -> None:
    """The tile lies already."""
    game = lay("Red: E -1,0 90\nBlue: E 1,0 270; ...")
    game.play("skip")
    assert held(game) == [(0, 0, 0), (1, 0, 0)]


def test_a_report_tells_of_goods() -> None:
    """Of those that each seat has, and those in open cities; other features have none."""
    game = lay("Red: E -1,0 90\nBlue: E 1,0 270\nRed: B 0,1 0\nBlue: t/17 0,2 0; ...", rest="B")
    told = report(game.position, ())
    none = dict.fromkeys(GOODS, 0)
    assert told["goods"] == [none, none | {"wine": 1}]
    assert [(f["kind"], f["goods"]) for f in told["features"] if "goods" in f] == [
        ("city", none | {"grain": 1})
    ]
    assert "goods" not in report(lay("Red: B 0,1 0", sets=("base",), start="B 0,0 0").position, ())


# Pigs

FARM = """
    Red:  E 0,-1 0
    Blue: E 0,-2 180
    Red:  B 1,0 0; deploy meeple field@NL
    Blue: B 0,1 0
    Red:  B 2,0 0; deploy pig field@NL
"""
"""Red's farmer and pig on a farm with one city."""


def test_t11_a_pig_makes_a_city_worth_four() -> None:
    """Pig-farm."""
    game = lay(FARM, start="B 0,0 0", rest="B")
    field = game.feature(0, 0, "field@NL")
    assert (field.now, field.final, field.owners) == (3, 3, (0,))
    game.play("draw", "place 3,0 0", "pass")
    assert game.scores == {"Red": 4}


def test_a_pig_stands_where_an_own_farmer_is() -> None:
    """Pig-without-farmer-refused; other figures do not matter."""
    game = lay("Red: B 1,0 0; deploy meeple field@NL\nBlue: B 2,0 0; ...", start="B 0,0 0")
    assert game.refusal("deploy pig field@NL") == "no_own_follower"
    assert game.refusal("deploy pig monastery") == "wrong_feature"
    assert game.refusal("deploy pig road@N") == "no_such_segment"
    game.play("pass", "draw")
    game = lay("Red: B 1,0 0; deploy big field@NL\nBlue: B 0,1 0\nRed: B 2,0 0; ...", start="B 0,0 0",
               sets=("base", "inns-cathedrals", "traders-builders"))  # fmt: skip
    assert "deploy pig field@NL" in game.legal


TIED = """
    Red:  U 1,0 0; deploy meeple field@NL
    Blue: {blue}
    Red:  U 3,0 0; deploy pig field@NL
    Blue: E 0,-1 0
    Red:  E 0,-2 180
    Blue: {more}
    Red:  A 5,0 90
"""
"""Red north of a road, Blue south of it, until a monastery ends the road."""
SOUTH = "U 2,0 0; deploy meeple field@SL"


def test_t12_a_pig_helps_its_owner_alone() -> None:
    """Pig-tie."""
    game = lay(TIED.format(blue=SOUTH, more="U 4,0 0"), start="U 0,0 0", rest="")
    assert game.scores == {"Red": 4, "Blue": 3}


def test_a_pig_without_majority_brings_nothing() -> None:
    """Pig-minority: foreign pigs help nobody."""
    turns = TIED.format(blue=SOUTH, more="U 4,0 0; deploy big field@SL")
    turns = turns.replace(SOUTH, "U 2,0 0")
    game = lay(turns, start="U 0,0 0", rest="", sets=("base", "inns-cathedrals", "traders-builders"))
    assert game.scores == {"Blue": 3}


def test_without_fields_there_are_no_pigs() -> None:
    """As there are no farmers."""
    game = lay("Red: B 1,0 0; ...", start="B 0,0 0", options={"fields": False})
    assert PIG not in game.position.supply(0)
    assert game.refusal("deploy pig field@NL") == "no_such_figure"


# Barns

BARN = """
    Red:  U 1,0 0; deploy meeple field@NL
    Blue: B 0,1 0
    Red:  {pig}
    Blue: B 1,1 0
    Red:  E 0,-1 0
    Blue: B 0,2 0
    Red:  E 0,-2 180
    Blue: B 1,2 0; deploy barn corner@NW
"""
"""Red's farm north of a road, with a city; Blue's barn south of it."""
WITH_PIG = "U 2,0 0; deploy pig field@NL"


def test_t13_a_farm_with_a_pig_joins_a_barns_farm() -> None:
    """Pig-barn-joined: two points a city, both home; the barn's four are never raised."""
    game = lay(BARN.format(pig=WITH_PIG) + "Blue: A 3,0 90", start="U 0,0 0", sets=ABBEYS, rest="B")
    assert game.awards == [Award("Red", 2, "field")]
    assert (game.supply("Red"), game.supply("Red", PIG)) == (7, 1)
    game.play("draw", "place 4,0 0", "pass")
    assert game.scores == {"Red": 2, "Blue": 4}


def test_t14_a_pig_on_the_very_tile_that_joins() -> None:
    """Pig-joining-tile: the farmer is still there."""
    game = lay(BARN.format(pig="U 2,0 0") + "Red: A 3,0 90; ...", start="U 0,0 0", sets=ABBEYS, rest="B")
    assert game.refusal("deploy meeple field@NL") == "occupied"
    game.play("deploy pig field@NL")
    assert game.awards == [Award("Red", 2, "field")]
    assert (game.supply("Red"), game.supply("Red", PIG)) == (7, 1)
    game.play("draw", "place 4,0 0", "pass")
    assert game.scores == {"Red": 2, "Blue": 4}


def test_no_pig_on_a_barns_farm() -> None:
    """Pig-barn-farm: there are no farmers."""
    turns = BARN.format(pig="U 2,0 0") + "Red: B 2,1 0; ..."
    game = lay(turns, start="U 0,0 0", sets=ABBEYS)
    assert game.refusal("deploy pig field@NL") == "no_own_follower"


@pytest.mark.parametrize(("figure", "points"), [("deploy pig field@NL", 4), ("pass", 3)])
def test_a_barn_that_is_put_pays_four_where_a_pig_is(figure: str, points: int) -> None:
    """Farmers and pigs go home."""
    game = lay(f"""
        Red:  E 0,-1 0
        Blue: E 0,-2 180
        Red:  B 1,0 0; deploy meeple field@NL
        Blue: B 0,1 0
        Red:  B 2,0 0; {figure}
        Blue: B 1,1 0; deploy barn corner@NW
    """, start="B 0,0 0", sets=ABBEYS)  # fmt: skip
    assert game.awards == [Award("Red", points, "field")]
    assert (game.supply("Red"), game.supply("Red", PIG)) == (7, 1)


def test_a_shepherd_is_no_farmer() -> None:
    """He does not let a pig stand; a pig does not mind him."""
    sets = ("base", "traders-builders", "hills-sheep")
    game = lay("Red: B 1,0 0; deploy shepherd field@NL\nBlue: B 0,1 0\nRed: B 2,0 0; ...", start="B 0,0 0",
               sets=sets, tokens=(1, 2))  # fmt: skip
    assert game.refusal("deploy pig field@NL") == "no_own_follower"
