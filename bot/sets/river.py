"""The River: what its tiles are called, and why one cannot lie somewhere."""

from typing import Final

from bot.games.talk import Hint, SetTalk
from bot.scene import Phrase
from core import Phase, Position, TileKind
from core.sets.river import LAKE


def _end(kind: TileKind) -> Phrase | None:
    """The tiles on which the river rises and ends."""
    if kind.start:
        return Phrase("on_tile.spring")
    return Phrase("on_tile.river_lake") if LAKE in kind.marks else None


def _is_river(position: Position) -> bool:
    return position.tile is not None and "river" in position.tile.edges


def _is_river_alone(position: Position) -> bool:
    """Whether a river is laid where nobody asks how far fields reach."""
    return _is_river(position) and not position.rules.uses_fields


TALK: Final = SetTalk(
    tasted=Phrase("taste.river"),
    about=("spring", "lake"),
    tile=_end,
    edges={"river": "river"},
    astray={"placing": "river"},
    hints=(
        Hint(Phase.PLACE, 14, "river_alone", _is_river_alone),
        Hint(Phase.PLACE, 15, "river", lambda position: _is_river(position) and position.rules.uses_fields),
    ),
)
