"""Shepherds with their flocks.

Source: Hills & Sheep, section 2.
"""

from collections.abc import Iterable, Mapping
from typing import Final

from core.errors import IllegalDeployment
from core.events import PointsAwarded, TokenDrawn
from core.features import Feature, Standing
from core.rules.turn import misfit, named_feature, stand
from core.segments import Terrain
from core.sets.hills_sheep.actions import FLOCK_DUE, GROW, HERD, SHEPHERD, Flock
from core.sets.row import Trial
from core.setup import Token
from core.shuffle import drawn_token
from core.state import Kept, State
from core.tile_data import tile_set

WOLF = "wolf"
ENOUGH_SHEEP = 5
"""A flock of so many is herded by the automatic player."""
DRAWN: Final[Kept[int]] = Kept("tokens drawn", 0)
"""How many tokens have been drawn so far."""
_FLOCKS: Final[Kept[Mapping[int, tuple[Token, ...]]]] = Kept("flocks", {})
_PLACED: Final[Kept[bool]] = Kept("shepherd placed", False)


def shepherds(feature: Feature) -> tuple[Standing, ...]:
    """The shepherds on a field (Hills & Sheep: Shepherd)."""
    if not feature.specials:
        return ()
    return tuple(standing for standing in feature.specials if standing.figure is SHEPHERD)


def shepherd_fields(position: State) -> Iterable[str]:
    """The fields of the tile just laid that have no shepherd yet (Hills & Sheep: Shepherd)."""
    laid = position.last
    assert laid is not None
    state, newest = position.features_state.state, position.features_state.newest
    return [laid.tile.names[n] for n in laid.tile.fields if not shepherds(state[newest[n]])]


def verify_shepherd(position: State, where: str) -> None:
    """Raise IllegalDeployment unless the shepherd can stand there (Hills & Sheep: Shepherd)."""
    feature = named_feature(position, SHEPHERD, where)
    if feature.kind is not Terrain.FIELD:
        raise misfit(SHEPHERD, feature, where)
    if shepherds(feature):
        details = {"figure": SHEPHERD.value, "where": where}
        raise IllegalDeployment("that field already has a shepherd", "shepherd", **details)


def deploy_shepherd(position: State, where: str) -> None:
    """Stand the shepherd and draw his first token; a wolf sends him home (Hills & Sheep: Shepherd)."""
    standing = stand(position, SHEPHERD, where)
    _PLACED.keep(position, True)
    token = draw_token(position)
    if token == WOLF:
        position.send_home(standing)
    else:
        add_token(position, position.seat, token)


def flock(position: State, seat: int) -> int:
    """How many sheep stand beside a seat's shepherd (Hills & Sheep: Shepherd)."""
    return sum(map(int, _FLOCKS.of(position).get(seat, ())))


def flocks(position: State) -> Mapping[int, tuple[Token, ...]]:
    """The tokens beside each shepherd, by seat (Hills & Sheep: Shepherd)."""
    return _FLOCKS.of(position)


def add_token(position: State, seat: int, token: Token) -> None:
    """Put a token beside a seat's shepherd (Hills & Sheep: Shepherd)."""
    table = flocks(position)
    _FLOCKS.keep(position, {**table, seat: (*table.get(seat, ()), token)})


def disperse(position: State, seat: int) -> None:
    """Put the tokens beside a seat's shepherd back into the bag (Hills & Sheep: Shepherd)."""
    _FLOCKS.keep(position, {other: tokens for other, tokens in flocks(position).items() if other != seat})


def grow_or_herd(position: State, trial: Trial) -> Flock:
    """Herd a large flock, and any when the field closes or the game ends soon; else let it grow.

    (Hills & Sheep: Shepherd)
    """
    mine = next(s for s in position.standing() if s.figure is SHEPHERD and s.seat == position.seat)
    safe = position.feature(mine.segment).open.bit_count() > 2 and trial.time_left >= 1
    return GROW if safe and flock(position, position.seat) < ENOUGH_SHEEP else HERD


def tokens_to_come(position: State) -> bool:
    """Whether a token may be drawn yet: a shepherd stands, or can be put (Hills & Sheep: Shepherd)."""
    waiting = any(position.in_supply(seat, SHEPHERD) for seat in range(len(position.scores)))
    return waiting or any(standing.figure is SHEPHERD for standing in position.standing())


def wolves(position: State) -> tuple[int, int]:
    """How many wolves are in the bag of tokens, and how many tokens in all. Wolves never stay out.

    (Hills & Sheep: Shepherd)
    """
    printed = tile_set("hills-sheep", position.edition).tokens
    return printed[WOLF], sum(printed.values()) - sum(map(len, flocks(position).values()))


def draw_token(position: State) -> Token:
    """Draw a token; wolves always go back at once (Hills & Sheep: Shepherd)."""
    drawn = DRAWN.of(position)
    DRAWN.keep(position, drawn + 1)
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
    if _PLACED.of(position):
        _PLACED.keep(position, False)
        return False
    if own_shepherd(position) is None:
        return False
    position.phase = FLOCK_DUE
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
