"""The header of a stored game."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bot.games.header import Header, Order, Status
from bot.games.undone import OUTSIDE, Consent, Undo, Undone
from bot.people import Person
from bot.store import CorruptGame

HEADER = Header(
    status=Status.RUNNING,
    people=(Person("discord", "1", 'A "n" n', "pl"), Person("discord", "2", "Bo")),
    host="discord:1",
    game="carcassonne",
    sets=("base", "winter"),
    seats=6,
    since=datetime(2030, 1, 2, 3, 4, 5, tzinfo=UTC),
    options={"fields": False, "wagon_move": "adjacent", "hand": 2},
    order=Order.JOINED,
    language="cs",
    record="{}",
    seed_hash="ab",
    once="tap-1",
    ended_by="Bo",
)


def test_a_header_survives_the_store() -> None:
    """What is written is read back the same."""
    assert Header.from_table(HEADER.to_table()) == HEADER


def test_only_what_differs_is_changed() -> None:
    """A change of one field changes one entry of the table."""
    assert replace(HEADER, language="en").changes_from(HEADER) == {"language": "en"}


LATER = {
    "asked", "bag_shown", "ender", "heard", "hints", "invited", "last", "left", "meddled", "newcomers",
    "private", "source", "tempo", "theme", "touched", "undo", "undone", "view",
}  # fmt: skip
"""Fields that games which were stored before them lack."""


@pytest.mark.parametrize("field", sorted(set(HEADER.to_table()) - LATER))
def test_a_lost_field_is_a_corrupt_game(field: str) -> None:
    """A header without one of its fields cannot be read."""
    table = HEADER.to_table()
    del table[field]
    with pytest.raises(CorruptGame, match="header cannot be read"):
        Header.from_table(table)


@pytest.mark.parametrize("field", sorted(LATER & set(HEADER.to_table())))
def test_a_game_of_before_is_read_without_later_fields(field: str) -> None:
    """What was not kept yet when a game was stored has its default."""
    table = HEADER.to_table()
    del table[field]
    assert Header.from_table(table) == HEADER


def test_what_was_agreed_on_undoing_survives_the_store() -> None:
    """The rule, and every note."""
    notes = (Undone(3, 1, Consent.NEXT, ("base/V",)), Undone(4, OUTSIDE, Consent.RESCUE, (), 2))
    header = replace(HEADER, undo=Undo.OFF, undone=notes)
    assert Header.from_table(header.to_table()) == header


@pytest.mark.parametrize(
    ("field", "value"),
    [("undo", "maybe"), ("undone", "[[1]]"), ("undone", "7"),
     ("status", "asleep"), ("people", "[1]"), ("people", "{"), ("seats", "many"), ("options", "7"),
     ("order", "alphabet"), ("since", "yesterday"), ("people", '[["a"]]')],
)  # fmt: skip
def test_garbage_in_a_field_is_a_corrupt_game(field: str, value: str) -> None:
    """A field that says something impossible cannot be read."""
    with pytest.raises(CorruptGame):
        Header.from_table({**HEADER.to_table(), field: value})
