"""How a player decides, in every phase, with the judgement that it is given."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from core.actions import PASS, Action, Choose, Deploy, Phase, Place
from core.errors import GameOver
from core.game import Position
from core.opponents.judge import Judge
from core.sets import rows

Enough = Callable[[], bool]
"""Whether there is no time to think on."""


def never() -> bool:
    """There is always time to think on."""
    return False


@dataclass(frozen=True, slots=True)
class Player:
    """Tries what can be done and takes what it judges best; of equals the first.

    ``judge`` makes the judgement of one decision. All placements are judged at a glance, the ``closer`` most
    promising with every figure; of placements only one in ``sees`` is looked at.
    """

    judge: Callable[[Position], Judge]
    closer: int
    sees: int = 1

    def choose(self, position: Position, enough: Enough = never) -> Action:
        """The action for the seat to move, or the best that was found until ``enough``. Raises GameOver."""
        legal = position.legal_actions()
        if not legal:
            raise GameOver("the game is over", "over")
        if len(legal) == 1:
            return legal[0]
        return self.deciding(position, enough).made()

    def deciding(self, position: Position, enough: Enough = never) -> "Decision":
        """The decision that is due in a position, which stays as it is."""
        return Decision(self, position.copy(), enough)


class Decision:
    """One decision: a position that is played on and set back."""

    def __init__(self, player: Player, position: Position, enough: Enough) -> None:
        self.player = player
        self.position = position
        self.seat = position.seat
        self.judge = player.judge(position)
        self.enough = enough

    def made(self) -> Action:
        """What the player decides."""
        phase = self.position.phase
        if (decided := self.judge.decided(self.position)) is not None:
            return decided
        for name in self.position.sets:
            if own := rows()[name].automatic.get(phase):
                return own(self.position, self)
        return _BY_PHASE.get(phase, Decision.best)(self)

    @property
    def time_left(self) -> float:
        """1 while there are turns enough, falling to 0 with the last tiles."""
        return self.judge.time_left(self.position)

    def now(self) -> float:
        """How the seat stands as it is."""
        return self.judge.outlook(self.position, self.seat)

    def best(self) -> Action:
        """The legal action after which the seat stands best."""
        return max(self.position.legal_actions(), key=self.after)

    def after(self, action: Action) -> float:
        """How the seat stands after an action. The position is left as it was."""
        position = self.position
        if isinstance(action, Deploy) and action.figure in position.rules.gambles:
            # Playing it would show what is hidden.
            return self.after(PASS) + self.judge.gamble(position, action)
        position.play(action)
        value = self.judge.outlook(position, self.seat)
        position.undo()
        return value

    def place(self) -> Action:
        """The best placement: all are judged at a glance, the most promising with every figure."""
        best, value = None, float("-inf")
        for action in self.promising():
            if best is not None and self.enough():
                break
            found = self.with_figure(action)
            if best is None or found > value:
                best, value = action, found
        assert best is not None  # somewhere the tile fits
        return best

    def promising(self) -> list[Place]:
        """The placements to be looked at with every figure, the most promising at a glance first."""
        looks = [*self.looks()]
        if self.player.sees > 1:
            looks = looks[len(self.position.laid) % self.player.sees :: self.player.sees] or looks
        glanced: list[tuple[float, int, Place]] = []
        for number, action in enumerate(looks):
            if glanced and self.enough():
                break
            glanced.append((-self.glance(action), number, action))
        glanced.sort()
        return [action for _, _, action in glanced[: self.player.closer]]

    def looks(self) -> Iterator[Place]:
        """The placements, of those that look alike only the first."""
        for cell, turns in self.position.legal_spots().items():
            for turn in turns:
                yield Place(cell, turn)

    def glance(self, action: Action) -> float:
        """How the seat stands after a placement, with the most that any follower there would be worth."""
        self.position.play(action)
        value = self.judge.outlook(self.position, self.seat) + max(self.claims())
        self.position.undo()
        return value

    def claims(self) -> Iterator[float]:
        """What each follower that could be put on the tile just laid would be worth, less its own price."""
        position = self.position
        laid, price = position.last, self.judge.price(position)
        if position.phase is Phase.DEPLOY and laid is not None:
            for action in position.legal_actions():
                if isinstance(action, Deploy) and action.where in laid.tile.names:
                    number = laid.tile.segment_number(action.where)
                    yield self.judge.promise(position, position.feature(laid.first + number)) - price
        yield 0.0

    def with_figure(self, action: Action) -> float:
        """How the seat stands after a placement and the best that can follow."""
        return self.followed(action)[1]

    def followed(self, action: Action) -> tuple[Action | None, float]:
        """The best that can follow a placement, if something can, and how the seat stands then."""
        position = self.position
        position.play(action)
        best: tuple[Action | None, float]
        if position.phase is Phase.DEPLOY and position.seat == self.seat:
            best = max(((after, self.after(after)) for after in position.legal_actions()), key=_value)
        else:
            best = None, self.judge.outlook(position, self.seat)
        position.undo()
        return best

    def laying(self, action: Action) -> float:
        """How the seat stands if it takes a tile by this action and lays it where that is best."""
        self.position.play(action)
        value = max(map(self.with_figure, self.looks()))
        self.position.undo()
        return value

    def from_hand(self) -> Action:
        """The tile of an open hand with the best placement."""
        return max((a for a in self.position.legal_actions() if isinstance(a, Choose)), key=self.offers)

    def offers(self, action: Action) -> float:
        """How the seat stands with a tile of its hand where that is best."""
        position = self.position
        position.play(action)
        values = [self.glance(place) for place in self.looks()]
        value = max(values) if values else self.now()
        position.undo()
        return value


def _value(found: tuple[Action | None, float]) -> float:
    return found[1]


_BY_PHASE: Final[Mapping[Phase, Callable[[Decision], Action]]] = {
    Phase.CHOOSE: Decision.from_hand,
    Phase.PLACE: Decision.place,
}
