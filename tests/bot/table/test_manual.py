"""The rules: short screens, each with a picture of a real position that shows what the text says."""

import re
from dataclasses import replace

import pytest

from bot.lessons.screens import PLAYERS, TOPICS, screens
from bot.painting.drawing import Drawing
from bot.scene import Phrase, PictureKind, Scene
from bot.texts import Texts
from core.sets.abbey_mayor.actions import WAGON_DUE
from core.sets.hills_sheep.actions import FLOCK_DUE
from tests.bot.table.club import ANN, Club, commands

NUMBERS = {
    ("turn", 1): {"spots": "6"},
    ("turn", 3): {"points": "8 points"},
    ("roads", 1): {"tiles": "4 tiles", "points": "4 points"},
    ("cities", 1): {"tiles": "3 tiles", "points": "8 points"},
    ("cities", 2): {"points": "8 points"},
    ("monasteries", 1): {"points": "9 points"},
    ("fields", 1): {"tiles": "4 tiles"},
    ("fields", 2): {"points": "6 points"},
    ("end", 1): {"road": "3 points", "monastery": "4 points", "city": "3 points"},
    ("abbey-mayor", 1): {"road": "3 points", "city": "2 points"},
    ("abbey-mayor", 2): {"points": "12 points"},
    ("abbey-mayor", 3): {"points": "3 points"},
    ("abbey-mayor", 4): {"points": "3 points"},
    ("hills-sheep", 1): {"sheep": "3 sheep"},
    ("hills-sheep", 2): {"points": "3 points"},
    ("hills-sheep", 3): {"points": "8 points"},
    ("hills-sheep", 4): {"points": "12 points"},
    ("river", 1): {"spots": "1"},
    ("river", 2): {"tiles": "3 tiles"},
    ("inns-cathedrals", 1): {"points": "10 points"},
    ("inns-cathedrals", 2): {"points": "6 points"},
    ("inns-cathedrals", 3): {"points": "15 points"},
    ("traders-builders", 1): {"tiles": "4 tiles", "spots": "11"},
    ("traders-builders", 2): {"points": "6 points", "goods": "1 wine"},
    ("traders-builders", 3): {"points": "4 points"},
    ("discoverers", 2): {"tiles": "3 tiles", "points": "6 points"},
    ("discoverers", 3): {"tiles": "3 tiles", "points": "6 points"},
    ("discoverers", 4): {"points": "6 points"},
    ("discoverers", 5): {"tiles": "3 tiles", "points": "3 points"},
}
"""Every number of the texts, counted by hand on the board."""

PAGES = [(topic, number) for topic in TOPICS for number in range(1, len(screens(topic)) + 1)]


async def page(club: Club, command: str) -> Scene:
    """The screen that a command shows."""
    reply = await club.say(ANN, command)
    assert reply.refusal is None
    assert reply.answer is not None
    return reply.answer


def said(number: object, texts: Texts) -> str:
    """A number as people read it."""
    return texts.say(number, "en") if isinstance(number, Phrase) else str(number)


@pytest.mark.parametrize(("topic", "number"), PAGES)
def test_the_numbers_of_a_screen_are_those_of_its_position(topic: str, number: int) -> None:
    """Replaying a picture's record gives the points that the text names, as counted by hand."""
    texts = Texts.load()
    numbers = screens(topic)[number - 1].numbers
    read = {name: said(value, texts) for name, value in numbers.items()}
    assert read == NUMBERS.get((topic, number), {})


def test_the_pictures_show_what_the_texts_say() -> None:
    """Who got nothing, which letters are offered, what stands where: the words that are no numbers."""
    assert screens("turn")[2].picture.position.scores == (8, 8)
    assert screens("cities")[1].picture.position.scores == (8, 0)
    assert screens("hills-sheep")[2].picture.position.scores == (8, 0)
    for topic, number in (("abbey-mayor", 2), ("fields", 2)):
        position = screens(topic)[number - 1].picture.position
        assert position.scores[PLAYERS.index("Bo")] == 0
    assert not any(where.startswith("city") for _, where in screens("turn")[1].picture.letters)
    roads = dict(screens("roads")[1].picture.letters)
    assert [key for key in roads if roads[key].startswith("road")] == ["a", "b"]
    assert [where.partition("@")[0] for _, where in screens("discoverers")[0].picture.letters] == [
        "plain",
        "sea",
    ]
    (farm,) = [f for f in screens("fields")[1].picture.position.features() if f.figures]
    assert farm.cities == 2
    assert len(screens("winter")[0].picture.position.laid) == 9
    assert len(screens("discoverers")[5].picture.position.hands[0]) == 2
    assert screens("abbey-mayor")[2].picture.position.phase is WAGON_DUE
    assert screens("hills-sheep")[1].picture.position.phase is FLOCK_DUE


@pytest.mark.parametrize(("topic", "number"), PAGES)
async def test_a_screen_fits_a_phone_in_every_language(club: Club, topic: str, number: int) -> None:
    """A screen is short, has no unfilled place, and names no point that its picture does not show."""
    shown = await page(club, f"rules {topic} {number}")
    for language in club.texts.languages:
        lines = [club.text(line, language) for line in shown.lines]
        assert sum(map(len, lines)) <= 560
        assert len(lines[2]) <= 130
        assert not re.search(r"[{}]|rules\.", "".join(lines))


@pytest.mark.parametrize(
    ("language", "names"),
    [("en-GB", ("Ann", "Bo")), ("pl", ("Ala", "Bartek")), ("cs-CZ", ("Anna", "Petr")), ("de", ("Ann", "Bo"))],
)
async def test_the_players_have_names_of_the_readers_language(
    club: Club, language: str, names: tuple[str, str]
) -> None:
    """The picture and its text call them the same, by names that the text can inflect."""
    for topic, number in PAGES:
        reply = await club.say(replace(ANN, language=language), f"rules {topic} {number}")
        assert reply.answer is not None
        assert reply.answer.picture is not None
        assert reply.answer.picture.names == names
        caption = club.text(reply.answer.lines[2], language)
        others = {"Ann", "Bo", "Ala", "Bartek", "Anna", "Petr"} - {*names}
        assert not re.search(rf"\b({'|'.join(others)})\b", caption)


async def test_the_pages_lead_through_all_topics(club: Club) -> None:
    """Next leads from the first screen to the last one, Back to the one before, and All topics to all."""
    assert commands(await page(club, "rules")) == tuple(f"rules {topic}" for topic in TOPICS)
    for place, (topic, number) in enumerate(PAGES):
        offered = commands(await page(club, f"rules {topic} {number}"))
        assert "rules" in offered
        assert (f"rules {topic} {number - 1}" in offered) == (number > 1)
        if place + 1 < len(PAGES):
            following, first = PAGES[place + 1]
            assert offered[-1] == (f"rules {following}" if first == 1 else f"rules {topic} {first}")


@pytest.mark.parametrize(
    ("word", "topic"),
    [
        ("carcassonne", "turn"),
        ("base", "turn"),
        ("farmers", "fields"),
        ("sheep", "hills-sheep"),
        ("MAYOR", "abbey-mayor"),
        ("discovery", "discoverers"),
    ],
)
async def test_topics_are_found_by_other_words(club: Club, word: str, topic: str) -> None:
    """A topic is known by the words that people use."""
    heading = (await page(club, f"rules {word}")).lines[0]
    assert heading.args["title"] == Phrase(f"rules.{topic}.title")


def test_every_screen_can_be_drawn_and_read_aloud() -> None:
    """Each picture is drawn for a phone, with a description that stays within the platforms' limits."""
    drawing = Drawing(Texts.load())
    for topic in TOPICS:
        for screen in screens(topic):
            assert screen.picture.kind in {PictureKind.BOARD, PictureKind.CLOSE_UP}
            painted = drawing.paint(screen.picture, "discord", "cs")
            assert 5_000 < len(painted.content) < 400_000
            assert 50 < len(painted.alt) <= 1000
