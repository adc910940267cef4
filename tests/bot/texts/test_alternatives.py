"""Alternative texts in every language, said as the running bot says them."""

import re

import pytest
from structlog.testing import capture_logs

from bot.scene import Phrase
from bot.texts import Texts, languages
from render import KEYS, Say, board_text, closeup_text, tiles_text
from render.text import LONGEST
from tests.render.positions import EVERYTHING, NAMES, deploying, offered, placing

SETS = (
    ("base",),
    ("base", "winter"),
    ("base", "abbey-mayor"),
    ("base", "hills-sheep"),
    EVERYTHING,
    ("discoverers",),
)
TEXTS = Texts.load()


def sayer(language: str) -> Say:
    """The catalogues as a picture's text asks them."""

    def say(key: str, **args: object) -> str:
        return TEXTS.say(Phrase(key, args), language)

    return say


def spoken(sets: tuple[str, ...], tiles: int, language: str, longest: int) -> tuple[str, str, str]:
    """The three texts of a game of these sets after so many tiles."""
    say, seed = sayer(language), f"{tiles:04x}"
    placed, laid = placing(sets, tiles, 3, seed), deploying(sets, tiles, 3, seed)
    spots = tuple(placed.legal_spots())
    return (
        board_text(placed, say, names=NAMES[:3], spots=spots, longest=longest),
        closeup_text(laid, say, names=NAMES[:3], letters=offered(laid), longest=longest),
        tiles_text(placed.unseen(), say, longest=longest),
    )


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("sets", SETS, ids="+".join)
def test_pictures_are_said_in_words(sets: tuple[str, ...], language: str) -> None:
    """No key, no bracket and no unfilled place is left in any text of any set, and none is too long."""
    for tiles in (2, 9, 25, 50):
        with capture_logs() as logs:
            whole = spoken(sets, tiles, language, 100_000)
            short = spoken(sets, tiles, language, LONGEST)
        assert [entry for entry in logs if entry["event"] == "text missing"] == []
        for text, full in zip(short, whole, strict=True):
            assert not re.search(r"alt\.|[{}]", full)
            assert 0 < len(text) <= LONGEST
            assert full.startswith(text)


@pytest.mark.parametrize("language", languages())
def test_every_key_of_the_pictures_has_words(language: str) -> None:
    """Each key that a picture's text can use is said with all its arguments, also those no game here met."""
    for key, names in KEYS.items():
        args: dict[str, object] = {name: f"<{name}>" for name in names if name != "count"}
        for count in (1, 2, 5, 12, 22) if "count" in names else (0,):
            text = TEXTS.say(Phrase(key, {**args, "count": count}), language)
            assert text != key
            assert all(str(value) in text for value in args.values()), f"{key}: {text}"


@pytest.mark.parametrize(
    ("language", "first", "standing", "spot"),
    [
        ("en", "Ann is to move.", "Ann: 0 points, 7 meeples left.", "Spot 1, at 0, -1: city to the south."),
        ("pl", "Teraz gra Ann.", "Ann: 0 punktów, w rezerwach 7 podwładnych.", "Miejsce 1, na 0, -1: miasto"),
        ("cs", "Na tahu je Ann.", "Ann: 0 bodů, v zásobě 7 družiníků.", "Místo 1, na 0, -1: město na jihu."),
    ],
)  # fmt: skip
def test_a_board_reads_naturally(language: str, first: str, standing: str, spot: str) -> None:
    """The first sentences of a game, word for word."""
    position = placing(("base",), 1, 2)
    text = board_text(position, sayer(language), names=NAMES[:2], spots=tuple(position.legal_spots()))
    assert text.startswith(first)
    assert standing in text
    assert spot in text
