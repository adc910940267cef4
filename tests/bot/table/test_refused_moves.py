"""Moves that the words or the rules do not allow: each has its own sentence."""

from random import Random

import pytest

from bot import spots
from bot.command_names import GAME_COMMANDS
from bot.people import Person
from core import Figure, Phase, Place, Position
from core.rulesets import PHASES
from core.sets.abbey_mayor.actions import WAGON_DUE, MoveWagon
from tests.bot.table.club import ANN, BO, Club
from tests.bot.table.search import EVERYTHING, at, claimed_road, reach


def mover(position: Position) -> Person:
    """Who has to decide."""
    return (ANN, BO)[position.seat]


@pytest.mark.parametrize(
    ("words", "key"),
    [
        ("place", "usage.place"),
        ("place here", "usage.place"),
        ("place 1 45", "usage.place"),
        ("place 1 90 2", "usage.place"),
        ("place 0", "refusal.unknown_spot"),
        ("place 9999", "refusal.unknown_spot"),
        ("place 0,0", "refusal.illegal.taken"),
        ("place 50,50 90", "refusal.illegal.apart"),
        ("deploy a", "refusal.wrong_phase"),
        ("undo", "refusal.nothing_to_undo"),
        ("turn", "refusal.nothing_to_turn"),
    ],
)
async def test_laying_refuses_what_does_not_work(club: Club, words: str, key: str) -> None:
    """A wrong spot, turn or cell has its own sentence."""
    await club.begin()
    assert await club.refused(ANN, words) == key


async def test_a_turn_that_does_not_fit_is_told_which_do(club: Club) -> None:
    """The refusal of a turn names the turns that fit on that spot."""
    await club.set_up(at(Phase.PLACE, lambda position: bool(crooked(position))))
    position = await club.position()
    number, turn, fitting = crooked(position)[0]
    reply = await club.say(mover(position), f"place {number} {turn * 90}")
    assert reply.refusal is not None
    assert reply.refusal.key == "refusal.turn_does_not_fit"
    assert all(f"{other * 90}°" in club.text(reply.refusal) for other in fitting)


def crooked(position: Position) -> list[tuple[int, int, set[int]]]:
    """Spots with a turn that does not fit there and those that do."""
    found = []
    for number, cell in enumerate(spots.places(position), 1):
        fitting = {action.turn for action in spots.legal(position, Place) if action.cell == cell}
        found += [(number, turn, fitting) for turn in range(4) if turn not in fitting]
    return found


async def test_a_mismatch_is_explained(club: Club) -> None:
    """A cell beside the board where the tile does not continue its neighbours is refused for that reason."""
    await club.set_up(
        at(Phase.PLACE, lambda position: bool(set(position.board.frontier) - set(position.legal_spots())))
    )
    position = await club.position()
    x, y = min(set(position.board.frontier) - set(position.legal_spots()))
    assert await club.refused(mover(position), f"place {x},{y} 0") == "refusal.illegal.mismatch"


@pytest.mark.parametrize(
    ("words", "key"),
    [
        ("deploy", "usage.deploy"),
        ("deploy mayor", "usage.deploy"),
        ("deploy a b", "usage.deploy"),
        ("deploy a mayor b", "usage.deploy"),
        ("deploy z", "refusal.unknown_letter"),
        ("deploy 1", "refusal.unknown_letter"),
        ("deploy a barn", "refusal.illegal.no_such_figure"),
        ("deploy sea@N", "refusal.illegal.no_such_segment"),
        ("score 1", "refusal.comes_back_by_itself"),
        ("place 1", "refusal.wrong_phase"),
        ("draw", "refusal.wrong_phase"),
    ],
)
async def test_deploying_refuses_what_does_not_work(club: Club, words: str, key: str) -> None:
    """A wrong letter, figure or segment has its own sentence."""
    await club.set_up(at(Phase.DEPLOY, lambda position: len(spots.letters(position)) > 1))
    assert await club.refused(mover(await club.position()), words) == key


@pytest.mark.parametrize(
    ("sets", "words", "key"),
    [
        (("discoverers",), "score 1", "refusal.nothing_to_take_back"),
        (("discoverers",), "deploy", "usage.deploy"),
        (("base", "abbey-mayor"), "deploy", "usage.deploy.figure"),
    ],
)
async def test_a_refusal_knows_the_game(club: Club, sets: tuple[str, ...], words: str, key: str) -> None:
    """Only The Discoverers takes figures back, and no figure is named that the game does not have."""

    def first(position: Position) -> bool:
        return position.phase is Phase.DEPLOY and not any(position.standing())

    await club.set_up(reach(first, sets))
    assert await club.refused(mover(await club.position()), words) == key


async def test_a_claimed_feature_is_refused(club: Club) -> None:
    """The notation reaches a segment that is not offered, and the rule says no."""

    def claimed(position: Position) -> bool:
        return any(
            position.feature_at(position.laid[-1].cell, name).figures for name in position.laid[-1].tile.names
        )

    await club.set_up(at(Phase.DEPLOY, claimed))
    position = await club.position()
    laid = position.laid[-1]
    where = next(name for name in laid.tile.names if position.feature_at(laid.cell, name).figures)
    assert await club.refused(mover(position), f"deploy {where}") == "refusal.illegal.occupied"


async def test_where_everything_is_claimed_there_is_nothing_to_deploy(club: Club) -> None:
    """Who can put a figure nowhere is told so, whatever letter they say."""
    await club.set_up(claimed_road())
    await club.play(BO, "place 2,0")
    assert await club.refused(BO, "deploy a") == "refusal.nothing_to_deploy"
    assert await club.refused(BO, "deploy road@W") == "refusal.illegal.occupied"


async def test_who_has_no_meeple_left_is_told_so(club: Club) -> None:
    """The notation reaches free features, and the rule says that the supply is empty."""

    def empty(position: Position) -> bool:
        looks = position.legal_spots().get(spots.places(position)[0], ())
        return position.supply(position.seat)[Figure.MEEPLE] == 0 and len(looks) > 1

    await club.set_up(at(Phase.PLACE, empty))
    who = mover(await club.position())
    await club.play(who, "place 1")
    where = (await club.position()).laid[-1].tile.names[0]
    assert await club.refused(who, f"deploy {where}") == "refusal.illegal.no_supply"


async def test_a_letter_where_two_figures_could_go_asks_for_the_figure(club: Club) -> None:
    """Without a meeple, a letter that suits several figures is not enough."""

    def two(position: Position) -> bool:
        return any(
            Figure.MEEPLE not in figures and len(figures) > 1
            for _, where in spots.letters(position)
            if (figures := spots.figures(position, where))
        )

    await club.set_up(reach(lambda p: p.phase is Phase.DEPLOY and two(p), EVERYTHING))
    position = await club.position()
    letter, where = next(
        (letter, where)
        for letter, where in spots.letters(position)
        if len(spots.figures(position, where)) > 1
    )
    assert await club.refused(mover(position), f"deploy {letter}") == "refusal.which_figure"
    figure = spots.figures(position, where)[0]
    await club.play(mover(position), f"deploy {letter} {figure}")
    stored = await club.store.load(club.channel)
    assert stored is not None
    assert f"deploy {figure} {where}" in stored.actions


@pytest.mark.parametrize(
    ("words", "key"),
    [("wagon", "usage.wagon"), ("wagon away", "usage.wagon"), ("wagon 1 2 3", "usage.wagon"),
     ("wagon 1 x", "usage.wagon"), ("wagon 0", "refusal.unknown_spot"), ("wagon 99", "refusal.unknown_spot"),
     ("wagon 99,99 road@N", "refusal.illegal.no_tile"),
     ("wagon 0,0 sea@N", "refusal.illegal.no_such_segment"),
     ("pass", "refusal.wrong_phase")],
)  # fmt: skip
async def test_wagons_refuse_what_does_not_work(club: Club, words: str, key: str) -> None:
    """A wrong place for a wagon has its own sentence."""
    await club.set_up(at(WAGON_DUE))
    assert await club.refused(mover(await club.position()), words) == key


async def test_a_wagon_out_of_reach_is_refused(club: Club) -> None:
    """A segment that exists but cannot be reached is refused by the rule."""
    await club.set_up(at(WAGON_DUE))
    position = await club.position()
    offered = {(move.cell, move.where) for move in spots.legal(position, MoveWagon)}
    laid, where = next(
        (laid, where)
        for laid in position.laid
        for where in laid.tile.names
        if (laid.cell, where) not in offered
    )
    x, y = laid.cell
    assert await club.refused(mover(position), f"wagon {x},{y} {where}") == "refusal.illegal.wagon_reach"


@pytest.mark.parametrize(
    ("words", "key"),
    [("choose", "usage.choose"), ("choose 1 2", "usage.choose"), ("choose 0", "refusal.unknown_tile"),
     ("choose 9", "refusal.unknown_tile"), ("choose base/D", "refusal.illegal.not_in_hand")],
)  # fmt: skip
async def test_choosing_refuses_what_does_not_work(club: Club, words: str, key: str) -> None:
    """A tile that is not in the hand has its own sentence."""
    await club.set_up(at(Phase.CHOOSE))
    assert await club.refused(mover(await club.position()), words) == key


@pytest.mark.parametrize(
    ("words", "key"),
    [("score 0", "refusal.unknown_figure"), ("score 9", "refusal.unknown_figure"), ("score x", "usage.score"),
     ("score 0,0 here", "usage.score"), ("score 99,99 sea@N", "refusal.illegal.no_tile"),
     ("score", "usage.score")],
)  # fmt: skip
async def test_taking_back_refuses_what_does_not_work(club: Club, words: str, key: str) -> None:
    """A figure that is not there has its own sentence; with several, one has to be named."""

    def several(position: Position) -> bool:
        return position.phase is Phase.DEPLOY and len(spots.take_backs(position)) > 1

    await club.set_up(reach(several, ("discoverers",)))
    assert await club.refused(mover(await club.position()), words) == key


NOISE = (
    "", "0", "1", "7", "-1", "99999", "a", "B", "zz", "0,0", "1,-1", "1,0 90", "90", "45", "360", "meeple",
    "mayor", "barn", "wagon", "shepherd", "road@N", "city@inside", "corner@NE", "corner@XX", "monastery",
    "home", "yes", "no", "base/D", "winter", "all", "fields=off", "players=x", "order=", "=", "whole",
    "\u202e", "\U0001f600" * 30, "'; DROP", "<b>", "{who}",
)  # fmt: skip


@pytest.mark.parametrize("phase", PHASES)
async def test_no_nonsense_does_harm(club: Club, phase: Phase) -> None:
    """Whatever is typed in whatever phase is answered, and what is refused has changed nothing."""
    chance = Random(phase.value)
    await club.set_up(at(phase))
    for _ in range(60):
        command = " ".join((chance.choice(GAME_COMMANDS), *chance.choices(NOISE, k=chance.randrange(4))))
        before = await club.store.version(club.channel)
        reply = await club.say(chance.choice((ANN, BO)), command)
        assert (reply.refusal is None) != (reply.scene is None and reply.answer is None), command
        if reply.refusal is not None:
            assert await club.store.version(club.channel) == before
