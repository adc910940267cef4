"""Caverns, a set that nobody sells: whoever lays one may send a digger down, who finds a token."""

from collections.abc import Iterable
from typing import Final

from core.actions import Figure
from core.errors import IllegalDeployment
from core.events import PointsAwarded, TokenDrawn
from core.ruleset import Ruleset, Special
from core.sets.row import SetRow
from core.shuffle import drawn_token
from core.state import Kept, State
from core.tile_data import tile_set

DIGGER: Final = Figure("digger")
FOUND: Final[Kept[tuple[int, ...]]] = Kept("found", ())
BURIED: Final[Kept[tuple[str, ...]]] = Kept("buried", ())


def install(rules: Ruleset[State]) -> None:
    """Add caverns to a ruleset."""
    rules.figures[DIGGER] = 1
    rules.specials[DIGGER] = Special(mouths, verify_digger, dig)
    rules.after_draw["caverns/1"] = bury
    rules.unseen.append(BURIED.of)
    rules.to_come.append(lambda position: len(found(position)) < 2)
    rules.gambles[DIGGER] = 2.0


def mouths(position: State) -> Iterable[str]:
    """Where a digger can go down on the tile just laid."""
    laid = position.last
    return ["field@NL"] if laid is not None and "cavern" in laid.kind.marks else []


def verify_digger(position: State, where: str) -> None:
    """Raise IllegalDeployment unless there is a cavern."""
    if where not in mouths(position):
        raise IllegalDeployment("there is no cavern", "no_cavern", figure=DIGGER.value, where=where)


def found(position: State) -> tuple[int, ...]:
    """The tokens that have been found."""
    return FOUND.of(position)


def dig(position: State, where: str) -> None:
    """Draw a token, which brings points; it stays on the table."""
    laid = position.last
    assert laid is not None
    tokens = found(position)
    printed = tile_set("caverns", position.edition).tokens
    token = int(drawn_token(position.setup.seed or "", len(tokens), printed, tokens))
    position.put(DIGGER, where, laid.first + laid.tile.segment_number(where))
    FOUND.keep(position, (*tokens, token))
    position.emit(TokenDrawn(position.seat, token))
    points = token * (2 if position.options["caverns_rich"] else 1)
    position.award(PointsAwarded(position.seat, points, "cavern", 1, 0, laid.cell, where))


def bury(position: State) -> None:
    """The next tile of the bag falls into the cavern, unseen."""
    bag = position.setup.bag
    if position.drawn < len(bag):
        BURIED.keep(position, (*BURIED.of(position), bag[position.drawn].id))
        position.drawn += 1


SET: Final = SetRow(
    rank=50,
    install=install,
    options={"caverns_rich": (False, True)},
    figures=(DIGGER,),
    reasons=("cavern",),
)
