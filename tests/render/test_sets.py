"""What a set adds to pictures and words stands in one file, which is found."""

import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest
from PIL import Image, ImageChops

import render
from core import Figure, Position, tile_kind
from core.records.history import KINDS
from core.rulesets import FIGURES, SET_NAMES
from render import PLAYERS, Sprites, board_picture, board_text
from render.paintings.figures import paint_figure
from render.paintings.tile import mark_spots, paint_tile
from render.sets import figure_painter, find_again, pictures, points_kind
from render.text import tile_text
from render.themes import DAY
from tests.render.english import say as english
from tests.render.positions import NAMES, deploying, placing

ROOT = Path(render.__file__).parent
PINK, TEAL, GOLD = (250, 20, 240), (0, 250, 230), (251, 221, 2)

GIANTS = f"""
from PIL import Image
from render.sets.pictures import Holding, Mark, SetPictures, Tally

def giant(canvas, look):
    canvas.box((0.1, 0.1, 0.9, 0.9), {PINK})

def cave(canvas, centre, radius):
    canvas.disc(centre, radius, {TEAL})

PICTURES = SetPictures(
    "giants",
    figures={{"giant": giant}},
    tallies={{"giant": Tally("clubs", lambda size: club(size), lambda position, seat: 1, lambda _: None)}},
    marks=(Mark(lambda kind: kind.id == "base/U", cave, "alt.on.cave"),),
    holdings=(Holding("club", lambda position, seat: seat, lambda size, theme: club(size)),),
)

def club(size):
    return Image.new("RGBA", (size, size), {(*GOLD, 255)})
"""


@pytest.fixture
def giants(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A set that nobody has heard of: one file beside those of the others."""
    tmp_path.joinpath("giants.py").write_text(GIANTS)
    monkeypatch.setattr("render.sets.__path__", [*sys.modules["render.sets"].__path__, str(tmp_path)])
    find_again()
    mark_spots.cache_clear()
    yield
    sys.modules.pop("render.sets.giants", None)
    find_again()
    mark_spots.cache_clear()


def say(key: str, **args: object) -> str:
    """English, and the words of giants."""
    return {"alt.on.cave": "a cave", "alt.supply.club": f"{args.get('count')} club"}.get(key) or english(
        key, **args
    )


def with_giants(position: Position) -> Position:
    """The same position as one of a game with giants, who add no rules."""
    copy = position.copy()
    copy.rules = replace(copy.rules, sets=(*copy.rules.sets, "giants"))
    return copy


def pixels(image: Image.Image, colour: tuple[int, int, int]) -> int:
    """How many pixels have exactly this colour."""
    found = image.convert("RGB").getcolors(image.width * image.height) or []
    return sum(count for count, shown in found if shown == colour)


@pytest.mark.usefixtures("giants")
def test_the_figure_of_a_new_set_is_painted() -> None:
    """A figure is painted as the file of its set says, on the board with its number beside it."""
    assert pixels(paint_figure("giant", PLAYERS[0], 40), PINK) > 400
    position = deploying(("base",), 30, 3).copy()
    assert position.figures
    before = board_picture(position, names=NAMES[:3], sprites=Sprites()).image
    giant = cast("Figure", "giant")
    position.figures = tuple(one._replace(figure=giant) for one in position.figures)
    after = board_picture(position, names=NAMES[:3], sprites=Sprites()).image
    for colour in (PINK, GOLD):
        assert not pixels(before, colour)
        assert pixels(after, colour) > 20 * len(position.figures)


@pytest.mark.usefixtures("giants")
def test_the_mark_of_a_new_set_is_painted_and_told() -> None:
    """A mark is painted on the tiles that have it and named in words; other tiles are as before."""
    marked, other = (tile_kind(f"base/{name}").turns[0] for name in "UV")
    assert pixels(paint_tile(marked, 96, DAY), TEAL) > 50
    assert "a cave" in tile_text(marked, say)
    assert not pixels(paint_tile(other, 96, DAY), TEAL)
    assert "cave" not in tile_text(other, say)


@pytest.mark.usefixtures("giants")
def test_what_players_of_a_new_set_hold_is_on_their_card_and_told() -> None:
    """A card shows what its player holds, with the number where there are several; so does the text."""
    without = placing(("base",), 12, 3)
    position = with_giants(without)
    plain = board_picture(without, names=NAMES[:3], sprites=Sprites()).image
    shown = board_picture(position, names=NAMES[:3], sprites=Sprites()).image
    changed = ImageChops.difference(plain, shown).getbbox()
    assert not pixels(plain, GOLD)
    assert pixels(shown, GOLD) > 200
    assert changed is not None
    assert changed[1] > plain.height / 2, "only cards have changed"
    standings = board_text(position, say, names=NAMES[:3], longest=10_000)
    assert "1 club" in standings
    assert "2 club" in standings
    assert "0 club" not in standings
    assert "club" not in board_text(without, say, names=NAMES[:3], longest=10_000)


@pytest.mark.usefixtures("giants")
def test_a_new_set_is_found_beside_the_others() -> None:
    """The row of its file is one of the rows."""
    assert set(pictures()) >= {*SET_NAMES, "giants"}


def test_whatever_the_core_has_can_be_shown() -> None:
    """Every set, figure and kind of points of the core has its picture."""
    assert set(pictures()) >= set(SET_NAMES)
    for figure in FIGURES:
        figure_painter(figure)
    for kind in KINDS:
        points_kind(kind)


def test_nobody_outside_knows_a_set() -> None:
    """No other file of the package loads a set's own file, or names a figure that only a set has."""
    own = ROOT / "sets"
    outside = [path for path in ROOT.rglob("*.py") if own not in path.parents]
    files = "|".join(path.stem for path in own.glob("*.py") if path.stem not in {"__init__", "pictures"})
    figures = "|".join(figure.upper() for figure in FIGURES if figure is not Figure.MEEPLE)
    betrays = re.compile(rf"render\.sets\.(?:{files})\b|core\.rules\.(?:{files})\b|Figure\.(?:{figures})\b")
    assert len(outside) > 40
    for path in outside:
        assert not betrays.search(path.read_text(encoding="utf-8")), path


def test_what_no_set_has_is_refused() -> None:
    """A figure or a kind of points that no set knows is an error, and never painted as another one."""
    with pytest.raises(KeyError, match="giant"):
        figure_painter("giant")
    with pytest.raises(KeyError, match="club"):
        points_kind("club")
