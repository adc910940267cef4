"""What a theme has to colour, and how the players are told apart.

A picture takes its colours from a :class:`Theme` (see :mod:`render.themes`). The players' colours are told
apart with every common kind of colour blindness, and each has a mark of its own shape besides.
"""

from dataclasses import dataclass
from enum import StrEnum

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
    PlayerLook("purple", (214, 110, 186), DARK, Mark.CROSS),
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
    leaf_edge: Colour
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
    water: Colour
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
    drift: Colour
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
    snow: bool = False
    bold: bool = False
    """Whether outlines are heavier than usual."""
