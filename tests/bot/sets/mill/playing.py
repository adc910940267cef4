"""A game with The Mill, and what is asked about it: to be played where there is the set."""

import json

import pytest

from bot.games.header import View
from bot.games.loading import Games
from bot.painting.drawing import Drawing
from bot.people import Person
from bot.scene import Scene
from core import GameRecord, Position, automatic
from core.editions import NEWEST
from tests.bot.table.club import ANN, BO, CID, Club, commands, keys


async def offered(club: Club) -> set[str]:
    """Every button of the lobby, whatever its view."""
    scenes = [await club.play(ANN, f"settings view={view}") for view in View]
    return {command for scene in scenes for command in commands(scene)}


async def answer(club: Club, who: Person, command: str) -> Scene:
    """What somebody alone is shown."""
    reply = await club.say(who, command)
    assert reply.answer is not None
    return reply.answer


async def exported(club: Club) -> list[str]:
    """The tiles that the export of the running game names as drawn."""
    file = (await answer(club, ANN, "export")).file
    assert file is not None
    drawn: list[str] = json.loads(file.content)["drawn"]
    return drawn


def ground(position: Position) -> tuple[str, ...]:
    """What lies under the mills."""
    found: tuple[str, ...] = position.extra.get("ground", ())
    return found


async def with_a_mill(club: Club) -> tuple[Person, Scene]:
    """A game goes on until a mill is to be laid; by whom, and what is shown then."""
    scene = await club.play(ANN, "start")
    while (tile := (await club.position()).tile) is None or tile.id != "mill/1":
        who = ANN if scene.actor == ANN.key else BO
        scene = await club.play(who, "pass" if "pass" in commands(scene) else "place 1")
    return ANN if scene.actor == ANN.key else BO, scene


async def test_the_lobby_offers_the_set_and_with_it_its_option(club: Club) -> None:
    """A button adds it and removes it, and its option is offered while it is there."""
    await club.play(ANN, "new")
    before = await offered(club)
    assert "settings mill=on" in before
    assert "settings grinding=off" not in before
    await club.play(ANN, "settings view=game")
    await club.press(ANN, "settings mill=on")
    assert "settings grinding=off" in await offered(club)
    await club.play(ANN, "settings grinding=off")
    assert "lobby.grinding.off" in keys(await answer(club, ANN, "settings"))
    await club.press(ANN, "settings mill=off", scene=await club.play(ANN, "settings view=game"))
    assert "settings grinding=on" not in await offered(club)


async def test_a_mill_is_laid_told_of_and_claimed_by_its_figure(club: Club) -> None:
    """Its tile, its hint, its sentence and the button of its figure, as every language has them."""
    await club.play(ANN, "new mill order=joined")
    await club.play(BO, "join")
    who, scene = await with_a_mill(club)
    assert "on_tile.mill" in str(scene.lines)
    scene = await club.play(who, "place 1")
    assert "story.mill" in keys(scene)
    assert "hint.mill" in keys(scene)
    assert scene.picture is not None
    for language, words in (("en", "mill"), ("pl", "młyn"), ("cs", "mlýn")):
        painted = Drawing(club.texts).paint(scene.picture, "discord", language)
        assert words in painted.alt.lower()
    (mayor,) = (command for command in commands(scene) if command.endswith(" mayor"))
    await club.press(who, mayor)
    assert any(standing.figure == "mayor" for standing in (await club.position()).standing())


async def test_whoever_laid_a_mill_decides_whether_it_grinds(club: Club) -> None:
    """The set's own decision: it is due, explained, taken by a button or in words, undone, and recorded."""
    await club.play(ANN, "new mill order=joined undo=free")
    await club.play(BO, "join")
    who, _ = await with_a_mill(club)
    other = BO if who is ANN else ANN
    await club.play(who, "place 1")
    scene = await club.play(who, "pass")
    assert {"grind 1", "grind 2", "pass"} <= set(commands(scene))
    refusal = (await club.say(other, "grind 1")).refusal
    assert refusal is not None
    assert "due.mill" in str(refusal.args["due"])
    assert await club.refused(who, "grind 3") == "usage.grind"
    assert "help.turn.mill" in keys(await answer(club, who, "help"))
    decided = await club.position()
    assert str(automatic.choose(decided)) == "grind 2"
    await club.press(who, "grind 1", scene=scene)
    assert (await club.position()).extra["sacks"] == (decided.seat,)
    await club.play(who, "undo")
    await club.play(who, "grind 2")
    after = await club.position()
    assert after.extra["sacks"] == (decided.seat, decided.seat)
    game = await Games(club.store).current(club.channel)
    assert game is not None
    record = game.record
    assert "grind 2" in record.actions
    assert GameRecord.from_json(record.to_json()).replay() == after


async def test_what_lies_under_a_mill_is_seen_by_nobody(club: Club) -> None:
    """Neither when it is drawn nor when that is taken back, however often; and it stays the same tile."""
    await club.play(ANN, "new miller order=joined undo=free")
    await club.play(BO, "join")
    who, _ = await with_a_mill(club)
    position = await club.position()
    hidden, unseen, drawn = ground(position), position.unseen(), await exported(club)
    assert len(hidden) == 1
    assert len(drawn) == position.drawn - 1
    for _ in range(2):
        await club.play(who, "place 1")
        assert await exported(club) == drawn
        await club.play(who, "undo")
        position = await club.position()
        assert position.hides
        assert ground(position) == hidden
        assert position.unseen() == unseen
        assert await exported(club) == drawn
    other = BO if who is ANN else ANN
    for person in (who, other):
        heading = (await answer(club, person, "tiles")).lines[0]
        assert heading.args["count"] == unseen.total()
        assert heading.args["bag"] == unseen.total() - 1


@pytest.mark.parametrize("word", ["mill", "miller", "flour"])
async def test_its_rules_have_a_topic(club: Club, word: str) -> None:
    """It stands among the others, by whatever word it is asked for."""
    topics = await answer(club, CID, "rules")
    assert "rules mill" in commands(topics)
    screen = await answer(club, CID, f"rules {word}")
    said = club.text(screen.lines[-1])
    assert "1 sack" in said
    assert screen.picture is not None
    assert screen.picture.position.edition == NEWEST
