"""Hills & Sheep: shepherds with their flocks, hills and vineyards.

Source: Hills & Sheep, sections 2 to 4; the three parts are options of their own.
"""

from collections.abc import Iterable, Mapping
from typing import Final

from core.actions import GROW, HERD, Figure, Flock, Phase
from core.errors import IllegalDeployment, NotationError
from core.events import PointsAwarded, TokenDrawn
from core.features import Feature, Standing
from core.geometry import around
from core.rules.turn import allow
from core.ruleset import SPECIALS, Decision, Ruleset, Special
from core.scoring import monastery_cell
from core.segments import Terrain
from core.sets.row import SetRow, Trial
from core.setup import Token
from core.shuffle import drawn_token
from core.state import State
from core.tile_data import tile_set

POINTS_PER_VINEYARD = 3
WOLF = "wolf"
TOKEN = 2.5
"""What a first token is taken to bring."""
ENOUGH_SHEEP = 5
"""A flock of so many is herded by the automatic player."""


def install(rules: Ruleset[State]) -> None:
    """Add Hills & Sheep to a ruleset, or the parts of it that are chosen."""
    if rules.options["shepherds"]:
        rules.figures[Figure.SHEPHERD] = 1
        rules.specials[Figure.SHEPHERD] = Special(shepherd_fields, verify_shepherd, deploy_shepherd)
        rules.step(10, own_flock, call=SPECIALS)
        rules.step(11, score_closed_flocks, call=SPECIALS)
        rules.offer(Phase.FLOCK, lambda position: (GROW, HERD))
        rules.decide(Phase.FLOCK, Flock, Decision(allow, play_flock))
        rules.leaving.append(disperse)
        rules.to_come.append(tokens_to_come)
        rules.gambles[Figure.SHEPHERD] = TOKEN
    if rules.options["hills"]:
        hills = [
            kind.id for kind in tile_set("hills-sheep", rules.edition).kinds.values() if "hill" in kind.marks
        ]
        rules.after_draw |= dict.fromkeys(hills, hide_under_hill)
        rules.unseen.append(lambda position: position.extra.get("hidden", ()))
        rules.tie_breaks.append(
            hill_presence if rules.options["hills_tie"] == "presence" else hill_count
        )  # fmt: skip
    if rules.options["vineyards"]:
        rules.bonus.setdefault(Terrain.MONASTERY, []).append(vineyard_bonus)


# Shepherds (section 2)


def shepherds(feature: Feature) -> tuple[Standing, ...]:
    """The shepherds on a field (Hills & Sheep: Shepherd)."""
    if not feature.specials:
        return ()
    return tuple(standing for standing in feature.specials if standing.figure is Figure.SHEPHERD)


def shepherd_fields(position: State) -> Iterable[str]:
    """The fields of the tile just laid that have no shepherd yet (Hills & Sheep: Shepherd)."""
    laid = position.last
    assert laid is not None
    state, newest = position.features_state.state, position.features_state.newest
    return [laid.tile.names[n] for n in laid.tile.fields if not shepherds(state[newest[n]])]


def verify_shepherd(position: State, where: str) -> None:
    """Raise IllegalDeployment unless the shepherd can stand there (Hills & Sheep: Shepherd)."""
    laid = position.last
    assert laid is not None
    details = {"figure": "shepherd", "where": where}
    try:
        number = laid.tile.segment_number(where)
    except NotationError as error:
        raise IllegalDeployment(str(error), "no_such_segment", **details) from error
    kind = laid.tile.segments[number].kind
    if kind is not Terrain.FIELD:
        raise IllegalDeployment(
            f"a shepherd cannot stand on a {kind}", "wrong_feature", kind=kind.value, **details
        )
    if shepherds(position.feature(laid.first + number)):
        raise IllegalDeployment("that field already has a shepherd", "shepherd", **details)


def deploy_shepherd(position: State, where: str) -> None:
    """Stand the shepherd and draw his first token; a wolf sends him home (Hills & Sheep: Shepherd)."""
    laid = position.last
    assert laid is not None
    number = laid.tile.segment_number(where)
    standing = position.put(Figure.SHEPHERD, laid.tile.names[number], laid.first + number)
    position.keep("shepherd placed", True)
    token = draw_token(position)
    if token == WOLF:
        position.send_home(standing)
    else:
        add_token(position, position.seat, token)


def flock(position: State, seat: int) -> int:
    """How many sheep stand beside a seat's shepherd (Hills & Sheep: Shepherd)."""
    return sum(position.extra.get("flocks", {}).get(seat, ()))


def flocks(position: State) -> Mapping[int, tuple[Token, ...]]:
    """The tokens beside each shepherd, by seat (Hills & Sheep: Shepherd)."""
    table: Mapping[int, tuple[Token, ...]] = position.extra.get("flocks", {})
    return table


def add_token(position: State, seat: int, token: Token) -> None:
    """Put a token beside a seat's shepherd (Hills & Sheep: Shepherd)."""
    table = flocks(position)
    position.keep("flocks", {**table, seat: (*table.get(seat, ()), token)})


def disperse(position: State, seat: int) -> None:
    """Put the tokens beside a seat's shepherd back into the bag (Hills & Sheep: Shepherd)."""
    position.keep("flocks", {other: tokens for other, tokens in flocks(position).items() if other != seat})


def grow_or_herd(position: State, trial: Trial) -> Flock:
    """Herd a large flock, and any when the field closes or the game ends soon; else let it grow.

    (Hills & Sheep: Shepherd)
    """
    mine = next(s for s in position.standing() if s.figure is Figure.SHEPHERD and s.seat == position.seat)
    safe = position.feature(mine.segment).open.bit_count() > 2 and trial.time_left >= 1
    return GROW if safe and flock(position, position.seat) < ENOUGH_SHEEP else HERD


def tokens_to_come(position: State) -> bool:
    """Whether a token may be drawn yet: a shepherd stands, or can be put (Hills & Sheep: Shepherd)."""
    waiting = any(position.in_supply(seat, Figure.SHEPHERD) for seat in range(len(position.scores)))
    return waiting or any(standing.figure is Figure.SHEPHERD for standing in position.standing())


def wolves(position: State) -> tuple[int, int]:
    """How many wolves are in the bag of tokens, and how many tokens in all. Wolves never stay out.

    (Hills & Sheep: Shepherd)
    """
    printed = tile_set("hills-sheep", position.edition).tokens
    return printed[WOLF], sum(printed.values()) - sum(map(len, flocks(position).values()))


def draw_token(position: State) -> Token:
    """Draw a token; wolves always go back at once (Hills & Sheep: Shepherd)."""
    drawn = position.extra.get("tokens drawn", 0)
    position.keep("tokens drawn", drawn + 1)
    listed = position.setup.tokens or ()
    if drawn < len(listed):
        token: Token = listed[drawn]
    else:
        on_table = [token for tokens in flocks(position).values() for token in tokens]
        printed = tile_set("hills-sheep", position.edition).tokens
        token = drawn_token(position.setup.seed or "", drawn, printed, on_table)
    position.emit(TokenDrawn(position.seat, 0 if token == WOLF else int(token)))
    return token


def own_shepherd(position: State) -> Standing | None:
    """The active player's shepherd, if the tile just laid extended his field (Hills & Sheep: Shepherd)."""
    laid, features = position.last, position.features_state
    assert laid is not None
    for number in laid.tile.fields:
        for standing in shepherds(features.state[features.newest[number]]):
            if standing.seat == position.active:
                return standing
    return None


def own_flock(position: State) -> bool:
    """The active player must grow or herd when his tile extended his shepherd's field.

    (Hills & Sheep: Shepherd)
    """
    if position.extra.get("shepherd placed"):
        position.keep("shepherd placed", False)
        return False
    if own_shepherd(position) is None:
        return False
    position.phase = Phase.FLOCK
    return True


def play_flock(position: State, action: Flock) -> None:
    """Grow the flock by a token, or herd it to the stable (Hills & Sheep: Shepherd)."""
    shepherd = own_shepherd(position)
    assert shepherd is not None
    root = position.features_state.find(shepherd.segment)
    if action.herd:
        score_flock(position, root)
    else:
        token = draw_token(position)
        if token == WOLF:
            send_shepherds_home(position, root)
        else:
            add_token(position, position.seat, token)
    position.stage += 1  # The own flock is settled.
    position.proceed()


def score_flock(position: State, root: int) -> None:
    """Every shepherd of the field scores all its sheep and goes home (Hills & Sheep: Shepherd)."""
    feature = position.features_state.state[root]
    sheep = sum(flock(position, standing.seat) for standing in shepherds(feature))
    for standing in shepherds(feature):
        tiles = feature.tiles.bit_count()
        position.award(
            PointsAwarded(standing.seat, sheep, "flock", tiles, 0, standing.cell, standing.where)
        )  # fmt: skip
    send_shepherds_home(position, root)


def send_shepherds_home(position: State, root: int) -> None:
    """All shepherds of a field return, their tokens go back into the bag (Hills & Sheep: Shepherd)."""
    for standing in shepherds(position.features_state.state[root]):
        disperse(position, standing.seat)
        position.send_home(standing)


def score_closed_flocks(position: State) -> bool:
    """Flocks on fields that the tile just laid has closed are scored at once (Hills & Sheep: Shepherd)."""
    laid, features = position.last, position.features_state
    assert laid is not None
    state, newest = features.state, features.newest
    roots = [newest[number] for number in laid.tile.fields]
    if laid.tile.closes:
        roots += features.facing(position.board.neighbours(laid.cell))
    for root in roots:
        feature = state[root]
        if feature.specials and not feature.open and shepherds(feature):
            score_flock(position, root)
    return False


# Hills (section 3)


def hide_under_hill(position: State) -> None:
    """A hill takes the next tile of the bag under it, unseen (Hills & Sheep: Hills)."""
    bag = position.setup.bag
    if position.drawn < len(bag):
        position.keep("hidden", (*position.extra.get("hidden", ()), bag[position.drawn].id))
        position.drawn += 1


def hill_followers(position: State, feature: Feature, tied: tuple[int, ...]) -> list[int]:
    """The seats of the followers on hills that count in the tie, one entry a follower.

    (Hills & Sheep: Hills)
    """
    strength = position.rules.strength
    return [
        standing.seat
        for standing in feature.followers
        if standing.seat in tied
        and "hill" in position.board.cells[standing.cell].kind.marks
        and (standing.figure not in strength or strength[standing.figure](feature) > 0)
    ]


def hill_presence(position: State, feature: Feature, tied: tuple[int, ...]) -> tuple[int, ...]:
    """Of the tied, only those with a follower on a hill, if there are any (Hills & Sheep: Hills)."""
    return tuple(sorted(set(hill_followers(position, feature, tied)))) or tied


def hill_count(position: State, feature: Feature, tied: tuple[int, ...]) -> tuple[int, ...]:
    """Of the tied, only those with most followers on hills, a known variant (Hills & Sheep: Hills)."""
    on_hills = hill_followers(position, feature, tied)
    most = max(on_hills.count(seat) for seat in tied)
    return tuple(seat for seat in tied if on_hills.count(seat) == most)


# Vineyards (section 4)


def vineyard_bonus(position: State, feature: Feature) -> int:
    """Three points for each vineyard around a completed monastery or abbey (Hills & Sheep: Vineyards)."""
    cells = position.board.cells
    return POINTS_PER_VINEYARD * sum(
        (laid := cells.get(cell)) is not None and "vineyard" in laid.kind.marks
        for cell in around(monastery_cell(position, feature))
    )


SET: Final = SetRow(
    rank=30,
    install=install,
    options={
        "hills_tie": ("presence", "count"),
        "shepherds": (True, False),
        "hills": (True, False),
        "vineyards": (True, False),
    },
    figures=(Figure.SHEPHERD,),
    reasons=("flock",),
    automatic={Phase.FLOCK: grow_or_herd},
)
