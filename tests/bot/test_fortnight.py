"""Two weeks of a daily game of five on both platforms: everyone gets the messages described, and no other."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bot.scene import Phrase
from bot.store import open_store
from bot.texts import Texts
from tests.bot.fortnight import CLOCK, LANGUAGES, NAMES, Club, Post
from tests.discord_server import DiscordServer
from tests.telegram_server import BotApiServer

ANN, BO, CID, DAN, EVE = range(5)
ROUND = (("10:00", BO), ("12:00", DAN), ("12:30", EVE), ("15:00", ANN))
"""When everyone looks at the chat and moves, once Cid is played automatically after Bo."""
NEXT = {BO: "Dan", DAN: "Eve", EVE: "Ann", ANN: "Bo"}


@pytest.fixture
async def club(tmp_path: Path, texts: Texts) -> AsyncIterator[Club]:
    """Both servers, a real store that outlives the bot, and nobody playing yet. No request is a wrong one."""
    store = await open_store("", tmp_path)
    async with DiscordServer() as discord, BotApiServer() as telegram:
        club = Club(store, texts, discord, telegram)
        yield club
        if club.bot is not None:
            await club.stop()
        assert not discord.problems
        assert not telegram.problems
    await store.close()


@pytest.fixture(scope="session")
def texts() -> Texts:
    """The catalogues."""
    return Texts.load()


async def a_round(club: Club, day: str) -> None:
    """A day on which everyone moves as usual."""
    for hour, who in ROUND:
        await club.until(f"{day} {hour}")
        await club.move(who)


def as_usual(day: str) -> Iterator[Post]:
    """What is posted on such a day: one message for each turn, which calls the next player."""
    for hour, who in ROUND:
        yield Post(f"{day} {hour}", "board", (NEXT[who],))


EXPECTED = (
    # Cid never looks, and cannot be told in private: he is reminded here. Then the others decide.
    Post("22 08:00", "lobby"),
    Post("22 08:00", "board", ("Ann",)),
    Post("22 09:00", "board", ("Bo",)),
    Post("22 10:00", "board", ("Cid",)),
    Post("22 14:00", "notice", ("Cid",)),
    Post("22 16:00", "notice", ("Cid",)),
    Post("22 17:00", "notice", ("Cid",)),
    Post("22 18:00", "notice", ("Ann", "Bo", "Dan", "Eve")),
    Post("22 19:00", "board", ("Dan",)),
    # Half of the time that runs for Dan, who sleeps from ten to seven, and is told in private.
    Post("23 11:00", "notice", private="Dan"),
    Post("23 12:00", "board", ("Eve",)),
    Post("23 12:30", "board", ("Ann",)),
    Post("23 15:00", "board", ("Bo",)),
    *as_usual("24"),
    *as_usual("25"),
    # Eve is on vacation until the 28th, and sleeps until eight: she is called when both are over.
    Post("26 10:00", "board", ("Dan",)),
    Post("26 12:00", "board"),
    Post("29 08:00", "notice", ("Eve",)),
    Post("29 12:30", "board", ("Ann",)),
    # From two to eight in the afternoon nobody could move: Ann still has time, and is not reminded yet.
    Post("29 20:30", "board", ("Bo",)),
    *as_usual("30"),
    # The night in which an hour is left out, and one in which the bot was down.
    *as_usual("31"),
    *as_usual("01"),
    Post("02 10:00", "board", ("Dan",)),
    # Killed at two, between the decision to remind Dan and the reminder.
    Post("02 14:01", "notice", private="Dan"),
    Post("02 16:00", "notice", private="Dan"),
    Post("02 16:30", "board", ("Eve",)),
    Post("02 17:00", "board", ("Ann",)),
    Post("02 17:30", "board", ("Bo",)),
    *as_usual("03"),
    *as_usual("04"),
)
"""Every message of two weeks. Whatever else happens is an edit, or somebody's answer."""


async def the_absent_one(club: Club) -> None:
    """They say what they want, begin, and wait for Cid until his time is up; then he is played for."""
    await club.begin("03-22 07:50")
    await club.wish(BO, remind="off")
    await club.wish(CID, private="on")
    await club.wish(DAN, private="on", quiet="22:00-07:00")
    await club.wish(EVE, quiet="22:00-08:00", zone="Europe/Warsaw")
    await club.until("03-22 08:00")
    await club.open(ANN, order="joined", clock=CLOCK)
    for who in (BO, CID, DAN, EVE):
        await club.tap(who, "join")
    await club.tap(ANN, "start")
    for hour, who in (("09:00", ANN), ("10:00", BO)):
        await club.until(f"03-22 {hour}")
        await club.move(who)
    await club.until("03-22 19:00")
    for who in (ANN, BO, DAN):
        await club.tap(who, "vote rest")
    for hour, who in ROUND[1:]:
        await club.until(f"03-23 {hour}")
        await club.move(who)
    await a_round(club, "03-24")
    await a_round(club, "03-25")


async def the_vacation(club: Club) -> None:
    """Eve goes away the evening before, and her turn waits for her."""
    await club.until("03-25 20:00")
    await club.wish(EVE, vacation="2030-03-26..2030-03-28")
    for hour, who in ROUND[:2]:
        await club.until(f"03-26 {hour}")
        await club.move(who)
    await club.until("03-29 12:30")
    await club.move(EVE)


async def the_outages(club: Club) -> None:
    """One over the daily hour, one at night; and between them the night that is an hour short."""
    await club.until("03-29 14:00")
    await club.stop()
    await club.until("03-29 20:00")
    await club.start()
    await club.until("03-29 20:30")
    await club.move(ANN)
    await a_round(club, "03-30")
    await a_round(club, "03-31")
    await club.until("04-01 02:00")
    await club.stop()
    await club.until("04-01 05:00")
    await club.start()
    await a_round(club, "04-01")


async def the_kill(club: Club) -> None:
    """Dan is late, and the bot is killed as it wants to remind him; then two days as usual."""
    await club.until("04-02 10:00")
    await club.move(BO)
    await club.until("04-02 13:59")
    await club.kill_at_a_deadline("04-02 14:00")
    await club.until("04-02 14:01")
    await club.start()
    for hour, who in (("16:30", DAN), ("17:00", EVE), ("17:30", ANN)):
        await club.until(f"04-02 {hour}")
        await club.move(who)
    await a_round(club, "04-03")
    await a_round(club, "04-04")
    await club.until("04-05 08:00")


@pytest.mark.slow
async def test_everyone_gets_the_messages_described_and_nothing_else(club: Club, texts: Texts) -> None:
    """An absent player, a vacation, two outages, a kill between commit and notice, and three languages."""
    for act in (the_absent_one, the_vacation, the_outages, the_kill):
        await act(club)
    for name, place in club.places.items():
        posts = [post for post in club.posts[name] if post.kind != "answer"]
        assert posts == list(EXPECTED), name
        public = [post for post in posts if post.kind != "notice"]
        assert place.standing() == (len(public), 1), (
            "notices are gone, and only the newest message has buttons"
        )
        private = [post.text for post in posts if post.private]
        assert all("gra czeka na twój ruch" in text for text in private)
        for who, language in enumerate(LANGUAGES):
            said = await place.ask(who, "game")
            assert texts.say(Phrase.of("state.host", who=NAMES[ANN]), language) in said
