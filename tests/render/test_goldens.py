"""Pictures look as they did when somebody last looked at them."""

import pytest
from PIL import Image

from tests.render.goldens import FOLDER, GOLDENS, shrunk
from tests.render.likeness import difference


@pytest.mark.parametrize("name", GOLDENS)
def test_picture_looks_like_its_reference(name: str) -> None:
    """A picture differs from its reference by no more than an eye forgives."""
    with Image.open(FOLDER / f"{name}.png") as reference:
        mean, worst = difference(shrunk(GOLDENS[name]()), reference)
    assert mean < 2.0
    assert worst < 48


def test_a_missing_tile_is_noticed() -> None:
    """The comparison is not so lenient that a tile could disappear."""
    with Image.open(FOLDER / "base.png") as reference:
        damaged = reference.convert("RGB")
        damaged.paste((238, 229, 208), (200, 200, 248, 248))
        assert difference(damaged, reference)[1] >= 48
