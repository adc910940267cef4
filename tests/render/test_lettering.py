"""Names of all sorts are written, shortened and never break anything."""

import unicodedata
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageDraw, ImageFont, ImageStat

from render import board_picture, lettering
from render.lettering import (
    _FONTS,
    _RARE,
    ELLIPSIS,
    REPLACEMENT,
    SHAPING,
    _runs,
    drawable,
    fitted,
    fitted_names,
    isolated,
    name_size,
    width,
    write,
)
from tests.render.positions import placing

needs_raqm = pytest.mark.skipif(not SHAPING, reason="this Pillow has no Raqm")
SCRIPTS = (
    "abcAZ", "áčžŁß", "абвЯ", "αβγΩ", "אבגדה\u05b8", "ابتثج\u200c\u064e", "山田佐藤", "さとうカナ", "김철수",
    "สมชายิ", "राहुल", "აბგ", "\U0001f389\U0001f600\u200d\ufe0f", "\u3164\u2800\u2068\u2069\u202e \x00", "٣٤12",
    "!()-#&<*",
)  # fmt: skip
NAMES_OF_SCRIPTS = st.one_of(
    st.sampled_from(SCRIPTS).flatmap(lambda letters: st.text(letters, max_size=24)),
    st.text("".join(SCRIPTS), max_size=24),
    st.text(max_size=24),
)


def test_latin_and_cyrillic_are_kept() -> None:
    """Polish, Czech, German and Russian names are written letter by letter."""
    for name in ("Zażółć gęślą jaźń", "Příliš žluťoučký kůň", "Größe", "Щёголь Їжак Ђорђе", "Ångström ñ"):
        assert drawable(name) == name


def test_what_no_font_has_is_romanised() -> None:
    """Names in scripts that no font has stay readable, and stay two names."""
    assert drawable("漢字 Bo") == "HanZi Bo"
    assert drawable("山田太郎") == "ShanTianTaiLang"
    assert drawable("佐藤") == "ZuoTeng"
    assert drawable("김철수") == "GimCheolSu"
    assert drawable("สมชาย") == "smchay"
    assert drawable("राहुल") == "rahul"
    assert drawable("Ann \U0001f389") == "Ann :tada:"


def test_what_cannot_be_written_at_all_becomes_one_dot() -> None:
    """A run of signs that nobody can write is one dot, and so is a name of which nothing is seen."""
    assert drawable("\U00012fff\U00012ffe Bo") == f"{REPLACEMENT} Bo"
    for unseen in (
        "",
        " ",
        "\x00\u200d\ufe0f",
        "\u3164",
        "\u2800",
        "\u115f",
        "\uffa0",
        "\u034f",
        "\u2068\u2069",
    ):
        assert drawable(unseen) == REPLACEMENT


@needs_raqm
@pytest.mark.parametrize(
    "name",
    [
        "דוד",
        "דוד 12",
        "אברהם בן-גוריון",
        "שָׁלוֹם!",
        "محمد علي",
        "علی\u200cرضا",
        "فاطمة (الزهراء)",
        "Anna דוד!",
        "ߒߞߏ",
    ],
)
@pytest.mark.parametrize("anchor", ["lm", "mm", "rm"])
def test_right_to_left_names_are_laid_out_as_the_reference(name: str, anchor: str) -> None:
    """Hebrew and Arabic stand in their order, with their letters joined, as Raqm lays out the whole name."""
    assert drawable(name) == unicodedata.normalize("NFC", name)
    font = ImageFont.truetype(str(_FONTS / _RARE), 30, layout_engine=ImageFont.Layout.RAQM)
    expected, drawn = Image.new("RGB", (500, 60)), Image.new("RGB", (500, 60))
    x = 250 - {"l": 0.0, "m": 0.5, "r": 1.0}[anchor[0]] * font.getlength(drawable(name))
    ImageDraw.Draw(expected).text(
        (x, 30 + 30 * 0.36), drawable(name), font=font, anchor="ls", fill=(255, 255, 255)
    )
    write(ImageDraw.Draw(drawn), (250, 30), drawable(name), 30, (255, 255, 255), anchor=anchor)
    assert drawn.tobytes() == expected.tobytes()


@needs_raqm
def test_a_hebrew_name_is_not_written_backwards() -> None:
    """The first letter stands at the right, not the last one."""
    image = Image.new("RGB", (200, 60))
    write(ImageDraw.Draw(image), (0, 30), "אבו", 30, (255, 255, 255))
    left = width("בו", 30)
    right = (round(left), 0, round(left + width("א", 30)), 60)
    distances = []
    for letter in "או":
        alone = Image.new("RGB", (200, 60))
        write(ImageDraw.Draw(alone), (left, 30), letter, 30, (255, 255, 255))
        difference = ImageChops.difference(image.crop(right), alone.crop(right))
        distances.append(ImageStat.Stat(difference).mean[0])
    assert distances[0] < distances[1] / 4


@needs_raqm
def test_a_shortened_hebrew_name_ends_at_the_left() -> None:
    """The ellipsis comes after the last letter that there is room for, which is at the left."""
    name = fitted("אברהם בן-גוריון", 30, 110)
    assert name.startswith("אבר")
    assert name.endswith(ELLIPSIS)
    image = Image.new("RGB", (200, 60))
    write(ImageDraw.Draw(image), (0, 30), name, 30, (255, 255, 255))
    box = image.getbbox()
    assert box is not None
    # the dots of an ellipsis stand on the base line, and nothing of the letters is above them
    assert image.crop((0, 0, int(width(ELLIPSIS, 30)) - 2, 34)).getbbox() is None


@needs_raqm
def test_isolates_keep_a_sentence_in_order() -> None:
    """A name between isolates does not turn the sentence around it."""
    text = drawable(f"{isolated('דוד')} wins 12")
    image, words = Image.new("RGB", (400, 60)), Image.new("RGB", (400, 60))
    write(ImageDraw.Draw(image), (0, 30), text, 30, (255, 255, 255))
    write(ImageDraw.Draw(words), (0, 30), "דוד", 30, (255, 255, 255))
    end = int(width("דוד", 30))
    assert image.crop((0, 0, end, 60)).tobytes() == words.crop((0, 0, end, 60)).tobytes()


def test_without_raqm_other_directions_are_romanised(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where Pillow cannot turn letters round, nothing is written backwards."""
    monkeypatch.setattr(lettering, "SHAPING", False)
    drawable.cache_clear()
    _runs.cache_clear()
    try:
        assert drawable("דוד") == "dvd"
        assert drawable("محمد 12") == "mhmd 12"
        assert drawable("\u2068Ann\u2069") == "Ann"
        assert drawable("Ελένη") == "Ελένη"
        assert width(drawable("דוד"), 20) > 0
    finally:
        drawable.cache_clear()
        _runs.cache_clear()


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


def pixels(text: str, size: int) -> bytes:
    """What is seen of a text."""
    image = Image.new("RGB", (600, 60))
    write(ImageDraw.Draw(image), (5, 30), text, size, (255, 255, 255))
    return image.tobytes()


@given(st.lists(NAMES_OF_SCRIPTS, min_size=2, max_size=6), st.integers(10, 30), st.integers(90, 400))
def test_no_two_names_of_a_game_look_the_same(names: list[str], size: int, room: int) -> None:
    """Names of any scripts are told apart, keep to their room, and who changes seats takes the name along."""
    shown = fitted_names(names, size, room)
    assert len({pixels(text, size) for text in shown}) == len(names)
    assert all(width(text, size) <= room for text in shown)
    if len(set(names)) == len(names):
        assert fitted_names(names[::-1], size, room) == shown[::-1]


def test_names_that_are_cut_to_the_same_get_a_number() -> None:
    """The number stands behind the ellipsis, and nobody gets the number that is another's name."""
    assert fitted_names(("Bo", "Bo 2", "Bo"), 20, 120) == ("Bo", "Bo 2", "Bo 3")
    first, second = fitted_names(("Aleksander Hamilton", "Aleksander Humboldt"), 20, 90)
    assert first.endswith(ELLIPSIS)
    assert second.endswith(f"{ELLIPSIS} 2")
    assert fitted_names(("珊田", "山田"), 20, 200) == ("ShanTian 2", "ShanTian")


def test_names_are_written_smaller_before_they_are_cut() -> None:
    """As large as all of one game fit whole, down to three quarters; where that is not enough, as ever."""
    names = ("⚙ Vyrovnaný 2", "⚙ Vyrovnaný", "Bo")
    assert name_size(names, 26, 400) == 26
    size = name_size(names, 26, 140)
    assert 19 <= size < 26
    assert fitted_names(names, size, 140) == names
    assert name_size(names, 26, (140, 10, 140)) == 26


@pytest.mark.parametrize(
    "names",
    [
        ("山田太郎", "佐藤"),
        ("דוד", "דור"),
        ("珊田", "山田"),
        ("\U0001f600", "\U0001f389"),
        ("\u3164", "\ue000"),
    ],
)
def test_exchanged_names_change_the_picture(names: Sequence[str]) -> None:
    """Whoever looks at a picture sees which of two people is which."""
    position = placing(("base",), 5)
    first, second = (board_picture(position, names=order).image for order in (names, names[::-1]))
    assert ImageChops.difference(first, second).getbbox() is not None
