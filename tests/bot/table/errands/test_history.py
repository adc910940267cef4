"""Games that are over: listed, looked at turn by turn, exported, gone on with."""

import json

import pytest

from bot.games.header import Status
from bot.games.loading import Games
from bot.people import Person
from bot.scene import PictureKind, Scene
from bot.store import Change
from core import GameRecord
from tests.bot.table.club import ANN, BO, CID, Club, choices, commands, keys
from tests.bot.table.playing import answered, finish, short_game


async def again(club: Club) -> None:
    """Open another game over the one that has ended, and call it off."""
    await club.play(ANN, "new")
    await club.play(ANN, "leave")


async def test_a_place_without_past_says_so(club: Club) -> None:
    """Before anything has ended there is nothing to list, with a game or without."""
    assert keys(await answered(club, CID, "history")) == ("history.none",)
    await club.begin()
    assert keys(await answered(club, CID, "history")) == ("history.none",)
    assert await club.refused(ANN, "history 1") == "history.none", "not that numbers go from one to nought"


async def test_finished_games_are_listed_newest_first(club: Club) -> None:
    """Each with number, day and points; one that was called off is no game, but keeps its number."""
    await short_game(club)
    first = await answered(club, ANN, "history")
    assert club.text(first.lines[0]).startswith("1. Jan 1, 2030: Carcassonne; ")
    await again(club)
    club.clock.pass_by(days=1)
    await club.begin()
    await club.play(ANN, "end yes")
    listed = await answered(club, CID, "history")
    said = [club.text(line) for line in listed.lines]
    assert [line.split(":")[0] for line in said] == ["3. Jan 2, 2030", "1. Jan 1, 2030"]
    assert commands(listed) == ("history 3", "history 1")
    assert [line.endswith("(ended early).") for line in said] == [True, False]
    for number, early in ((3, True), (1, False)):
        shown = await answered(club, CID, f"history {number}")
        assert ("over.ended" in keys(shown)) == early


async def test_a_long_history_has_pages(club: Club) -> None:
    """Eight games a page, and a button for the older ones."""
    for _ in range(10):
        await club.begin()
        await club.play(ANN, "end yes")
    listed = await answered(club, ANN, "history")
    assert commands(listed) == (*(f"history {number}" for number in range(10, 2, -1)), "history before 3")
    older = await answered(club, ANN, "history before 3")
    assert commands(older) == ("history 2", "history 1")


async def test_a_game_is_shown_turn_by_turn(club: Club) -> None:
    """The end first; the buttons lead to every other turn, with as many tiles as there were then."""
    end = await short_game(club)
    shown = await answered(club, CID, "history 1")
    assert "over.won" in keys(shown) or "over.shared" in keys(shown)
    assert shown.picture is not None
    assert shown.picture.kind is PictureKind.BOARD
    tiles = len(shown.picture.position.laid)
    visited = {tiles}
    while (command := button(shown, "choice.viewer.back")) is not None:
        shown = await answered(club, CID, command)
        assert shown.picture is not None
        assert len(shown.picture.position.laid) <= tiles
        tiles = len(shown.picture.position.laid)
        visited.add(tiles)
    assert min(visited) == 1
    assert len(visited) > 3
    assert club.scene == end, "looking has changed nothing"


def button(scene: Scene, key: str) -> str | None:
    """The command of the button with this label."""
    return next((choice.command for choice in choices(scene) if choice.label.key == key), None)


async def test_every_turn_tells_what_happened_then(club: Club) -> None:
    """The story of a turn is that turn's alone."""
    await short_game(club)
    shown = await answered(club, ANN, "history 1 1")
    assert club.text(shown.lines[0]).startswith("Carcassonne, after turn 1 of ")
    assert sum(line.key == "story.placed" for line in shown.lines) == 1
    assert keys(await answered(club, ANN, "history 1 0"))[0] == "viewer.heading"
    last = await answered(club, ANN, "history 1 9999")
    assert keys(last) == keys(await answered(club, ANN, "history 1"))


async def test_an_earlier_game_can_be_exported(club: Club) -> None:
    """The whole record, which replays to the points that the history tells."""
    await short_game(club)
    await again(club)
    shown = await answered(club, CID, "export 1")
    assert shown.file is not None
    record = GameRecord.from_json(shown.file.content.decode())
    assert record.replay().over
    assert json.loads(shown.file.content)["players"] == ["Ann", "Bo"]


@pytest.mark.parametrize(
    ("command", "key"),
    [
        ("history 7", "no_such_game"),
        ("history nonsense", "unknown_game"),
        ("history 0", "no_such_game"),
        ("export 7", "no_such_game"),
        ("verify 7", "no_such_game"),
    ],
)
async def test_unknown_games_are_refused(club: Club, command: str, key: str) -> None:
    """A number or an id that no game has is answered with what there is."""
    await short_game(club)
    assert await club.refused(ANN, command) == f"refusal.{key}"


@pytest.mark.parametrize("command", ["history 1 x", "history 1 2 3", "history 1 -1"])
async def test_nonsense_after_the_number_is_refused(club: Club, command: str) -> None:
    """What is neither a turn nor ``continue`` is answered with how it is said."""
    await short_game(club)
    assert await club.refused(ANN, command) == "usage.history"


async def test_a_player_goes_on_from_an_earlier_turn(club: Club) -> None:
    """A new game begins with the old moves up to there, the same seats, and the next decision due."""
    await short_game(club)
    scene = await club.play(BO, "history 1 2 continue")
    game = await Games(club.store).current(club.channel)
    assert game is not None
    assert game.course is not None
    assert (game.header.status, game.header.source, game.header.host) == (Status.RUNNING, "history", BO.key)
    assert game.header.keys == (ANN.key, BO.key)
    assert len(game.course.position.laid) == 3
    assert game.course.turn == scene.turn == 3
    assert scene.actor in {ANN.key, BO.key}
    assert await club.store.games_of(ANN.key) == [club.channel]
    old = await answered(club, CID, "history 1")
    assert old.picture is not None
    assert old.picture.position.over, "the old game is kept as it was"


async def test_only_its_players_and_admins_go_on_with_a_game(club: Club) -> None:
    """Somebody else cannot call people back to a game, but who manages the chat can."""
    await short_game(club)
    assert await club.refused(CID, "history 1 2 continue") == "refusal.not_your_game"
    for who, offered in ((ANN, True), (CID, False)):
        shown = await answered(club, who, "history 1 2")
        assert any(command.endswith("continue") for command in commands(shown)) == offered
    reply = await club.say(CID, "history 1 2 continue", admin=True)
    assert reply.scene is not None


async def test_a_game_that_runs_is_not_replaced(club: Club) -> None:
    """As long as people gather or play, nothing else can be taken up."""
    await short_game(club)
    await club.play(ANN, "new")
    assert await club.refused(ANN, "history 1 2 continue") == "refusal.own_lobby"
    await club.play(BO, "join")
    await club.play(ANN, "start")
    assert await club.refused(ANN, "history 1 2 continue") == "refusal.game_on"


async def test_the_very_end_cannot_be_gone_on_with(club: Club) -> None:
    """After the last action nothing is left to decide."""
    await short_game(club)
    shown = await answered(club, ANN, "history 1")
    assert not any(command.endswith("continue") for command in commands(shown))
    assert await club.refused(ANN, "history 1 999 continue") == "refusal.over"


async def test_a_repeated_tap_goes_on_once(club: Club) -> None:
    """A redelivered tap shows the game that it has made and makes no other."""
    await short_game(club)
    first = await club.say(ANN, "history 1 2 continue", once="the same")
    again = await club.say(ANN, "history 1 2 continue", once="the same")
    assert first.scene is not None
    assert again.scene is not None
    assert again.scene.game == first.scene.game


async def test_a_damaged_game_is_listed_as_such(club: Club) -> None:
    """A game that cannot be read spoils neither the list nor the others."""
    await short_game(club)
    stored = await club.store.load(club.channel)
    assert stored is not None
    await again(club)
    await club.store.amend(club.channel, stored.game, stored.version, Change(append=("nonsense",)))
    listed = await answered(club, Person("web", "9", "Eve"), "history")
    assert keys(listed) == ("history.corrupt",)
    assert await club.refused(ANN, "history 1") == "refusal.corrupt_game"


async def test_a_game_whose_tiles_were_shown_is_no_fair_one(club: Club) -> None:
    """Everyone is warned in each turn's message, whoever asks is told, and nothing is promised any more."""
    await club.begin()
    await finish(club)
    scene = await club.play(BO, "history 1 20 continue")
    assert "bag_shown" in keys(scene)
    assert "bag_shown" in keys(await answered(club, ANN, "game"))
    assert keys(await answered(club, ANN, "verify")) == ("verify.running_shown", "bag_shown")
    assert "bag_shown" in keys(await finish(club))
    assert keys(await answered(club, ANN, "verify"))[-1] == "bag_shown"
    assert len(await club.store.results.of_channel(club.channel)) == 1, "only the first game counts"


async def test_where_nothing_is_left_to_know_nobody_is_warned(club: Club) -> None:
    """With the last tile in hand the seed tells nothing more."""
    await short_game(club)
    last = len((await club.position()).laid) - 1
    scene = await club.play(BO, f"history 1 {last - 1} continue")
    assert (await club.position()).bag_left == 0
    assert "bag_shown" not in keys(scene)
