"""Films, charts and summaries look as they did when somebody last looked at them."""

import pytest
from PIL import Image

from tests.render.goldens import FOLDER, shrunk
from tests.render.likeness import difference
from tests.render.replays import GOLDENS


@pytest.mark.parametrize("name", GOLDENS)
def test_picture_looks_like_its_reference(name: str) -> None:
    """A picture differs from its reference by no more than an eye forgives."""
    with Image.open(FOLDER / f"{name}.png") as reference:
        mean, worst = difference(shrunk(GOLDENS[name]()), reference)
    assert mean < 2.0
    assert worst < 48
