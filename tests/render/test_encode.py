"""Files are what the platforms take."""

from io import BytesIO

import pytest
from PIL import Image

from render import PROFILES, board_picture, encode
from render.bare import bare_picture
from tests.render.likeness import difference
from tests.render.positions import NAMES, placing


@pytest.mark.parametrize("profile", PROFILES)
def test_files_open_as_what_they_say(profile: str) -> None:
    """The content is of the type that the profile names, and shows the picture."""
    image = board_picture(placing(tiles=20), names=NAMES[:2], profile=profile).image
    file = encode(image, profile, name="board")
    with Image.open(BytesIO(file.content)) as opened:
        assert file.mime == f"image/{(opened.format or '').lower()}"
        assert file.filename == f"board.{PROFILES[profile].suffix}"
        mean, worst = difference(image, opened)
    assert mean < 2
    assert worst < 30


def test_a_bare_board_is_much_smaller_than_with_few_colours() -> None:
    """It comes with every move, over slow lines as well."""
    for theme in ("day", "night"):
        image = bare_picture(placing(tiles=60), theme=theme).image
        assert len(encode(image, "bare").content) < 0.75 * len(encode(image, "web").content)


def test_pictures_are_small_files() -> None:
    """What is sent all the time stays below half a megabyte."""
    for profile in ("telegram", "discord", "web"):
        image = board_picture(placing(tiles=60), names=NAMES[:2], profile=profile).image
        assert len(encode(image, profile).content) < 520_000
