"""The River at the table: its tiles in words, and why one cannot lie somewhere."""

from typing import Final

from core import GameRecord
from tests.bot.table.club import ANN, Club

SETS: Final = ("base", "river")


async def test_a_river_tile_is_told_with_its_sides_and_refused_in_its_own_words(club: Club) -> None:
    """A land tile is refused as ever."""
    record = GameRecord(("Ann", "Bo"), sets=SETS, bag=("river/7", "base/B", "base/B"), actions=("draw",))
    scene = await club.set_up(record)
    lines = [club.text(line) for line in scene.lines]
    assert "Your tile: river →←." in lines
    assert await club.refused(ANN, "place 0,1 0") == "refusal.astray.river"
    scene = await club.play(ANN, "place 1")
    assert await club.refused(ANN, "deploy river") in {"refusal.unknown_letter", "usage.deploy"}


async def test_the_discoverers_have_no_expansions(club: Club) -> None:
    """One sentence, whichever is wanted with them."""
    for word in ("river", "inns", "traders"):
        assert await club.refused(ANN, f"new discoverers {word}") == "refusal.no_sets"
