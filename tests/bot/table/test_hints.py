"""Hints for the first game: once each, one in a turn, for newcomers alone, and gone when switched off."""

import random

import pytest

from bot.games.course import Course
from bot.games.loading import Games
from bot.scene import Scene
from bot.scenes import hints as hinting
from bot.store import Change
from core import Figure, GameRecord, Phase, Position, TakeBack
from tests.bot.table.club import ANN, BO, Club, commands, keys
from tests.bot.table.search import EVERYTHING, reach


def hints(scene: Scene) -> list[str]:
    """The hints that a scene gives."""
    return [key for key in keys(scene) if key.startswith("hint.")]


async def finish(club: Club) -> None:
    """Let the people of the place finish a game."""
    await club.begin()
    while (scene := club.scene) is not None and "turn.heading" in keys(scene):
        who = ANN if scene.actor == ANN.key else BO
        offered = [c for c in commands(scene) if c.split()[0] in {"place", "pass"}]
        await club.play(who, offered[-1])


async def test_the_farmer_is_explained_before_the_first_claim(club: Club) -> None:
    """A newcomer who can claim a field for the first time learns what a farmer is, once."""
    scene = await club.begin("order=joined")
    assert hints(scene) == []
    first = await club.play(ANN, "place 1")
    assert hints(first) == ["hint.farmer"]
    await club.play(ANN, "pass")
    second = await club.play(BO, "place 1")
    assert hints(second) == ["hint.farmer"]
    await club.play(BO, "pass")
    third = await club.play(ANN, "place 1")
    assert "hint.farmer" not in hints(third)


@pytest.mark.parametrize("sets", [("base",), EVERYTHING, ("discoverers",)], ids="+".join)
async def test_no_hint_comes_twice_and_no_turn_has_two(club: Club, sets: tuple[str, ...]) -> None:
    """In a whole game each player gets each hint once, at most one in a turn, and several in all."""
    words = [word for word in sets if word != "base"]
    scene = await club.begin(*words)
    rng = random.Random(3)
    given: dict[str, dict[str, set[int]]] = {ANN.key: {}, BO.key: {}}
    for _ in range(150):
        if "over.heading" in keys(scene):
            break
        for key in hints(scene):
            given[scene.actor].setdefault(key, set()).add(scene.turn)
        who = ANN if scene.actor == ANN.key else BO
        scene = await club.play(
            who, rng.choice([c for c in commands(scene) if c.split()[0] not in {"undo", "turn", "advice"}])
        )
    for topics in given.values():
        assert len(topics) >= 2
        assert all(len(turns) == 1 for turns in topics.values())
        turns = [turn for turns in topics.values() for turn in turns]
        assert len(turns) == len(set(turns))


async def test_who_has_finished_a_game_gets_no_hints(club: Club) -> None:
    """The second game is without them."""
    await finish(club)
    assert club.scene is not None
    assert "over.heading" in keys(club.scene)
    await club.begin()
    assert hints(await club.play(ANN, "place 1")) == []


async def test_a_game_that_was_not_finished_does_not_count(club: Club) -> None:
    """Who only began a game is still new."""
    await club.begin()
    await club.play(ANN, "end yes")
    await club.begin()
    assert hints(await club.play(ANN, "place 1")) == ["hint.farmer"]


async def test_hints_can_be_switched_off_and_on_in_a_game(club: Club) -> None:
    """Off takes them out of the message at once, for the asking person alone; on brings them back."""
    await club.begin()
    await club.play(ANN, "place 1")
    scene = await club.play(ANN, "hints off")
    assert hints(scene) == []
    assert scene.turn == 1
    assert hints(await club.play(ANN, "hints on")) == ["hint.farmer"]
    reply = await club.say(ANN, "hints off")
    assert keys(reply.answer) == ("hints.off",), "the message need not show a hint now"
    await club.play(ANN, "pass")
    assert hints(await club.play(BO, "place 1")) == ["hint.farmer"]


async def test_off_holds_for_the_next_games_and_on_for_the_experienced(club: Club) -> None:
    """What somebody wants is kept with them."""
    reply = await club.say(ANN, "hints off")
    assert keys(reply.answer) == ("hints.off",)
    await finish(club)
    await club.say(BO, "hints on")
    await club.begin()
    assert hints(await club.play(ANN, "place 1")) == []
    await club.play(ANN, "pass")
    assert hints(await club.play(BO, "place 1")) == ["hint.farmer"]


async def test_hints_tell_how_they_stand(club: Club) -> None:
    """Asked without a word, the command says what holds and offers the rest."""
    reply = await club.say(ANN, "hints")
    assert reply.answer is not None
    assert keys(reply.answer) == ("hints.first",)
    assert commands(reply.answer) == ("hints on", "hints off")
    await club.say(ANN, "hints ON")
    reply = await club.say(ANN, "hints")
    assert keys(reply.answer) == ("hints.on",)
    for words in ("perhaps", "on off"):
        assert await club.refused(ANN, f"hints {words}") == "usage.hints"


async def test_an_abbey_is_explained_when_it_fits(club: Club) -> None:
    """At the first hole a newcomer hears where abbeys go."""
    ring = ("draw", "place 1,0 0", "pass", "draw", "place 1,1 0", "pass", "draw", "place 1,2 0", "pass")
    record = GameRecord(
        ("Ann", "Bo"),
        sets=("base", "abbey-mayor"),
        bag=("base/B",) * 9,
        start=("base/B", 0, 0, 0),
        actions=(
            *ring,
            "draw",
            "place 0,2 0",
            "pass",
            "draw",
            "place -1,2 0",
            "pass",
            "draw",
            "place -1,1 0",
            "pass",
        ),
    )
    await club.set_up(record, (ANN, BO))
    assert record.replay().phase is Phase.DRAW
    shown = club.scene
    assert shown is not None
    assert hints(shown) == []
    stored = await club.store.version(club.channel)
    assert stored is not None
    change = Change(header={"newcomers": ANN.key})
    await club.store.commit(club.channel, *stored, change, once="")
    shown = await club.table.view(club.channel)
    assert shown is not None
    assert hints(shown) == ["hint.abbey"]


def test_who_has_few_figures_left_learns_how_each_game_gives_them_back() -> None:
    """In The Discoverers one is taken back instead of put; nothing has to be complete."""

    def few(position: Position) -> bool:
        own = position.in_supply(position.seat, Figure.MEEPLE)
        back = any(isinstance(action, TakeBack) for action in position.legal_actions())
        return position.phase is Phase.DEPLOY and own == 1 and back and position.seat == 0

    record = reach(few, ("discoverers",))
    assert any(not feature.complete for feature in record.replay().features() if feature.figures)
    topics = hinting._topics(record.replay())
    assert "few_discoverers" in topics
    assert "few" not in topics
    assert "few_discoverers" not in hinting._topics(
        reach(lambda position: position.phase is Phase.DEPLOY).replay()
    )


@pytest.mark.parametrize(("sets", "due"), [(("base",), "end"), (("discoverers",), "end_discoverers")])
def test_near_the_end_each_game_has_its_own_advice(sets: tuple[str, ...], due: str) -> None:
    """Closed areas count as open ones at the end of The Discoverers: there completing is no use any more."""
    late = reach(lambda position: position.phase is Phase.PLACE and position.bag_left < 6, sets).replay()
    assert [topic for topic in hinting._topics(late) if topic.startswith("end")] == [due]


async def test_a_decision_is_looked_at_once(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    """Scenes late in a game look at new decisions alone and say what a fresh look says."""
    looked: list[Position] = []
    topics = hinting._topics

    def counted(position: Position) -> tuple[str, ...]:
        looked.append(position)
        return topics(position)

    monkeypatch.setattr(hinting, "_topics", counted)
    scene = await club.begin("order=joined")
    rng = random.Random(5)
    for number in range(60):
        who = ANN if scene.actor == ANN.key else BO
        looked.clear()
        offered = [c for c in commands(scene) if c.split()[0] in {"place", "deploy", "pass"}]
        undo = number % 3 == 2 and "pass" in offered and "undo" in commands(scene)
        scene = await club.play(who, "undo" if undo else rng.choice(offered))
        assert len(looked) <= 6
        game = await Games(club.store).current(club.channel)
        assert game is not None
        assert game.course is not None
        fresh = Course(game.course.position, game.course.steps, game.course.turn)
        said = hinting.hint(game, fresh)
        assert hints(scene) == [phrase.key for phrase in said]
