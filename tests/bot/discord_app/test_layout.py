"""Choices become buttons and selects that Discord accepts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.discord_app.buttons import arrange, view
from bot.scene import Choice, Phrase, Scene


def choices(count: int, command: str = "place") -> tuple[Choice, ...]:
    """Numbered choices."""
    return tuple(Choice(Phrase(str(number)), f"{command} {number}") for number in range(1, count + 1))


@pytest.mark.parametrize("spots", [21, 60, 100])
async def test_many_spots_become_selects_beside_the_buttons(spots: int) -> None:
    """Every one of many spots can be chosen, and what is below them stays a button."""
    rows = arrange([choices(spots), choices(2, "turn")])
    assert [choice for as_select, row in rows if as_select for choice in row] == list(choices(spots))
    assert rows[-1] == (False, choices(2, "turn"))
    assert len(rows) <= 5


async def test_twenty_spots_are_buttons() -> None:
    """Up to twenty choices are buttons, five in a row."""
    rows = arrange([choices(20), choices(1, "pass")])
    assert [(as_select, len(row)) for as_select, row in rows] == [(False, 5)] * 4 + [(False, 1)]


async def test_small_groups_share_rows_when_there_are_many() -> None:
    """Six groups of two fit into five rows, in their order."""
    groups = [choices(2, name) for name in "abcdef"]
    rows = arrange(groups)
    assert [choice for _, row in rows for choice in row] == [choice for group in groups for choice in group]
    assert all(not as_select for as_select, _ in rows)
    assert len(rows) <= 5


@given(st.lists(st.integers(0, 130), max_size=8))
def test_nothing_is_lost_below_125_choices(sizes: list[int]) -> None:
    """There are at most five rows, of five buttons or 25 options, and up to 125 choices find a place."""
    groups = [choices(size, f"c{index}") for index, size in enumerate(sizes)]
    rows = arrange(groups)
    assert len(rows) <= 5
    assert all(1 <= len(row) <= (25 if as_select else 5) for as_select, row in rows)
    shown = [choice for _, row in rows for choice in row]
    expected = [choice for group in groups for choice in group]
    assert shown == expected[: len(shown)]
    if len(expected) <= 125 and sum(-(-size // 25) for size in sizes) <= 5:
        assert shown == expected


async def test_long_labels_are_cut_and_impossible_choices_left_out() -> None:
    """Labels of 500 emoji, a command given twice and one too long for an id do not break the message."""
    scene = Scene(
        (),
        rows=(
            (
                Choice(Phrase("🐑" * 500), "place 1"),
                Choice(Phrase("again"), "place 1"),
                Choice(Phrase("x"), "rules " + "x" * 100),
            ),
            tuple(Choice(Phrase("🐑" * 500), f"deploy {number}") for number in range(30)),
        ),
        game="0123456789",
        version=123456,
    )
    made = view(scene, lambda phrase: phrase.key)
    assert made is not None
    rows = made.to_components()
    button = rows[0]["components"][0]
    assert [len(row["components"]) for row in rows] == [1, 1, 1]
    assert len(button["label"].encode("utf-16-le")) // 2 <= 80
    assert button["custom_id"] == "bastide:0123456789:123456:place 1"
    options = [option for row in rows[1:] for option in row["components"][0]["options"]]
    assert len(options) == 30
    assert all(len(option["label"].encode("utf-16-le")) // 2 <= 100 for option in options)
    assert all(len(row["components"][0]["placeholder"]) <= 150 for row in rows[1:])


async def test_a_scene_without_choices_has_no_view() -> None:
    """Nothing to press means no components."""
    assert view(Scene((), rows=((),)), lambda phrase: phrase.key) is None
