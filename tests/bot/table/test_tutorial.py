"""The tutorial: a whole small game that forgives everything, kept with its learner."""

import random
import re
from collections.abc import Sequence
from dataclasses import replace

import pytest

from bot.lessons.lesson import lesson
from bot.people import Channel, Person
from bot.request import Reply, Request
from bot.scene import PictureKind, Scene, Style
from bot.table.table import Table
from core import Place
from tests.bot.table.club import ANN, BO, CID, Club, Counter, choices, commands, keys

MOVES = [move for turn in lesson().turns for move in map(str, turn.best)]
"""What a good learner plays."""


async def ask(club: Club, command: str = "", who: Person = ANN) -> Scene:
    """Type ``tutorial``; the screen that comes."""
    reply = await club.say(who, f"tutorial {command}")
    assert reply.refusal is None, club.text(reply.refusal)
    assert reply.scene is None
    assert reply.answer is not None
    return reply.answer


async def follow(club: Club, moves: Sequence[str] = MOVES) -> Scene:
    """Begin, or go on, and play these moves; the last screen."""
    scene = await ask(club)
    for move in moves:
        scene = await ask(club, move)
    return scene


async def press(club: Club, scene: Scene, command: str, who: Person = ANN, once: str = "") -> Reply:
    """Press a button of a screen."""
    assert command in commands(scene), f"no button {command!r} among {commands(scene)}"
    request = Request(
        club.channel, who, command, once or f"{scene.version} {command}", scene.game, scene.version
    )
    reply = await club.table.handle(request)
    club.read_aloud(reply)
    return reply


async def pressed(club: Club, scene: Scene, command: str) -> Scene:
    """Press a button that must work."""
    reply = await press(club, scene, command)
    assert reply.answer is not None
    return reply.answer


async def test_a_good_learner_is_praised_in_every_turn_and_wins(club: Club) -> None:
    """The prepared moves reach every goal, earn what the texts promise, and end with the final scoring."""
    scene = await ask(club)
    assert "tutorial.welcome" in keys(scene)
    said = [*keys(scene)]
    for move in MOVES:
        scene = await ask(club, move)
        said += keys(scene)
    assert [key for key in said if key.endswith(".good")] == [f"tutorial.{n}.good" for n in range(1, 8)]
    assert not {key for key in said if key.endswith(".missed")} | {"tutorial.other"} & set(said)
    lines = [club.text(line) for line in scene.lines]
    assert lines[0] == "Ann scores 9 points for a monastery."
    assert "Points: Ann 23 and Bo 9." in lines
    assert "Ann wins!" in " ".join(lines).replace("*", "")
    assert commands(scene) == ("new", "new opponents=1", "rules", "tutorial restart")


async def test_each_turn_says_what_to_look_for_and_offers_what_a_game_offers(club: Club) -> None:
    """Every spot and every letter is a button and a place of the picture, with a typed twin."""
    scene = await ask(club)
    for move in MOVES:
        assert keys(scene)[0] == "tutorial.heading"
        assert scene.picture is not None
        offered = commands(scene)
        if scene.picture.kind is PictureKind.BOARD:
            assert scene.picture.verb == "tutorial place"
            spots = [f"tutorial place {number}" for number in range(1, len(scene.picture.spots) + 1)]
            assert list(offered) == spots
        else:
            assert scene.picture.verb == "tutorial deploy"
            assert {"tutorial pass", "tutorial undo"} <= set(offered)
            assert ("tutorial.turn" in keys(scene)) == ("tutorial turn" in offered)
            assert {f"tutorial deploy {letter}" for letter, _ in scene.picture.letters} <= set(offered)
        assert scene.actor == ANN.key
        scene = await ask(club, move)


async def test_a_missed_point_is_shown_and_can_be_tried_again(club: Club) -> None:
    """Who passes on the first road is shown a meeple on it; trying again gives the same tile back."""
    first = await ask(club)
    await ask(club, "place 1,0 0")
    missed = await ask(club, "pass")
    assert keys(missed) == ("tutorial.heading", "tutorial.1.missed")
    assert commands(missed) == ("tutorial undo", "tutorial next")
    assert missed.picture is not None
    (standing,) = missed.picture.position.standing()
    assert (standing.seat, standing.where.partition("@")[0]) == (0, "road")
    again = await pressed(club, missed, "tutorial undo")
    assert (keys(again), commands(again)) == (keys(first), commands(first))
    assert again.version > first.version


async def test_any_legal_move_goes_on(club: Club) -> None:
    """Bo answers after a missed point too, and the next turn speaks of what is possible now."""
    await ask(club)
    await ask(club, "place 1,0 0")
    missed = await ask(club, "pass")
    scene = await pressed(club, missed, "tutorial next")
    assert scene.lines[0].args["number"] == 2
    assert "tutorial.other" in keys(scene)
    assert "story.placed" in keys(scene)


@pytest.mark.parametrize("seed", range(12))
async def test_whoever_plays_anything_comes_to_the_end(club: Club, seed: int) -> None:
    """Random presses lead through seven turns to the final scoring; no screen is longer than a phone."""
    rng = random.Random(seed)
    scene, numbers = await ask(club), set()
    for _ in range(60):
        numbers |= {line.args["number"] for line in scene.lines if line.key == "tutorial.heading"}
        for language in club.texts.languages:
            said = "\n".join(club.text(line, language) for line in scene.lines)
            assert len(said) < 620
            assert not re.search(r"tutorial\.|story\.|[{}]", said)
        if "tutorial restart" in commands(scene):
            break
        scene = await pressed(club, scene, rng.choice([c for c in commands(scene) if "undo" not in c]))
    assert "tutorial.after" in keys(scene)
    assert numbers == set(range(1, 8))


async def test_the_lesson_survives_a_restart_and_follows_its_learner(club: Club) -> None:
    """Another process, asked in another place, goes on where the learner was."""
    scene = await follow(club, MOVES[:4])
    elsewhere = Club(Table(club.store, club.clock, Counter(900)), club.store, club.texts, club.clock)
    elsewhere.channel = Channel("web", ("kitchen",))
    shown = await ask(elsewhere)
    assert (shown.lines, shown.rows, shown.game, shown.version) == (
        scene.lines,
        scene.rows,
        scene.game,
        scene.version,
    )


async def test_learners_do_not_disturb_each_other_or_the_place(club: Club) -> None:
    """Each has a lesson of their own, and the game of the place does not change."""
    await club.begin()
    before = await club.store.version(club.channel)
    ann, bo = await ask(club), await ask(club, who=BO)
    await ask(club, MOVES[0])
    assert ann.game != bo.game
    assert keys(await ask(club, who=BO)) == keys(bo)
    assert await club.store.version(club.channel) == before
    reply = await press(club, ann, "tutorial place 1", who=CID)
    assert reply.refusal is not None
    assert reply.refusal.key == "refusal.tutorial_of_another"


async def test_a_tap_counts_once_and_an_old_button_not_at_all(club: Club) -> None:
    """A redelivered tap shows the same screen; a button of an earlier screen is refused politely."""
    first = await ask(club)
    once = await press(club, first, "tutorial place 2", once="tap")
    twice = await press(club, first, "tutorial place 2", once="tap")
    assert once == twice
    late = await press(club, first, "tutorial place 3")
    assert late.refusal is not None
    assert late.refusal.key == "refusal.stale"


@pytest.mark.parametrize(
    ("command", "key"),
    [
        ("deploy a", "refusal.wrong_phase"),
        ("next", "refusal.wrong_phase"),
        ("place 99", "refusal.unknown_spot"),
        ("turn", "refusal.one_look"),
        ("dance", "refusal.unknown_command"),
    ],
)
async def test_what_is_impossible_is_refused_as_in_a_game(club: Club, command: str, key: str) -> None:
    """A wrong phase, an unknown spot, an unknown word: one sentence, and the lesson is as before."""
    scene = await ask(club)
    reply = await club.say(ANN, f"tutorial {command}")
    assert reply.refusal is not None
    assert reply.refusal.key == key
    assert (await ask(club)).version == scene.version


async def test_a_move_before_the_lesson_says_how_to_begin(club: Club) -> None:
    """Without a lesson there is nothing to play."""
    reply = await club.say(ANN, "tutorial place 1")
    assert reply.refusal is not None
    assert reply.refusal.key == "refusal.tutorial_none"


async def test_it_can_be_begun_anew(club: Club) -> None:
    """``restart`` begins at any time, and ``tutorial`` itself after the end."""
    first = await ask(club)
    for move in MOVES[:3]:
        await ask(club, move)
    fresh = await ask(club, "restart")
    assert keys(fresh) == keys(first)
    assert "tutorial.after" in keys(await follow(club))
    assert keys(await ask(club)) == keys(first)


@pytest.mark.parametrize("text", ["", "[]", "no json", '["t-1", 1, "x", "place 9,9 0"]'])
async def test_a_lesson_that_cannot_be_read_begins_anew(club: Club, text: str) -> None:
    """Whatever stands in the store, the learner can begin."""
    await club.store.person_set(ANN.key, {"tutorial": text})
    assert "tutorial.welcome" in keys(await ask(club))


async def test_the_tile_can_be_turned_and_laid_elsewhere(club: Club) -> None:
    """⟳ shows the next look; Undo gives the tile back."""
    placing = await follow(club, MOVES[:2])
    assert placing.picture is not None
    laid = await ask(club, "place 2,0")
    assert laid.picture is not None
    assert "tutorial turn" in commands(laid)
    turned = await ask(club, "turn")
    assert turned.picture is not None
    before, after = laid.picture.position.laid[-1], turned.picture.position.laid[-1]
    assert before.cell == after.cell == (2, 0)
    assert before.tile.turn != after.tile.turn
    back = await ask(club, "undo")
    assert commands(back) == commands(placing)


async def test_a_learner_of_the_opponents_name_can_be_told_apart(club: Club) -> None:
    """Somebody called Bo plays against another Bo."""
    scene = await ask(club, who=replace(CID, name="Bo", language="en"))
    assert scene.picture is not None
    assert scene.picture.names == ("Bo 2", "Bo")


async def test_bo_has_a_name_of_the_learners_language(club: Club) -> None:
    """The welcome and the picture call Bo the same."""
    scene = await ask(club, who=replace(ANN, language="cs"))
    assert scene.picture is not None
    assert scene.picture.names == ("Ann", "Petr")
    assert any("Petrovi" in club.text(line, "cs") for line in scene.lines)


def test_every_turn_of_the_lesson_is_sound() -> None:
    """There are seven turns, each with a tile for either side, and every best move begins with a tile."""
    assert len(lesson().turns) == 7
    assert len(lesson().bag) == 14
    assert all(isinstance(turn.best[0], Place) for turn in lesson().turns)


async def test_the_real_game_is_the_main_way_on(club: Club) -> None:
    """The last screen's first button opens a game in the place."""
    scene = await follow(club)
    assert choices(scene)[0].style is Style.MAIN
    reply = await press(club, scene, "new")
    assert reply.scene is not None
    assert reply.scene.lines[0].key == "lobby.heading"


async def test_the_last_screen_names_what_can_be_added(club: Club) -> None:
    """What the sets themselves say to beginners, in the order of records, in the learner's language."""
    (more,) = [line for line in (await follow(club)).lines if line.key == "tutorial.more"]
    assert club.text(more) == (
        "Later you can add more: a river that comes first, big meeples that count as two,"
        " and builders who bring double turns."
    )
    for language in club.texts.languages:
        assert len(club.text(more, language)) < 140
