"""Names of all sorts are written, shortened and never break anything."""

from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from render.lettering import ELLIPSIS, REPLACEMENT, drawable, fitted, width, write


def test_latin_and_cyrillic_are_kept() -> None:
    """Polish, Czech, German and Russian names are written letter by letter."""
    for name in ("Zażółć gęślą jaźń", "Příliš žluťoučký kůň", "Größe", "Щёголь Їжак Ђорђе", "Ångström ñ"):
        assert drawable(name) == name


def test_what_no_font_has_becomes_one_dot() -> None:
    """A run of signs that no font has is one dot, not a row of boxes."""
    assert drawable("漢字 Bo") == f"{REPLACEMENT} Bo"
    assert drawable("") == REPLACEMENT
    assert drawable("\x00\u200d\ufe0f") == REPLACEMENT


def test_five_hundred_emoji_fit() -> None:
    """A name of 500 emoji is shortened to its place."""
    text = fitted("\U0001f9d1\u200d\U0001f33e" * 500, 30, 200)
    assert width(text, 30) <= 200


def test_long_names_end_with_an_ellipsis() -> None:
    """What does not fit is cut, and one sees that it was."""
    text = fitted("W" * 60, 20, 120)
    assert text.endswith(ELLIPSIS)
    assert width(text, 20) <= 120


@given(st.text(max_size=120), st.integers(8, 40), st.integers(30, 400))
def test_any_text_fits_and_can_be_written(text: str, size: int, room: int) -> None:
    """Whatever people call themselves is written within its room, without an exception."""
    name = fitted(text, size, room)
    assert width(name, size) <= room or name == ELLIPSIS
    write(ImageDraw.Draw(Image.new("RGB", (450, 60))), (5, 30), name, size, (0, 0, 0))
