"""Reference pictures: ``python -m tests.render.goldens`` draws them anew. Look at them before you commit."""

from collections.abc import Callable
from pathlib import Path

from PIL import Image

from core import Position
from render import board_picture, closeup_picture, tiles_picture
from render.encode import few_colours
from tests.render.positions import EVERYTHING, NAMES, deploying, many_spots, offered, placing, scoring

FOLDER = Path(__file__).parent.parent / "golden"


def board(position: Position, theme: str = "day", tint: bool = False) -> Image.Image:
    """A board with the spots of the tile in hand."""
    names = NAMES[: len(position.players)]
    spots = tuple(position.legal_spots())
    return board_picture(position, names=names, spots=spots, profile="telegram", theme=theme, tint=tint).image


def closeup(position: Position) -> Image.Image:
    """A close-up with letters."""
    return closeup_picture(position, names=NAMES[: len(position.players)], letters=offered(position)).image


def points() -> Image.Image:
    """A board on which points were just given."""
    position, events = scoring()
    return board_picture(position, names=NAMES[:3], events=events, profile="telegram").image


GOLDENS: dict[str, Callable[[], Image.Image]] = {
    "base": lambda: board(placing(("base",), 45)),
    "winter": lambda: board(placing(("base", "winter"), 40, 3), theme="winter"),
    "abbey-mayor": lambda: board(placing(("base", "abbey-mayor"), 50, 4)),
    "hills-sheep": lambda: board(placing(("base", "hills-sheep"), 50, 3)),
    "river": lambda: board(placing(("base", "river"), 50, 3)),
    "inns-cathedrals": lambda: board(placing(("base", "inns-cathedrals"), 70, 4, "ab"), theme="winter"),
    "traders-builders": lambda: board(placing(("base", "traders-builders"), 60, 4), theme="night"),
    "everything": lambda: board(placing(EVERYTHING, 90, 6), tint=True),
    "discoverers": lambda: board(placing(("discoverers",), 45, 3)),
    "night": lambda: board(placing(EVERYTHING, 40, 5, seed="ab"), theme="night"),
    "contrast": lambda: board(placing(EVERYTHING, 40, 2, seed="cd"), theme="contrast"),
    "spots": lambda: board(many_spots()),
    "points": points,
    "closeup": lambda: closeup(deploying(EVERYTHING, 45)),
    "closeup-discoverers": lambda: closeup(deploying(("discoverers",), 30)),
    "tiles": lambda: tiles_picture(placing(EVERYTHING, 30).unseen()).image,
}
"""Each reference picture by name."""


def shrunk(image: Image.Image) -> Image.Image:
    """The picture at half its size, as it is kept."""
    return image.reduce(2)


def main() -> None:
    """Draw every reference picture."""
    FOLDER.mkdir(exist_ok=True)
    for name, draw in GOLDENS.items():
        few_colours(shrunk(draw())).save(FOLDER / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
