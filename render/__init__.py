"""Pictures of positions, and the words for those who cannot see them.

Everything here is a function of its arguments: the same position gives the same pixels. Pictures may be
made in several threads at once.
"""

from render.board import board_picture
from render.closeup import closeup_picture
from render.drawn import Drawn, Target
from render.encode import PROFILES, Encoded, Profile, encode
from render.layout import VIEWS
from render.sprites import Sprites
from render.text import KEYS, Say, board_text, closeup_text, tiles_text
from render.theme import PLAYERS, Mark, PlayerLook, Theme
from render.themes import THEMES
from render.tiles import tiles_picture

__all__ = [
    "KEYS",
    "PLAYERS",
    "PROFILES",
    "THEMES",
    "VIEWS",
    "Drawn",
    "Encoded",
    "Mark",
    "PlayerLook",
    "Profile",
    "Say",
    "Sprites",
    "Target",
    "Theme",
    "board_picture",
    "board_text",
    "closeup_picture",
    "closeup_text",
    "encode",
    "tiles_picture",
    "tiles_text",
]
