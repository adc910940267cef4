"""The Winter Edition: snow on roofs and trees."""

from dataclasses import replace
from functools import lru_cache
from typing import Final

from render.sets.pictures import SetPictures
from render.theme import Theme


@lru_cache(maxsize=8)
def snowed(theme: Theme) -> Theme:
    """The theme with snow on roofs and trees."""
    return replace(theme, snow=True)


PICTURES: Final = SetPictures("winter", colours=snowed)
