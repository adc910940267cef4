"""The gallery: ``python -m tests.render.gallery`` draws docs/images and writes docs/gallery.md anew."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from PIL import Image

from core import Position, tile_set
from core.sets import rows
from render import PLAYERS, THEMES, board_picture, closeup_picture, tiles_picture
from render.encode import few_colours
from render.paintings.figures import paint_figure, paint_mark
from render.paintings.tile import paint_tile
from render.sets import pictures_of
from render.sets.hills_sheep import paint_sheep, paint_wolf
from render.sets.pictures import SetPictures
from tests.render import contact, recorded
from tests.render.contact import at_width, grid
from tests.render.positions import (
    ALL_OF_CARCASSONNE,
    EVERYTHING,
    NAMES,
    deploying,
    long_board,
    many_spots,
    offered,
    placing,
    scoring,
)
from tests.render.replays import ALL_SETS, chart, film_of, summary, whole_game
from tests.render.sight import SIGHTS, seen_by

DOCS = Path(__file__).parent.parent.parent / "docs"
WIDE, PHONE = 840, 420


def board(position: Position, theme: str = "day", *, tint: bool = False, view: str = "close") -> Image.Image:
    """A board with the spots of the tile in hand."""
    names, spots = NAMES[: len(position.players)], tuple(position.legal_spots())
    return board_picture(position, names=names, spots=spots, theme=theme, tint=tint, view=view, seat=0).image


def sheet(name: str, size: int, columns: int) -> Image.Image:
    """Every tile of a set."""
    kinds = list(tile_set(name).kinds.values())
    rows = -(-len(kinds) // columns)
    image = Image.new("RGB", (columns * (size + 6) - 6, rows * (size + 6) - 6), (255, 255, 255))
    for index, kind in enumerate(kinds):
        at = (index % columns) * (size + 6), index // columns * (size + 6)
        image.paste(paint_tile(kind.turns[0], size, THEMES["day"]), at)
    return image


def figures(*names: str) -> Image.Image:
    """Every figure of these sets in every colour, large and as small as on a phone."""
    image = Image.new("RGB", (WIDE, 400), THEMES["day"].field)
    poses = [pose for row in pictures_of(names) for pose in _poses(row)]
    for row, look in enumerate(PLAYERS):
        left = 12
        for size in (52, 24):
            shown = [paint_figure(figure, look, size, lying=lying) for figure, lying in poses]
            for sprite in (paint_mark(look, size), *shown):
                image.paste(
                    sprite, (left, 10 + row * 64 + 26 - size // 2 + (size - sprite.height) // 2), sprite
                )
                left += sprite.width + size // 5
            left += 16
    return image


def _poses(row: SetPictures) -> Iterator[tuple[str, bool]]:
    """The figures of a set, and whether they lie."""
    for figure in row.figures:
        yield figure, False
        if figure in row.lying:
            yield figure, True


def figures_and_flock() -> Image.Image:
    """The figures that have been there for longest, and what shepherds watch for."""
    image = figures("base", "abbey-mayor", "hills-sheep")
    for column, paint in enumerate((paint_sheep, paint_wolf)):
        sprite = paint(56)
        image.paste(sprite, (WIDE - 150 + column * 70, 20), sprite)
    return image


def figures_and_goods() -> Image.Image:
    """The further figures beside meeples, and goods as players hold them."""
    image = figures("base", "inns-cathedrals", "traders-builders")
    held = [holding for row in pictures_of(["traders-builders"]) for holding in row.holdings]
    for row, holding in enumerate(held):
        for left, size in ((WIDE - 120, 64), (WIDE - 44, 24)):
            sprite = holding.paint(size, THEMES["day"])
            image.paste(sprite, (left, 82 + row * 86 - size // 2), sprite)
    return image


def points() -> Image.Image:
    """Points just won."""
    position, events = scoring(tiles=30)
    return board_picture(position, names=NAMES[:3], events=events).image


def closeup(sets: tuple[str, ...], tiles: int) -> Image.Image:
    """A close-up for deploying."""
    position = deploying(sets, tiles, 3)
    return closeup_picture(position, names=NAMES[:3], letters=offered(position)).image


def far() -> Position:
    """A board of everything that can be added to the base game, nearly at its end."""
    return placing(ALL_OF_CARCASSONNE, 150, 6, "77")


def sights(position: Position, *, tint: bool = False) -> Image.Image:
    """One board as people with three kinds of colour blindness see it."""
    seen = at_width(board(position, tint=tint), PHONE)
    return grid([seen_by(seen, sight) for sight in SIGHTS])


def themes(position: Position) -> Image.Image:
    """One position in every theme, as wide as a phone."""
    return grid([at_width(board(position, theme), PHONE) for theme in THEMES])


def told() -> Image.Image:
    """A chart and a summary, as wide as a phone."""
    played = whole_game(("base", "abbey-mayor"), 4)
    return grid([at_width(picture(played, "day"), PHONE) for picture in (chart, summary)])


def told_sights() -> Image.Image:
    """A chart and a summary as people with three kinds of colour blindness see them."""
    played = whole_game(EVERYTHING, 6)
    shown = [at_width(picture(played, "day"), PHONE) for picture in (chart, summary)]
    return grid([seen_by(image, sight) for image in shown for sight in SIGHTS], len(SIGHTS))


def many() -> Image.Image:
    """Ten games of each set, each at a later moment than the one before."""
    boards = [contact.board(sets, number, "day") for sets in ALL_SETS for number in range(10)]
    return grid([at_width(image, 120) for image in boards], 10)


PICTURES: dict[str, tuple[str, Callable[[], Image.Image]]] = {
    "board": ("A game in progress: where can the tile in hand lie?", recorded.board),
    "everything": ("All sets, tinted by owner", lambda: board(placing(EVERYTHING, 80, 6), tint=True)),
    "discoverers": ("The Discoverers", lambda: board(placing(("discoverers",), 50, 3))),
    "winter": ("Winter Edition, winter theme", lambda: board(placing(("base", "winter"), 45, 2), "winter")),
    "points": ("Points float over what earned them", points),
    "closeup": ("Where to put a figure", lambda: closeup(("base", "abbey-mayor"), 40)),
    "closeup-discoverers": ("The same in The Discoverers", lambda: closeup(("discoverers",), 30)),
    "bag": ("What is left in the bag", lambda: tiles_picture(placing(EVERYTHING, 30).unseen()).image),
    "figures": ("Figures: each known by its outline, each player by colour and mark", figures_and_flock),
    "river": ("The River: from its spring to its lake", lambda: board(placing(("base", "river"), 60, 3))),
    "inns-cathedrals": (
        "Inns & Cathedrals", lambda: board(placing(("base", "inns-cathedrals"), 70, 4, "ab"))
    ),
    "traders-builders": (
        "Traders & Builders: goods in cities and on cards",
        lambda: board(placing(("base", "traders-builders"), 80, 4)),
    ),
    "figures-further": ("Big meeples, builders and pigs; wine, grain and cloth", figures_and_goods),
    "wide": ("A board of 40 by 8", lambda: board(long_board(40, 8), view="whole")),
    **{f"tiles-{name}": (f"Every tile: {name}", partial(sheet, name, 100, 8)) for name in rows()},
}  # fmt: skip
"""Pictures by name, each with its caption, shown as wide as a page."""

SMALL: dict[str, tuple[str, Callable[[], Image.Image]]] = {
    "spots": ("Sixty legal spots on a phone 420 pixels wide", lambda: at_width(board(many_spots()), PHONE)),
    "far": ("All sets to their last tiles, on a phone", lambda: at_width(board(far(), view="whole"), PHONE)),
    "themes": (f"The themes: {', '.join(THEMES)}", lambda: themes(placing(EVERYTHING, 40, 4, seed="ab"))),
    "colour-blindness": (
        f"The same board with {', '.join(SIGHTS)}",
        lambda: sights(placing(EVERYTHING, 45, 6), tint=True),
    ),
    "further-themes": (
        "All sets in every theme",
        lambda: themes(placing(ALL_OF_CARCASSONNE, 62, 4, seed="ab")),
    ),
    "further-colour-blindness": (
        f"All sets with {', '.join(SIGHTS)}",
        lambda: sights(placing(ALL_OF_CARCASSONNE, 62, 4, seed="ab")),
    ),
    "told": ("A whole game: the scores turn by turn, and what gave how much", told),
    "told-colour-blindness": (f"The same with {', '.join(SIGHTS)}", told_sights),
    "games": ("Ten games of each set, also of the three newer ones together", many),
}
"""Pictures that are shown in their own size."""

FILM = "A whole game as a film"


def drawn(name: str) -> Image.Image:
    """A picture as it is kept, but for its many colours."""
    image = (PICTURES | SMALL)[name][1]()
    return at_width(image, WIDE) if name in PICTURES and image.width > WIDE else image


def page() -> str:
    """The page that shows all of them."""
    lines = [
        "# Gallery", "",
        "Drawn by `python -m tests.render.gallery`; the games are random. Nothing here is drawn by hand:",
        "every tile follows from its segments (`render/art`), so none can disagree with the rules.",
        "`python -m tests.render.contact FOLDER` draws contact sheets: ten games of each set, three sizes,",
        "every theme, and what people with each kind of colour blindness see.", "",
        f"## {FILM}", "", f"![{FILM}](images/film.gif)", "",
    ]  # fmt: skip
    for name, (caption, _) in (PICTURES | SMALL).items():
        lines += [f"## {caption}", "", f"![{caption}](images/{name}.png)", ""]
    return "\n".join(lines)


def main() -> None:
    """Draw everything and write the page."""
    folder = DOCS / "images"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "film.gif").write_bytes(film_of(whole_game(("base",), 3)).content)
    for name in PICTURES | SMALL:
        few_colours(drawn(name)).save(folder / f"{name}.png", optimize=True)
    (DOCS / "gallery.md").write_text(page(), "utf-8")


if __name__ == "__main__":
    main()
