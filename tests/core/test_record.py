"""Game records: what is read, what is refused, and the fine print of the format."""

import json

import pytest

from core import (
    FigureDeployed,
    GameRecord,
    IllegalAction,
    NotationError,
    Phase,
    RecordError,
    TokenDrawn,
    parse_action,
)
from tests.core.boards import lay

PLAIN = {
    "format": "bastide/1",
    "game": "carcassonne",
    "sets": ["base", "winter"],
    "options": {},
    "players": ["Ann", "Bo"],
    "bag": ["base/V", "base/U"],
    "actions": ["draw", "place 0,1 270", "deploy meeple road@E"],
}


def read(**changes: object) -> GameRecord:
    """The plain record with some entries replaced, or left out where None."""
    data = {**PLAIN, **changes}
    return GameRecord.from_json(json.dumps({key: data[key] for key in data if data[key] is not None}))


# Reading and writing


def test_a_record_is_read_and_written_as_it_was() -> None:
    """What the file says is what the record says, and again after writing."""
    record = read(actions=[])
    assert record.players == ("Ann", "Bo")
    assert record.bag == ("base/V", "base/U")
    assert GameRecord.from_json(record.to_json()) == record
    assert json.loads(record.to_json()) == {**PLAIN, "actions": []}
    full = read(
        bag=None, seed="5eed", tokens=[1, "wolf"], start=["base/B", 1, -2, 90], options={"fields": False}
    )
    assert GameRecord.from_json(full.to_json()) == full


def test_layout_and_order_of_the_keys_do_not_matter() -> None:
    """JSON may be laid out in any way, with text in any script."""
    data = dict(reversed(PLAIN.items())) | {"players": ["Żaneta", "Боян"], "actions": []}
    record = GameRecord.from_json(json.dumps(data, indent=7))
    assert record.players == ("Żaneta", "Боян")
    assert "Żaneta" in record.to_json()


def test_what_is_left_out_has_its_default() -> None:
    """Players and a bag or a seed are enough."""
    record = GameRecord.from_json('{"format": "bastide/1", "players": ["Ann", "Bo"], "seed": "5eed"}')
    assert (record.game, record.sets, record.options, record.actions) == ("carcassonne", ("base",), {}, ())
    assert record.replay().options == {
        "fields": True, "wagon_move": "connected", "abbey_round": True, "hills_tie": "presence",
        "shepherds": True, "hills": True, "vineyards": True, "hand": 0, "even_turns": "off",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"format": "bastide/2"}, "bastide/1"),
        ({"format": None}, "bastide/1"),
        ({"colour": "red"}, "a record has no colour"),
        ({"game": "chess"}, "no game 'chess'"),
        ({"game": 7}, '"game" must be text'),
        ({"sets": ["winter", "base"]}, "the sets are base, then"),
        ({"sets": ["base", "base"]}, "each once"),
        ({"sets": ["base", "inns"]}, "the sets are base, then"),
        ({"sets": "base"}, '"sets" must be a list'),
        ({"game": "discoverers"}, r"the sets of discoverers are \[\"discoverers\"\]"),
        ({"options": {"farms": True}}, "there is no option 'farms'"),
        ({"options": {"fields": "no"}}, "option fields cannot be 'no'; it can be true, false"),
        ({"options": {"fields": 1}}, "option fields cannot be 1"),
        ({"options": {"hand": True}}, "option hand cannot be True; it can be 0, 2"),
        ({"options": {"wagon_move": "far"}}, "it can be connected, adjacent"),
        ({"options": []}, '"options" must be an object'),
        ({"players": ["Ann"]}, "1 players; carcassonne is for 2 to 6"),
        ({"players": "Ann"}, '"players" must be a list'),
        ({"players": ["Ann", 2]}, '"players" must be a list of text'),
        ({"seed": "5eed"}, "either a bag or a seed"),
        ({"bag": None}, "either a bag or a seed"),
        ({"bag": ["base/ZZ"]}, "no tile 'base/ZZ'"),
        ({"bag": ["nobase/V"]}, "no tile set 'nobase'"),
        ({"bag": ["hills-sheep/1"]}, "hills-sheep/1 does not belong to the sets base, winter"),
        ({"bag": ["abbey-mayor/abbey"], "sets": ["base", "abbey-mayor"]}, "is never in the bag"),
        ({"start": ["base/B", 0, 0]}, '"start" must be'),
        ({"start": ["base/B", 0, 0, 45]}, "turn of 0, 90, 180 or 270"),
        ({"start": ["base/B", 0.5, 0, 0]}, '"start" must be'),
        ({"tokens": [5]}, "there is no token 5"),
        ({"tokens": [True]}, "there is no token True"),
        ({"tokens": [1.0]}, "there is no token 1.0"),
        ({"tokens": [[]]}, r"there is no token \[\]"),
        ({"tokens": 3}, '"tokens" must be a list'),
        ({"game": ""}, "no game ''"),
        ({"sets": []}, "the sets are base, then"),
        ({"players": ["Ann", "B" * 129]}, "players: 129 characters in a name; 128 are allowed"),
        ({"bag": None, "seed": "5" * 129}, "seed: 129 characters; 128 are allowed"),
        ({"bag": ["base/V"] * 501}, "bag: 501 tiles; 500 are allowed"),
        ({"tokens": [1] * 501}, "tokens: 501 tokens; 500 are allowed"),
        ({"start": ["base/B", 0, -501, 0]}, "start lies more than 500 from the middle"),
        ({"actions": ["draw"] * 2001}, "actions: 2001 actions; 2000 are allowed"),
        ({"actions": "draw"}, '"actions" must be a list'),
        ({"actions": [1]}, '"actions" must be a list of text'),
    ],
)
def test_a_bad_header_is_refused_by_name(changes: dict[str, object], said: str) -> None:
    """One sentence that names what is wrong; it has no action number."""
    with pytest.raises(RecordError, match=said) as caught:
        read(**changes)
    assert caught.value.index is None


@pytest.mark.parametrize(
    "changes",
    [
        {"a" * 120_000: 1},
        {"game": "a" * 120_000},
        {"sets": ["base", "a" * 120_000]},
        {"options": {"a" * 120_000: 1}},
        {"options": {"hand": "a" * 120_000}},
        {"options": {"hand": ["a"] * 60_000}},
        {"players": ["a" * 120_000] * 2},
        {"bag": ["a" * 120_000]},
        {"bag": ["base/" + "a" * 120_000]},
        {"bag": None, "seed": "a" * 120_000},
        {"tokens": ["a" * 120_000]},
        {"tokens": [{"a": "a" * 120_000}]},
        {"start": ["a" * 120_000, 0, 0, 0]},
        {"actions": ["a" * 120_000]},
        {"actions": ["draw " + "a" * 120]},
    ],
)
def test_what_is_wrong_is_quoted_short(changes: dict[str, object]) -> None:
    """However long the entry is, the sentence about it is one that can be read, on one line."""
    with pytest.raises(RecordError) as caught:
        read(**changes).replay()
    assert len(str(caught.value)) < 300
    assert "\n" not in str(caught.value)
    assert len(caught.value.part) <= 61


HALF_A_CHARACTER = '{"format": "bastide/1", "players": ["Ann", "Bo"], "seed": "\\ud800"}'


@pytest.mark.parametrize(
    "text",
    ["", "nonsense", "[]", "7", "null", "[" * 100_000, '{"format": "bastide/1"', "\ud800", HALF_A_CHARACTER],
)
def test_what_is_no_json_object_is_refused(text: str) -> None:
    """Neither garbage nor endless brackets do any harm."""
    with pytest.raises(RecordError):
        GameRecord.from_json(text)


def test_a_broken_rule_is_refused_with_its_number_and_what_was_legal() -> None:
    """Actions are numbered from 0; the listed actions are those of that moment."""
    record = read(actions=["draw", "place 0,-1 0"])
    with pytest.raises(RecordError, match=r"^action 1 \(place 0,-1 0\): base/V at 0,-1") as caught:
        record.replay()
    assert caught.value.index == 1
    # V's road comes from the south and goes west. East of D it has to have a road in the west, west of D one
    # in the east, below D a field in the north; above D there is a city.
    assert caught.value.legal == (
        "place -1,0 180", "place -1,0 270", "place 0,1 0", "place 0,1 270", "place 1,0 0", "place 1,0 90",
    )  # fmt: skip


def test_text_that_is_no_action_is_refused_with_its_number() -> None:
    """Also where the notation is broken, not a rule."""
    with pytest.raises(RecordError, match=r"^action 0 \(fly away\): 'fly away' is no action") as caught:
        read(actions=["fly away"]).replay()
    assert (caught.value.index, caught.value.legal) == (0, ("draw",))


def test_a_record_can_be_replayed_to_an_earlier_moment() -> None:
    """After the first two actions the follower is not yet put."""
    position = read().replay(2)
    assert (position.phase, position.played) == (Phase.DEPLOY, 2)


# The bag and the start


def test_a_bag_may_be_shorter_than_the_sets_and_longer_than_the_print() -> None:
    """Two tiles are a game of two turns; nine monasteries are more than there are."""
    assert read(actions=[]).replay().bag_left == 2
    assert read(bag=["base/B"] * 9, actions=[]).replay().bag_left == 9


@pytest.mark.parametrize("hand", [0, 2])
def test_an_empty_bag_is_a_game_that_is_over(hand: int) -> None:
    """Nobody has anything to lay: over at once, all share the victory."""
    record = GameRecord(
        players=("Ann", "Bo"), game="discoverers", sets=("discoverers",), bag=(), options={"hand": hand}
    )
    position = record.replay()
    assert (position.over, position.winners, position.legal_actions()) == (True, (0, 1), ())


def test_another_start_tile_lies_where_the_record_says_and_leaves_the_bag() -> None:
    """With a seed, the bag holds everything but that tile: D is drawn instead of one of the B."""
    position = read(bag=None, seed="5eed", start=["base/B", 2, -1, 90], actions=[]).replay()
    (laid,) = position.laid
    assert (laid.kind.id, laid.cell, laid.tile.degrees) == ("base/B", (2, -1), 90)
    unseen = position.unseen()
    assert (unseen["base/B"], unseen["base/D"], sum(unseen.values())) == (3, 4, 83)


def test_tokens_are_drawn_as_listed() -> None:
    """The first shepherd draws the first token, the second the next."""
    game = lay(
        """
        Red:  E 0,-1 180; deploy shepherd field@NL
        Blue: E 0,1 180; deploy shepherd field@NL
        """,
        sets=("base", "hills-sheep"),
        tokens=(2, 4),
    )
    assert [event.sheep for event in game.events if isinstance(event, TokenDrawn)] == [2, 4]


# Names of segments


def test_any_own_port_names_a_segment_and_the_first_is_told() -> None:
    """D's road is road@E; road@W means the same, and so does any half-edge of a field."""
    for where, told in (("road@W", "road@E"), ("field@SR", "field@ER"), ("field@WR", "field@EL")):
        game = lay("Red: D 1,0 0; ...")
        (deployed,) = (e for e in game.play(f"deploy meeple {where}") if isinstance(e, FigureDeployed))
        assert deployed.where == told


def test_names_follow_the_tile_as_it_lies() -> None:
    """U turned by a quarter has its road north and south."""
    game = lay("Red: U 0,1 90; ...", start="U 0,0 90")
    assert "deploy meeple road@N" in game.legal
    assert game.refusal("deploy meeple road@E") == "no_such_segment"


def test_a_port_of_two_segments_is_ambiguous() -> None:
    """The shared side of a double tile is refused, with the two names that are not."""
    game = lay("Red: h/2 0,-1 0; ...", start="B 0,0 0", sets=("base", "hills-sheep"))
    assert game.refusal("deploy meeple city@N") == "no_such_segment"
    with pytest.raises(IllegalAction, match="city@N could be two segments: say city@W or city@E"):
        game.play("deploy meeple city@N")
    with pytest.raises(NotationError, match="say city@W or city@E"):
        game.feature(0, -1, "city@N")


def test_segments_without_ports_are_called_inside() -> None:
    """The two tiny fields between bridging cities are inside and inside2."""
    game = lay("Red: a/2 0,-1 0; ...", sets=("base", "abbey-mayor"))
    assert {text for text in game.legal if "field" in text} == {
        "deploy meeple field@inside", "deploy meeple field@inside2",
    }  # fmt: skip


def test_an_abbey_has_turn_0_only() -> None:
    """However it is turned it looks the same; the record knows one way."""
    ring = "".join(f"Red: B {cell} 0\n" for cell in ("1,0", "2,0", "2,1", "2,2", "1,2", "0,1"))
    game = lay(ring, start="B 0,0 0", sets=("base", "abbey-mayor"))
    game.play("abbey")
    assert game.legal == {"place 1,1 0"}
    assert game.refusal("place 1,1 90") == "placing"


def test_legal_lists_every_turn_and_spots_each_look_once() -> None:
    """C looks alike in all four turns: four placements, one spot with one turn."""
    game = lay("Red: C")
    assert game.legal == {f"place 0,-1 {turn}" for turn in (0, 90, 180, 270)}
    assert game.position.legal_spots() == {(0, -1): (0,)}
    assert game.position.can(parse_action("place 0,-1 270"))
