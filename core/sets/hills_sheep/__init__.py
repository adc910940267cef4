"""Hills & Sheep: shepherds with their flocks, hills and vineyards.

Source: Hills & Sheep, sections 2 to 4; the three parts are options of their own.
"""

from typing import Final

from core.features import Feature
from core.geometry import around
from core.rules.turn import allow
from core.ruleset import SPECIALS, Decision, Ruleset, Special
from core.scoring import monastery_cell
from core.segments import Terrain
from core.sets.hills_sheep import shepherds
from core.sets.hills_sheep.actions import FLOCK_DUE, FORMS, GROW, HERD, SHEPHERD, Flock
from core.sets.hills_sheep.insight import INSIGHT
from core.sets.row import SetRow
from core.state import Kept, State
from core.tile_data import tile_set

POINTS_PER_VINEYARD = 3
TOKEN = 2.5
HIDDEN: Final[Kept[tuple[str, ...]]] = Kept("hidden", ())
"""The tiles under hills."""
"""What a first token is taken to bring."""


def install(rules: Ruleset[State]) -> None:
    """Add Hills & Sheep to a ruleset, or the parts of it that are chosen."""
    if rules.options["shepherds"]:
        rules.figures[SHEPHERD] = 1
        rules.specials[SHEPHERD] = Special(
            shepherds.shepherd_fields, shepherds.verify_shepherd, shepherds.deploy_shepherd
        )
        rules.grazing.add(SHEPHERD)
        rules.step(10, shepherds.own_flock, call=SPECIALS)
        rules.step(11, shepherds.score_closed_flocks, call=SPECIALS)
        rules.offer(FLOCK_DUE, lambda position: (GROW, HERD))
        rules.decide(FLOCK_DUE, Flock, Decision(allow, shepherds.play_flock))
        rules.leaving.append(shepherds.disperse)
        rules.to_come.append(shepherds.tokens_to_come)
        rules.gambles[SHEPHERD] = TOKEN
    if rules.options["hills"]:
        hills = [
            kind.id for kind in tile_set("hills-sheep", rules.edition).kinds.values() if "hill" in kind.marks
        ]
        rules.after_draw |= dict.fromkeys(hills, hide_under_hill)
        rules.unseen.append(HIDDEN.of)
        rules.tie_breaks.append(
            hill_presence if rules.options["hills_tie"] == "presence" else hill_count
        )  # fmt: skip
    if rules.options["vineyards"]:
        rules.bonus.setdefault(Terrain.MONASTERY, []).append(vineyard_bonus)


# Hills (section 3)


def hide_under_hill(position: State) -> None:
    """A hill takes the next tile of the bag under it, unseen (Hills & Sheep: Hills)."""
    bag = position.setup.bag
    if position.drawn < len(bag):
        HIDDEN.keep(position, (*HIDDEN.of(position), bag[position.drawn].id))
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
    figures=(SHEPHERD,),
    phases=(FLOCK_DUE,),
    forms=FORMS,
    reasons=("flock",),
    automatic={FLOCK_DUE: shepherds.grow_or_herd},
    insight=INSIGHT,
)
