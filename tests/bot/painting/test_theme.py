"""In which theme pictures are drawn."""

from dataclasses import replace

from bot.painting.theme import theme_of
from bot.scene import THEMES as SCENE_THEMES
from bot.scene import Picture, PictureKind
from render import THEMES
from tests.render.replays import whole_game


def test_all_themes_can_be_chosen() -> None:
    """What people can choose is what can be drawn."""
    assert set(SCENE_THEMES) == set(THEMES)


def test_the_theme_goes_with_the_game() -> None:
    """Without a theme, games with the winter set are shown in winter; a chosen theme always holds."""
    board = Picture(PictureKind.BOARD, whole_game(("base",), 3, tiles=8).replay(), ("Ann", "Bo", "Cy"))
    winter = replace(board, position=whole_game(("base", "winter"), 3, tiles=8).replay())
    assert theme_of(board) == "day"
    assert theme_of(winter) == "winter"
    assert theme_of(replace(winter, theme="contrast")) == "contrast"
