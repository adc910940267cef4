"""Undoing once the next tile has been seen: nobody learns by it, or changes, what comes."""

import random

import pytest

from bot.scene import Scene
from core import GameRecord, Phase, Position, TileDrawn
from core.actions import DRAW
from tests.bot.table.club import ANN, BO, Club, commands, keys
from tests.bot.table.search import EVERYTHING, claimed_road, reach
from tests.bot.table.undoing import actions, agreed


def one_hole(position: Position) -> bool:
    """Whether the abbey can be laid, and leaves no choice to whoever comes next."""
    return position.phase is Phase.DRAW and len(list(position.board.frontier.holes())) == 1


@pytest.mark.parametrize("rule", ["next", "free"])
async def test_the_abbey_is_not_traded_for_the_next_players_tile(club: Club, rule: str) -> None:
    """Whoever has laid the abbey and seen the next tile would draw that very tile by going back further."""
    await club.set_up(reach(one_hole, EVERYTHING))
    await agreed(club, rule)
    seat = (await club.position()).seat
    who, other = (ANN, BO)[seat], (ANN, BO)[1 - seat]
    before = await actions(club)
    await club.play(who, "abbey")
    while (position := await club.position()).seat == seat:
        await club.play(who, "place 1" if position.phase is Phase.PLACE else "pass")
    assert position.phase is Phase.PLACE
    tile = position.tile
    while "undo" in commands(club.scene or Scene(())):
        await club.play(who, "undo")
        if (await club.position()).seat != seat:
            await club.play(other, "vote yes")
    assert (await actions(club))[: len(before) + 1] == (*before, "abbey")
    assert await club.refused(who, "undo") == "refusal.undo_abbey"
    assert {"vote.undo", "vote.step"} & set(keys(await club.play(who, "undo ask")))
    await club.say(other, "vote no")
    while (position := await club.position()).seat == seat:
        await club.play(who, "place 1" if position.phase is Phase.PLACE else "pass")
    assert (await club.position()).tile == tile


@pytest.mark.parametrize("seed", range(12))
def test_other_moves_bring_the_same_tiles(seed: int) -> None:
    """With every expansion, whatever is laid instead: the tiles that were seen come in the same order.

    Tiles that fit nowhere are discarded as they come, and hills hide the same tiles.
    """
    chance = random.Random(seed)
    record = GameRecord(
        ("Ann", "Bo", "Cid"), sets=EVERYTHING, seed=f"again-{seed}", options={"even_turns": "exact"}
    )
    orders = []
    for _ in range(2):
        position = record.opening()
        drawn: list[str] = []
        while not position.over and len(drawn) < 40:
            legal = position.legal_actions()
            action = DRAW if DRAW in legal else chance.choice(legal)
            events = position.play(action)
            drawn += [event.tile for event in events if isinstance(event, TileDrawn)]
        orders.append(drawn[:40])
    assert orders[0] == orders[1]


async def test_an_open_hand_is_seen_when_its_turn_comes(club: Club) -> None:
    """In The Discoverers with open hands the next player's hand is what has been seen."""
    await club.begin("discoverers", "hand=2")
    await club.play(ANN, "choose 1")
    scene = await club.play(ANN, "place 1")
    assert "undo" in commands(scene)
    scene = await club.play(ANN, "pass")
    before = await actions(club)
    scene = await club.play(ANN, "undo")
    assert "vote.undo_next" in keys(scene)
    assert await actions(club) == before
    assert "undone.next" in keys(await club.play(BO, "vote yes"))


async def test_a_tile_is_not_turned_any_more_once_the_next_one_is_seen(club: Club) -> None:
    """Turning the tile just laid would be an undo as well."""
    await club.set_up(claimed_road())
    await club.play(BO, "place 2,0 0")
    assert (await club.position()).seat == 0
    before = await actions(club)
    assert await club.refused(BO, "turn") == "refusal.not_your_turn"
    assert await actions(club) == before
