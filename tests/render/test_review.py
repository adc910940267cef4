"""The picture of a look back: which turns it shows, and how it grows with them."""

import pytest
from PIL import Image

from core import GameRecord
from core.opponents.review import Judged, Review
from core.records.history import history
from render import SPRITES
from render.replays.leads import paint_leads
from render.replays.review import PAIRS, costliest, review_picture
from render.sheet import Sheet, Telling
from render.themes import theme_named
from tests.render.positions import NAMES, record
from tests.render.replays import review, reviewed, say, whole_game


def turn(number: int, seat: int, cost: float) -> Judged:
    """A decision that gave something away."""
    return Judged(number, number, seat, ("pass",), ("pass",), cost)


def test_everybodys_dearest_turn_comes_first() -> None:
    """Ann gave more away three times than Bo once; still Bo's is shown, and all in the order of the game."""
    judged = (turn(1, 0, 9), turn(2, 1, 2), turn(3, 0, 8), turn(4, 0, 7), turn(5, 1, 0.2))
    review = Review(judged, (), ())
    assert [one.number for one in costliest(review, (0, 1))] == [1, 2, 3]
    assert [one.number for one in costliest(review, (0,))] == [1, 3, 4]
    assert [one.number for one in costliest(review, (1,))] == [2]
    assert len(costliest(review, (0, 1))) == PAIRS


@pytest.mark.parametrize("theme", ["day", "night"])
def test_the_picture_grows_with_what_it_shows(theme: str) -> None:
    """As wide as asked, and taller by two boards for each turn; the same game gives the same pixels."""
    played = whole_game(("base",), 2)
    image = review(played, theme)
    assert image.width == 840
    assert image.tobytes() == review(played, theme).tobytes()
    begun = played.with_actions(played.actions[:1])
    assert reviewed(begun).judged == ()
    assert review(begun, theme).height < image.height


def test_where_only_a_tile_was_chosen_one_sees_which() -> None:
    """The one that was chosen and the better one, not twice the board before, on which nothing differs."""
    played = GameRecord(
        NAMES[:2], game="discoverers", sets=("discoverers",), options={"hand": 2}, seed="5eed"
    )
    first, second = (str(action) for action in played.replay().legal_actions())
    image = review_of(played.with_actions((first,)), Judged(0, 0, 0, (first,), (second,), 2.0))
    same = review_of(played.with_actions((first,)), Judged(0, 0, 0, (first,), (first,), 2.0))
    half = image.width // 2
    left, right = (0, 0, half, image.height), (half, 0, image.width, image.height)
    assert image.crop(left).tobytes() == same.crop(left).tobytes()
    assert image.crop(right).tobytes() != same.crop(right).tobytes()


def review_of(played: GameRecord, judged: Judged) -> Image.Image:
    """A look back with one turn in it."""
    found = Review((judged,), ((1.0, 0.0),), ())
    return review_picture(played, found, names=NAMES[:2], say=say, seats=(0,), width=840).image


@pytest.mark.parametrize("turning", [0, 3, 8, 20, 39, 40, 41, 70, 79])
def test_the_mark_of_the_turning_point_is_clear_of_the_title(turning: int) -> None:
    """Wherever it is, around its number nothing is written but that."""

    def strip(title: str) -> Image.Image:
        told = history(record().with_actions(()))
        sheet = Sheet(Telling(told, NAMES, lambda *_, **__: title, theme_named("day"), SPRITES), 840, 100)
        expected = [(1.0, 0.0)] * 80
        paint_leads(sheet, expected, left=40, right=410, top=10, turning=turning)
        x = 40 + 370 * (turning + 0.5) / 80
        return sheet.image.crop((sheet.u(x - 8), sheet.u(12), sheet.u(x + 8), sheet.u(26)))

    assert strip("Przewidywana przewaga").tobytes() == strip("").tobytes()
    assert len(strip("").getcolors() or ()) > 1, "the number itself"


def test_without_a_turning_point_the_title_has_the_whole_width() -> None:
    """Where a chart is narrow as well: it is read whole."""

    def strip(title: str) -> bytes:
        told = history(record().with_actions(()))
        sheet = Sheet(Telling(told, NAMES, lambda *_, **__: title, theme_named("day"), SPRITES), 840, 100)
        paint_leads(sheet, [(1.0, 0.0)] * 80, left=40, right=300, top=10)
        return sheet.image.tobytes()

    assert strip("Przewidywana przewaga") != strip("Przewidywana przewag")
