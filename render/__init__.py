"""Pictures of positions, and the words for those who cannot see them.

Everything here is a function of its arguments: the same position gives the same pixels. Pictures may be
made in several threads at once.
"""

from render.bare import bare_picture
from render.board import board_picture
from render.closeup import closeup_picture
from render.drawn import Drawn, Outline, Plan, Target
from render.encode import PROFILES, Encoded, Profile, encode, hurried_profile, profile_named
from render.films.film import Film, film
from render.films.mp4 import film_mp4
from render.layout import VIEWS
from render.looks import looks_picture
from render.replays.chart import score_chart
from render.replays.review import costliest, review_picture
from render.replays.summary import summary_picture
from render.replays.text import chart_text, film_text, review_text, summary_text
from render.say import Say
from render.shelf import Shelf
from render.sprites import SPRITES, Sprites
from render.text import KEYS, board_text, closeup_text, tiles_text
from render.theme import PLAYERS, Mark, PlayerLook, Theme
from render.themes import THEMES
from render.tiles import tiles_picture

__all__ = [
    "KEYS",
    "PLAYERS",
    "PROFILES",
    "SPRITES",
    "THEMES",
    "VIEWS",
    "Drawn",
    "Encoded",
    "Film",
    "Mark",
    "Outline",
    "Plan",
    "PlayerLook",
    "Profile",
    "Say",
    "Shelf",
    "Sprites",
    "Target",
    "Theme",
    "bare_picture",
    "board_picture",
    "board_text",
    "chart_text",
    "closeup_picture",
    "closeup_text",
    "costliest",
    "encode",
    "film",
    "film_mp4",
    "film_text",
    "hurried_profile",
    "looks_picture",
    "profile_named",
    "review_picture",
    "review_text",
    "score_chart",
    "summary_picture",
    "summary_text",
    "tiles_picture",
    "tiles_text",
]
