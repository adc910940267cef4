"""The turn that both games share: draw, lay, put a figure, pass; and how turns and games end.

Source: base game, sections 3 to 7; The Discoverers, sections 4 to 6 and 9.
"""

from collections.abc import Iterable
from typing import Final

from core.actions import (
    DRAW,
    PASS,
    Action,
    Deploy,
    Draw,
    Figure,
    Pass,
    Phase,
    Place,
    Resign,
    Skip,
)
from core.errors import IllegalAction, IllegalDeployment, IllegalPlacement, NotationError
from core.events import SeatResigned, TileDiscarded, TileDrawn, TurnSkipped
from core.features import Feature, Standing
from core.ruleset import AGAIN, Decision, Ruleset
from core.state import State
from core.tiles import TileKind

PHASES: Final = (Phase.DRAW, Phase.CHOOSE, Phase.PLACE, Phase.DEPLOY)
"""The kinds of decision of which a turn consists."""


def install(rules: Ruleset[State]) -> None:
    """Add the common turn to a ruleset."""
    rules.offer(Phase.DRAW, lambda position: (DRAW,))
    rules.offer(Phase.PLACE, placements)
    rules.offer(Phase.DEPLOY, deployments)
    rules.decide(Phase.DRAW, Draw, Decision(allow, play_draw))
    rules.decide(Phase.PLACE, Place, Decision(verify_place, play_place))
    rules.decide(Phase.DEPLOY, Deploy, Decision(verify_deploy, play_deploy))
    rules.decide(Phase.DEPLOY, Pass, Decision(allow, play_pass))
    for phase in PHASES:
        rules.decide(phase, Skip, Decision(allow, play_skip))
    rules.step(90, end_turn)


def let_leave(rules: Ruleset[State]) -> None:
    """Let a seat resign at every decision, also those that sets have added (house rule: Leaving)."""
    for phase in rules.decisions:
        if phase is not Phase.OVER:
            rules.decide(phase, Resign, Decision(verify_resign, play_resign))


def allow(position: State, action: Action) -> None:
    """Nothing to check: the action is legal whenever its phase is due (base game: Turn)."""


# Drawing


def play_draw(position: State, action: Draw) -> None:
    """Draw until a tile fits; those that fit nowhere leave the game (base game: Turn)."""
    if draw_tile(position):
        position.phase = Phase.PLACE
    else:
        close_game(position)


def draw_tile(position: State) -> bool:
    """Draw the next tile that fits into the seat's hand; False when the bag runs out first.

    (base game: Turn)
    """
    bag, after_draw = position.setup.bag, position.rules.after_draw
    while position.drawn < len(bag):
        kind = bag[position.drawn]
        position.drawn += 1
        position.emit(TileDrawn(position.seat, kind.id))
        if kind.id in after_draw:
            after_draw[kind.id](position)
        if fits(position, kind):
            position.tile = kind
            return True
        discard(position, position.seat, kind)
    return False


def fits(position: State, kind: TileKind) -> bool:
    """Whether a tile can be laid at all (base game: Turn)."""
    special = position.rules.placing.get(kind.id)
    if special is not None:
        return any(True for _ in special(position, kind))
    return position.board.frontier.fits_anywhere(kind)


def discard(position: State, seat: int, kind: TileKind) -> None:
    """Take a seat's tile out of the game, for all to see (base game: Turn)."""
    position.discarded += (kind.id,)
    position.emit(TileDiscarded(seat, kind.id))


# Laying


def placements(position: State) -> Iterable[Action]:
    """Every placement of the tile in hand (base game: Laying)."""
    kind = position.tile
    assert kind is not None
    if kind.id in position.rules.placing:
        return position.rules.placing[kind.id](position, kind)
    return position.board.frontier.placements(kind)


def verify_place(position: State, action: Place) -> None:
    """Raise IllegalPlacement unless the tile in hand can lie so (base game: Laying)."""
    kind = position.tile
    assert kind is not None
    special = position.rules.placing.get(kind.id)
    if special is not None:
        if action not in special(position, kind):
            raise _misplaced(position, action, "placing", "it cannot lie there")
        return
    constraint = position.board.frontier.constraint(action.cell)
    if not constraint:
        if action.cell in position.board.cells:
            raise _misplaced(position, action, "taken", "a tile lies there already")
        if action.cell in position.board.frontier.kept:
            raise _misplaced(position, action, "mismatch", "it would not continue its neighbours")
        raise _misplaced(position, action, "apart", "that space shares no side with a laid tile")
    if action.turn not in kind.fits[constraint]:
        raise _misplaced(position, action, "mismatch", "it would not continue its neighbours")


def _misplaced(position: State, action: Place, reason: str, why: str) -> IllegalPlacement:
    tile, (x, y), degrees = str(position.tile), action.cell, action.turn * 90
    sentence = f"{tile} at {x},{y} turned by {degrees}: {why}"
    return IllegalPlacement(sentence, reason, tile=tile, x=x, y=y, turn=degrees)


def play_place(position: State, action: Place) -> None:
    """Lay the tile; then a figure may be put on it (base game: Laying)."""
    position.lay(action.cell, action.turn)
    for hook in position.rules.after_place:
        hook(position)
    position.phase = Phase.DEPLOY


# Deploying


def deployments(position: State) -> Iterable[Action]:
    """Every figure that can be put on the tile just laid, and passing (base game: Placing a follower)."""
    laid, rules = position.last, position.rules
    assert laid is not None
    found: list[Action] = []
    claims, specials = rules.at_hand(position.supplies[position.seat])
    if claims:
        features = position.features_state
        state = features.state
        for (kind, name), root in zip(laid.tile.named, features.newest, strict=True):
            if kind in claims:
                feature = state[root]
                if not feature.followers and not (feature.specials and is_barred(position, feature)):
                    found += claims[kind][name]
    for deployed, special in specials:
        for where in special.spots(position):
            found += deployed[where]
    found.append(PASS)
    return found


def is_barred(position: State, feature: Feature) -> bool:
    """Whether a figure that stands on a feature forbids followers there (base game: Placing a follower)."""
    return any(bar(position, feature) for bar in position.rules.barred)


def named_feature(position: State, figure: Figure, where: str) -> Feature:
    """The feature of a segment of the tile just laid, where a figure is to stand.

    Raises IllegalDeployment when there is none (base game: Placing a follower).
    """
    laid = position.last
    assert laid is not None
    try:
        number = laid.tile.segment_number(where)
    except NotationError as error:
        raise IllegalDeployment(str(error), "no_such_segment", figure=figure.value, where=where) from error
    return position.feature(laid.first + number)


def has_follower(position: State, feature: Feature) -> bool:
    """Whether a follower of the deciding seat stands on a feature (base game: Placing a follower)."""
    followers = feature.followers
    return followers != () and any(standing.seat == position.seat for standing in followers)


def misfit(figure: Figure, feature: Feature, where: str) -> IllegalDeployment:
    """That a figure cannot stand on a feature of this kind (base game: Placing a follower)."""
    return IllegalDeployment(
        f"a {figure} cannot stand on a {feature.kind}",
        "wrong_feature",
        kind=feature.kind.value,
        figure=figure.value,
        where=where,
    )


def stand(position: State, figure: Figure, where: str) -> Standing:
    """Put a figure on a segment of the tile just laid (base game: Placing a follower)."""
    laid = position.last
    assert laid is not None
    number = laid.tile.segment_number(where)
    return position.put(figure, laid.tile.names[number], laid.first + number)


def verify_deploy(position: State, action: Deploy) -> None:
    """Raise IllegalDeployment unless the figure can go there (base game: Placing a follower)."""
    figure, where, rules = action.figure, action.where, position.rules
    details = {"figure": figure.value, "where": where}
    if figure not in rules.figures:
        raise IllegalDeployment(f"there is no {figure} in this game", "no_such_figure", **details)
    if not position.in_supply(position.seat, figure):
        raise IllegalDeployment(f"no {figure} is left in the supply", "no_supply", **details)
    if figure in rules.specials:
        rules.specials[figure].verify(position, where)
        return
    feature = named_feature(position, figure, where)
    if figure not in rules.claimants.get(feature.kind, ()):
        raise misfit(figure, feature, where)
    if feature.followers:
        raise IllegalDeployment(
            f"the {feature.kind} is already claimed",
            "occupied",
            kind=feature.kind.value,
            owner=feature.followers[0].seat,
            **details,
        )
    for bar in rules.barred:
        if reason := bar(position, feature):
            raise IllegalDeployment(f"no follower may be put there: {reason}", reason, **details)


def play_deploy(position: State, action: Deploy) -> None:
    """Put the figure on the tile just laid, and go on with the turn (base game: Placing a follower)."""
    special = position.rules.specials.get(action.figure)
    if special is not None:
        special.deploy(position, action.where)
    else:
        stand(position, action.figure, action.where)
    position.proceed()


def play_pass(position: State, action: Pass) -> None:
    """Put nothing, and go on with the turn (base game: Placing a follower)."""
    position.proceed()


# Ending turns and games


def close_if_empty(position: State) -> None:
    """A game without a tile to lay ends before it begins (base game: Turn)."""
    if not tiles_left(position):
        close_game(position)


def end_turn(position: State) -> bool:
    """The next seat's turn, or the end of the game when no tile is left (base game: Turn)."""
    if not tiles_left(position):
        close_game(position)
        return True
    seat = position.next_seat()
    if position.rules.first_phase is Phase.CHOOSE:
        seat = next(other for other in position.seats_from(seat) if position.hands[other])
    position.begin_turn(seat, position.rules.first_phase)
    return True


def tiles_left(position: State) -> bool:
    """Whether anyone has a tile to lay (base game: Turn)."""
    if position.rules.first_phase is Phase.CHOOSE:
        return any(position.hands)
    return position.bag_left > 0


def close_game(position: State) -> None:
    """After the last tile: the rounds of expansions, then the final scoring.

    (base game: End and final scoring)
    """
    position.tile = None
    for held_round in position.rules.rounds:
        if held_round(position):
            return
    for scoring in position.rules.final:
        scoring(position)
    position.finish(leaders(position))


def leaders(position: State) -> tuple[int, ...]:
    """The seats with most points; several share the victory (base game: End and final scoring)."""
    playing = position.seats_from(0)
    best = max(position.scores[seat] for seat in playing)
    return tuple(sorted(seat for seat in playing if position.scores[seat] == best))


def play_skip(position: State, action: Skip) -> None:
    """The seat loses its turn; a tile already drawn passes to the next seat (house rule: Leaving)."""
    position.emit(TurnSkipped(position.seat))
    lose_turn(position)


def lose_turn(position: State) -> None:
    """End the active seat's turn; what the tile it laid has brought about is still scored and decided.

    (house rule: Leaving)
    """
    if position.phase is Phase.DEPLOY:
        position.called -= {AGAIN}
        position.proceed()
        return
    kind = position.tile
    if kind is not None and any(back(position, kind) for back in position.rules.given_back):
        kind = position.tile = None
    if kind is None:
        end_turn(position)
        return
    position.begin_turn(position.next_seat(), Phase.PLACE)


def verify_resign(position: State, action: Resign) -> None:
    """Raise IllegalAction unless the seat exists and still plays (house rule: Leaving)."""
    if action.seat >= len(position.players) or action.seat in position.resigned:
        raise IllegalAction(f"seat {action.seat} is not in the game", "not_playing", seat=action.seat)


def play_resign(position: State, action: Resign) -> None:
    """The seat's figures leave the board; the others play on, the last one left wins.

    (house rule: Leaving)
    """
    seat = action.seat
    decides, active = position.seat == seat, position.active == seat
    for hook in position.rules.leaving:
        hook(position, seat)
    for standing in position.standing():
        if standing.seat == seat:
            position.send_home(standing)
    position.resigned |= {seat}
    position.emit(SeatResigned(seat))
    remaining = position.seats_from(0)
    if len(remaining) == 1:
        position.finish(remaining)
    elif active and position.phase in position.rules.late_phases:
        close_game(position)
    elif active and position.phase in PHASES:
        lose_turn(position)
    elif decides:
        position.proceed()
