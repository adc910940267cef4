"""Ending a game before its time: alone at first, then together, and never so that a loss goes away."""

import pytest

from bot.people import Person
from tests.bot.table.club import ANN, BO, CID, Club, commands, keys
from tests.bot.table.weeks import Weeks, notices

THREE = (ANN, BO, CID)
EVE = Person("web", "5", "Eve")


async def well_on(club: Club, *words: str, people: tuple[Person, ...] = THREE) -> Weeks:
    """A game in which everybody has laid a tile."""
    weeks = Weeks(club)
    await club.begin(*words, people=people)
    for _ in people:
        await weeks.take_turn(people)
    return weeks


async def results(club: Club) -> int:
    """How many results there are of this place."""
    return len(await club.store.results.of_channel(club.channel))


async def test_the_first_turns_are_ended_by_the_host_alone(club: Club) -> None:
    """As long as one has not laid a tile; it is nobody's win, and says so."""
    weeks = Weeks(club)
    await club.begin(people=THREE)
    await weeks.take_turn(THREE)
    await weeks.take_turn(THREE)
    shown = (await club.say(ANN, "end")).answer
    assert shown is not None
    assert commands(shown) == ("end yes",)
    scene = await club.play(ANN, "end yes")
    assert {"over.ended", "over.uncounted"} <= set(keys(scene))
    assert await results(club) == 0


async def test_later_the_host_asks_or_resigns(club: Club) -> None:
    """Both are offered; alone it cannot be ended any more."""
    await well_on(club)
    shown = (await club.say(ANN, "end")).answer
    assert shown is not None
    assert commands(shown) == ("end ask", "resign yes")
    assert await club.refused(ANN, "end yes") == "refusal.end_together"
    assert await club.refused(EVE, "end") == "refusal.end_strangers"


async def test_all_agree_and_it_is_over_for_all(club: Club) -> None:
    """Any player may ask, also early; everyone else is told once, and has two buttons."""
    await well_on(club)
    reply = await club.say(BO, "end ask")
    assert reply.notice is not None
    assert {person.name for person in reply.notice.scene.notify} == {"Ann", "Cid"}
    assert {"vote.ending", "vote.silence_agrees"} <= set(keys(reply.scene))
    await club.press(ANN, "vote yes")
    reply = await club.press(CID, "vote yes")
    assert {"over.ended", "over.uncounted"} <= set(keys(reply.scene))
    assert "over.won" not in keys(reply.scene)
    assert await results(club) == 0


async def test_one_refusal_keeps_it_going(club: Club) -> None:
    """That is shown, and whoever does not want to play on may still resign: that is a loss."""
    await well_on(club)
    await club.play(ANN, "end ask")
    reply = await club.press(CID, "vote no")
    assert "vote.refused" in keys(reply.scene)
    await club.play(ANN, "resign yes")
    await club.play(CID, "resign yes")
    assert await results(club) == 1


async def test_silence_agrees_after_three_days(club: Club) -> None:
    """Nobody is needed for ever; they are told once, and not reminded of the question."""
    weeks = await well_on(club)
    await club.say(BO, "settings me remind=off")
    await club.say(ANN, "settings me remind=off")
    await club.say(CID, "settings me remind=off")
    await club.play(BO, "end ask")
    shown = await weeks.live(days=2, hours=23)
    assert list(notices(shown)) == []
    assert "vote.ending" in keys(club.scene)
    await weeks.live(hours=2)
    assert {"over.ended", "over.uncounted"} <= set(keys(club.scene))


async def test_nobodys_vacation_is_silence(club: Club) -> None:
    """Who is away has three days when they are back."""
    weeks = await well_on(club)
    await club.say(CID, "settings me zone=UTC vacation=2030-01-01..2030-01-05")
    await club.play(BO, "end ask")
    await weeks.live(until="2030-01-08 23:00")
    assert "vote.ending" in keys(club.scene)
    told = [people for _, why, people in notices(weeks.shown) if why == "ending"]
    assert told == [("Cid",)]
    await weeks.live(hours=2)
    assert "over.ended" in keys(club.scene)


async def test_who_plays_on_does_not_want_the_end(club: Club) -> None:
    """A move of one of the others closes the question; a move of whoever asked does not."""
    weeks = await well_on(club)
    await club.play(ANN, "end ask")
    assert (await weeks.take_turn(THREE)) == ANN
    assert "vote.ending" in keys(club.scene)
    assert (await weeks.take_turn(THREE)) == BO
    assert "vote.ending" not in keys(club.scene)


@pytest.mark.parametrize("timeout", ["skip", "vote", "remove", "rest"])
async def test_while_it_is_asked_nobody_is_dropped(club: Club, timeout: str) -> None:  # noqa: ASYNC109
    """Time that is up meanwhile begins anew, even until the game rests; the question still has its end."""
    weeks = await well_on(club, "clock=6h", f"timeout={timeout}")
    await club.play(ANN, "end ask")
    before = (await club.position()).seat
    await weeks.live(days=2, hours=23)
    assert (await club.position()).seat == before
    assert "vote.ending" in keys(club.scene)
    await weeks.live(hours=2)
    assert "over.ended" in keys(club.scene)
    assert await results(club) == 0


async def test_an_admin_who_does_not_play_ends_it_as_nobodys_win(club: Club) -> None:
    """From /rescue as well; one who plays asks the others, as everybody."""
    await well_on(club)
    assert await results(club) == 0
    reply = await club.say(BO, "end", admin=True)
    assert reply.answer is not None
    assert "end yes" not in commands(reply.answer)
    reply = await club.say(EVE, "end yes", admin=True)
    assert {"over.ended", "over.uncounted"} <= set(keys(reply.scene))
    assert await results(club) == 0


async def test_what_an_admin_has_changed_counts_for_nobody(club: Club) -> None:
    """Every turn says it from then on, and so does the end."""
    await well_on(club)
    reply = await club.say(EVE, "rescue skip", admin=True)
    assert "meddled" in keys(reply.scene)
    await club.play(ANN, "resign yes")
    scene = await club.play(BO, "resign yes")
    assert "meddled" in keys(scene)
    assert await results(club) == 0


async def test_who_resigns_before_the_first_tile_has_not_lost(club: Club) -> None:
    """Nothing was played: the other has not won either, and nobody is rated."""
    await club.begin()
    scene = await club.play(ANN, "resign yes")
    assert {"over.won", "over.uncounted"} <= set(keys(scene))
    assert await results(club) == 0


async def test_one_tile_of_one_player_is_no_game(club: Club) -> None:
    """The other has not laid any."""
    await club.begin()
    await Weeks(club).take_turn((ANN, BO))
    await club.play(BO, "resign yes")
    assert await results(club) == 0


async def test_a_game_counts_for_those_who_have_played_it(club: Club) -> None:
    """Who left before their first tile is not rated; the others are."""
    weeks = Weeks(club)
    await club.begin(people=THREE)
    await club.play(CID, "resign yes")
    await weeks.take_turn(THREE)
    await weeks.take_turn(THREE)
    await club.play(ANN, "resign yes")
    assert await results(club) == 1
    assert await club.store.results.of_person(CID.key) == []
    assert len(await club.store.results.of_person(BO.key)) == 1
