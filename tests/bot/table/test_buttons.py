"""Buttons: old ones, doubled ones, those of somebody else; and requests that are delivered again."""

import pytest

from bot.request import Reply, Request
from tests.bot.table.club import ANN, BO, CHANNEL, CID, Club, commands


async def version(club: Club) -> int:
    """The version that the store has."""
    found = await club.store.version(club.channel)
    assert found is not None
    return found[1]


async def unchanged(club: Club, reply: Reply, key: str, before: int) -> None:
    """The reply is this refusal, and nothing was stored."""
    assert reply.refusal is not None
    assert (reply.refusal.key, reply.scene) == (key, None)
    assert await version(club) == before


async def test_an_old_button_is_refused_with_what_is_due(club: Club) -> None:
    """A spot of an earlier turn of one's own does not lay today's tile."""
    old = await club.begin()
    for who in (ANN, BO):
        await club.play(who, "place 1")
        await club.play(who, "pass")
    before = await version(club)
    reply = await club.press(ANN, "place 1", scene=old)
    await unchanged(club, reply, "refusal.stale", before)
    assert reply.refusal is not None
    assert club.text(reply.refusal).endswith("Now: you lay the tile.")


async def test_a_stale_number_is_stale_before_it_is_unknown(club: Club) -> None:
    """An old button with a number that no longer exists is called old, not wrong."""
    old = await club.begin()
    await club.play(ANN, "place 1")
    scene = await club.play(ANN, "undo")
    reply = await club.send(Request(club.channel, ANN, "place 99", "old", old.game, old.version))
    await unchanged(club, reply, "refusal.stale", scene.version)


async def test_a_double_tap_moves_once(club: Club) -> None:
    """The second of two taps on one button finds that something else is due."""
    scene = await club.begin()
    assert (await club.press(ANN, "place 1", scene=scene)).refusal is None
    before = await version(club)
    await unchanged(club, await club.press(ANN, "place 1", scene=scene), "refusal.wrong_phase", before)


async def test_a_double_tap_on_undo_takes_back_once(club: Club) -> None:
    """Undo, pressed twice in haste, does not reach two steps back."""
    await club.begin("undo=free")
    await club.play(ANN, "place 1")
    scene = await club.play(ANN, "pass")
    assert (await club.press(ANN, "undo", scene=scene)).refusal is None
    before = await version(club)
    await unchanged(club, await club.press(ANN, "undo", scene=scene), "refusal.stale", before)


async def test_buttons_check_who_pressed(club: Club) -> None:
    """Another player's button says whose turn it is; a stranger is told that they do not play."""
    scene = await club.begin()
    before = await version(club)
    await unchanged(club, await club.press(BO, "place 1", scene=scene), "refusal.not_your_turn", before)
    await unchanged(club, await club.press(CID, "place 1", scene=scene), "refusal.not_a_player", before)


@pytest.mark.parametrize("command", ["place 1", "undo", "join", "resign yes", "end yes", "board"])
async def test_a_button_of_an_earlier_game_is_refused(club: Club, command: str) -> None:
    """No button reaches into another game of the same place."""
    old = await club.begin()
    await club.say(ANN, "end yes")
    await club.begin()
    before = await version(club)
    reply = await club.send(Request(club.channel, ANN, command, f"old-{command}", old.game, old.version))
    await unchanged(club, reply, "refusal.other_game", before)


@pytest.mark.parametrize("way", ["typed", "tapped"])
async def test_a_request_that_comes_again_shows_the_present_scene(club: Club, way: str) -> None:
    """A redelivered request makes no second move; its sender sees the game as it stands."""
    scene = await club.begin()
    if way == "typed":
        replies = [await club.say(ANN, "place 1", once="again") for _ in range(2)]
    else:
        replies = [await club.press(ANN, "place 1", scene=scene, once="again") for _ in range(2)]
    assert [reply.refusal for reply in replies] == [None, None]
    assert replies[1].scene is not None
    assert replies[0].scene is not None
    assert replies[1].scene.version == replies[0].scene.version == await version(club)
    assert commands(replies[1].scene) == commands(replies[0].scene)


async def test_a_request_that_comes_again_much_later_moves_nothing(club: Club) -> None:
    """The store remembers the key of a request even when others came in between."""
    await club.begin()
    await club.say(ANN, "place 1", once="first")
    await club.play(ANN, "undo")
    before = await version(club)
    reply = await club.say(ANN, "place 1", once="first")
    assert reply.refusal is None
    assert reply.scene is not None
    assert (reply.scene.version, await version(club)) == (before, before)


async def test_new_that_comes_again_opens_one_game(club: Club) -> None:
    """A redelivered /new neither opens a second game nor is refused."""
    first = await club.say(ANN, "new", once="new")
    second = await club.say(ANN, "new", once="new")
    assert first.scene is not None
    assert second.scene is not None
    assert (second.scene.game, second.scene.version) == (first.scene.game, 1)


async def test_a_stale_button_is_told_from_other_refusals(club: Club) -> None:
    """A button of an earlier moment is stale whatever it is refused for; what is only forbidden is not."""
    laying = await club.begin()
    await club.play(ANN, "place 1")
    for scene, who, command in ((laying, ANN, "place 1"), (laying, BO, "place 1"), (laying, CID, "place 1")):
        reply = await club.table.handle(
            Request(CHANNEL, who, command, f"{who.key}-old", scene.game, scene.version)
        )
        assert reply.refusal is not None
        assert reply.stale
    assert club.scene is not None
    now = Request(CHANNEL, BO, "pass", "now", club.scene.game, club.scene.version)
    reply = await club.table.handle(now)
    assert (reply.refusal is not None, reply.stale) == (True, False)
    typed = await club.say(ANN, "place 99")
    assert (typed.refusal is not None, typed.stale) == (True, False)
