"""A simple automatic player: legal, sensible and greedy, for turns that nobody takes.

It looks at the points of now and at those that open features promise, and at nothing that is hidden: the
order of the bag and of the flock tokens has no influence. The same position always gives the same action.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from core.actions import DRAW, GROW, HERD, PASS, PLAY_ABBEY, Action, Choose, Deploy, Figure, Phase, Place
from core.areas import promised
from core.errors import GameOver
from core.features import Feature
from core.game import Position
from core.scoring import complete, surrounding, worth
from core.segments import Terrain
from core.sets.hills_sheep import flock

CLOSER_LOOK: Final = 6
"""So many of the best placements are tried with every figure."""

_CHANCE: Final = (1.0, 0.6, 0.35, 0.2)
"""How likely a feature is completed, by the number of its open ends; less for more."""
_RARELY: Final = 0.1
_FIELD_TRUST: Final = 0.7
"""So much of what a field counts now is believed, since others may still come in."""
_TURN: Final = 4.0
"""What a turn brings on average; an abbey is laid when it brings more."""
_SUPPLY: Final = (0.0, 3.5, 6.0, 7.5, 8.5, 9.2, 9.8, 10.2)
"""What followers in the supply are worth while there are still turns to use them."""
_SPARED: Final = 0.35
"""In The Discoverers one in the supply is worth so much of that: those on the table come back at will."""
_SHEPHERD: Final = 2.5
_ENOUGH_SHEEP: Final = 5


def choose(position: Position) -> Action:
    """The action that the automatic player takes for the seat to move. Raises GameOver."""
    legal = position.legal_actions()
    if not legal:
        raise GameOver("the game is over", "over")
    if len(legal) == 1:
        return legal[0]
    return _BY_PHASE.get(position.phase, _best)(position.copy())


def outlook(position: Position, seat: int) -> float:
    """How well a seat stands: its points, those it may expect and its figures, against all others'."""
    totals = [float(score) for score in position.scores]
    if not position.over:
        for owner, expected in _expectations(position):
            totals[owner] += expected
        for other in range(len(totals)):
            totals[other] += _supply(position, other)
    others = [total for other, total in enumerate(totals) if other != seat]
    return totals[seat] - max(others) / 2 - sum(others) / len(others) / 2


def _expectations(position: Position) -> Iterator[tuple[int, float]]:
    """Seats, and points that they may expect of what lies on the table."""
    if position.game == "discoverers":
        yield from enumerate(promised(position, _promise))
        return
    for feature in position.standing_on():
        expected, owners = _expected(position, feature)
        for owner in owners:
            yield owner, expected


def _expected(position: Position, feature: Feature) -> tuple[float, tuple[int, ...]]:
    """The points that a feature promises, and who would get them."""
    if feature.kind is Terrain.FIELD:
        for settle in position.rules.claims:
            if (claim := settle(position, feature)) is not None:
                return float(claim.points), claim.seats
    owners = position.rules.owners(position, feature)
    return (_promise(position, feature), owners) if owners else (0.0, ())


def _promise(position: Position, feature: Feature) -> float:
    """The points that a feature promises to whoever holds it."""
    if complete(position, feature) and feature.kind is not Terrain.FIELD:
        return float(worth(position, feature, finished=True))
    unfinished = worth(position, feature, finished=False)
    if feature.kind is Terrain.FIELD:
        return _FIELD_TRUST * unfinished
    if feature.kind is Terrain.MONASTERY:
        missing = 8 - surrounding(position, feature)
        return unfinished + missing * max(0.0, 0.9 - 0.08 * missing) * _time_left(position)
    likely = _completion(feature.open.bit_count()) * _time_left(position)
    return likely * worth(position, feature, finished=True) + (1 - likely) * unfinished


def _completion(ends: int) -> float:
    return _CHANCE[ends] if ends < len(_CHANCE) else _RARELY


def _time_left(position: Position) -> float:
    """1 while there are turns enough, falling to 0 with the last tiles."""
    return min(1.0, position.bag_left / (4.0 * len(position.scores)))


def _supply(position: Position, seat: int) -> float:
    meeples = position.in_supply(seat, Figure.MEEPLE)
    others = sum(position.supplies[seat]) - meeples
    return (_followers(position, meeples) + others) * _time_left(position)


def _followers(position: Position, count: int) -> float:
    """What so many followers in the supply are worth early in a game."""
    value = _SUPPLY[max(0, min(count, len(_SUPPLY) - 1))]
    return value * _SPARED if position.game == "discoverers" else value


def _best(position: Position) -> Action:
    """The legal action after which the seat stands best; of equals the first."""
    seat = position.seat
    return max(position.legal_actions(), key=lambda action: _after(position, action, seat))


def _after(position: Position, action: Action, seat: int) -> float:
    """How the seat stands after an action. The position is left as it was."""
    if isinstance(action, Deploy) and action.figure is Figure.SHEPHERD:
        # Playing it would show the token.
        return _after(position, PASS, seat) + _SHEPHERD * _time_left(position)
    position.play(action)
    value = outlook(position, seat)
    position.undo()
    return value


def _place(position: Position) -> Action:
    """The best placement: all are judged at a glance, the most promising with every figure."""
    seat = position.seat
    glanced = sorted(
        ((_glance(position, action, seat), number, action) for number, action in enumerate(_looks(position))),
        key=lambda entry: (-entry[0], entry[1]),
    )
    closer = [action for _, _, action in glanced[:CLOSER_LOOK]]
    return max(closer, key=lambda action: _with_figure(position, action, seat))


def _looks(position: Position) -> Iterator[Place]:
    """The placements, of those that look alike only the first."""
    for cell, turns in position.legal_spots().items():
        for turn in turns:
            yield Place(cell, turn)


def _glance(position: Position, action: Action, seat: int) -> float:
    position.play(action)
    value = outlook(position, seat) + max(0.0, *_claims(position))
    position.undo()
    return value


def _claims(position: Position) -> Iterator[float]:
    """What each follower that could be put on the tile just laid would be worth, less its own price."""
    laid, price = position.last, _supply_price(position)
    if position.phase is Phase.DEPLOY and laid is not None:
        for action in position.legal_actions():
            if isinstance(action, Deploy) and action.where in laid.tile.names:
                number = laid.tile.segment_number(action.where)
                yield _promise(position, position.feature(laid.first + number)) - price
    yield 0.0


def _supply_price(position: Position) -> float:
    meeples = min(position.in_supply(position.seat, Figure.MEEPLE), len(_SUPPLY) - 1)
    return (_followers(position, meeples) - _followers(position, meeples - 1)) * _time_left(position)


def _with_figure(position: Position, action: Action, seat: int) -> float:
    position.play(action)
    if position.phase is Phase.DEPLOY and position.seat == seat:
        value = max(_after(position, after, seat) for after in position.legal_actions())
    else:
        value = outlook(position, seat)
    position.undo()
    return value


def _draw(position: Position) -> Action:
    """Draw, unless the abbey brings more than a turn usually does."""
    seat = position.seat
    before = outlook(position, seat)
    position.play(PLAY_ABBEY)
    gain = max(_with_figure(position, action, seat) for action in _looks(position)) - before
    position.undo()
    return PLAY_ABBEY if gain > _TURN else DRAW


def _abbey(position: Position) -> Action:
    """In the round after the last tile: the abbey, unless it helps others more."""
    seat = position.seat
    passed = _after(position, PASS, seat)
    position.play(PLAY_ABBEY)
    laid = max(_with_figure(position, action, seat) for action in _looks(position))
    position.undo()
    return PLAY_ABBEY if laid >= passed else PASS


def _tile(position: Position) -> Action:
    """The tile of an open hand with the best placement."""

    def promise(action: Action) -> float:
        position.play(action)
        values = [_glance(position, place, seat) for place in _looks(position)]
        position.undo()
        return max(values, default=outlook(position, seat))

    seat = position.seat
    return max((a for a in position.legal_actions() if isinstance(a, Choose)), key=promise)


def _flock(position: Position) -> Action:
    """Herd a large flock, and any when the field closes or the game ends soon; else let it grow."""
    mine = next(s for s in position.standing() if s.figure is Figure.SHEPHERD and s.seat == position.seat)
    field = position.feature(mine.segment)
    safe = field.open.bit_count() > 2 and _time_left(position) >= 1
    return GROW if safe and flock(position, position.seat) < _ENOUGH_SHEEP else HERD


_BY_PHASE: Final[Mapping[Phase, Callable[[Position], Action]]] = {
    Phase.DRAW: _draw,
    Phase.CHOOSE: _tile,
    Phase.PLACE: _place,
    Phase.FLOCK: _flock,
    Phase.ABBEY: _abbey,
}
"""How each kind of decision is taken; every other by what follows from it."""
