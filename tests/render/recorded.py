"""The first picture of the README: a moment of the recorded game ``docs/games/evening.json``.

``python -m tests.render.recorded`` draws ``docs/images/board.png`` anew.
"""

from pathlib import Path
from typing import Final

from PIL import Image

from core import Event, GameRecord, Position, TilePlaced
from render import board_picture
from render.encode import few_colours

DOCS: Final = Path(__file__).parent.parent.parent / "docs"
RECORD: Final = DOCS / "games" / "evening.json"
PICTURE: Final = DOCS / "images" / "board.png"

TILES: Final = 41
"""So many tiles are on the table: the last one has completed two monasteries at once."""
WIDTH: Final = 840


def moment() -> tuple[Position, tuple[Event, ...]]:
    """The game when the next tile is about to be laid, and what the turn before has brought."""
    record = GameRecord.from_json(RECORD.read_text("utf-8"))
    _, told = record.replay_events()
    laid = [index for index, event in told if isinstance(event, TilePlaced)]
    # the start tile lies there without an action
    before, after = laid[TILES - 2], laid[TILES - 1]
    events = tuple(event for index, event in told if before <= index < after)
    return record.replay(after), events


def board() -> Image.Image:
    """The board as Telegram gets it, with the spots of the tile in hand and the points just won."""
    position, events = moment()
    spots = tuple(position.legal_spots())
    drawn = board_picture(
        position, names=position.players, spots=spots, events=events, view="whole", profile="telegram"
    )
    image = drawn.image
    return image.resize((WIDTH, round(image.height * WIDTH / image.width)), Image.Resampling.LANCZOS)


def main() -> None:
    """Draw the picture."""
    few_colours(board()).save(PICTURE, optimize=True)


if __name__ == "__main__":
    main()
