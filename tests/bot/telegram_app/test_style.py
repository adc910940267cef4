"""Text in HTML, and cutting it without breaking it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.people import Channel
from bot.scene import Who
from bot.telegram_app.places import Places
from bot.telegram_app.style import HtmlStyle, fit, paginate, plain, shorten, units
from tests.telegram_server.markup import parse_html, utf16_length

STYLE = HtmlStyle(Places())


@given(st.text(max_size=60))
def test_foreign_text_comes_back_as_it_was(text: str) -> None:
    """Whatever people write, Telegram's reader of HTML sees just that, and so does ours."""
    assert parse_html(STYLE.escape(text)) == (text, [])
    assert plain(STYLE.bold(STYLE.escape(text))) == text


@given(st.lists(st.text(max_size=80), max_size=12), st.integers(20, 200))
def test_what_is_cut_is_valid_and_short_enough(lines: list[str], limit: int) -> None:
    """A fitted text has no broken markup and no more units than allowed; so has every page."""
    marked = [STYLE.bold(STYLE.escape(line)) for line in lines]
    for text in (fit(marked, limit), *paginate(marked, limit)):
        assert utf16_length(parse_html(text)[0]) <= limit


@given(st.lists(st.text("abc <&é🐑", max_size=80), min_size=1, max_size=12), st.integers(20, 200))
def test_pages_lose_nothing(lines: list[str], limit: int) -> None:
    """All pages together say what the lines say."""
    pages = paginate([STYLE.escape(line) for line in lines], limit)
    assert "".join(map(plain, pages)).replace("\n", "") == "".join(lines)


def test_what_fits_is_left_alone() -> None:
    """Text within the limit keeps its markup."""
    lines = ["<b>one</b>", "two"]
    assert fit(lines, 7) == "<b>one</b>\ntwo"
    assert fit(lines, 6) == "<b>one</b>\n…"


@pytest.mark.parametrize(
    ("limit", "left"),
    [
        (25, "<b>who</b>\nlays\nputs\nscores\nsum"),
        (21, "<b>who</b>\nputs\nscores\nsum"),
        (17, "<b>who</b>\nscores\nsum"),
        (12, "<b>who</b>\nsum"),
        (6, "<b>who</b>\n…"),
    ],
)
def test_what_can_be_left_out_goes_before_anything_is_cut(limit: int, left: str) -> None:
    """Level by level; what tells of no level stays, also behind those that do."""
    lines = ["<b>who</b>", "lays", "puts", "scores", "sum"]
    assert fit(lines, limit, (0, 1, 2, 3)) == left


@pytest.mark.parametrize(
    ("text", "limit", "short"), [("abc", 3, "abc"), ("abcd", 3, "ab…"), ("🐑🐑🐑", 4, "🐑…")]
)
def test_plain_text_is_cut_between_characters(text: str, limit: int, short: str) -> None:
    """An emoji counts two units and is kept whole or left out."""
    assert shorten(text, limit) == short
    assert units(short) <= limit


@pytest.mark.parametrize(
    ("who", "written"),
    [
        (Who("A<b>", "telegram:7", mention=True), '<a href="tg://user?id=7">A&lt;b&gt;</a>'),
        (Who("A&B", "telegram:-100", mention=True), "A&amp;B"),
        (Who("Di", "discord:7", mention=True), "Di"),
    ],
)
def test_only_people_of_telegram_are_mentioned(who: Who, written: str) -> None:
    """A link notifies a person; chats and people from elsewhere are just named."""
    assert STYLE.mention(who) == written


@pytest.mark.parametrize(
    ("place", "written"),
    [
        (("-1001234567890", "0"), '<a href="https://t.me/c/1234567890/1">-1001234567890</a>'),
        (("-1001234567890", "42"), '<a href="https://t.me/c/1234567890/42">-1001234567890</a>'),
        (("-77", "0"), "-77"),
        (("77", "0"), "77"),
    ],
)
def test_only_supergroups_have_links(place: tuple[str, ...], written: str) -> None:
    """A supergroup or topic is a link; other chats are just named."""
    assert STYLE.channel(Channel("telegram", place)) == written


def test_places_elsewhere_are_named() -> None:
    """A place of another platform is named as well as can be."""
    assert STYLE.channel(Channel("web", ("oak<",))) == "oak&lt;"
