"""How an opponent of each level decides, by what the automatic player sees of a position."""

from collections.abc import Callable, Mapping
from typing import Final

from bot.people import Level
from core import Action, Deploy, Figure, Phase, Place, Position
from core.actions import PASS
from core.automatic import choose, outlook

Enough = Callable[[], bool]
"""Whether there is no time to think on."""

_SEEN: Final = 3
"""A gentle opponent sees one of so many placements."""


def decide(position: Position, level: Level, enough: Enough) -> Action:
    """The action that an opponent takes for the seat to move; the same for the same position, in time."""
    legal = position.legal_actions()
    if len(legal) == 1:
        return legal[0]
    if position.phase is not Phase.PLACE:
        return choose(position)
    return _PLACES[level](position.copy(), enough)


def _gently(position: Position, _enough: Enough) -> Action:
    """The best of few placements, as it looks without any figure."""
    places = [action for action in position.legal_actions() if isinstance(action, Place)]
    seen = places[len(position.laid) % _SEEN :: _SEEN] or places
    return max(seen, key=lambda place: _worth(position, place, position.seat))


def _evenly(position: Position, _enough: Enough) -> Action:
    return choose(position)


def _sharply(position: Position, enough: Enough) -> Action:
    """The best of all placements, each with the figure that would follow."""
    seat, best = position.seat, choose(position)
    value = _with_figure(position, best, seat)
    for place in position.legal_actions():
        if enough():
            break
        found = _with_figure(position, place, seat) if isinstance(place, Place) else value
        if found > value:
            best, value = place, found
    return best


def _with_figure(position: Position, action: Action, seat: int) -> float:
    position.play(action)
    value = outlook(position, seat)
    if position.phase is Phase.DEPLOY and position.seat == seat:
        figure = choose(position)
        # A shepherd's token is hidden until one is put.
        hides = isinstance(figure, Deploy) and figure.figure is Figure.SHEPHERD
        value = _worth(position, PASS if hides else figure, seat)
    position.undo()
    return value


def _worth(position: Position, action: Action, seat: int) -> float:
    position.play(action)
    value = outlook(position, seat)
    position.undo()
    return value


_PLACES: Final[Mapping[Level, Callable[[Position, Enough], Action]]] = {
    Level.GENTLE: _gently,
    Level.EVEN: _evenly,
    Level.SHARP: _sharply,
}
"""How each level chooses where a tile goes. All else they decide alike."""
