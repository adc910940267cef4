"""The Discoverers: plains, mountains and seas, where each figure is scored by itself.

Source: The Discoverers, sections 4 to 10.
"""

from collections.abc import Iterable
from typing import Final

from core.actions import Action, Choose, Figure, Phase, TakeBack
from core.errors import IllegalAction, NotationError
from core.events import PointsAwarded, TileDrawn
from core.features import Feature, Standing
from core.rules.turn import discard, end_turn
from core.ruleset import Decision, Ruleset
from core.scoring import worth
from core.segments import Terrain
from core.sets.row import Insight, SetRow
from core.state import HANDS, State
from core.tiles import TileKind

AREAS: Final = (Terrain.PLAIN, Terrain.MOUNTAIN, Terrain.SEA)

SMALL = 2
"""A closed area of at most so many tiles counts as an open one (sections 7 and 12.8)."""

REMOVED = {"off": {}, "printed": {2: 1, 3: 2, 4: 3, 5: 1}, "exact": {2: 1, 3: 2, 4: 3, 5: 3}}
"""How many tiles are removed for even turns, by number of players (sections 10 and 12.9)."""


def install(rules: Ruleset[State]) -> None:
    """Add The Discoverers to a ruleset."""
    rules.most_players = 5
    rules.removed = REMOVED[str(rules.options["even_turns"])]
    rules.figures[Figure.MEEPLE] = 4
    rules.claims_on(Figure.MEEPLE, *AREAS)
    rules.value |= dict.fromkeys(AREAS, area_value)
    rules.cities |= dict.fromkeys(AREAS, counted_cities)
    rules.owners = everyone
    rules.singly = True
    rules.offer(Phase.DEPLOY, offer_take_back)
    rules.decide(Phase.DEPLOY, TakeBack, Decision(verify_take_back, play_take_back))
    rules.final.append(score_all)
    if rules.options["hand"]:
        rules.first_phase = Phase.CHOOSE
        rules.begin.append(deal)
        rules.offer(Phase.CHOOSE, offer_choice)
        rules.decide(Phase.CHOOSE, Choose, Decision(verify_choice, play_choice))
        rules.after_place.append(refill)
        rules.given_back.append(back_to_hand)
        rules.leaving.append(put_hand_aside)


def area_value(position: State, feature: Feature, finished: bool) -> int:
    """What an area is worth as it is (The Discoverers: Taking back and scoring)."""
    return _counted(position, feature, feature.tiles.bit_count(), closed=finished)


def closed(position: State, feature: Feature, tiles: int) -> float:
    """What an open area will be worth when so many tiles have closed it.

    (The Discoverers: Taking back and scoring)
    """
    return _counted(position, feature, feature.tiles.bit_count() + tiles, closed=True)


def _counted(position: State, feature: Feature, tiles: int, *, closed: bool) -> int:
    # A plain counts tiles, a mountain and a sea cities; closed, a sea its tiles as well, the others twice.
    once = tiles if feature.kind is Terrain.PLAIN else counted_cities(position, feature)
    if not closed or tiles <= SMALL:
        return once
    return once + tiles if feature.kind is Terrain.SEA else 2 * once


def counted_cities(position: State, feature: Feature) -> int:
    """How many cities an area counts; a mountain also those of whole plains beside it.

    (The Discoverers: Taking back and scoring)
    """
    cities = feature.emblems
    if feature.kind is Terrain.MOUNTAIN:
        state = position.features_state.state
        for root in position.features_state.linked_roots(feature, Terrain.PLAIN):
            cities |= state[root].emblems
    return cities.bit_count()


def everyone(position: State, feature: Feature) -> tuple[int, ...]:
    """There is no majority: every seat with a figure there would score.

    (The Discoverers: Several followers on one area)
    """
    return tuple(sorted({standing.seat for standing in feature.followers}))


def pay_one(position: State, feature: Feature, standing: Standing, *, final: bool) -> None:
    """Score one figure's area for its owner (The Discoverers: Taking back and scoring)."""
    points = worth(position, feature, finished=not final and not feature.open)
    cities = 0 if feature.kind is Terrain.PLAIN else counted_cities(position, feature)
    tiles = feature.tiles.bit_count()
    if points:
        position.award(
            PointsAwarded(standing.seat, points, feature.kind.value, tiles, 0, standing.cell,
                          standing.where, cities, final=final)
        )  # fmt: skip


# Taking back (section 7)


def offer_take_back(position: State) -> Iterable[Action]:
    """Each of the seat's figures on the board can be taken back.

    (The Discoverers: Taking back and scoring)
    """
    for standing in position.standing():
        if standing.seat == position.seat:
            yield TakeBack(standing.cell, standing.where)


def own_figure(position: State, action: TakeBack) -> Standing:
    """The figure that is to be taken back. Raises IllegalAction when the seat has none there.

    (The Discoverers: Taking back and scoring)
    """
    laid = position.board.at(action.cell)
    details = {"where": action.where, "x": action.cell[0], "y": action.cell[1]}
    if laid is None:
        raise IllegalAction(f"no tile lies at {action.cell[0]},{action.cell[1]}", "no_tile", **details)
    try:
        number = laid.tile.segment_number(action.where)
    except NotationError as error:
        raise IllegalAction(str(error), "no_such_segment", **details) from error
    for standing in position.feature(laid.first + number).followers:
        if standing.seat == position.seat and standing.segment == laid.first + number:
            return standing
    raise IllegalAction("no figure of yours stands there", "no_own_figure", **details)


def verify_take_back(position: State, action: TakeBack) -> None:
    """Raise IllegalAction unless an own figure stands there (The Discoverers: Taking back and scoring)."""
    own_figure(position, action)


def play_take_back(position: State, action: TakeBack) -> None:
    """Score the figure's area and take it back; the turn ends (The Discoverers: Taking back and scoring)."""
    standing = own_figure(position, action)
    pay_one(position, position.feature(standing.segment), standing, final=False)
    position.send_home(standing)
    position.proceed()


def score_all(position: State) -> None:
    """Final scoring: every figure for itself, as if its area were open (The Discoverers: End)."""
    for standing in position.standing():
        pay_one(position, position.feature(standing.segment), standing, final=True)


# The open hand (section 10)


def deal(position: State) -> None:
    """Deal two tiles to every seat, seat by seat (The Discoverers: Advanced variant)."""
    bag, size, hands = position.setup.bag, int(position.options["hand"]), []
    for _ in position.players:
        hands.append(bag[position.drawn : position.drawn + size])
        position.drawn += len(hands[-1])
    HANDS.keep(position, tuple(hands))


def offer_choice(position: State) -> Iterable[Action]:
    """Each tile in hand that fits; when none fits, each can be discarded for another.

    (The Discoverers: Advanced variant)
    """
    hand = position.hands[position.seat]
    fitting = [kind for kind in hand if position.board.frontier.fits_anywhere(kind)]
    return [Choose(tile) for tile in dict.fromkeys(kind.id for kind in fitting or hand)]


def verify_choice(position: State, action: Choose) -> None:
    """Raise IllegalAction unless the tile is in hand and can be chosen.

    (The Discoverers: Advanced variant)
    """
    hand = position.hands[position.seat]
    if action.tile not in [kind.id for kind in hand]:
        raise IllegalAction(f"{action.tile} is not in your hand", "not_in_hand", tile=action.tile)
    if action not in offer_choice(position):
        raise IllegalAction(
            f"{action.tile} fits nowhere: take the other tile", "fits_nowhere", tile=action.tile
        )


def play_choice(position: State, action: Choose) -> None:
    """Take a tile from the hand to lay it; one that fits nowhere is discarded and replaced.

    (The Discoverers: Advanced variant)
    """
    hand = position.hands[position.seat]
    kind = next(kind for kind in hand if kind.id == action.tile)
    take_from_hand(position, kind)
    position.emit(TileDrawn(position.seat, kind.id))
    if position.board.frontier.fits_anywhere(kind):
        position.tile = kind
        position.phase = Phase.PLACE
        return
    discard(position, position.seat, kind)
    refill(position)
    if not position.hands[position.seat]:
        end_turn(position)


def set_hand(position: State, seat: int, hand: tuple[TileKind, ...]) -> None:
    """Replace a seat's hand (The Discoverers: Advanced variant)."""
    hands = position.hands
    HANDS.keep(position, (*hands[:seat], hand, *hands[seat + 1 :]))


def take_from_hand(position: State, kind: TileKind) -> None:
    """Take one tile of that kind out of the seat's hand (The Discoverers: Advanced variant)."""
    hand = list(position.hands[position.seat])
    hand.remove(kind)
    set_hand(position, position.seat, tuple(hand))


def refill(position: State) -> None:
    """Draw a replacement, face up, as long as there are tiles (The Discoverers: Advanced variant)."""
    if position.bag_left:
        kind = position.setup.bag[position.drawn]
        position.drawn += 1
        set_hand(position, position.seat, (*position.hands[position.seat], kind))


def back_to_hand(position: State, kind: TileKind) -> bool:
    """A tile that was chosen but not laid returns to its owner's hand (The Discoverers: Advanced variant)."""
    set_hand(position, position.seat, (*position.hands[position.seat], kind))
    return True


def put_hand_aside(position: State, seat: int) -> None:
    """The tiles of a seat that leaves are out of the game (The Discoverers: Advanced variant)."""
    if position.tile is not None and position.active == seat:
        back_to_hand(position, position.tile)
        position.tile = None
    for kind in position.hands[seat]:
        discard(position, seat, kind)
    set_hand(position, seat, ())


SET: Final = SetRow(
    rank=100,
    install=install,
    game="discoverers",
    opens=True,
    options={"hand": (0, 2), "even_turns": tuple(REMOVED)},
    reasons=tuple(kind.value for kind in AREAS),
    insight=Insight(closed=dict.fromkeys(AREAS, closed)),
)
