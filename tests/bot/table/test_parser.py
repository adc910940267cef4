"""Reading commands."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.command_names import GAME_COMMANDS
from bot.games.parser import (
    LONGEST,
    Command,
    parse,
    read_cell,
    read_figure,
    read_number,
    read_turn,
    read_where,
)
from bot.refusal import Refused
from bot.scene import Typed
from core import Figure
from core.sets.abbey_mayor.actions import BARN, MAYOR, WAGON
from core.sets.hills_sheep.actions import SHEPHERD


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("place 12 90", Command("place", ("12", "90"))),
        ("/place  12\t90 ", Command("place", ("12", "90"))),
        ("PLACE 3", Command("place", ("3",))),
        ("place 0 , -1 90", Command("place", ("0,-1", "90"))),
        ("deploy B mayor", Command("deploy", ("B", "mayor"))),
        ("new winter fields=OFF wagon-move=adjacent",
         Command("new", ("winter",), {"fields": "off", "wagon_move": "adjacent"})),
        ("new clock=daily 18:00 Europe/Warsaw winter players=3",
         Command("new", ("winter",), {"clock": "daily 18:00 europe/warsaw", "players": "3"})),
        ("new clock=bank 2d+6h", Command("new", (), {"clock": "bank 2d+6h"})),
        ("new clock=24h winter 12h", Command("new", ("winter", "12h"), {"clock": "24h"})),
        ("settings players=3 12h", Command("settings", ("12h",), {"players": "3"})),
        ("draw", Command("draw")),
    ],
)  # fmt: skip
def test_a_command_is_a_name_words_and_options(text: str, command: Command) -> None:
    """Case of names and options, a slash and spaces do not matter; words stay as they are."""
    assert parse(text) == command


@pytest.mark.parametrize("name", GAME_COMMANDS)
def test_every_command_is_known(name: str) -> None:
    """The parser knows each command by its name."""
    assert parse(name).name == name


@pytest.mark.parametrize("text", ["", "/", "dance", "12 90", "12345", "place " + "9" * LONGEST, "\0"])
def test_anything_else_is_refused(text: str) -> None:
    """Empty, unknown and endless commands are refused alike."""
    with pytest.raises(Refused) as refused:
        parse(text)
    assert refused.value.phrase.key == "refusal.unknown_command"


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("plcae 12", "place"),
        ("/PLCAE", "place"),
        ("place12", "place"),
        ("pl\u00e0ce 1", "place"),
        ("jion", "join"),
        ("undp", "undo"),
        ("setings language=pl", "settings"),
    ],
)
def test_a_slip_of_the_finger_is_told_from_nonsense(text: str, meant: str) -> None:
    """What is nearly a command is refused with the one that was meant."""
    with pytest.raises(Refused) as refused:
        parse(text)
    phrase = refused.value.phrase
    assert (phrase.key, phrase.args["command"]) == ("refusal.meant_command", Typed(meant))


def test_a_number_alone_is_a_spot() -> None:
    """Who types 99 means spot 99, there or not."""
    assert parse("99") == Command("place", ("99",))


@pytest.mark.parametrize(
    ("word", "cell"),
    [("0,1", (0, 1)), ("-3,-12", (-3, -12)), ("3", None), ("1,2,3", None), ("a,b", None), ("99999,0", None)],
)
def test_cells(word: str, cell: tuple[int, int] | None) -> None:
    """A cell is two numbers with a comma."""
    assert read_cell(word) == cell


@pytest.mark.parametrize(
    ("word", "turn"),
    [("0", 0), ("90", 1), ("180", 2), ("270°", 3), ("45", None), ("360", None), ("-90", None)],
)
def test_turns(word: str, turn: int | None) -> None:
    """A turn is one of the four in degrees."""
    assert read_turn(word) == turn


@pytest.mark.parametrize(("word", "number"), [("7", 7), ("0", 0), ("-1", None), ("٣", None), ("1e3", None)])
def test_numbers(word: str, number: int | None) -> None:
    """A number is written in plain digits."""
    assert read_number(word) == number


@pytest.mark.parametrize(
    ("word", "where"),
    [("city@n", "city@N"), ("Field@el", "field@EL"), ("corner@NE", "corner@NE"),
     ("sea@Inside2", "sea@inside2"),
     ("monastery", "monastery"), ("Cloister", "monastery"), ("city", None), ("b", None), ("@N", None)],
)  # fmt: skip
def test_segments(word: str, where: str | None) -> None:
    """A segment is written as in records, in either case."""
    assert read_where(word) == where


@pytest.mark.parametrize(
    ("word", "figure"),
    [("meeple", Figure.MEEPLE), ("Mayor", MAYOR), ("burmistrz", MAYOR), ("dwór", BARN),
     ("ludzik", Figure.MEEPLE), ("panáček", Figure.MEEPLE), ("stodola", BARN),
     ("VŮZ", WAGON), ("pastýř", SHEPHERD), ("king", None)],
)  # fmt: skip
def test_figures(word: str, figure: Figure | None) -> None:
    """Figures are known by their names in all languages."""
    assert read_figure(word) == figure


@given(
    st.text(max_size=60)
    | st.sampled_from(GAME_COMMANDS).flatmap(lambda name: st.text(max_size=40).map(f"{name} ".__add__))
)
def test_any_text_is_a_command_or_refused(text: str) -> None:
    """No text, however strange, does anything else."""
    try:
        command = parse(text)
    except Refused:
        return
    assert command.name in GAME_COMMANDS
    for word in command.words:
        read_cell(word), read_turn(word), read_number(word), read_figure(word), read_where(word)
