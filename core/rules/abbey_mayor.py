"""Abbey & Mayor: abbeys, mayors, barns and wagons.

Source: Abbey & Mayor, sections 2 to 5; the order within a turn from the interactions, section 1.
"""

from collections.abc import Iterable

from core.actions import (
    PASS,
    PLAY_ABBEY,
    WAGON_HOME,
    Action,
    Figure,
    MoveWagon,
    Pass,
    Place,
    PlayAbbey,
    WagonHome,
)
from core.board import Laid
from core.errors import IllegalAction, IllegalDeployment, NotationError
from core.events import FigureMoved, TileDrawn
from core.features import Feature, Standing, ones
from core.geometry import CORNER_NAMES, CORNERS, SIDES, Cell, around, opposite
from core.rules.carcassonne import CLAIMED, supplied_cities
from core.rules.turn import allow, close_game
from core.ruleset import LINGERING, SPECIALS, Claim, Decision, Phase, Ruleset, Special
from core.scoring import complete, pay
from core.segments import Terrain
from core.state import State
from core.tile_data import tile_kind
from core.tiles import TileKind

ABBEY_ID = "abbey-mayor/abbey"
FARMERS_WHEN_PLACED = 3
FARMERS_WHEN_JOINED = 1
BARN_AT_THE_END = 4


def install(rules: Ruleset[State]) -> None:
    """Add Abbey & Mayor to a ruleset."""
    rules.tile_sets.append("abbey-mayor")
    rules.figures |= {Figure.MAYOR: 1, Figure.WAGON: 1, Figure.BARN: 1}
    rules.claims_on(Figure.MAYOR, Terrain.CITY)
    rules.claims_on(Figure.WAGON, *CLAIMED)
    rules.strength[Figure.MAYOR] = lambda feature: feature.emblems.bit_count()
    rules.lingering.add(Figure.WAGON)
    rules.specials[Figure.BARN] = Special(barn_corners, verify_barn, deploy_barn)
    rules.barred.append(barn_bars_followers)
    rules.claims.append(barn_claim)

    rules.placing[ABBEY_ID] = abbey_placements
    rules.given_back.append(give_abbey_back)
    rules.offer(Phase.DRAW, offer_abbey)
    rules.decide(Phase.DRAW, PlayAbbey, Decision(verify_abbey, play_abbey))
    rules.offer(Phase.ABBEY, lambda position: (PLAY_ABBEY, PASS))
    rules.decide(Phase.ABBEY, PlayAbbey, Decision(verify_abbey, play_abbey))
    rules.decide(Phase.ABBEY, Pass, Decision(allow, pass_abbey))
    if rules.options["abbey_round"]:
        rules.rounds.append(abbey_round)

    rules.step(30, score_barn_fields, call=SPECIALS)
    rules.step(40, move_wagons, call=LINGERING)
    rules.offer(Phase.WAGON, offer_wagon)
    rules.decide(Phase.WAGON, MoveWagon, Decision(verify_wagon, play_wagon))
    rules.decide(Phase.WAGON, WagonHome, Decision(allow, play_wagon_home))
    rules.leaving.append(forget_wagons)


# The abbey (section 2)


def has_abbey(position: State, seat: int) -> bool:
    """Whether a seat still holds its abbey (Abbey & Mayor: Abbey)."""
    return seat not in position.extra.get("abbeys laid", frozenset())


def offer_abbey(position: State) -> Iterable[Action]:
    """The abbey instead of drawing, when there is a hole for it (Abbey & Mayor: Abbey)."""
    if position.board.frontier.has_holes() and has_abbey(position, position.seat):
        return (PLAY_ABBEY,)
    return ()


def verify_abbey(position: State, action: PlayAbbey) -> None:
    """Raise IllegalAction unless the seat has an abbey and the board a hole (Abbey & Mayor: Abbey)."""
    if not has_abbey(position, position.seat):
        raise IllegalAction("the abbey has been laid already", "no_abbey")
    if not position.board.frontier.has_holes():
        raise IllegalAction("no empty space has tiles on all four sides", "no_hole")


def play_abbey(position: State, action: PlayAbbey) -> None:
    """Take the abbey in hand (Abbey & Mayor: Abbey)."""
    laid = position.extra.get("abbeys laid", frozenset())
    position.keep("abbeys laid", laid | {position.seat})
    position.tile = tile_kind(ABBEY_ID, position.edition)
    position.phase = Phase.PLACE
    position.emit(TileDrawn(position.seat, ABBEY_ID))


def abbey_placements(position: State) -> Iterable[Place]:
    """Every hole; how the abbey is turned means nothing (Abbey & Mayor: Abbey)."""
    return [Place(cell, 0) for cell in position.board.frontier.holes()]


def give_abbey_back(position: State, kind: TileKind) -> bool:
    """An abbey in hand stays with its owner when the turn is lost (Abbey & Mayor: Abbey)."""
    if kind.id != ABBEY_ID:
        return False
    position.keep("abbeys laid", position.extra["abbeys laid"] - {position.seat})
    return True


def abbey_round(position: State) -> bool:
    """After the last tile each seat with an abbey and a hole decides once (Abbey & Mayor: Abbey)."""
    queue = position.extra.get("abbey round")
    if queue is None:
        queue = position.seats_from(position.layer + 1)
    while queue:
        seat, *rest = queue
        queue = tuple(rest)
        able = seat not in position.resigned and has_abbey(position, seat)
        if able and position.board.frontier.has_holes():
            position.keep("abbey round", queue)
            position.begin_turn(seat, Phase.ABBEY)
            return True
    position.keep("abbey round", ())
    return False


def pass_abbey(position: State, action: Pass) -> None:
    """Lay no abbey in the abbey round (Abbey & Mayor: Abbey)."""
    close_game(position)


# Barns (section 4)


def barns(feature: Feature) -> tuple[Standing, ...]:
    """The barns on a field (Abbey & Mayor: Barn)."""
    return tuple(standing for standing in feature.specials if standing.figure is Figure.BARN)


def barn_bars_followers(position: State, feature: Feature) -> str | None:
    """No follower may be put on a field with a barn (Abbey & Mayor: Barn)."""
    return "barn" if feature.kind is Terrain.FIELD and feature.specials and barns(feature) else None


def barn_corners(position: State) -> Iterable[str]:
    """The corners of the tile just laid where a barn can stand (Abbey & Mayor: Barn)."""
    laid = position.last
    assert laid is not None
    corners = laid.tile.field_corners[laid.pattern]
    if not corners:
        return ()
    names = [CORNER_NAMES[corner] for corner in corners]
    return [f"corner@{name}" for name in names if barn_fault(position, name) is None]


def barn_fault(position: State, name: str) -> str | None:
    """Why no barn can stand at a corner of the tile just laid, as a reason key; None if one can.

    (Abbey & Mayor: Barn)
    """
    laid = position.last
    assert laid is not None
    corner = CORNERS[name]
    number = laid.tile.corner_field[corner]
    if number < 0:
        return "corner_no_field"
    others = position.board.corner(laid.cell, corner)
    if others is None:
        return "corner_open"
    if any(other.tile.corner_field[_corner_of(other.cell, laid.cell, corner)] < 0 for other in others):
        return "corner_no_field"
    features = position.features_state
    if barns(features.state[features.newest[number]]):
        return "barn"
    return None


def _corner_of(other: Cell, cell: Cell, corner: int) -> int:
    """Which corner of ``other`` meets the given corner of ``cell``."""
    east = CORNER_NAMES[corner][1] == "E"
    south = CORNER_NAMES[corner][0] == "S"
    point = (cell[0] + east, cell[1] + south)
    vertical = "S" if point[1] > other[1] else "N"
    horizontal = "E" if point[0] > other[0] else "W"
    return CORNERS[vertical + horizontal]


def verify_barn(position: State, where: str) -> None:
    """Raise IllegalDeployment unless a barn can stand there (Abbey & Mayor: Barn)."""
    kind, _, name = where.partition("@")
    details = {"figure": "barn", "where": where}
    if kind != "corner" or name not in CORNERS:
        raise IllegalDeployment(
            "a barn stands on a corner: corner@NW, NE, SE or SW", "barn_corner", **details
        )
    if fault := barn_fault(position, name):
        sentences = {
            "corner_no_field": "four fields must meet at that corner",
            "corner_open": "four tiles must meet at that corner",
            "barn": "that field already has a barn",
        }
        raise IllegalDeployment(sentences[fault], fault, **details)


def deploy_barn(position: State, where: str) -> None:
    """Stand the barn on its corner; its field is scored later in the turn (Abbey & Mayor: Barn)."""
    laid = position.last
    assert laid is not None
    number = laid.tile.corner_field[CORNERS[where.partition("@")[2]]]
    position.put(Figure.BARN, where, laid.first + number)
    position.keep("barn placed", laid.first + number)


def score_barn_fields(position: State) -> bool:
    """Score the farmers of a field where a barn was put or which was joined to one, and send them home.

    (Abbey & Mayor: Barn)
    """
    laid = position.last
    assert laid is not None
    features = position.features_state
    placed = position.extra.get("barn placed")
    if placed is not None:
        position.keep("barn placed", None)
        root = features.find(placed)
        # Whoever resigned meanwhile took the barn away.
        if barns(features.state[root]):
            score_farmers(position, root, FARMERS_WHEN_PLACED)
    for number in laid.tile.fields:
        root = features.newest[number]
        feature = features.state[root]
        if feature.specials and barns(feature):
            score_farmers(position, root, FARMERS_WHEN_JOINED)
    return False


def score_farmers(position: State, root: int, points: int) -> None:
    """Pay so many points for each completed city to the majority of farmers, who then go home.

    (Abbey & Mayor: Barn)
    """
    feature = position.features_state.state[root]
    if not feature.followers:
        return
    cities = supplied_cities(position, feature)
    pay(position, feature, points * cities, "field", cities=cities)
    for standing in feature.followers:
        position.send_home(standing)


def barn_claim(position: State, feature: Feature) -> Claim | None:
    """At the end each barn gets 4 points for each completed city of its field (Abbey & Mayor: Barn)."""
    owners = tuple(sorted({standing.seat for standing in barns(feature)}))
    if not owners:
        return None
    return Claim(owners, BARN_AT_THE_END * supplied_cities(position, feature), "barn")


# Wagons (section 5)


def line_up_wagons(position: State, scored: Iterable[Standing]) -> None:
    """Line up the wagons whose features were scored: the active player's first, then clockwise.

    (Abbey & Mayor: Wagon)
    """
    order = position.seats_from(position.active)
    position.keep("lingering", ())
    position.keep("wagons", tuple(sorted(scored, key=lambda wagon: order.index(wagon.seat))))


def move_wagons(position: State) -> bool:
    """Let the next wagon's owner decide; one that cannot go anywhere goes home by itself.

    (Abbey & Mayor: Wagon)
    """
    scored = position.extra.get("lingering")
    if scored:
        line_up_wagons(position, scored)
    waiting: tuple[Standing, ...] = position.extra.get("wagons", ())
    while waiting:
        if any(True for _ in destinations(position, waiting[0])):
            position.seat = waiting[0].seat
            position.phase = Phase.WAGON
            return True
        position.send_home(waiting[0])
        waiting = waiting[1:]
        position.keep("wagons", waiting)
    position.seat = position.active
    return False


def destinations(position: State, wagon: Standing) -> Iterable[tuple[Laid, int]]:
    """The segments to which a wagon can move: unfinished, unclaimed, and within reach.

    (Abbey & Mayor: Wagon)
    """
    if position.options["wagon_move"] == "adjacent":
        reach = adjacent_segments(position, wagon)
    else:
        reach = connected_segments(position, wagon)
    seen: set[int] = set()
    for laid, number in reach:
        segment = laid.first + number
        feature = position.feature(segment)
        if segment in seen or feature.kind not in CLAIMED or feature.followers:
            continue
        seen.add(segment)
        if not complete(position, feature):
            yield laid, number


def adjacent_segments(position: State, wagon: Standing) -> Iterable[tuple[Laid, int]]:
    """All segments of the wagon's own tile and the eight around it (Abbey & Mayor: Wagon)."""
    for cell in (wagon.cell, *around(wagon.cell)):
        if (laid := position.board.at(cell)) is not None:
            for number in range(len(laid.tile.segments)):
                yield laid, number


def connected_segments(position: State, wagon: Standing) -> Iterable[tuple[Laid, int]]:
    """The segments that meet the scored feature on one of its tiles, or through an abbey.

    (Abbey & Mayor: Wagon)
    """
    features, board = position.features_state, position.board
    home = features.find(wagon.segment)
    for tile in ones(features.state[home].tiles):
        laid = board.laid[tile]
        neighbours = board.neighbours(laid.cell)
        own = [n for n in range(len(laid.tile.segments)) if features.find(laid.first + n) == home]
        for group in laid.kind.meets:
            if any(number in own for number in group):
                yield from ((laid, number) for number in group if number not in own)
        for side in SIDES:
            other = neighbours[side]
            if other is None:
                continue
            if laid.tile.closes and not other.tile.closes:
                yield from ((other, number) for number in other.tile.at_port[opposite(side)])
            elif other.tile.closes and any(n in own for n in laid.tile.at_port[side]):
                yield other, 0


def offer_wagon(position: State) -> Iterable[Action]:
    """Every destination of the wagon that is due, and going home (Abbey & Mayor: Wagon)."""
    for laid, number in destinations(position, position.extra["wagons"][0]):
        yield MoveWagon(laid.cell, laid.tile.names[number])
    yield WAGON_HOME


def verify_wagon(position: State, action: MoveWagon) -> None:
    """Raise IllegalAction unless the wagon can go there (Abbey & Mayor: Wagon)."""
    laid = position.board.at(action.cell)
    details = {"where": action.where, "x": action.cell[0], "y": action.cell[1]}
    if laid is None:
        raise IllegalAction(f"no tile lies at {action.cell[0]},{action.cell[1]}", "no_tile", **details)
    try:
        number = laid.tile.segment_number(action.where)
    except NotationError as error:
        raise IllegalAction(str(error), "no_such_segment", **details) from error
    if (laid, number) not in list(destinations(position, position.extra["wagons"][0])):
        raise IllegalAction("the wagon cannot go there", "wagon_reach", **details)


def play_wagon(position: State, action: MoveWagon) -> None:
    """Send the wagon to another feature (Abbey & Mayor: Wagon)."""
    wagon, *rest = position.extra["wagons"]
    laid = position.board.cells[action.cell]
    number = laid.tile.segment_number(action.where)
    moved = Standing(wagon.seat, Figure.WAGON, laid.cell, laid.tile.names[number], laid.first + number)
    position.remove(wagon)
    position.stand(moved)
    position.emit(FigureMoved(wagon.seat, Figure.WAGON, wagon.cell, moved.cell, moved.where))
    position.keep("wagons", tuple(rest))
    position.proceed()


def play_wagon_home(position: State, action: WagonHome) -> None:
    """Take the wagon back into the supply (Abbey & Mayor: Wagon)."""
    wagon, *rest = position.extra["wagons"]
    position.send_home(wagon)
    position.keep("wagons", tuple(rest))
    position.proceed()


def forget_wagons(position: State, seat: int) -> None:
    """A seat that leaves has no wagon decision any more (Abbey & Mayor: Wagon)."""
    waiting = position.extra.get("wagons", ())
    if any(wagon.seat == seat for wagon in waiting):
        position.keep("wagons", tuple(wagon for wagon in waiting if wagon.seat != seat))
