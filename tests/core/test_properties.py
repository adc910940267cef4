"""What holds in every game, whatever is played: figures, points, turns, legality, taking back, replaying."""

import random
from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import (
    Action,
    Choose,
    Deploy,
    Event,
    Figure,
    GameRecord,
    IllegalAction,
    Place,
    PointsAwarded,
    Position,
    Resign,
    Skip,
    TakeBack,
    TilePlaced,
    parse_action,
)
from core.geometry import PORT_NAMES
from core.segments import Terrain
from core.sets.abbey_mayor.actions import BARN, MoveWagon
from core.sets.hills_sheep.actions import SHEPHERD
from tests.core.chance import tile_file
from tests.core.games import ADDED, CHANCES, FIGURES, choose, choose_or_leave, examples, play_out, records

SHORT = records(tiles=30)


@pytest.mark.parametrize(
    ("game", "sets"),
    [
        ("carcassonne", ("base",)),
        ("carcassonne", ("base", "winter")),
        ("carcassonne", ("base", "abbey-mayor")),
        ("carcassonne", ("base", "hills-sheep")),
        ("carcassonne", ("base", "winter", "abbey-mayor", "hills-sheep")),
        ("carcassonne", ("base", "river")),
        ("carcassonne", ("base", "inns-cathedrals")),
        ("carcassonne", ("base", "traders-builders")),
        ("carcassonne", ("base", *ADDED)),
        ("discoverers", ("discoverers",)),
    ],
)
def test_whole_games_end(game: str, sets: tuple[str, ...]) -> None:
    """Full games of every set by two to five players: the end comes, with winners and nothing legal."""
    for players in (2, 3, 4, 5):
        record = GameRecord(("A", "B", "C", "D", "E")[:players], game, sets, seed=str(players))
        position = play_out(record, random.Random(players)).replay()
        assert position.winners
        assert position.legal_actions() == ()
        assert position.bag_left == 0
        assert max(position.scores) > 0


def owned(position: Position, seat: int) -> Counter[Figure]:
    """A seat's figures in the supply and on the board."""
    return Counter(position.supply(seat)) + Counter(s.figure for s in position.standing() if s.seat == seat)


@examples(25)
@given(records(), CHANCES)
def test_figures_points_and_tokens_add_up(record: GameRecord, chance: random.Random) -> None:
    """At every moment: supply and board make all figures; events make the scores; tokens are as printed."""
    position = record.opening()
    wholes = [owned(position, seat) for seat in range(len(record.players))]
    earned = [0] * len(record.players)
    printed = Counter({1: 4, 2: 5, 3: 5, 4: 2})
    while not position.over:
        for event in position.play(choose_or_leave(position, chance)):
            if isinstance(event, PointsAwarded):
                earned[event.seat] += event.points
                assert event.points > 0
        assert [owned(position, seat) for seat in range(len(record.players))] == wholes
        assert position.scores == tuple(earned)
        flocks = position.extra.get("flocks", {})
        assert not Counter(token for flock in flocks.values() for token in flock) - printed
        shepherds = {s.seat for s in position.standing() if s.figure is SHEPHERD}
        assert set(flocks) == shepherds
        assert bool(position.legal_actions()) is not position.over
    assert position.legal_actions() == ()
    best = max(position.scores[seat] for seat in position.seats_from(0))
    if len(position.seats_from(0)) > 1:
        assert {position.scores[seat] for seat in position.winners} == {best}


@examples(25)
@given(records(), CHANCES)
def test_turns_are_the_tiles_but_for_hidden_and_discarded_ones(
    record: GameRecord, chance: random.Random
) -> None:
    """Tiles laid = tiles to draw - those under hills - those discarded + abbeys; each is one turn."""
    position, events = play_out(record, chance).replay_events()
    opening = record.opening()
    to_draw = opening.bag_left + sum(len(hand) for hand in opening.hands)
    laid = [event.tile for _, event in events if isinstance(event, TilePlaced)]
    abbeys = laid.count("abbey-mayor/abbey")
    hidden = sum(position.unseen().values())
    assert len(laid) == to_draw - hidden - len(position.discarded) + abbeys
    assert len(position.laid) == len(laid) + 1


# Legality

PORT_WHERES = [f"{kind}@{port}" for kind, port in product(Terrain, (*PORT_NAMES, "inside", "inside2", "X"))]
WHERES = [*PORT_WHERES, "monastery", *(f"corner@{corner}" for corner in ("NW", "NE", "SE", "SW", "N"))]


def candidates(position: Position) -> set[Action]:
    """Everything that one could think of: all spots around, all turns, all figures, all names."""
    xs, ys = zip(*position.board.cells, strict=True)
    cells = list(product(range(min(xs) - 2, max(xs) + 3), range(min(ys) - 2, max(ys) + 3)))
    texts = ("draw", "abbey", "pass", "flock grow", "flock herd", "wagon home")
    found: set[Action] = {parse_action(text) for text in texts}
    found |= {Place(cell, turn) for cell in cells for turn in range(4)}
    found |= {Deploy(figure, where) for figure in FIGURES for where in WHERES}
    for cell in [*position.board.cells, (99, 99)]:
        laid = position.board.at(cell)
        names = laid.tile.by_name if laid else WHERES
        for where in names:
            found |= {TakeBack(cell, where), MoveWagon(cell, where)}
    known = {
        f"{name}/{entry['id']}"
        for name in position.sets
        for entry in tile_file(name, position.edition)["tile"]
    }
    return found | {Choose(tile) for tile in known | {"base/D", "moon/D"}}


def canonical(position: Position, action: Action) -> Action:
    """The action as the list has it: a segment by the first of its own ports."""
    if isinstance(action, Deploy) and position.last and action.figure is not BARN:
        tile = position.last.tile
        return Deploy(action.figure, tile.names[tile.segment_number(action.where)])
    if isinstance(action, TakeBack | MoveWagon):
        tile = position.board.cells[action.cell].tile
        return type(action)(action.cell, tile.names[tile.segment_number(action.where)])
    return action


@examples(15)
@given(records(tiles=25), CHANCES)
def test_what_is_listed_is_exactly_what_is_accepted(record: GameRecord, chance: random.Random) -> None:
    """``legal_actions``, ``can`` and ``play`` agree about every thinkable action, with other names of it too.

    What is refused changes nothing.
    """
    position = record.opening()
    while not position.over:
        if chance.random() < 0.15:
            legal = position.legal_actions()
            assert len(set(legal)) == len(legal)
            thinkable = candidates(position)
            accepted = {action for action in thinkable if position.can(action)}
            assert {canonical(position, action) for action in accepted} == set(legal)
            assert set(legal) <= accepted
            before = position.copy()
            for action in chance.sample(sorted(thinkable - accepted, key=str), 20):
                with pytest.raises(IllegalAction):
                    position.play(action)
            assert position == before
            for action in chance.sample(sorted(accepted, key=str), min(5, len(accepted))):
                position.play(action)
                position.undo()
        position.play(choose(position, chance))


@examples(10)
@given(SHORT, CHANCES)
def test_skip_and_resign_are_possible_when_they_should_be(record: GameRecord, chance: random.Random) -> None:
    """Skipping while drawing, choosing, laying or deploying; resigning always, by who still plays."""
    position = record.opening()
    while not position.over:
        assert position.can(Skip()) is (position.phase in {"draw", "choose", "place", "deploy"})
        for seat in range(7):
            assert position.can(Resign(seat)) is (seat in position.seats_from(0))
        position.play(choose_or_leave(position, chance))
    assert not position.can(Skip())
    assert not position.can(Resign(position.seats_from(0)[0]))


# Taking back, copying, replaying


@examples(25)
@given(SHORT, CHANCES)
def test_undo_restores_an_equal_position(record: GameRecord, chance: random.Random) -> None:
    """After one step, after several, and all the way; played again, everything comes out the same."""
    position = record.opening()
    past: list[Position] = []
    while not position.over:
        before = position.copy()
        action = choose_or_leave(position, chance)
        events = position.play(action)
        after = position.copy()
        position.undo()
        assert position == before
        assert set(position.legal_actions()) == set(before.legal_actions())
        assert position.play(action) == events
        assert position == after
        past.append(before)
        if chance.random() < 0.1:
            for back in range(min(len(past), chance.randint(1, 8))):
                position.undo()
                assert position == past[-1 - back]
            del past[position.played :]
    assert position.played == len(past)
    for before in reversed(past):
        position.undo()
        assert position == before
    with pytest.raises(IndexError):
        position.undo()
    assert position == record.opening()


@examples(15)
@given(SHORT, CHANCES, st.integers(0, 60))
def test_a_copy_goes_its_own_way(record: GameRecord, chance: random.Random, steps: int) -> None:
    """What is played or taken back on a copy is not felt by the original, and the other way round."""
    position = record.opening()
    for _ in range(steps):
        if not position.over:
            position.play(choose_or_leave(position, chance))
    twin, witness = position.copy(), position.copy()
    assert twin == position
    while not twin.over:
        twin.play(choose_or_leave(twin, chance))
    assert position == witness
    assert position.features() == witness.features()
    while twin.played:
        twin.undo()
    assert twin == record.opening()
    assert position == witness


@examples(15)
@given(SHORT, CHANCES, st.integers(0, 60))
def test_a_position_goes_on_without_its_past(record: GameRecord, chance: random.Random, steps: int) -> None:
    """It is the same position and plays on alike; what comes can be taken back, what came before cannot."""
    position = record.opening()
    for _ in range(steps):
        if not position.over:
            position.play(choose_or_leave(position, chance))
    now, played = position.without_past(), position.played
    begun = now.copy()
    assert (now, now.played, position.played) == (position, 0, played)
    while not position.over:
        action = choose_or_leave(position, chance)
        assert now.play(action) == position.play(action)
    assert now == position
    while now.played:
        now.undo()
    assert now == begun
    with pytest.raises(IndexError):
        now.undo()


@examples(25)
@given(SHORT, CHANCES)
def test_the_replay_of_a_record_is_the_game_played(record: GameRecord, chance: random.Random) -> None:
    """Also through JSON, at every moment, and with the same events."""
    position, actions = record.opening(), []
    told: list[Event] = []
    moments = [position.copy()]
    while not position.over:
        action = choose_or_leave(position, chance)
        told += position.play(action)
        actions.append(str(action))
        moments.append(position.copy())
    played = GameRecord.from_json(record.with_actions(actions).to_json())
    assert played == record.with_actions(actions)
    replayed, events = played.replay_events()
    assert replayed == position
    assert [event for _, event in events] == told
    upto = chance.randrange(len(moments))
    assert played.replay(upto) == moments[upto]
