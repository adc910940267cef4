"""``rules``: short screens that need no game, each with a picture."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from bot.families import Family
from bot.games.asking import Asking
from bot.games.parser import read_number
from bot.games.sets import canonical
from bot.games.talk import talks
from bot.lessons.screens import has_screens, screens
from bot.refusal import Refused
from bot.scene import Choice, Phrase, Picture, Scene, Style
from bot.texts import language_data
from core.rulesets import SET_NAMES

TOPICS: Final = (
    *("turn", "roads", "cities", "monasteries", "fields", "end"),
    *(name for name in SET_NAMES if has_screens(name)),
)
"""The topics of the rules, in the order in which a beginner reads them; each set that has screens is one."""

_WORDS: Final = {
    "base": "turn", "carcassonne": "turn", "tile": "turn", "meeple": "turn", "road": "roads",
    "city": "cities", "monastery": "monasteries", "cloister": "monasteries", "field": "fields",
    "farmer": "fields", "farmers": "fields", "scoring": "end",
}  # fmt: skip


def _numbered() -> Iterator[tuple[str, int]]:
    """Every screen, by its topic and its number."""
    return ((topic, number) for topic in TOPICS for number, _ in enumerate(screens(topic), 1))


TITLE_OF: Final = Family("rules.{}.title", of=TOPICS)
_SCREEN: Final = Family("rules.{}.{}", of=_numbered)
_PICTURE: Final = Family("rules.{}.{}.picture", of=_numbered)


def rules(asking: Asking) -> Scene:
    """``rules [topic [screen]]``: a few short screens for each topic."""
    if not asking.words:
        return _page(asking, (Phrase("rules.intro"),), _topics())
    word = asking.words[0].lower()
    meant = _WORDS.get(word) or _set_about(word) or canonical(word) or word
    topic = _WORDS.get(meant, meant)
    if topic not in TOPICS:
        raise Refused("refusal.unknown_topic", topics=TOPICS)
    count = len(screens(topic))
    number = read_number(asking.words[1]) if len(asking.words) > 1 else 1
    if number is None or not 1 <= number <= count:
        raise Refused("refusal.unknown_screen", count=count)
    screen = screens(topic)[number - 1]
    lines = (
        Phrase.of("rules.heading", title=Phrase(TITLE_OF(topic)), number=number, count=count),
        Phrase(_SCREEN(topic, number)),
        Phrase(_PICTURE(topic, number), screen.numbers),
    )
    picture = replace(screen.picture, names=language_data(asking.person.language).players)
    return _page(asking, lines, _steps(topic, number), picture=picture)


def _set_about(word: str) -> str | None:
    return next((name for name, talk in talks().items() if word in talk.about), None)


def _steps(topic: str, number: int) -> tuple[Choice, ...]:
    """Back and next: from screen to screen, and from the last one of a topic to the next topic."""
    steps = [Choice(Phrase("choice.topics"), "rules")]
    if number > 1:
        steps.insert(0, Choice(Phrase("choice.previous"), f"rules {topic} {number - 1}"))
    following = TOPICS[TOPICS.index(topic) + 1 :]
    if number < len(screens(topic)):
        steps.append(Choice(Phrase("choice.next"), f"rules {topic} {number + 1}", Style.MAIN))
    elif following:
        title = Phrase(TITLE_OF(following[0]))
        steps.append(Choice(Phrase.of("choice.next_topic", title=title), f"rules {following[0]}", Style.MAIN))
    return tuple(steps)


def _topics() -> tuple[Choice, ...]:
    return tuple(Choice(Phrase(TITLE_OF(topic)), f"rules {topic}") for topic in TOPICS)


def _page(
    asking: Asking, lines: tuple[Phrase, ...], *rows: tuple[Choice, ...], picture: Picture | None = None
) -> Scene:
    return Scene(
        lines=lines, picture=picture, rows=rows, actor=asking.person.key, language=asking.person.language
    )
