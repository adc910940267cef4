"""Players of every level: legal, repeatable, blind to what is hidden, and each worth playing against."""

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import GameOver, GameRecord, Position
from core.opponents.levels import PLAYERS
from tests.core.games import CHANCES, choose, examples, records

LEVELS = tuple(PLAYERS)
ALL = ("base", "winter", "abbey-mayor", "hills-sheep")
FURTHER = ("base", "inns-cathedrals", "traders-builders")
GAMES = (
    ("carcassonne", ("base",)),
    ("carcassonne", ALL),
    ("carcassonne", FURTHER),
    ("discoverers", ("discoverers",)),
)


def led(position: Position, chance: random.Random, actions: int) -> Position:
    """The position after so many actions of chance."""
    for _ in range(actions):
        if position.over:
            break
        position.play(choose(position, chance))
    return position


@pytest.mark.parametrize("level", LEVELS)
@examples(8)
@given(record=records(tiles=30), chance=CHANCES, actions=st.integers(0, 70))
def test_a_choice_is_legal_and_the_same_again(
    level: str, record: GameRecord, chance: random.Random, actions: int
) -> None:
    """Wherever a game of any sets has got to, each level chooses legally, and leaves the position alone."""
    position = led(record.opening(), chance, actions)
    player = PLAYERS[level]
    if position.over:
        with pytest.raises(GameOver):
            player.choose(position)
        return
    before = position.copy()
    chosen = player.choose(position)
    assert position.can(chosen)
    assert position == before
    assert player.choose(position.copy()) == chosen


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("sets", [sets for _, sets in GAMES])
def test_what_is_hidden_has_no_influence(level: str, sets: tuple[str, ...]) -> None:
    """The same is chosen whatever order the rest of the bag has, and whatever tokens come."""
    chance, compared = random.Random(7), 0
    game = next(name for name, its in GAMES if its == sets)
    position = GameRecord(("Ann", "Bo", "Cid"), game, sets, seed="hidden").opening()
    while not position.over:
        if len(position.legal_actions()) > 1 and chance.random() < 0.1:
            other = reshuffled(position, chance)
            assert PLAYERS[level].choose(other) == PLAYERS[level].choose(position)
            compared += 1
        position.play(choose(position, chance))
    assert compared > 4


def reshuffled(position: Position, chance: random.Random) -> Position:
    """A position that looks the same: another order of the bag, other tokens, others under the hills."""
    other = position.copy()
    bag, drawn = position.setup.bag, position.drawn
    buried = {kind.id: kind for kind in position.setup.bag}
    hidden = [buried[tile] for tile in position.extra.get("hidden", ())]
    rest = [*hidden, *bag[drawn:]]
    chance.shuffle(rest)
    if hidden:
        other.extra = {**position.extra, "hidden": tuple(kind.id for kind in rest[: len(hidden)])}
    other.setup = replace(
        position.setup,
        bag=(*bag[:drawn], *rest[len(hidden) :]),
        tokens=tuple(chance.choice((1, 2, 3, 4, "wolf")) for _ in range(99)),
    )
    return other


@pytest.mark.parametrize("level", LEVELS)
def test_whoever_has_no_time_still_moves(level: str) -> None:
    """Out of time from the beginning, a level still plays a whole game."""
    position = GameRecord(("Ann", "Bo"), sets=ALL, seed="hurry").opening()
    while not position.over:
        position.play(PLAYERS[level].choose(position, lambda: True))


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("game", "sets"), GAMES)
def test_a_level_beats_chance(level: str, game: str, sets: tuple[str, ...]) -> None:
    """In a game that is always the same, with half of its tiles, it scores more than chance does."""
    bag = tuple(kind.id for kind in GameRecord(("A", "B"), game, sets, seed="small").opening().setup.bag[:40])
    position, chance = GameRecord(("A", "B"), game, sets, bag=bag).opening(), random.Random(1)
    while not position.over:
        legal = position.legal_actions()
        position.play(PLAYERS[level].choose(position) if position.seat == 0 else chance.choice(legal))
    assert position.scores[0] > position.scores[1]
