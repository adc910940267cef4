"""What holds of a game with caverns, where there is such a set."""

from collections import Counter

import pytest

from core import (
    Action,
    Deploy,
    Draw,
    Figure,
    GameRecord,
    IllegalDeployment,
    Place,
    Position,
    TokenDrawn,
    parse_action,
)
from core.automatic import choose
from core.events import PointsAwarded, reveals
from core.options import CHOICES
from core.records.history import KINDS
from core.records.verify import verify
from core.rulesets import EXPANSIONS, FIGURES

RECORD = GameRecord(
    ("Ada", "Ben"), sets=("base", "caverns"), options={"caverns_rich": True}, seed="below the hills"
)


def is_digging(action: Action) -> bool:
    """Whether a digger goes down."""
    return isinstance(action, Deploy) and action.figure == "digger"


def played() -> tuple[Position, list[str]]:
    """A whole game that plays itself, and digs wherever it can."""
    position, actions = RECORD.opening(), []
    while not position.over:
        legal = position.legal_actions()
        digging = [action for action in legal if is_digging(action)]
        action = digging[0] if digging else choose(position)
        position.play(action)
        actions.append(str(action))
    return position, actions


def test_the_set_is_found_with_all_that_it_declares() -> None:
    """Its name, its figure, its option and its reason for points stand among those of all sets."""
    assert "caverns" in EXPANSIONS
    assert FIGURES[-1] == "digger"
    assert RECORD.opening().supply(0) == {Figure.MEEPLE: 7, Figure.named("digger"): 1}
    assert parse_action("deploy digger field@NL") == Deploy(Figure.named("digger"), "field@NL")
    assert CHOICES["caverns_rich"] == (False, True)
    assert "cavern" in KINDS
    assert "caverns/1" in RECORD.opening().unseen()


def test_a_game_is_played_written_and_read_again() -> None:
    """To its end; a record of it is the same game, with a shuffle that can be checked."""
    position, actions = played()
    record = RECORD.with_actions(actions)
    again = GameRecord.from_json(record.to_json())
    assert again == record
    after, events = again.replay_events()
    assert after.scores == position.scores
    tokens = [event.sheep for _, event in events if isinstance(event, TokenDrawn)]
    points = [
        event.points for _, event in events if isinstance(event, PointsAwarded) and event.reason == "cavern"
    ]
    assert len(tokens) == 2
    assert points == [2 * token for token in tokens]
    assert verify(again).fair


def test_what_is_hidden_stays_hidden() -> None:
    """The buried tile counts as unseen; digging shows something, so its player alone cannot take it back."""
    position = RECORD.opening()
    while not (digging := [action for action in position.legal_actions() if is_digging(action)]):
        action, before = choose(position), position.unseen()
        shown = reveals(action, position.play(action))
        assert shown is isinstance(action, Draw)
        if shown:
            assert position.tile is not None
            assert position.unseen() == before - Counter([position.tile.id])
    assert position.unseen().total() == position.bag_left + 1
    held = position.copy()
    assert reveals(digging[0], position.play(digging[0]))
    assert position.scores != held.scores
    position.undo()
    assert (position.scores, position.extra, position.figures) == (held.scores, held.extra, held.figures)


def test_what_the_set_forbids_is_forbidden() -> None:
    """No digger goes down where there is no cavern."""
    position = RECORD.opening()
    position.play(Draw())
    position.play(next(action for action in position.legal_actions() if isinstance(action, Place)))
    assert position.last is not None
    assert position.last.kind.id != "caverns/1"
    with pytest.raises(IllegalDeployment, match="no cavern"):
        position.play(Deploy(Figure.named("digger"), "field@NL"))
