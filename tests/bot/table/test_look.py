"""``board``: the board as one wants to see it."""

import pytest

from bot.scene import FULL, PictureKind
from core import GameRecord, PointsAwarded
from tests.bot.table.club import ANN, BO, CID, Club, commands
from tests.bot.table.playing import answered


@pytest.mark.parametrize(
    ("command", "view", "tint"),
    [
        ("board", "whole", False),
        ("board close", "close", False),
        ("board MINE", "mine", False),
        ("board full", FULL, False),
        ("board owners", "whole", True),
        ("board close owners", "close", True),
        ("board Owners mine", "mine", True),
    ],
)
async def test_the_board_is_shown_as_asked(club: Club, command: str, view: str, tint: bool) -> None:
    """The whole board unless another view is asked for, with or without the owners' colours."""
    await club.begin()
    shown = await answered(club, BO, command)
    picture = shown.picture
    assert picture is not None
    assert (picture.kind, picture.view, picture.tint, picture.seat) == (PictureKind.BOARD, view, tint, 1)
    assert picture.slow is (view == FULL)


@pytest.mark.parametrize("command", ["board upside-down", "board whole close", "board 3"])
async def test_there_are_no_other_views(club: Club, command: str) -> None:
    """Anything else is answered with what there is."""
    await club.begin()
    assert await club.refused(ANN, command) == "usage.board"


async def test_who_does_not_play_has_no_figures_to_look_for(club: Club) -> None:
    """Onlookers see all the other views, and no button for their own."""
    await club.begin()
    assert await club.refused(CID, "board mine") == "refusal.not_a_player"
    shown = await answered(club, CID, "board")
    assert commands(shown) == ("board close", "board full", "board whole owners")


async def test_each_view_leads_to_all_others(club: Club) -> None:
    """The buttons lead to the other views and keep the owners' colours; one turns these on or off."""
    await club.begin()
    whole = await answered(club, ANN, "board")
    assert commands(whole) == ("board close", "board mine", "board full", "board whole owners")
    coloured = await answered(club, ANN, "board whole owners")
    assert commands(coloured) == (
        "board close owners", "board mine owners", "board full owners", "board whole",
    )  # fmt: skip
    full = await answered(club, ANN, "board full")
    assert commands(full) == ("board whole", "board close", "board mine", "board whole owners")
    for command in {*commands(whole), *commands(coloured), *commands(full)}:
        assert (await answered(club, ANN, command)).picture is not None


async def test_points_just_won_are_on_the_next_boards(club: Club) -> None:
    """The board on which the next player lays, and every other board until then, shows what was won."""
    record = GameRecord(("Ann", "Bo"), bag=("base/E", "base/U", "base/U"), actions=("draw", "place 0,-1 180"))
    await club.set_up(record)
    scene = await club.play(ANN, "deploy city@S")
    asked = await answered(club, BO, "board")
    for picture in (scene.picture, asked.picture):
        assert picture is not None
        won = [event for event in picture.events if isinstance(event, PointsAwarded)]
        assert [(event.seat, event.points) for event in won] == [(0, 4)]
    later = await club.play(BO, "place 1,0 0")
    later = await club.play(BO, "pass") if later.actor == BO.key else later
    assert later.picture is not None
    assert not [event for event in later.picture.events if isinstance(event, PointsAwarded)]


async def test_a_chosen_theme_is_that_of_all_pictures(club: Club) -> None:
    """The theme of a chat holds for what is shown and asked, and for the next game there."""
    await club.begin()
    assert club.scene is not None
    assert club.scene.picture is not None
    assert club.scene.picture.theme == "auto"
    changed = await club.play(ANN, "settings theme=night")
    assert changed.picture is not None
    assert changed.picture.theme == "night"
    for command in ("board", "tiles", "replay chart"):
        shown = await answered(club, BO, command)
        assert shown.picture is not None
        assert shown.picture.theme == "night"
    await club.play(ANN, "end yes")
    again = await club.begin()
    assert again.picture is not None
    assert again.picture.theme == "night"


async def test_themes_are_chosen_by_those_who_may(club: Club) -> None:
    """The host has buttons for the other themes; nobody else can change it, and there are no others."""
    await club.begin()
    offered = commands(await answered(club, ANN, "settings"))
    assert offered[1:] == tuple(f"settings theme={name}" for name in ("day", "night", "winter", "contrast"))
    assert await club.refused(BO, "settings theme=day") == "refusal.until_heirs"
    assert await club.refused(ANN, "settings theme=pink") == "refusal.option_value"
    await club.play(ANN, "settings theme=winter")
    assert "settings theme=auto" in commands(await answered(club, ANN, "settings"))
