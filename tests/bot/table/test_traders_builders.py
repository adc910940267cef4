"""Traders & Builders at the table: double turns, goods, pigs, and what is said of them."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Final

from bot.games.course import Course
from bot.games.game import Game
from bot.games.header import Header, Status
from bot.people import Skill, opponent
from bot.scene import Scene
from bot.scenes.narration import story
from bot.sets.traders_builders import TALK
from core import GameRecord
from tests.bot.table.club import ANN, BO, CHANNEL, Club, keys

SETS: Final = ("base", "traders-builders")
BUILT: Final = (
    "draw", "place 1,0 0", "deploy meeple road@W", "draw", "place 0,1 0", "pass", "draw", "place 2,0 0",
    "deploy builder road@W", "draw", "place 1,1 0", "pass", "draw",
)  # fmt: skip
"""A road with Ann's robber and builder, and a piece of road in her hand."""
BAG: Final = ("base/U", "base/B", "base/U", "base/B", "base/U", "base/V", "base/V", "base/B")


async def built(club: Club) -> Scene:
    """Ann is to lay a tile that can extend her builder's road."""
    record = GameRecord(("Ann", "Bo"), sets=SETS, start=("base/A", 0, 0, 270), bag=BAG, actions=BUILT)
    return await club.set_up(record)


def said(club: Club, scene: Scene, language: str = "en") -> str:
    """All lines of a scene."""
    return "\n".join(club.text(line, language) for line in scene.lines)


async def test_a_double_turn_says_whose_it_is_and_why(club: Club) -> None:
    """The message of the first part ends with the reason; that of the second is headed by it."""
    await built(club)
    await club.play(ANN, "place 3,0 0")
    scene = await club.play(ANN, "pass")
    assert scene.actor == ANN.key
    assert "note.second_part" in keys(scene)
    assert "Double turn, second part: Ann plays once more, thanks to the builder." in said(club, scene)
    (closing,) = club.replies[-1].closings.values()
    assert "Ann plays once more: the tile extended the builder's road or city." in said(club, closing)
    for reading in scene.readings.values():
        assert "note.second_part" in [line.key for line in reading.lines]
    await club.play(ANN, "place 4,0 0")
    scene = await club.play(ANN, "pass")
    assert scene.actor == BO.key
    assert "note.second_part" not in keys(scene)


def test_one_message_tells_of_a_double_turn_once() -> None:
    """What the computer does is told by the message of the turn before, with the reason: that is enough."""
    record = GameRecord(("Ann", "Bo"), sets=SETS, start=("base/A", 0, 0, 270), bag=BAG)
    course = Course.replay(record.opening(), (*BUILT, "place 3,0 0", "pass", "draw"))
    header = Header(Status.RUNNING, (ANN, BO), BO.key, record.game, SETS, 2, datetime.now(UTC))
    game = Game(CHANNEL, "g", 1, header, course)
    assert [line.key for line in TALK.notes(game, course)] == ["note.second_part"]
    game = replace(game, header=replace(header, people=(opponent(Skill.EVEN, 1, "en"), BO)))
    assert "story.called.second_part" in [
        line.key for line in story(game, course.during(game.turn, course.turn))
    ]
    assert [*TALK.notes(game, course)] == []


async def test_no_second_part_is_told_where_there_is_none(club: Club) -> None:
    """A tile that lies elsewhere brings nothing."""
    await built(club)
    await club.play(ANN, "place 0,-1 0")
    scene = await club.play(ANN, "pass")
    assert scene.actor == BO.key
    assert "story.called.second_part" not in keys(scene)
    assert "note.second_part" not in keys(scene)


async def test_a_completed_city_tells_who_has_its_goods(club: Club) -> None:
    """In the story, in the news, in the standings, and at the end by kind."""
    start = ("traders-builders/15", 0, 0, 0)
    actions = ("draw", "place -1,0 90", "deploy meeple city@E", "draw")
    bag = ("base/E", "base/E", "base/B")
    record = GameRecord(("Ann", "Bo"), sets=SETS, start=start, bag=bag, actions=actions)
    await club.set_up(record)
    await club.play(BO, "place 1,0 270")
    await club.play(BO, "pass")
    (closing,) = club.replies[-1].closings.values()
    assert "Bo takes goods: 1 wine." in said(club, closing)
    reply = await club.say(ANN, "score")
    assert reply.answer is not None
    assert "Bo has goods: 1 wine." in said(club, reply.answer)
    await club.play(ANN, "place 1")
    scene = await club.play(ANN, "pass")
    assert "Wine: Bo +10 → 10." in said(club, scene)
    reply = await club.say(ANN, "score")
    assert reply.answer is not None
    assert "Bo scores 10 points for the most wine." in said(club, reply.answer)


async def test_the_same_goods_are_told_once_for_all_who_have_most(club: Club) -> None:
    """Ten points for each of them, in one sentence."""
    actions = (
        "draw", "place -1,0 90", "pass", "skip", "draw", "place 1,0 270", "pass", "draw", "place 0,1 0",
        "pass", "skip", "draw", "place 0,2 0", "pass", "skip", "draw", "place -1,2 90", "pass", "skip",
        "draw",
    )  # fmt: skip
    bag = ("base/E", "base/E", "base/B", "traders-builders/15", "base/E", "base/E")
    record = GameRecord(
        ("Ann", "Bo"), sets=SETS, start=("traders-builders/15", 0, 0, 0), bag=bag, actions=actions
    )
    scene = await club.set_up(record)
    who = ANN if scene.actor == ANN.key else BO
    await club.play(who, "place 1,2 270")
    await club.play(who, "pass")
    reply = await club.say(ANN, "score")
    assert reply.answer is not None
    text = said(club, reply.answer)
    assert text.count("the most wine") == 1


async def test_pigs_and_builders_say_what_they_add(club: Club) -> None:
    """A pig a point for each city, a builder no points; and why they cannot stand elsewhere."""
    actions = (
        "draw", "place 0,-1 0", "pass", "draw", "place 0,-2 180", "pass", "draw", "place 1,0 0",
        "deploy meeple field@NL", "draw", "place 0,1 0", "pass", "draw", "place 2,0 0",
    )  # fmt: skip
    bag = ("base/E", "base/E", "base/B", "base/B", "base/B", "base/B")
    record = GameRecord(("Ann", "Bo"), sets=SETS, start=("base/B", 0, 0, 0), bag=bag, actions=actions)
    scene = await club.set_up(record)
    labels = {choice.command: club.text(choice.label) for row in scene.rows for choice in row}
    assert "B pig · +1" in labels.values() or "A pig · +1" in labels.values()
    assert await club.refused(ANN, "deploy monastery builder") == "refusal.illegal.wrong_feature"
    assert await club.refused(ANN, "deploy monastery świnia") == "refusal.illegal.wrong_feature"
    await club.play(ANN, "deploy field@NL pig")
    assert await club.refused(BO, "deploy a pig")


async def test_a_builder_needs_a_meeple_and_something_open(club: Club) -> None:
    """Both are said."""
    record = GameRecord(
        ("Ann", "Bo"), sets=SETS, start=("base/A", 0, 0, 270), bag=BAG, actions=("draw", "place 1,0 0")
    )
    await club.set_up(record)
    assert await club.refused(ANN, "deploy road@W builder") == "refusal.illegal.no_own_follower"
