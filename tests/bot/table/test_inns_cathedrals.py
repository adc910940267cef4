"""Inns & Cathedrals at the table: what is worth nothing while it is open, and big meeples."""

from typing import Final

import pytest

from bot.games import describe
from bot.scene import Scene
from bot.texts import Texts
from core import GameRecord, tile_kind
from tests.bot.table.club import ANN, BO, Club

TEXTS: Final = Texts.load()
SETS: Final = ("base", "inns-cathedrals")


def said(club: Club, scene: Scene, language: str = "en") -> str:
    """All lines of a scene."""
    return "\n".join(club.text(line, language) for line in scene.lines)


async def test_an_open_road_with_an_inn_says_that_it_may_be_worth_nothing(club: Club) -> None:
    """Beside the letters and in the standings; when it is complete it is told why it gave more."""
    record = GameRecord(
        ("Ann", "Bo"),
        sets=SETS,
        start=("base/A", 0, 0, 0),
        bag=("inns-cathedrals/15", "base/A", "base/B"),
        actions=("draw", "place 0,1 90"),
    )
    scene = await club.set_up(record)
    assert "0 if it stays open: inn." in said(club, scene)
    await club.play(ANN, "deploy road@N big")
    reply = await club.say(BO, "score")
    assert reply.answer is not None
    assert "Inn" not in said(club, reply.answer)
    assert "(2 tiles; 0 if it stays open: inn): 0 points for Ann." in said(club, reply.answer)
    await club.play(BO, "place 0,2 180")
    await club.play(BO, "pass")
    (closing,) = club.replies[-1].closings.values()
    assert "Ann scores 6 points for a road with an inn (3 tiles)." in said(club, closing)


@pytest.mark.parametrize(
    ("sets", "tile", "text"),
    [
        (SETS, "inns-cathedrals/1", "city ↑→↓← + cathedral"),
        (SETS, "inns-cathedrals/15", "road →← + inn"),
        (SETS, "winter/5", "city ↑← + road ↓"),
        (("base", "winter", "inns-cathedrals"), "winter/5", "city ↑← + road ↓ + inn"),
        (("base", "winter"), "winter/5", "city ↑← + road ↓"),
    ],
)
def test_a_tile_says_that_it_has_an_inn_or_a_cathedral(sets: tuple[str, ...], tile: str, text: str) -> None:
    """On a tile of the winter only in games in which that is an inn."""
    seen = sets if tile.startswith("winter") and "winter" in sets else ()
    assert TEXTS.say(describe.tile(tile_kind(tile), seen), "en") == text


async def test_six_can_play(club: Club) -> None:
    """As without it."""
    await club.play(ANN, "new inns players=6")
    game = await club.say(ANN, "game")
    assert game.refusal is None
