"""Rooms as addresses."""

import pytest

from bot.web_app.rooms import is_room, new_room, room_from


@pytest.mark.parametrize(
    ("words", "room"),
    [
        ("friday", "friday"),
        ("  Łódź, Friday! ", "lodz-friday"),
        ("a--b", "a-b"),
        ("../../etc", "etc"),
        ("漢字", ""),
        ("", ""),
        ("x" * 90, "x" * 40),
        ("x" * 39 + "-y", "x" * 39),
    ],
)
def test_words_become_a_room(words: str, room: str) -> None:
    """What people type becomes a valid name, or nothing."""
    assert room_from(words) == room
    assert is_room(room) or not room


@pytest.mark.parametrize("name", ["", "A", "a b", "ä", "a/b", "x" * 41, "a\n"])
def test_other_names_are_no_rooms(name: str) -> None:
    """Only [a-z0-9-]{1,40} names a room."""
    assert not is_room(name)


def test_new_rooms_are_valid_and_differ() -> None:
    """Two newcomers do not meet by accident."""
    rooms = {new_room() for _ in range(200)}
    assert len(rooms) == 200
    assert all(is_room(room) for room in rooms)
