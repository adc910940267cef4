"""Decisions as text: what is written is read again, and everything else is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import (
    Action,
    Choose,
    Deploy,
    Draw,
    NotationError,
    Pass,
    Place,
    Resign,
    Skip,
    TakeBack,
    parse_action,
)
from core.sets.abbey_mayor.actions import BARN, MAYOR, MoveWagon, PlayAbbey, WagonHome
from core.sets.hills_sheep.actions import Flock
from tests.core.games import FIGURES

CELLS = st.tuples(st.integers(-9999, 9999), st.integers(-9999, 9999))
WHERES = st.sampled_from(
    ["road@N", "field@NL", "monastery", "city@inside", "city@inside2", "corner@NE", "sea@W"]
)
ACTIONS = st.one_of(
    st.sampled_from([Draw(), PlayAbbey(), Pass(), WagonHome(), Skip(), Flock(herd=True), Flock(herd=False)]),
    st.builds(Choose, st.sampled_from(["discoverers/start", "discoverers/half-ms-c0", "base/D"])),
    st.builds(Place, CELLS, st.integers(0, 3)),
    st.builds(Deploy, st.sampled_from(FIGURES), WHERES),
    st.builds(TakeBack, CELLS, WHERES),
    st.builds(MoveWagon, CELLS, WHERES),
    st.builds(Resign, st.integers(0, 5)),
)


@given(ACTIONS)
def test_what_is_written_is_read(action: Action) -> None:
    """Every action survives its text; spaces more or less do not matter."""
    assert parse_action(str(action)) == action
    assert parse_action(f"  {str(action).replace(' ', '   ')} ") == action


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("draw", Draw()),
        ("abbey", PlayAbbey()),
        ("choose discoverers/full-p", Choose("discoverers/full-p")),
        ("place -1,2 270", Place((-1, 2), 3)),
        ("deploy mayor city@N", Deploy(MAYOR, "city@N")),
        ("deploy barn corner@NE", Deploy(BARN, "corner@NE")),
        ("pass", Pass()),
        ("flock grow", Flock(herd=False)),
        ("flock herd", Flock(herd=True)),
        ("score 3,-4 sea@inside", TakeBack((3, -4), "sea@inside")),
        ("wagon 0,1 road@S", MoveWagon((0, 1), "road@S")),
        ("wagon home", WagonHome()),
        ("skip", Skip()),
        ("resign 2", Resign(2)),
    ],
)
def test_the_notation(text: str, action: Action) -> None:
    """Every form of the notation, both ways."""
    assert parse_action(text) == action
    assert str(action) == text


GARBAGE = """
    Draw|draw now|draw; draw|place|place 0,0|place 0,0 45|place 0,0 360|place 0 0 0|place 0,0 0 0
    place 0.5,0 0|place --1,0 0|place 12345,0 0|place , 0|deploy|deploy meeple|deploy knight road@N
    deploy meeple road@|deploy meeple @N|deploy meeple ROAD@N|pass pass|flock|flock run|score 0,0
    wagon|wagon 0,0|wagon away|choose|choose ../../etc|skip 1|resign|resign x|resign -1|resign 12
    abbey 0,0|{}|null|resign ٢|place ٠,٠ 0|chooſe base/A
"""


@pytest.mark.parametrize(
    "text", ["", " ", "draw\x00", "place 0,0 0" * 1000, *GARBAGE.strip().replace("\n    ", "|").split("|")]
)
def test_anything_else_is_no_action(text: str) -> None:
    """One short sentence that quotes the text, however long it is."""
    with pytest.raises(NotationError, match="is no action") as caught:
        parse_action(text)
    assert len(str(caught.value)) < 300


@given(st.text(max_size=40))
def test_garbage_is_refused_or_means_itself(text: str) -> None:
    """Whatever is read is written the same way again, but for spaces."""
    try:
        action = parse_action(text)
    except NotationError:
        return
    assert parse_action(str(action)) == action
