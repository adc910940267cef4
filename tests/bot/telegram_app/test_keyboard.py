"""Choices as rows of buttons within Telegram's limits."""

from dataclasses import replace

import pytest
from telegram import InlineKeyboardButton, InlineKeyboardMarkup
from telegram.constants import InlineKeyboardMarkupLimit

from bot.request import Reply
from bot.scene import ANYONE, Choice, Phrase, Scene, Style
from bot.telegram_app.keyboard import BUTTONS, ROW, Pressed, keyboard
from bot.texts import Texts
from tests.bot.telegram_app.conftest import World
from tests.bot.telegram_app.scripted import button, say


def spots(count: int) -> tuple[Choice, ...]:
    """So many numbered spots."""
    return tuple(button(str(number), f"place {number}", Style.MAIN) for number in range(1, count + 1))


def rows_of(markup: InlineKeyboardMarkup | None) -> list[list[InlineKeyboardButton]]:
    """The rows of a keyboard."""
    assert markup is not None
    return [list(row) for row in markup.inline_keyboard]


def test_sixty_spots_are_rows_of_nearly_equal_length(texts: Texts) -> None:
    """All are there, in order, at most eight in a row."""
    rows = rows_of(keyboard(Scene((), rows=(spots(60), (button("Undo", "undo"),))), texts))
    assert [len(row) for row in rows] == [8, 8, 8, 8, 7, 7, 7, 7, 1]
    assert [b.text for row in rows for b in row] == [*map(str, range(1, 61)), "Undo"]


@pytest.mark.parametrize("count", [1, 7, 8, 9, 33, 60, 100, 140])
def test_no_keyboard_is_too_large(texts: Texts, count: int) -> None:
    """At most 100 buttons and 8 in a row; what is always needed stays when spots are too many."""
    rows = rows_of(keyboard(Scene((), rows=(spots(count), (button("Undo", "undo"),))), texts))
    assert max(map(len, rows)) <= ROW
    assert sum(map(len, rows)) == min(count + 1, BUTTONS) <= InlineKeyboardMarkupLimit.TOTAL_BUTTON_NUMBER
    assert rows[-1][0].text == "Undo"


def test_long_labels_have_room(texts: Texts) -> None:
    """Labels that a phone would cut stand in rows of their own."""
    group = tuple(button(f"A field with a very long name {n}", f"deploy {n}") for n in range(3))
    assert [len(row) for row in rows_of(keyboard(Scene((), rows=(group,)), texts))] == [1, 1, 1]


@pytest.mark.parametrize(
    ("labels", "lengths"),
    [
        (("Game and expansions", "Clock", "More", "Opponents"), [1, 3]),
        (("Film", "Chart", "Look back", "Board", "Final scoring"), [3, 2]),
        (("A very long label, as long as a row", "1", "2", "3", "4", "5", "6", "7", "8", "9"), [1, 5, 4]),
    ],
)
def test_a_long_label_makes_no_other_row_longer(
    texts: Texts, labels: tuple[str, ...], lengths: list[int]
) -> None:
    """As few rows as there can be, since a phone shows the board and them at once, and alike in length."""
    group = tuple(button(label, f"do {number}") for number, label in enumerate(labels))
    rows = rows_of(keyboard(Scene((), rows=(group,)), texts))
    assert [len(row) for row in rows] == lengths
    assert [b.text for row in rows for b in row] == list(labels)


def test_styles_are_telegrams(texts: Texts) -> None:
    """The likely choice and the dangerous one look different."""
    group = tuple(button("x", f"do {style}", style) for style in Style)
    (row,) = rows_of(keyboard(Scene((), rows=(group,)), texts))
    assert [b.style for b in row] == ["primary", None, "danger"]


def test_data_that_does_not_fit_is_left_out(texts: Texts) -> None:
    """Telegram takes 64 bytes; a button beyond that would spoil the whole message."""
    scene = Scene((), rows=((button("no", "ž" * 30), button("yes", "x" * 54)),), game="g1", version=123456)
    (row,) = rows_of(keyboard(scene, texts))
    assert [b.text for b in row] == ["yes"]
    assert len(str(row[0].callback_data).encode()) == 64


def test_a_dangerous_button_of_an_answer_is_for_one_person(texts: Texts) -> None:
    """Only in an answer, only what is dangerous, and not what everybody may press."""
    row = (
        button("a", "x", Style.DANGER),
        button("b", "x"),
        replace(button("c", "x", Style.DANGER), actor=ANYONE),
    )
    scene = Scene((), rows=(row,), game="g", version=1, actor="telegram:77")
    (buttons,) = rows_of(keyboard(scene, texts, answer=True))
    assert [b.callback_data for b in buttons] == ["g:1~77:x", "g:1:x", "g:1:x"]
    (buttons,) = rows_of(keyboard(scene, texts))
    assert [b.callback_data for b in buttons] == ["g:1:x"] * 3


def test_a_scene_without_choices_has_no_keyboard(texts: Texts) -> None:
    """Nothing to press, no keyboard."""
    assert keyboard(Scene((), rows=((),)), texts) is None


def test_labels_speak_the_language(texts: Texts) -> None:
    """Labels come from the catalogue."""
    choice = Choice(Phrase("telegram.not_yours"), "help")
    (english,), (polish,) = (
        rows_of(keyboard(Scene((), rows=((choice,),), language=language), texts))[0]
        for language in ("en", "pl")
    )
    assert english.text != polish.text


@pytest.mark.parametrize(
    "pressed",
    [
        Pressed("g1", 7, "place 12"),
        Pressed("", 0, "rules turn 2"),
        Pressed("a", 1, "x:y"),
        Pressed("a", 1, "end yes", "77"),
    ],
)
def test_data_is_read_as_it_was_written(pressed: Pressed) -> None:
    """A button's data survives its way through Telegram, also when the command has colons."""
    assert Pressed.parse(str(pressed)) == pressed


@pytest.mark.parametrize(
    "data", ["", "x", "g1:7", "g1:7:", "g1:seven:place 1", "g1::place 1", "g1:-1:place 1"]
)
def test_foreign_data_is_nothing(data: str) -> None:
    """Data of other makings is recognised."""
    assert Pressed.parse(data) is None


async def test_telegram_takes_the_largest_keyboard(world: World) -> None:
    """The server, as strict as the real one, accepts a hundred buttons of every style."""
    scene = Scene(
        (say("go"),), rows=(spots(140), (button("No", "pass", Style.DANGER),)), game="g" * 20, version=999
    )
    world.scripted.answer = lambda request: Reply(scene=scene)
    await world.start(world.scripted)
    await world.group.say(world.ann, "/new")
    await world.group.until(lambda: bool(world.group.from_bot))
    assert len(world.group.last.buttons) == 100
