"""The base game: 72 tiles, and the rules that all its expansions build on (:mod:`core.rules.carcassonne`)."""

from typing import Final

from core.actions import Figure
from core.rules.carcassonne import install
from core.segments import Terrain
from core.sets.row import SetRow

SET: Final = SetRow(
    rank=0,
    install=install,
    opens=True,
    options={"fields": (True, False)},
    figures=(Figure.MEEPLE,),
    reasons=(Terrain.ROAD.value, Terrain.CITY.value, Terrain.MONASTERY.value, Terrain.FIELD.value),
)
