"""Contact sheets to look at: ``python -m tests.render.contact FOLDER [--games N] [--sets SET ...]``.

Ten random games of each set at different moments, as wide as a phone, a window and a screen, in every theme,
and on the phone as people with each kind of colour blindness see them; with each game's chart and summary.
"""

import argparse
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path

from PIL import Image

from core import GameRecord, Position
from render import THEMES, board_picture
from tests.render.positions import NAMES
from tests.render.replays import ALL_SETS, chart, film_of, frame, summary, whole_game
from tests.render.sight import SIGHTS, seen_by

WIDTHS = (420, 800, 1280)
ACROSS = 5
GAP = 10

Drawing = Callable[[int, str], Image.Image]
"""Draws a game, by its number, in a theme."""


def at_width(image: Image.Image, width: int) -> Image.Image:
    """The picture scaled to a width."""
    return image.resize((width, round(image.height * width / image.width)), Image.Resampling.LANCZOS)


def grid(images: Sequence[Image.Image], across: int = ACROSS) -> Image.Image:
    """Pictures in rows."""
    rows = [images[start : start + across] for start in range(0, len(images), across)]
    size = (
        max(sum(image.width + GAP for image in row) for row in rows) - GAP,
        sum(max(image.height for image in row) + GAP for row in rows) - GAP,
    )
    whole, top = Image.new("RGB", size, (255, 255, 255)), 0
    for row in rows:
        left = 0
        for image in row:
            whole.paste(image, (left, top))
            left += image.width + GAP
        top += max(image.height for image in row) + GAP
    return whole


@cache
def game(sets: tuple[str, ...], number: int) -> GameRecord:
    """The random game with this number; two to five players, six where there may be."""
    players = 2 + number % (4 if "discoverers" in sets else 5)
    return whole_game(sets, players, f"{number:04x}", number)


@cache
def moment(sets: tuple[str, ...], number: int) -> Position:
    """A moment of a game, each game's later than that of the one before, the last one's its end."""
    played = game(sets, number)
    return played.replay(round(len(played.actions) * min((number % 10 + 1) / 10, 1)))


def board(sets: tuple[str, ...], number: int, theme: str) -> Image.Image:
    """A moment of a game as its players see it; every third one tinted."""
    position = moment(sets, number)
    names, spots = NAMES[: len(position.players)], tuple(position.legal_spots() if position.tile else ())
    return board_picture(position, names=names, spots=spots, theme=theme, tint=number % 3 == 2).image


def sheets(sets: tuple[str, ...], games: int) -> Iterator[tuple[str, Image.Image]]:
    """Every sheet of a set, with its name."""
    name = "+".join(sets)
    for theme in THEMES:
        boards = [board(sets, number, theme) for number in range(games)]
        for width in WIDTHS:
            yield f"{name}-{theme}-{width}", grid([at_width(image, width) for image in boards])
        phone = [at_width(image, WIDTHS[0]) for image in boards]
        for sight in SIGHTS:
            yield f"{name}-{theme}-{sight}", grid([seen_by(image, sight) for image in phone])
        told = [
            at_width(picture(game(sets, number), theme), WIDTHS[0])
            for picture in (chart, summary, last_frame)
            for number in range(games)
        ]
        yield f"{name}-{theme}-told", grid(told, games)
        for sight in SIGHTS:
            yield f"{name}-{theme}-told-{sight}", grid([seen_by(image, sight) for image in told], games)


def last_frame(played: GameRecord, theme: str) -> Image.Image:
    """The end of a game's film."""
    return frame(film_of(played, theme), -1)


def main() -> None:
    """Draw the sheets into a folder."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--sets", nargs="*", default=["+".join(sets) for sets in ALL_SETS])
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    for name in asked.sets:
        for title, image in sheets(tuple(name.split("+")), asked.games):
            image.save(asked.folder / f"{title}.jpg", quality=90)


if __name__ == "__main__":
    main()
