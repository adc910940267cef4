"""``help`` and ``rules``: screens that need no game."""

from typing import Final

from bot.scene import Choice, Phrase, Scene, Style
from bot.table.asking import Asking
from bot.table.parser import read_number
from bot.table.refusal import Refused
from bot.table.sets import canonical

SCREENS: Final = {"base": 4, "fields": 1, "winter": 1, "abbey-mayor": 4, "hills-sheep": 3, "discoverers": 3}
"""The topics of the rules, each with the number of its screens."""

_TOPIC_WORDS: Final = {"carcassonne": "base", "farmers": "fields", "field": "fields"}


def rules(asking: Asking) -> Scene:
    """``rules [topic [screen]]``: a few short screens for each game and expansion."""
    if not asking.words:
        return _page(asking, (Phrase("rules.intro"),), _topics())
    word = asking.words[0].lower()
    topic = _TOPIC_WORDS.get(word) or canonical(word) or word
    if topic not in SCREENS:
        raise Refused("refusal.unknown_topic", topics=tuple(SCREENS))
    number = read_number(asking.words[1]) if len(asking.words) > 1 else 1
    if number is None or not 1 <= number <= SCREENS[topic]:
        raise Refused("refusal.unknown_screen", count=SCREENS[topic])
    heading = Phrase.of(
        "rules.heading", title=Phrase(f"rules.{topic}.title"), number=number, count=SCREENS[topic]
    )
    steps = []
    if number > 1:
        steps.append(Choice(Phrase("choice.previous"), f"rules {topic} {number - 1}"))
    if number < SCREENS[topic]:
        steps.append(Choice(Phrase("choice.next"), f"rules {topic} {number + 1}", Style.MAIN))
    return _page(asking, (heading, Phrase(f"rules.{topic}.{number}")), tuple(steps), _topics())


def help_(asking: Asking) -> Scene:
    """``help``: how to begin and how to play, on one screen of a phone."""
    lines = (Phrase("help.begin"), Phrase("help.turn"), Phrase("help.look"), Phrase("help.more"))
    return _page(asking, lines, (Choice(Phrase("rules.base.title"), "rules base", Style.MAIN),))


def _topics() -> tuple[Choice, ...]:
    return tuple(Choice(Phrase(f"rules.{topic}.title"), f"rules {topic}") for topic in SCREENS)


def _page(asking: Asking, lines: tuple[Phrase, ...], *rows: tuple[Choice, ...]) -> Scene:
    rows = tuple(row for row in rows if row)
    return Scene(lines=lines, rows=rows, actor=asking.person.key, language=asking.person.language)
