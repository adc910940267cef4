"""Nobody is called for ever: a game in which nobody moves rests, and says so once."""

import random

import pytest

from bot.clocks.control import Timeout
from bot.clocks.tempo import RESTS_AFTER
from bot.people import Person
from tests.bot.table.club import ANN, BO, CID, Club, commands, keys
from tests.bot.table.weeks import Weeks, notices

THREE = (ANN, BO, CID)
EVE = Person("web", "5", "Eve")
CLOCKS = ("none", "1h", "24h", "bank 1d+3h", "bank 12h", "daily 18:00 Europe/Warsaw")


def messages(weeks: Weeks, first: int = 0) -> int:
    """How many messages a place has got: one for each turn, and the notices."""
    shown = weeks.shown[first:]
    turns = {(s.reply.scene.game, s.reply.scene.turn) for s in shown if s.reply.scene is not None}
    return len(turns) + len(list(notices(shown)))


@pytest.mark.parametrize("agreed", [*Timeout])
@pytest.mark.parametrize("clock", ["24h", "none", "bank 1d+3h", "daily 18:00 UTC"])
async def test_sixty_days_of_silence_are_a_few_messages(club: Club, agreed: Timeout, clock: str) -> None:
    """Whatever was agreed on; and in the second month there are none at all."""
    weeks = Weeks(club)
    await club.begin(f"clock={clock}", f"timeout={agreed}", people=THREE)
    await weeks.live(days=30)
    assert messages(weeks) <= RESTS_AFTER * 6
    first = len(weeks.shown)
    await weeks.live(days=60)
    assert weeks.shown[first:] == []


@pytest.mark.parametrize("agreed", ["skip", "auto", "wait"])
async def test_the_third_silence_puts_the_game_to_rest(club: Club, agreed: str) -> None:
    """Nothing is played a third time; the message says that the game rests, and no time is shown any more."""
    weeks = Weeks(club)
    await club.begin("clock=24h", f"timeout={agreed}", people=THREE)
    await weeks.live(hours=71)
    assert "clock.asleep" not in keys(club.scene)
    position = await club.position()
    await weeks.live(hours=2)
    assert (await club.position()).seat == position.seat
    assert "clock.asleep" in keys(club.scene)
    assert "clock.until" not in keys(club.scene)
    assert weeks.shown[-1].told == ""
    assert club.scene is not None
    assert "pause off" in commands(club.scene)


async def asleep(club: Club, *words: str) -> Weeks:
    """A game of three that rests."""
    weeks = Weeks(club)
    await club.begin(*(words or ("clock=24h", "timeout=skip")), people=THREE)
    await weeks.live(days=10)
    assert "clock.asleep" in keys(club.scene)
    return weeks


async def test_go_on_gives_the_one_to_move_their_time_anew(club: Club) -> None:
    """Whoever plays may press it; who is to move is called once, and the clock runs as at the beginning."""
    weeks = await asleep(club)
    mover = THREE[(await club.position()).seat]
    other = next(person for person in THREE if person != mover)
    reply = await club.press(other, "pause off")
    assert "clock.asleep" not in keys(reply.scene)
    tempo = await weeks.tempo()
    assert tempo.timer is not None
    assert tempo.timer.until is not None
    assert (tempo.timer.until - club.clock.time).total_seconds() == 24 * 3600
    told = list(notices(await weeks.live(minutes=5)))
    assert [(why, people) for _, why, people in told] == [("turn", (mover.name,))]


async def test_a_move_wakes_the_game_and_the_next_has_all_their_time(club: Club) -> None:
    """What was slept through is nobody's time, in a bank either."""
    weeks = await asleep(club, "clock=bank", "5h", "timeout=wait")
    banks = (await weeks.tempo()).timer
    assert banks is not None
    await weeks.take_turn(THREE)
    timer = (await weeks.tempo()).timer
    assert timer is not None
    assert timer.banks == banks.banks
    assert "clock.until" in keys(club.scene)
    assert (await weeks.tempo()).missed == 0


async def test_a_stranger_and_a_setting_do_not_wake_it(club: Club) -> None:
    """Only who plays has anything to go on with."""
    await asleep(club)
    assert await club.refused(EVE, "pause off") == "refusal.not_a_player"
    assert "clock.asleep" in keys(await club.play(ANN, "settings theme=night"))


async def test_a_move_in_between_begins_the_count_anew(club: Club) -> None:
    """One silent player of three never puts the others' game to rest."""
    weeks = Weeks(club)
    await club.begin("clock=24h", "timeout=skip", people=THREE)
    for _ in range(4):
        while THREE[(await club.position()).seat] != CID:
            await weeks.take_turn(THREE)
        await weeks.live(hours=25)
    assert "clock.asleep" not in keys(club.scene)


async def test_a_vote_that_nobody_answers_rests_and_can_still_be_answered(club: Club) -> None:
    """After its day it is silent; whoever comes back decides at once, or goes on."""
    weeks = Weeks(club)
    await club.begin("clock=24h", people=THREE)
    await weeks.live(days=9)
    assert {"clock.asleep", "vote.time_up"} <= set(keys(club.scene))
    reply = await club.press(BO, "vote skip")
    assert (await club.position()).seat == 1
    assert "clock.asleep" not in keys(reply.scene)
    await weeks.live(days=9)
    await club.press(ANN, "pause off")
    tempo = await weeks.tempo()
    assert tempo.ballot is None
    assert tempo.timer is not None
    assert tempo.timer.until is not None
    assert tempo.timer.until > club.clock.time
    await weeks.live(minutes=5)
    assert "clock.asleep" not in keys(club.scene)


async def test_a_free_seat_that_nobody_takes_is_not_called_for(club: Club) -> None:
    """The others have been told; then the place is silent."""
    weeks = Weeks(club)
    await club.begin("clock=24h", people=THREE)
    await club.say(ANN, "rescue free 1", admin=True)
    await weeks.live(days=5)
    first = len(weeks.shown)
    await weeks.live(days=60)
    assert weeks.shown[first:] == []


@pytest.mark.parametrize("seed", range(6))
async def test_what_nobody_touches_ends_in_silence(club: Club, seed: int) -> None:
    """After weeks in which people did anything, the messages that follow without them are bounded."""
    chance, weeks = random.Random(seed), Weeks(club)
    clock, timeout = chance.choice(CLOCKS), chance.choice([*Timeout])
    await club.begin(f"clock={clock}", f"timeout={timeout}", people=THREE)
    said = (
        "place 1", "pass", "vote skip", "vote wait", "vote auto", "vote rest", "undo ask", "pause", "end ask",
        "vote no", "pause off", "join", "daily 7:30 UTC", "settings me remind=12h", "settings me vacation=3",
        "settings me quiet=22:00-07:00", "resign yes",
    )  # fmt: skip
    for _ in range(25):
        await club.say(chance.choice(THREE), chance.choice(said))
        await weeks.live(hours=chance.choice((0.5, 4, 30)))
    first = len(weeks.shown)
    await weeks.live(days=60)
    assert messages(weeks, first) <= 30
    first = len(weeks.shown)
    await weeks.live(days=60)
    assert weeks.shown[first:] == []
