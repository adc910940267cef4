"""Colours: one table for each theme, and how the players are told apart.

A picture takes every colour from a :class:`Theme`; nothing else in :mod:`render` names one. The players'
colours are told apart with every common kind of colour blindness, and each has a mark of its own shape.
"""

from dataclasses import dataclass
from enum import StrEnum

from core.errors import NotationError

Colour = tuple[int, int, int]


class Mark(StrEnum):
    """The shape that a player's figures and name carry."""

    DISC = "disc"
    SQUARE = "square"
    TRIANGLE = "triangle"
    DIAMOND = "diamond"
    CROSS = "cross"
    STAR = "star"


@dataclass(frozen=True, slots=True)
class PlayerLook:
    """How a seat's figures look: ``name`` is the colour's key for texts (``colour.blue``)."""

    name: str
    colour: Colour
    on_colour: Colour
    mark: Mark


WHITE: Colour = (255, 255, 255)
DARK: Colour = (30, 26, 24)

PLAYERS: tuple[PlayerLook, ...] = (
    PlayerLook("blue", (28, 96, 190), WHITE, Mark.DISC),
    PlayerLook("orange", (226, 88, 20), WHITE, Mark.SQUARE),
    PlayerLook("yellow", (250, 208, 48), DARK, Mark.TRIANGLE),
    PlayerLook("black", (44, 42, 50), WHITE, Mark.DIAMOND),
    PlayerLook("purple", (176, 82, 178), WHITE, Mark.CROSS),
    PlayerLook("white", (246, 244, 238), DARK, Mark.STAR),
)


@dataclass(frozen=True, slots=True, eq=False)
class Theme:
    """The colours of a picture.

    ``roofs`` are taken in turn; ``snow`` tells whether roofs and trees bear it. Themes are compared by
    identity, so that caches look them up quickly.
    """

    name: str
    ink: Colour
    field: Colour
    field_light: Colour
    field_dark: Colour
    grass: Colour
    flower: Colour
    shadow: Colour
    tree: Colour
    tree_light: Colour
    tree_dark: Colour
    trunk: Colour
    road: Colour
    road_light: Colour
    road_edge: Colour
    verge: Colour
    paving: Colour
    paving_dark: Colour
    paving_light: Colour
    wall: Colour
    wall_light: Colour
    wall_dark: Colour
    roofs: tuple[Colour, ...]
    tower_roof: Colour
    plaster: Colour
    plaster_dark: Colour
    window: Colour
    church_roof: Colour
    stone: Colour
    shield: Colour
    shield_trim: Colour
    vine: Colour
    grape: Colour
    soil: Colour
    plain: Colour
    plain_dark: Colour
    mountain: Colour
    mountain_light: Colour
    mountain_dark: Colour
    peak: Colour
    sea: Colour
    sea_light: Colour
    sea_dark: Colour
    sand: Colour
    table: Colour
    table_line: Colour
    table_ink: Colour
    spot: Colour
    spot_edge: Colour
    spot_ink: Colour
    panel: Colour
    panel_card: Colour
    panel_ink: Colour
    panel_soft: Colour
    accent: Colour
    accent_ink: Colour
    snow: bool = False
    bold: bool = False
    """Whether outlines are heavier than usual."""


DAY = Theme(
    name="day",
    ink=(62, 46, 38),
    field=(160, 192, 104),
    field_light=(176, 205, 118),
    field_dark=(146, 180, 94),
    grass=(112, 150, 72),
    flower=(250, 240, 190),
    shadow=(84, 104, 62),
    tree=(84, 136, 70),
    tree_light=(126, 172, 88),
    tree_dark=(54, 96, 56),
    trunk=(108, 78, 54),
    road=(244, 230, 192),
    road_light=(252, 243, 216),
    road_edge=(130, 102, 68),
    verge=(134, 158, 84),
    paving=(222, 184, 134),
    paving_dark=(194, 152, 104),
    paving_light=(236, 204, 158),
    wall=(206, 196, 178),
    wall_light=(232, 225, 208),
    wall_dark=(140, 126, 110),
    roofs=((200, 92, 62), (184, 74, 54), (214, 118, 76), (168, 84, 66)),
    tower_roof=(78, 102, 136),
    plaster=(250, 238, 212),
    plaster_dark=(218, 196, 162),
    window=(96, 74, 62),
    church_roof=(196, 62, 48),
    stone=(236, 228, 212),
    shield=(36, 84, 160),
    shield_trim=(250, 214, 92),
    vine=(92, 138, 62),
    grape=(116, 62, 134),
    soil=(176, 140, 96),
    plain=(190, 206, 112),
    plain_dark=(164, 184, 90),
    mountain=(176, 156, 132),
    mountain_light=(214, 200, 180),
    mountain_dark=(122, 104, 92),
    peak=(250, 248, 242),
    sea=(104, 164, 200),
    sea_light=(168, 208, 226),
    sea_dark=(72, 130, 172),
    sand=(240, 222, 170),
    table=(238, 229, 208),
    table_line=(220, 208, 182),
    table_ink=(126, 108, 84),
    spot=(255, 252, 242),
    spot_edge=(204, 134, 20),
    spot_ink=(74, 46, 10),
    panel=(250, 245, 232),
    panel_card=(255, 253, 246),
    panel_ink=(52, 40, 32),
    panel_soft=(132, 114, 92),
    accent=(230, 140, 10),
    accent_ink=(60, 34, 0),
)

THEMES: dict[str, Theme] = {theme.name: theme for theme in (DAY,)}


def theme_named(name: str) -> Theme:
    """The theme of that name. Raises NotationError when there is none."""
    theme = THEMES.get(name)
    if theme is None:
        raise NotationError(f"there is no theme {name!r}; there are {', '.join(THEMES)}")
    return theme
