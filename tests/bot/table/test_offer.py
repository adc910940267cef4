"""What a scene offers to those who point at the board: all that is legal, and nothing else."""

import random
import sys
from pathlib import Path
from types import FrameType

import pytest

from bot.scene import Offer, Scene, for_reader
from bot.spots import legal
from core import Cell, Choose, Deploy, Figure, GameRecord, Phase, Position, TakeBack
from core.rulesets import EXPANSIONS
from core.sets.abbey_mayor.actions import ABBEY_DUE, WAGON_DUE, MoveWagon, PlayAbbey
from tests.bot.table.club import ANN, BO, CHANNEL, Club, commands
from tests.bot.table.search import at

GAMES = (("base",), ("base", *EXPANSIONS), ("discoverers",))


def offered(scene: Scene) -> Offer:
    """What the scene offers to whoever decides, and to nobody else."""
    others = [for_reader(scene, key).offer for key in (ANN.key, BO.key, "") if key != scene.actor]
    assert others == [None, None]
    offer = for_reader(scene, scene.actor).offer
    assert offer is not None
    return offer


def compared(position: Position, scene: Scene) -> None:
    """The offer is the legal actions that have a place, and every command of it is a button's."""
    offer = offered(scene)
    assert dict(offer.placements) == position.legal_spots()
    areas = {(cell, where, figure) for cell, where, uses in offer.areas for _, figure in uses}
    rules: set[tuple[Cell, str, Figure | None]] = set()
    if position.last is not None:
        cell = position.last.cell
        rules |= {(cell, deploy.where, deploy.figure) for deploy in legal(position, Deploy)}
    rules |= {(back.cell, back.where, None) for back in legal(position, TakeBack)}
    moved = {(move.cell, move.where) for move in legal(position, MoveWagon)}
    assert areas == rules or {area[:2] for area in areas} == moved
    kinds = {action.tile for action in legal(position, Choose)}
    held = {tile for tile, _ in offer.held}
    assert held == kinds or (held - {""} and legal(position, PlayAbbey))
    buttons = set(commands(scene))
    assert {f"place {number}" for number in range(1, len(offer.placements) + 1)} <= buttons
    assert {use.command for _, _, uses in offer.areas for use in uses} <= buttons
    assert {command for _, command in offer.held} <= buttons


@pytest.mark.parametrize("sets", GAMES, ids="+".join)
async def test_all_of_a_game_can_be_pointed_at(club: Club, sets: tuple[str, ...]) -> None:
    """Forty decisions of a game, each taken with a command that a touch would send."""
    game = "discoverers" if sets == ("discoverers",) else "carcassonne"
    scene = await club.set_up(GameRecord(("Ann", "Bo"), game, sets, seed="touch", actions=("draw",)))
    rng = random.Random(3)
    for _ in range(40):
        position = (await club.position()).copy()
        if position.over:
            break
        if scene.offer is None or not (scene.offer.placements or scene.offer.areas or scene.offer.held):
            command = commands(scene)[0]
        else:
            compared(position, scene)
            command = rng.choice(list(touches(scene.offer)))
        scene = await club.play(ANN if scene.actor == ANN.key else BO, command)


def touches(offer: Offer) -> list[str]:
    """Everything that could be confirmed."""
    return [
        *(f"place {n} {turn * 90} yes" for n, (_, turns) in enumerate(offer.placements, 1) for turn in turns),
        *(f"{use.command} yes" for _, _, uses in offer.areas for use in uses),
        *(f"{command} yes" for _, command in offer.held),
    ]


@pytest.mark.parametrize("phase", [WAGON_DUE, Phase.CHOOSE, Phase.DRAW, ABBEY_DUE])
async def test_decisions_of_sets_can_be_pointed_at(club: Club, phase: Phase) -> None:
    """Where a wagon goes, which tile of a hand, an abbey in place of drawing or after the last tile."""
    scene = await club.set_up(at(phase))
    position = (await club.position()).copy()
    compared(position, scene)
    offer = offered(scene)
    assert bool(offer.areas) == (phase is WAGON_DUE)
    assert bool(offer.held) == (phase is not WAGON_DUE)
    await club.play(ANN if scene.actor == ANN.key else BO, touches(offer)[-1])
    assert await club.position() != position


async def test_a_move_that_waits_for_its_confirmation_is_not_offered_anew(club: Club) -> None:
    """Whoever wants to be asked sees the question alone; what is confirmed at once is not asked about."""
    scene = await club.begin()
    await club.say(ANN, "settings me confirm=on")
    asked = await club.play(ANN, "place 1")
    assert asked.offer is None
    assert "place 1 yes" in commands(asked)
    back = await club.play(ANN, "undo")
    assert back.offer == scene.offer
    assert back.offer is not None
    laid = await club.play(ANN, f"place 1 {back.offer.placements[0][1][0] * 90} yes")
    assert laid.offer is not None
    assert not laid.offer.placements


async def test_the_spots_of_a_tile_are_sought_once(club: Club) -> None:
    """For the numbers, the buttons and the page alike."""
    await club.begin()
    found: list[str] = []

    def called(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code.co_name == "legal_spots":
            found.append(Path(frame.f_code.co_filename).name)

    sys.setprofile(called)
    try:
        scene = await club.table.view(CHANNEL)
    finally:
        sys.setprofile(None)
    assert scene is not None
    assert "place 1" in commands(scene)
    assert found.count("views.py") == 1
