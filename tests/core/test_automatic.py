"""The automatic player: legal, sensible, deterministic, and blind to what is hidden."""

import random
from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import (
    Deploy,
    Figure,
    GameOver,
    GameRecord,
    Phase,
    Place,
    Position,
    TakeBack,
)
from core.automatic import choose
from core.opponents.areas import turns_left
from core.ruleset import OptionValue
from core.sets.hills_sheep.actions import FLOCK_DUE, GROW, HERD, SHEPHERD
from tests.core.boards import lay

EVERYTHING = ("base", "winter", "abbey-mayor", "hills-sheep")
GAMES: tuple[tuple[str, tuple[str, ...], Mapping[str, OptionValue]], ...] = (
    ("carcassonne", ("base",), {}),
    ("carcassonne", ("base",), {"fields": False}),
    ("carcassonne", EVERYTHING, {}),
    ("discoverers", ("discoverers",), {}),
    ("discoverers", ("discoverers",), {"hand": 2}),
    ("carcassonne", ("base", "river", "inns-cathedrals", "traders-builders", "abbey-mayor"), {}),
)


def opening(number: int, seed: str, players: int = 3) -> Position:
    """The beginning of one of the games above."""
    game, sets, options = GAMES[number]
    return GameRecord(("Ann", "Bo", "Cid", "Dan", "Eve")[:players], game, sets, options, seed=seed).opening()


def on_table(actions: str, bag: tuple[str, ...], players: tuple[str, ...] = ("Ann", "Bo")) -> Position:
    """A position of the base game, made of a bag and actions."""
    return GameRecord(players, bag=bag, actions=tuple(actions.split("; "))).replay()


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_it_beats_random_players_in_every_game(number: int) -> None:
    """Over three games it scores more than twice as much as two who play at random."""
    mine, theirs = 0, 0
    for seed in ("one", "two", "three"):
        position, chance = opening(number, seed), random.Random(seed)
        while not position.over:
            action = choose(position) if position.seat == 0 else chance.choice(position.legal_actions())
            position.play(action)
        mine += position.scores[0]
        theirs += max(position.scores[1:])
    assert mine > 2 * theirs


@settings(max_examples=15, deadline=None)
@given(
    number=st.integers(0, len(GAMES) - 1),
    seed=st.integers(0, 10_000),
    players=st.integers(2, 5),
    data=st.data(),
)
def test_its_choice_is_legal_repeatable_and_changes_nothing(
    number: int, seed: int, players: int, data: st.DataObject
) -> None:
    """Wherever random play leads, it chooses legally, twice the same, and changes nothing."""
    position, chance = opening(number, str(seed), players), random.Random(seed)
    for _ in range(data.draw(st.integers(0, 120))):
        if position.over:
            break
        position.play(chance.choice(position.legal_actions()))
    if position.over:
        with pytest.raises(GameOver):
            choose(position)
        return
    before = position.copy()
    action = choose(position)
    assert position.can(action)
    assert position == before
    assert choose(position.copy()) == action


def test_the_order_of_the_bag_has_no_influence() -> None:
    """Two games that differ only in what nobody has drawn yet get the same choices."""
    seen = ("base/V", "base/U", "base/D", "base/E", "base/K", "base/U")
    rest = ["base/C", "base/X", "base/A", "base/W", "base/U", "base/V", "base/N", "base/D"]
    first = GameRecord(("Ann", "Bo"), bag=(*seen, *rest)).opening()
    second = GameRecord(("Ann", "Bo"), bag=(*seen, *reversed(rest))).opening()
    while first.drawn < len(seen) or first.phase is not Phase.DRAW:
        action = choose(first)
        assert choose(second) == action
        first.play(action)
        second.play(action)
    assert first.drawn == len(seen)


def test_the_order_of_the_tokens_has_no_influence() -> None:
    """A shepherd is put, and a flock grown or herded, without a look at the token that would come."""
    chance, decided = random.Random(3), set()
    for number in range(12):
        position = opening(2, f"sheep-{number}")
        while not position.over:
            legal = position.legal_actions()
            shepherd = any(isinstance(a, Deploy) and a.figure is SHEPHERD for a in legal)
            if shepherd or position.phase is FLOCK_DUE:
                choices = {choose(_with_tokens(position, token)) for token in (1, 4, "wolf")}
                assert len(choices) == 1
                decided.add(position.phase)
            position.play(chance.choice(legal))
    assert decided == {Phase.DEPLOY, FLOCK_DUE}


def _with_tokens(position: Position, token: int | str) -> Position:
    """The same position, where every further token is this one."""
    other = position.copy()
    drawn = tuple(position.setup.tokens or ())
    kinds = type(position.setup)
    other.setup = kinds(
        position.setup.players, position.setup.bag, position.setup.start,
        (*drawn, *(token for _ in range(60))), position.setup.seed, position.setup.removed,
    )  # fmt: skip
    return other


def test_it_claims_the_city_that_its_tile_closes() -> None:
    """Closing the start tile's city without a figure would give it away."""
    position = on_table("draw", bag=("base/E", "base/V", "base/V"))
    place = choose(position)
    assert isinstance(place, Place)
    assert place.cell == (0, -1)
    position.play(place)
    assert str(choose(position)) == "deploy meeple city@S"


def test_it_keeps_its_last_meeple_from_a_worthless_field() -> None:
    """It passes rather than tie its last figure to a field that touches no city."""
    position = opening(0, "thrift", players=2)
    chance = random.Random(1)
    passed = 0
    while not position.over and position.bag_left > 30:
        if position.phase is Phase.DEPLOY and position.in_supply(position.seat, Figure.MEEPLE) == 1:
            action = choose(position)
            if isinstance(action, Deploy) and action.where.startswith("field"):
                assert position.feature_at(position.laid[-1].cell, action.where).now >= 3
            passed += not isinstance(action, Deploy)
        position.play(chance.choice(position.legal_actions()))
    assert passed


def test_it_decides_about_every_kind_of_thing() -> None:
    """With all expansions it lays abbeys or keeps them, grows and herds flocks, and sends wagons on."""
    wanted = {"abbey", "draw", "wagon", "place", "deploy", "pass", "flock grow", "flock herd"}
    kinds: set[str] = set()
    for seed in range(6):
        position = opening(2, f"kinds-{seed}")
        while not position.over and not wanted <= kinds:
            legal = position.legal_actions()
            action = choose(position)
            if len(legal) > 1:
                kinds.add(str(action) if action in {GROW, HERD} else str(action).split()[0])
            position.play(action)
    assert wanted <= kinds


def test_it_takes_figures_back_where_that_pays() -> None:
    """In The Discoverers it takes back figures during the game, and not all of them at once."""
    position, taken, deployed = opening(3, "sea"), 0, 0
    while not position.over:
        action = choose(position)
        taken += isinstance(action, TakeBack)
        deployed += isinstance(action, Deploy)
        position.play(action)
    assert 0 < taken < deployed


CLOSED_PLAIN = """
    Red:  d/cap1-ps 0,-1 180; deploy meeple plain@S
    Blue: d/full-s 1,-1 0
    Red:  d/cap1-ps 1,0 270
    Blue: d/full-s 2,-1 0
    Red:  d/cap1-ps -1,0 90
    Blue: d/full-s -2,0 0
    Red:  d/cap1-ps 0,1 0; {then}
"""
"""Red closes a plain of five tiles: 10 points if taken back, 5 if left to the end."""


def test_it_takes_back_with_its_last_turn_what_is_worth_less_in_the_end() -> None:
    """The closed plain is worth 10 now and 5 in the final scoring; the last action takes the 10."""
    game = lay(
        CLOSED_PLAIN.format(then="..."), sets=("discoverers",), start="d/full-p 0,0 0", rest="d/full-s"
    )
    assert turns_left(game.position, 0) == 1
    assert str(choose(game.position)) == "score 0,-1 plain@S"


@pytest.mark.parametrize("more", [0, 1])
@pytest.mark.parametrize("players", [2, 3, 5])
@pytest.mark.parametrize("hand", [0, 2])
def test_the_turns_that_are_left_are_those_that_come(more: int, players: int, hand: int) -> None:
    """At every decision, as many as the seat then lays tiles, and this one if its tile already lies.

    All tiles of these games fit somewhere.
    """
    options: Mapping[str, OptionValue] = {"hand": hand}
    record = GameRecord(
        ("Ann", "Bo", "Cid", "Dan", "Eve")[:players], "discoverers", ("discoverers",), options,
        bag=("discoverers/full-p",) * (12 + more), start=("discoverers/full-p", 0, 0, 0),
    )  # fmt: skip
    position, told = record.opening(), []
    turns: list[int] = []
    while not position.over:
        told.append(([turns_left(position, seat) for seat in range(players)], len(turns)))
        if position.phase is Phase.DEPLOY:
            turns.append(position.seat)
        position.play(position.legal_actions()[-1])
    for left, begun in told:
        assert left == [turns[begun:].count(seat) for seat in range(players)]


def test_it_leaves_no_closed_area_lying_at_the_end() -> None:
    """After the last tile, in four games, whatever closed area would lose points is taken back.

    Only one figure is, so what is taken is the best of them.
    """
    lost, gained = 0, 0
    for number in range(4):
        position = opening(3, f"end-{number}", players=2)
        while not position.over:
            if position.bag_left == 0 and position.phase is Phase.DEPLOY:
                gains = [
                    view.now - view.final
                    for standing in position.standing()
                    if standing.seat == position.seat
                    for view in [position.feature_at(standing.cell, standing.where)]
                ]
                lost += max(gains, default=0)
            action = choose(position)
            if position.bag_left == 0 and isinstance(action, TakeBack):
                view = position.feature_at(action.cell, action.where)
                gained += view.now - view.final
            position.play(action)
    assert lost == gained


def test_it_takes_two_closed_areas_back_while_there_are_two_turns() -> None:
    """With two turns left it wants both of them for the plains that it holds: 10 + 6 points.

    The tile closes an unclaimed plain of two tiles: a figure there brings 2 points, and costs 3 of the
    second plain, which is worth 6 if taken back and 3 in the end.
    """
    game = lay(
        CLOSED_PLAIN.format(then="pass")
        + """
        Red:  d/cap1-ps 2,0 90; deploy meeple plain@E
        Red:  d/cap2opp-sps 3,0 0
        Red:  d/cap1-ps 4,0 270
        Blue: d/cap1-ps 3,1 90
        Red:  d/cap1-ps 4,1 270; ...
        """,
        sets=("discoverers",),
        start="d/full-p 0,0 0",
        rest="d/full-s d/full-s",
    )
    assert turns_left(game.position, 0) == 2
    while not game.position.over:
        mine = game.to_move == "Red" and game.position.phase is Phase.DEPLOY
        game.play(str(choose(game.position)) if mine else str(game.position.legal_actions()[-1]))
    assert [award.points for award in game.awards if award.name == "Red"] == [10, 6]
