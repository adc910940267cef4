"""The engine against a slow recount by flood fill that shares only the tile files with it."""

import random

from hypothesis import given
from hypothesis import strategies as st

from core import GameRecord, Phase, Place, Position, Standing, parse_action
from core.geometry import STEPS, Cell
from core.sets.abbey_mayor.actions import WAGON_DUE, MoveWagon
from tests.core.flood import Segment
from tests.core.games import CHANCES, choose, choose_or_leave, examples, play_out, records
from tests.core.recount import Recount

FEATURES = tuple[str, frozenset[Segment], bool, int, int, int, frozenset[int]]


def seen(position: Position) -> set[FEATURES]:
    """The features of a position, in the words of the recount."""
    numbers = {laid.cell: {name: n for n, name in enumerate(laid.tile.names)} for laid in position.laid}
    return {
        (
            view.kind.value,
            frozenset((cell, numbers[cell][where]) for cell, where in view.segments),
            view.complete,
            view.pennants,
            view.now,
            view.final,
            frozenset(view.owners),
        )
        for view in position.features()
    }


def recounted(recount: Recount) -> set[FEATURES]:
    """The same by flood fill."""
    areas = recount.table.areas(recount.table.segments())
    return {(*view[:-1], frozenset(view[-1])) for view in map(recount.tally.view, areas)}


def compare(record: GameRecord, chance: random.Random) -> None:
    """Play a random game and count it again at every step."""
    position, recount = record.opening(), Recount(record)
    while not position.over:
        offered = position.legal_actions()
        if position.phase is Phase.PLACE:
            assert {(a.cell, a.turn) for a in offered if isinstance(a, Place)} == recount.could
        elif position.phase is WAGON_DUE:
            moves = [action for action in offered if isinstance(action, MoveWagon)]
            assert {recount.table.named(move.cell, move.where) for move in moves} == recount.could
        leaves = position.phase in {Phase.DRAW, Phase.CHOOSE}
        action = (choose_or_leave if leaves else choose)(position, chance)
        position.play(action)
        assert recount.act(str(action)) == position.scores
        assert recount.over is position.over
        if chance.random() < 0.05:
            assert seen(position) == recounted(recount)


@examples(40)
@given(records(tiles=36), CHANCES)
def test_scores_placements_and_wagons_agree(record: GameRecord, chance: random.Random) -> None:
    """The scores after every action, the spots of every tile, the ways of every wagon, and the features."""
    compare(record, chance)


@examples(5)
@given(records(), CHANCES)
def test_whole_games_agree(record: GameRecord, chance: random.Random) -> None:
    """As above, with full bags."""
    compare(record, chance)


# The order of joining

PLAIN_SETS = st.sampled_from(
    [
        ("carcassonne", ("base",)),
        ("carcassonne", ("base", "winter")),
        ("carcassonne", ("base", "winter", "hills-sheep")),
        ("discoverers", ("discoverers",)),
    ]
)


def laid_again(
    record: GameRecord, final: Position, figures: list[Standing], chance: random.Random
) -> Position:
    """The same tiles in another order, the figures put down unchecked as soon as their tile lies."""
    left = {laid.cell: laid for laid in final.laid}
    first = chance.choice(sorted(left))
    order = [left.pop(first)]
    while left:
        beside: set[Cell] = {(x + dx, y + dy) for x, y in (at.cell for at in order) for dx, dy in STEPS}
        order.append(left.pop(chance.choice(sorted(beside & left.keys()))))
    start = (order[0].kind.id, *first, order[0].tile.degrees)
    bag = tuple(laid.kind.id for laid in order[1:])
    position = GameRecord(
        record.players, record.game, record.sets, record.options, bag=bag, start=start
    ).opening()

    def stand(cell: Cell) -> None:
        for figure in figures:
            if figure.cell == cell:
                laid = position.board.cells[cell]
                number = laid.tile.segment_number(figure.where)
                position.stand(figure._replace(segment=laid.first + number))

    stand(first)
    for laid in order[1:]:
        position.play(parse_action("draw"))
        position.play(Place(laid.cell, laid.tile.turn))
        stand(laid.cell)
        position.play(parse_action("pass"))
    return position


@examples(25)
@given(PLAIN_SETS, st.text("0123456789abcdef", min_size=4, max_size=4), CHANCES)
def test_points_do_not_depend_on_the_order_of_joining(
    game: tuple[str, tuple[str, ...]], seed: str, chance: random.Random
) -> None:
    """A board with figures strewn over it, laid in three orders: the same features and the same points."""
    options = {"shepherds": False, "hills": False} if game[0] == "carcassonne" else {}
    record = GameRecord(("A", "B", "C"), *game, options, seed=seed)
    final = play_out(record, chance).replay()
    figures = []
    for laid in final.laid:
        number = chance.randrange(2 * len(laid.tile.names))
        if number < len(laid.tile.names):
            figures.append(
                Standing(chance.randrange(3), final.figure_kinds[0], laid.cell, laid.tile.names[number], -1)
            )
    ends = [laid_again(record, final, figures, chance) for _ in range(3)]
    assert len({end.scores for end in ends}) == 1
    assert seen(ends[0]) == seen(ends[1]) == seen(ends[2])
    assert all(end.over for end in ends)
