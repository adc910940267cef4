"""The pictures of the docs are what the program draws today; ``make goldens`` draws them anew."""

import re

import pytest
from PIL import Image

from tests.render.gallery import DOCS, PICTURES, SMALL, drawn
from tests.render.likeness import difference

SLOW = {"games", "themes", "colour-blindness", "further-themes", "further-colour-blindness"}
"""Many boards each, which are drawn by what the other pictures are drawn by."""


@pytest.mark.parametrize("name", sorted({*PICTURES, *SMALL} - SLOW))
def test_a_picture_of_the_docs_is_what_is_drawn_now(name: str) -> None:
    """It differs by no more than its few colours account for."""
    with Image.open(DOCS / "images" / f"{name}.png") as kept:
        mean, worst = difference(kept, drawn(name))
    assert mean < 3
    assert worst < 48


def test_every_picture_of_the_docs_is_shown_and_drawn_by_the_gallery() -> None:
    """No picture lies there that nothing draws or nobody sees."""
    shown = re.findall(r"\(images/([^)]+)\)", (DOCS / "gallery.md").read_text("utf-8"))
    lying = {file.name for file in (DOCS / "images").iterdir()}
    assert sorted(shown) == sorted(lying)
    assert lying == {f"{name}.png" for name in {*PICTURES, *SMALL}} | {"film.gif"}
