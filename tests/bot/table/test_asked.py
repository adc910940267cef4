"""Who is told of a question that is open: everyone once, whoever sleeps when they wake."""

from bot.clocks.preferences import Known
from bot.clocks.tempo import Tempo
from bot.games.habits import persons
from bot.games.loading import Games
from bot.scene import Phrase
from bot.store import Change
from bot.timing.timekeeping import due_at
from tests.bot.table.club import ANN, BO, CID, Club, commands, keys
from tests.bot.table.weeks import Weeks, notices

THREE = (ANN, BO, CID)
ASLEEP = "settings me zone=UTC quiet=11:00-14:00"


async def late(club: Club) -> Weeks:
    """A game of three in which Ann's time has been up for an hour."""
    weeks = Weeks(club)
    await club.begin("clock=24h", people=THREE)
    await weeks.live(hours=25)
    return weeks


async def test_who_slept_as_time_was_up_is_told_on_waking(club: Club) -> None:
    """A game does not wait in silence because nobody was awake; each is told once."""
    weeks = Weeks(club)
    for who in (BO, CID):
        await club.say(who, ASLEEP)
    await club.begin("clock=24h", people=THREE)
    told = [note for note in notices(await weeks.live(days=3)) if note[1] != "reminder"]
    assert told == [("02 14:00", "time-up", ("Bo", "Cid"))]


async def test_only_who_slept_is_told_later(club: Club) -> None:
    """And not if they have been there meanwhile, or the question is closed."""
    weeks = Weeks(club)
    await club.say(CID, ASLEEP)
    await club.begin("clock=24h", people=THREE)
    told = [note for note in notices(await weeks.live(hours=27)) if note[1] != "reminder"]
    assert told == [("02 12:00", "time-up", ("Bo",)), ("02 14:00", "time-up", ("Cid",))]
    weeks.club.clock.pass_by(hours=20)
    await club.say(BO, "vote wait")
    await club.say(CID, "vote wait")
    await weeks.take_turn(THREE)
    await club.play(BO, "place 1")
    assert "vote.undo" in keys(await club.play(ANN, "undo ask"))
    assert "vote.refused" in keys(await club.play(CID, "vote no"))
    assert not [note for note in notices(await weeks.live(hours=10)) if note[1] == "undo"]


async def test_consent_is_asked_of_who_slept_too(club: Club) -> None:
    """Also after a restart: whom it was told lies in the game."""
    weeks = Weeks(club)
    await club.say(CID, ASLEEP)
    await club.begin("clock=24h", people=THREE)
    await weeks.take_turn(THREE)
    await club.play(BO, "place 1")
    reply = await club.say(ANN, "undo ask")
    assert reply.notice is not None
    assert [person.name for person in reply.notice.scene.notify] == ["Bo"]
    weeks.restart()
    told = [note for note in notices(await weeks.live(hours=3)) if note[1] == "undo"]
    assert told == [("01 14:00", "undo", ("Cid",))]
    await club.say(CID, "vote yes")


async def test_one_who_is_away_too_does_not_hold_up_the_vote(club: Club) -> None:
    """After a day the votes that are there decide; all are told so beforehand."""
    weeks = await late(club)
    assert "vote.closes" in keys(club.scene)
    await club.press(BO, "vote skip")
    await weeks.live(until="2030-01-03 11:00")
    assert (await club.position()).seat == 0
    await weeks.live(until="2030-01-03 12:30")
    assert (await club.position()).seat == 1
    assert club.scene is not None
    assert "vote skip" not in commands(club.scene)


async def test_without_any_vote_the_first_one_decides(club: Club) -> None:
    """After the day nobody has to be waited for any more."""
    weeks = Weeks(club)
    await club.begin("clock=24h", people=THREE)
    shown = await weeks.live(days=9)
    assert [why for _, why, _ in notices(shown)][-1] == "time-up"
    assert (await club.position()).seat == 0
    await club.press(CID, "vote skip")
    assert (await club.position()).seat == 1


async def test_each_time_a_free_seat_is_to_move_the_others_are_asked(club: Club) -> None:
    """Otherwise nobody would be told that the game waits for them."""
    weeks = Weeks(club)
    await club.begin(people=THREE)
    await club.say(BO, "rescue free 1", admin=True)
    for _ in range(2):
        told = list(notices(await weeks.live(hours=20)))
        assert [(why, people) for _, why, people in told] == [("offered", ("Bo", "Cid"))]
        await club.press(BO, "vote skip")
        await club.press(CID, "vote skip")
        assert club.scene is not None
        assert "vote skip" not in commands(club.scene)
        await weeks.take_turn(THREE)
        await weeks.take_turn(THREE)
    game = await Games(club.store).current(club.channel)
    assert game is not None
    assert persons(game) == (1, 2)


async def test_a_game_without_a_clock_does_not_wait_for_ever(club: Club) -> None:
    """After ten days without a move the others are asked, once; whoever comes back just plays on."""
    weeks = Weeks(club)
    await club.begin(people=THREE)
    told = [note for note in notices(await weeks.live(days=60)) if note[1] != "reminder"]
    assert told == [("11 12:00", "silent", ("Bo", "Cid"))]
    assert club.scene is not None
    line = next(line for line in club.scene.lines if line.key == "vote.silent")
    assert line.args["span"] == Phrase.of("span.days", count=10)
    await club.press(ANN, "place 1")
    assert "vote.silent" not in keys(club.scene)


async def test_who_waits_for_a_silent_player_is_asked_again_after_ten_days(club: Club) -> None:
    """And the silent one is reminded as at first."""
    weeks = Weeks(club)
    await club.begin(people=THREE)
    await weeks.live(days=11)
    await club.press(BO, "vote wait")
    assert list(notices(await weeks.live(days=11))) == [
        *((f"{day} 12:00", "reminder", ("Ann",)) for day in (13, 14, 16, 19)),
        ("22 12:00", "silent", ("Bo", "Cid")),
    ]
    await club.press(BO, "vote skip")
    assert (await club.position()).seat == 1


async def test_a_vacation_is_no_silence(club: Club) -> None:
    """Its days do not count."""
    weeks = Weeks(club)
    await club.say(ANN, "settings me zone=UTC vacation=2030-01-03..2030-01-08")
    await club.begin(people=THREE)
    asked = [note for note in notices(await weeks.live(days=30)) if note[1] == "silent"]
    assert asked == [("17 12:00", "silent", ("Bo", "Cid"))]


async def test_nobody_is_asked_about_a_silent_player_where_nobody_else_plays(club: Club) -> None:
    """One person among automatic players may take all the time in the world."""
    weeks = Weeks(club)
    game = await club.begin("clock=none", people=THREE)
    change = Change(header={"tempo": Tempo(automatic=frozenset({1, 2})).to_text()})
    await club.store.commit(club.channel, game.game, game.version, change, once="")
    await weeks.take_turn(THREE)
    assert {why for _, why, _ in notices(await weeks.live(days=60))} == {"reminder"}


async def test_a_vote_outlives_one_who_leaves(club: Club) -> None:
    """It is still asked, the late player gets no time by it, and the vote of who has left counts no more."""
    weeks = await late(club)
    await club.press(BO, "vote skip")
    await club.play(BO, "resign yes")
    assert "vote.time_up" in keys(club.scene)
    assert "clock.until" not in keys(club.scene)
    assert list(notices(await weeks.live(days=3))) == []
    game = await Games(club.store).current(club.channel)
    assert game is not None
    assert due_at(game, Known()) is None
    await club.press(CID, "vote wait")
    assert "clock.until" in keys(club.scene)


async def test_who_leaves_holds_up_no_vote(club: Club) -> None:
    """When the last who had not voted has left, the votes decide."""
    weeks = await late(club)
    await club.press(BO, "vote wait")
    await club.play(CID, "resign yes")
    await weeks.live(minutes=1)
    assert "vote.time_up" not in keys(club.scene)
    assert "clock.until" in keys(club.scene)


async def test_who_leaves_holds_up_no_pause(club: Club) -> None:
    """All who still play have agreed."""
    weeks = Weeks(club)
    await club.begin("clock=24h", people=THREE)
    await club.play(BO, "pause")
    await club.press(ANN, "vote yes")
    await club.play(CID, "resign yes")
    await weeks.live(minutes=1)
    assert "clock.paused" in keys(club.scene)


async def test_what_was_asked_by_one_who_has_left_is_asked_no_more(club: Club) -> None:
    """Nobody has to agree to the pause of a person who does not play."""
    weeks = Weeks(club)
    await club.begin("clock=24h", people=THREE)
    await club.play(BO, "pause")
    assert "vote.pause" in keys(club.scene)
    await club.play(BO, "resign yes")
    assert "vote.pause" not in keys(club.scene)
    assert list(notices(await weeks.live(hours=1))) == []
