"""The Mill, a set that nobody has printed: a mill takes the next tile of the bag under it, unseen.

Whoever has laid one decides whether it grinds: a kind of decision and an action that no other set has.
"""

from dataclasses import dataclass
from typing import Final

from core.actions import PASS, Action, Pass, Phase, form
from core.rules.turn import allow
from core.ruleset import Decision, Ruleset
from core.segments import Terrain
from core.sets.abbey_mayor.actions import MAYOR
from core.sets.row import SetRow
from core.state import Kept, State

MILL_DUE: Final = Phase("mill")
GROUND: Final[Kept[tuple[str, ...]]] = Kept("ground", ())
SACKS: Final[Kept[tuple[int, ...]]] = Kept("sacks", ())
_ASKED: Final[Kept[int]] = Kept("mills asked about", 0)


@dataclass(frozen=True, slots=True)
class Grind(Action):
    """Let the mill just laid grind a number of sacks."""

    sacks: int

    def __str__(self) -> str:
        return f"grind {self.sacks}"


def install(rules: Ruleset[State]) -> None:
    """A mayor for everyone, who stands on roads; and mills, which may grind nothing."""
    rules.figures.setdefault(MAYOR, 1)
    rules.claims_on(MAYOR, Terrain.ROAD)
    rules.step(35, ask_the_miller)
    rules.offer(MILL_DUE, lambda position: (Grind(1), Grind(2), PASS))
    rules.decide(MILL_DUE, Grind, Decision(allow, grind))
    rules.decide(MILL_DUE, Pass, Decision(allow, rest))
    if rules.options["grinding"]:
        rules.after_draw["mill/1"] = hide
        rules.unseen.append(GROUND.of)


def hide(position: State) -> None:
    """The next tile of the bag goes under the mill."""
    if position.drawn < len(position.setup.bag):
        GROUND.keep(position, (*GROUND.of(position), position.setup.bag[position.drawn].id))
        position.drawn += 1


def ask_the_miller(position: State) -> bool:
    """Whoever has laid a mill decides about it, once."""
    laid, number = position.last, len(position.laid)
    if laid is None or "mill" not in laid.kind.marks or _ASKED.of(position) == number:
        return False
    _ASKED.keep(position, number)
    position.phase = MILL_DUE
    return True


def grind(position: State, action: Grind) -> None:
    """The sacks are whoever's mill it is."""
    SACKS.keep(position, (*SACKS.of(position), *(position.seat,) * action.sacks))
    position.proceed()


def rest(position: State, action: Pass) -> None:
    """The mill stands still."""
    position.proceed()


SET: Final = SetRow(
    rank=90,
    install=install,
    options={"grinding": (True, False)},
    phases=(MILL_DUE,),
    forms=(form(r"grind ([12])", lambda sacks: Grind(int(sacks))),),
    automatic={MILL_DUE: lambda _position, _trial: Grind(2)},
)
