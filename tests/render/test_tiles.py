"""The picture of the bag shows what is left, and not the order in which it will be drawn."""

import pytest

from core import GameRecord
from core.editions import FIRST, NEWEST
from render import tiles_picture, tiles_text
from render.tiles import in_order
from tests.render.english import say
from tests.render.likeness import difference
from tests.render.positions import EVERYTHING, placing


def test_the_order_of_draws_is_not_betrayed() -> None:
    """Counts listed in the order of the bag and in its reverse give the same picture and the same text."""
    counts = dict(placing(EVERYTHING, 30).unseen())
    backwards = dict(reversed(counts.items()))
    assert list(counts) != list(backwards)
    assert tiles_picture(counts).image.tobytes() == tiles_picture(backwards).image.tobytes()
    assert tiles_text(counts, say) == tiles_text(backwards, say)


def test_every_kind_is_shown_once() -> None:
    """Nothing that is left is missing, box after box."""
    counts = placing(EVERYTHING, 30).unseen()
    assert sorted(in_order(counts)) == sorted(counts)


@pytest.mark.parametrize("edition", range(FIRST, NEWEST + 1))
def test_a_game_shows_the_kinds_of_its_edition(edition: int) -> None:
    """Nothing that is left is missing, older tiles too, and each is told."""
    sets = ("discoverers",)
    counts = GameRecord(("A", "B"), "discoverers", sets, seed="0", edition=edition).opening().unseen()
    assert sorted(in_order(counts)) == sorted(counts)
    assert tiles_text(counts, say)


def test_what_is_used_up_is_faint() -> None:
    """A kind of which none is left is shown, but pale."""
    counts = {"base/C": 1, "base/B": 3}
    full, spent = tiles_picture(counts).image, tiles_picture({**counts, "base/C": 0}).image
    assert difference(full, spent)[0] > 3
