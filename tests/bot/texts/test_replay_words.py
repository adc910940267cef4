"""The words of films, charts and summaries in every language, as the running bot says them."""

import re
from collections.abc import Sequence

import pytest
from structlog.testing import capture_logs

from bot.scene import Phrase
from bot.texts import Texts, languages
from core import GameRecord
from render import Say, chart_text, film_text, review_text, summary_text
from render.replays.text import KEYS
from tests.render.positions import EVERYTHING, NAMES
from tests.render.replays import reviewed, whole_game

TEXTS = Texts.load()


def looked_back(record: GameRecord, say: Say, *, names: Sequence[str]) -> str:
    """The text of a look back."""
    return review_text(record, reviewed(record), say, names=names)


GAMES = (EVERYTHING, ("discoverers",))
TELLERS = (film_text, chart_text, summary_text, looked_back)


def sayer(language: str) -> Say:
    """The catalogues as a picture asks them."""

    def say(key: str, **args: object) -> str:
        return TEXTS.say(Phrase(key, args), language)

    return say


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("sets", GAMES, ids="+".join)
def test_whole_games_are_said_in_words(sets: tuple[str, ...], language: str) -> None:
    """No key, no bracket and no unfilled place is left in any text, at the start, midway and at the end."""
    record = whole_game(sets, 3, tiles=30)
    for actions in (0, 9, len(record.actions)):
        told = record.with_actions(record.actions[:actions])
        with capture_logs() as logs:
            texts = [text(told, sayer(language), names=NAMES[:3]) for text in TELLERS]
        assert [entry for entry in logs if entry["event"] == "text missing"] == []
        for text in texts:
            assert text
            assert not re.search(r"replay\.|[{}]", text)


@pytest.mark.parametrize("language", languages())
def test_every_key_has_words(language: str) -> None:
    """Each key is said with all its arguments."""
    for key, names in KEYS.items():
        args: dict[str, object] = {name: f"<{name}>" for name in names if name != "count"}
        for count in (1, 2, 5, 12, 22) if "count" in names else (0,):
            text = TEXTS.say(Phrase(key, {**args, "count": count}), language)
            assert text != key
            assert all(str(value) in text for value in args.values()), f"{key}: {text}"


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "Score: Ann 0 points and Bo 0 points."),
        ("pl", "Wynik: Ann 0 punktów i Bo 0 punktów."),
        ("cs", "Stav: Ann 0 bodů a Bo 0 bodů."),
    ],
)
def test_scores_read_naturally(language: str, words: str) -> None:
    """The scores of a game that has just begun, word for word."""
    record = whole_game(("base",), 2).with_actions(())
    said = film_text(record, sayer(language), names=("Ann", "Bo"))
    assert said.replace("\N{NO-BREAK SPACE}", " ").endswith(words)
