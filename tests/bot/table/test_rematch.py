"""The same once more: nobody is seated who has not said so, and the result stays where it is."""

from dataclasses import replace

from bot.games.loading import Games
from bot.people import Person
from bot.request import Request
from tests.bot.table.club import ANN, BO, CID, Club, commands, keys
from tests.bot.table.playing import finish, short_game
from tests.bot.table.weeks import Weeks

EVE = Person("web", "5", "Eve")
AGREED = ("winter", "clock=24h", "timeout=skip", "fields=off", "players=4", "theme=night")


async def ended(club: Club, *words: str) -> None:
    """A game of three that has been played until two had resigned."""
    await club.begin(*words, people=(ANN, BO, CID))
    for _ in range(3):
        await Weeks(club).take_turn((ANN, BO, CID))
    await club.play(ANN, "resign yes")
    await club.play(CID, "resign yes")


async def test_whoever_presses_it_is_in_and_the_others_are_asked_once(club: Club) -> None:
    """They are mentioned by the message of the new lobby, and join by the same button or any other."""
    await ended(club)
    last = club.scene
    assert last is not None
    reply = await club.press(BO, "new again")
    scene = reply.scene
    assert scene is not None
    assert scene.game != last.game
    assert "lobby.invited" in keys(scene)
    assert {person.name for person in scene.notify} == {"Ann", "Cid"}
    game = await Games(club.store).current(club.channel)
    assert game is not None
    assert game.header.names == ("Bo",)
    assert reply.closings == {}, "the message of the finished game keeps its last words"
    reply = await club.press(ANN, "new again", scene=last)
    assert reply.refusal is None
    assert reply.scene is not None
    assert reply.scene.game == scene.game
    assert reply.scene.notify == ()
    reply = await club.press(CID, "join")
    assert "lobby.invited" not in keys(reply.scene)
    assert (await club.play(BO, "start")).turn == 1


async def test_what_was_agreed_holds_again(club: Club) -> None:
    """Sets, options, clock, what follows when time is up, how many may join, the look."""
    await ended(club, *AGREED)
    before = await Games(club.store).current(club.channel)
    await club.press(CID, "new again")
    after = await Games(club.store).current(club.channel)
    assert before is not None
    assert after is not None
    for name in ("game", "sets", "options", "order", "seats", "theme", "language"):
        assert getattr(after.header, name) == getattr(before.header, name), name
    assert after.header.tempo.clock == before.header.tempo.clock
    assert after.header.tempo.timeout == before.header.tempo.timeout
    assert after.header.host == CID.key


async def test_whoever_does_not_want_to_be_called_is_not(club: Club) -> None:
    """Muted people and those in their quiet hours read it when they look."""
    await ended(club)
    await club.say(ANN, "settings me mute=on")
    await club.say(CID, "settings me zone=UTC quiet=11:00-13:00")
    reply = await club.press(BO, "new again")
    assert reply.scene is not None
    assert reply.scene.notify == ()
    assert "lobby.invited" in keys(reply.scene)


async def test_a_late_press_is_led_to_the_present(club: Club) -> None:
    """When something else has begun meanwhile, the old button says so."""
    await ended(club)
    last = club.scene
    await club.press(BO, "new")
    reply = await club.press(ANN, "new again", scene=last)
    assert reply.refusal is not None
    assert reply.stale
    await club.play(EVE, "join")
    await club.play(BO, "start")
    reply = await club.press(ANN, "new again", scene=last)
    assert reply.refusal is not None


async def test_there_is_nothing_to_be_played_again(club: Club) -> None:
    """Without a game, and after a gathering that was called off."""
    assert await club.refused(ANN, "new again") == "refusal.rematch"
    await club.play(ANN, "new")
    await club.play(ANN, "end yes")
    assert await club.refused(ANN, "new again") == "refusal.rematch"


async def test_nobody_plays_against_nobody(club: Club) -> None:
    """Where nobody else can be, the rematch is against the computer."""
    await short_game(club)
    reply = await club.send(Request(club.channel, ANN, "new again", "alone", alone=True))
    assert reply.refusal is None
    game = await Games(club.store).current(club.channel)
    assert game is not None
    assert [person.key for person in game.header.people] == [ANN.key, "opponent:even-1"]


async def test_who_was_forgotten_is_not_asked(club: Club) -> None:
    """Their key stays nowhere."""
    await ended(club)
    await club.press(BO, "new again")
    await club.say(CID, "forget me yes")
    game = await Games(club.store).current(club.channel)
    assert game is not None
    assert [person.key for person in game.header.invited] == [ANN.key]


async def test_a_whole_game_and_its_rematch(club: Club) -> None:
    """From one end to the next."""
    await short_game(club)
    await club.press(ANN, "new again")
    await club.press(BO, "join")
    await club.play(ANN, "start")
    scene = await finish(club)
    assert commands(replace(scene, picture=None))[:2] == ("new again", "new")
