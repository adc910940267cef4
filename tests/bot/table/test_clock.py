"""Clocks as they are written."""

from datetime import time, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.clocks.control import LONGEST, SHORTEST, Kind, TimeControl, is_part, read_span, write_span
from tests.bot.table.club import ANN, Club

MINUTES = st.integers(1, int(LONGEST / timedelta(minutes=1))).map(lambda count: timedelta(minutes=count))


@pytest.mark.parametrize(
    ("text", "control", "written"),
    [
        ("none", TimeControl(), "none"),
        ("off", TimeControl(), "none"),
        ("24h", TimeControl(Kind.TURN, timedelta(hours=24)), "24h"),
        ("turn 1d12h", TimeControl(Kind.TURN, timedelta(hours=36)), "36h"),
        ("90m", TimeControl(Kind.TURN, timedelta(minutes=90)), "1h30m"),
        ("bank 2d+6h", TimeControl(Kind.BANK, timedelta(days=2), timedelta(hours=6)), "bank 2d+6h"),
        ("BANK 2D", TimeControl(Kind.BANK, timedelta(days=2)), "bank 2d"),
        ("bank 2d+0m", TimeControl(Kind.BANK, timedelta(days=2)), "bank 2d"),
        ("daily 18:00", TimeControl(Kind.DAILY, hour=time(18), zone="Asia/Tokyo"), "daily 18:00 Asia/Tokyo"),
        (
            "daily 7:30 europe/warsaw",
            TimeControl(Kind.DAILY, hour=time(7, 30), zone="Europe/Warsaw"),
            "daily 07:30 Europe/Warsaw",
        ),
    ],
)
def test_clocks_are_read_as_people_type_them(text: str, control: TimeControl, written: str) -> None:
    """Every kind of clock, in any letters; an hour without a zone is in the reader's."""
    assert TimeControl.parse(text, zone="Asia/Tokyo") == control
    assert str(control) == written


@pytest.mark.parametrize(
    "text",
    ["", "soon", "24", "0m", "61d", "bank", "bank 2d+", "bank +6h", "daily", "daily 25:00", "daily 18:61",
     "daily 18:00 Middle/Earth", "24h 24h", "-5h", "٣h", "9999d", "bank 2d+61d"],
)  # fmt: skip
def test_what_is_no_clock_is_refused(text: str) -> None:
    """Nonsense, too little, too much, unknown zones and foreign digits are no clocks."""
    with pytest.raises(ValueError):  # noqa: PT011  the table says what is right, not what is wrong
        TimeControl.parse(text)


@given(
    st.one_of(
        st.just(TimeControl()),
        st.builds(lambda span: TimeControl(Kind.TURN, span), MINUTES),
        st.builds(lambda bank, more: TimeControl(Kind.BANK, bank, more), MINUTES, MINUTES),
        st.builds(lambda bank: TimeControl(Kind.BANK, bank), MINUTES),
        st.builds(
            lambda hour, minute: TimeControl(Kind.DAILY, hour=time(hour, minute), zone="Europe/Prague"),
            st.integers(0, 23),
            st.integers(0, 59),
        ),
    )
)
def test_a_written_clock_is_read_back(control: TimeControl) -> None:
    """Every clock survives being written."""
    assert TimeControl.parse(str(control)) == control


@given(MINUTES)
def test_a_written_span_is_read_back(span: timedelta) -> None:
    """Every span of whole minutes survives being written."""
    assert SHORTEST <= span <= LONGEST
    assert read_span(write_span(span)) == span


def test_the_parts_of_a_clock_are_told_from_other_words() -> None:
    """Spans, hours and zones go on with a clock; sets, numbers and options do not."""
    assert all(map(is_part, ("24h", "2d+6h", "18:00", "Europe/Warsaw", "utc")))
    assert not any(map(is_part, ("winter", "all", "12", "a", "abbey-mayor", "2d+x", "players=3")))


@pytest.mark.parametrize(
    ("word", "zone"),
    [
        ("EST", "America/New_York"),
        ("cest", "Europe/Warsaw"),
        ("BST", "Europe/London"),
        ("Warsaw", "Europe/Warsaw"),
        ("new_york", "America/New_York"),
        ("JST", "Asia/Tokyo"),
    ],
)
@pytest.mark.parametrize("command", ["new clock=daily 18:00 {}", "daily 18:00 {}", "settings me zone={}"])
async def test_who_gives_no_zone_is_told_which_may_be_meant(
    club: Club, command: str, word: str, zone: str
) -> None:
    """An abbreviation or a city is answered with the zones that have it."""
    if command.startswith("daily"):
        await club.play(ANN, "new")
    reply = await club.say(ANN, command.format(word))
    assert reply.refusal is not None
    assert reply.refusal.key == "refusal.unknown_zone"
    zones = reply.refusal.args["zones"]
    assert isinstance(zones, tuple)
    assert zone in zones


async def test_other_words_are_no_zones(club: Club) -> None:
    """What is neither a set nor anything like a zone is refused as before."""
    assert await club.refused(ANN, "new clock=daily 18:00 bananas") == "refusal.unknown_set"
