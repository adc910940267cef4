"""The first picture of the README."""

from PIL import Image

from core import GameRecord, PointsAwarded
from tests.render.likeness import difference
from tests.render.recorded import PICTURE, RECORD, TILES, board, moment


def test_the_recorded_game_is_a_whole_one() -> None:
    """Every action of the record is legal, and it leads to the end of the game."""
    assert GameRecord.from_json(RECORD.read_text("utf-8")).replay().over


def test_the_moment_is_the_one_that_is_meant() -> None:
    """So many tiles lie there, the next one is about to be laid, and points were just won twice."""
    position, events = moment()
    assert len(position.laid) == TILES
    assert position.tile is not None
    assert [event.points for event in events if isinstance(event, PointsAwarded)] == [9, 9]


def test_the_picture_is_what_the_command_draws() -> None:
    """The file in the docs looks as the program draws it now."""
    with Image.open(PICTURE) as kept:
        mean, most = difference(kept, board())
    assert mean < 2
    assert most < 48
