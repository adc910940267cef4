"""What is left in the bag: every kind of tile with its count."""

from collections.abc import Iterable, Mapping

from PIL import Image, ImageDraw

from core import tile_kind, tile_set
from core.editions import FIRST, NEWEST
from core.sets import rows
from render.drawn import Drawn
from render.lettering import label
from render.sprites import SPRITES, Sprites
from render.theme import Theme
from render.themes import theme_named

WIDTH = 1260


def tiles_picture(counts: Mapping[str, int], *, theme: str = "day", sprites: Sprites = SPRITES) -> Drawn:
    """Draw the tile kinds, as the boxes list them, each with its count; kinds with none left are faint."""
    look = theme_named(theme)
    kinds = in_order(counts)
    columns = 6 if len(kinds) <= 30 else 8 if len(kinds) <= 64 else 10
    rows = max(-(-len(kinds) // columns), 1)
    unit = WIDTH / 420
    gap = round(6 * unit)
    cell = (WIDTH - gap * (columns + 1)) // columns
    cell -= cell % 4
    image = Image.new("RGB", (WIDTH, rows * (cell + gap) + gap), look.table)
    left = (WIDTH - columns * cell - (columns - 1) * gap) // 2
    sheet = _Sheet(image, cell, look, sprites, sets_of(counts))
    for index, kind_id in enumerate(kinds):
        row, column = divmod(index, columns)
        in_row = min(columns, len(kinds) - row * columns)
        shift = (columns - in_row) * (cell + gap) // 2 if rows == 1 else 0
        at = left + shift + column * (cell + gap), gap + row * (cell + gap)
        sheet.kind(kind_id, counts[kind_id], at)
    return Drawn(image)


def in_order(counts: Mapping[str, int]) -> list[str]:
    """The tile kinds box by box, as each box lists them; after those of its newest edition the older ones.

    The order in which the caller counted them is that of the bag, which nobody may see.
    """
    boxes = (tile_set(name, edition) for name in rows() for edition in range(NEWEST, FIRST - 1, -1))
    listed = dict.fromkeys(kind_id for box in boxes for kind_id in box.kinds)
    return [kind_id for kind_id in listed if kind_id in counts]


def sets_of(kind_ids: Iterable[str]) -> tuple[str, ...]:
    """The sets of which these tiles are."""
    return tuple(dict.fromkeys(kind_id.partition("/")[0] for kind_id in kind_ids))


class _Sheet:
    def __init__(
        self, image: Image.Image, cell: int, theme: Theme, sprites: Sprites, sets: tuple[str, ...]
    ) -> None:
        self.image, self.cell, self.theme, self.sprites, self.sets = image, cell, theme, sprites, sets
        self.draw = ImageDraw.Draw(image)

    def kind(self, kind_id: str, count: int, at: tuple[int, int]) -> None:
        """One tile with its count in the lower right corner."""
        cell, theme = self.cell, self.theme
        sprite = self.sprites.tile(tile_kind(kind_id).turns[0], cell, theme, sets=self.sets)
        line = max(cell // 60, 2)
        box = (at[0] - line, at[1] - line, at[0] + cell + line - 1, at[1] + cell + line - 1)
        self.draw.rectangle(box, fill=theme.ink)
        if not count:
            sprite = Image.blend(sprite, Image.new("RGB", sprite.size, theme.table), 0.72)
        self.image.paste(sprite, at)
        size = max(cell // 4, 22)
        text = label(f"×{count}", size, theme.spot_ink if count else theme.panel_soft, None, 0)
        across, tall = text.width + size // 2, round(size * 1.15)
        plate = self.sprites.plate((across, tall), tall // 3, theme.spot, theme.spot_edge, max(size // 12, 2))
        x, y = at[0] + cell - across + line, at[1] + cell - tall + line
        self.image.paste(plate, (x, y), plate)
        self.image.paste(text, (x + (across - text.width) // 2, y + (tall - text.height) // 2), text)
