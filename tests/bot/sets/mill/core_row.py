"""The Mill, a set that nobody has printed: a mill takes the next tile of the bag under it, unseen."""

from typing import Final

from core.ruleset import Ruleset
from core.segments import Terrain
from core.sets.abbey_mayor.actions import MAYOR
from core.sets.row import SetRow
from core.state import Kept, State

GROUND: Final[Kept[tuple[str, ...]]] = Kept("ground", ())


def install(rules: Ruleset[State]) -> None:
    """A mayor for everyone, who stands on roads; and mills, which may grind nothing."""
    rules.figures.setdefault(MAYOR, 1)
    rules.claims_on(MAYOR, Terrain.ROAD)
    if rules.options["grinding"]:
        rules.after_draw["mill/1"] = grind
        rules.unseen.append(GROUND.of)


def grind(position: State) -> None:
    """The next tile of the bag goes under the mill."""
    if position.drawn < len(position.setup.bag):
        GROUND.keep(position, (*GROUND.of(position), position.setup.bag[position.drawn].id))
        position.drawn += 1


SET: Final = SetRow(rank=90, install=install, options={"grinding": (True, False)})
