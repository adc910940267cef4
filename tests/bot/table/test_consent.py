"""What needs the others' consent: undoing more than one's own last step, and pausing."""

import pytest

from bot.people import Person
from tests.bot.table.club import ANN, BO, CID, Club, commands, keys
from tests.bot.table.weeks import Weeks, notices

THREE = (ANN, BO, CID)
DAN = Person("web", "4", "Dan")


async def actions(club: Club) -> tuple[str, ...]:
    """The actions as the store has them."""
    stored = await club.store.load(club.channel)
    assert stored is not None
    return stored.actions


async def two_turns(club: Club, people: tuple[Person, ...] = THREE) -> tuple[str, ...]:
    """Ann and Bo have moved; the actions before Ann's."""
    await club.begin("clock=24h", people=people)
    before = await actions(club)
    for who in (ANN, BO):
        await club.play(who, "place 1")
        await club.play(who, "pass")
    return before


async def test_undo_without_asking_stays_as_it_was(club: Club) -> None:
    """The own last step is free; what is beyond is refused with the way to ask for it."""
    await two_turns(club)
    reply = await club.say(ANN, "undo")
    assert reply.refusal is not None
    assert "/undo ask" in club.text(reply.refusal)


async def test_all_others_agree_and_it_is_taken_back(club: Club) -> None:
    """To before one's own last decision, others' moves included; the clock is that of the one who asked."""
    before = await two_turns(club)
    reply = await club.say(ANN, "undo ask")
    assert reply.notice is not None
    assert {person.name for person in reply.notice.scene.notify} == {"Bo", "Cid"}
    scene = club.scene
    assert scene is not None
    assert {"vote yes", "vote no"} <= set(commands(scene))
    assert "vote.undo" in keys(scene)
    await club.press(BO, "vote yes")
    assert len(await actions(club)) > len(before)
    reply = await club.press(CID, "vote yes")
    assert (await actions(club))[: len(before)] == before
    assert (await club.position()).seat == 0
    tempo = await Weeks(club).tempo()
    assert tempo.ballot is None
    assert tempo.timer is not None
    assert tempo.timer.seat == 0


async def test_it_is_told_how_much_would_go(club: Club) -> None:
    """Two tiles have been laid since, in every language's plural."""
    await two_turns(club)
    await club.play(CID, "place 1")
    await club.play(ANN, "undo ask")
    assert club.scene is not None
    line = next(line for line in club.scene.lines if line.key == "vote.undo")
    assert club.text(line).startswith("Ann asks to undo 2 tiles")
    assert "2 płytek" in club.text(line, "pl")


async def test_what_was_revealed_can_be_taken_back_by_consent(club: Club) -> None:
    """The tile drawn since goes back into the bag, since all have agreed to that."""
    await club.begin("clock=24h")
    await club.play(ANN, "place 1")
    await club.play(ANN, "pass")
    drawn = (await club.position()).tile
    await club.play(BO, "place 1")
    await club.play(ANN, "undo ask")
    await club.play(BO, "vote yes")
    await club.play(ANN, "pass")
    assert (await club.position()).tile == drawn


async def test_one_refusal_is_enough_and_is_shown(club: Club) -> None:
    """The question is closed, until the next move its answer can be read, and one may ask again."""
    await two_turns(club)
    await club.play(ANN, "undo ask")
    await club.press(BO, "vote yes")
    reply = await club.press(CID, "vote no")
    assert "vote.refused" in keys(reply.scene)
    assert reply.scene is not None
    assert not any(command.startswith("vote") for command in commands(reply.scene))
    assert await club.refused(BO, "vote yes") == "refusal.nothing_to_vote"
    scene = await club.play(ANN, "undo ask")
    assert "vote yes" in commands(scene)
    assert "vote.refused" not in keys(await club.play(CID, "place 1"))


@pytest.mark.parametrize(
    ("question", "answers"), [("undo ask", ("no",)), ("pause", ("no",)), ("pause", ("yes", "yes"))]
)
async def test_an_answered_question_calls_nobody_any_more(
    club: Club, question: str, answers: tuple[str, ...]
) -> None:
    """The notice that asked for answers is taken away, also while the turn goes on."""
    await two_turns(club)
    reply = await club.say(ANN, question)
    assert reply.scene is not None
    assert not reply.scene.done
    for who, answer in zip((BO, CID), answers, strict=False):
        reply = await club.press(who, f"vote {answer}")
    assert reply.scene is not None
    assert reply.scene.done
    assert reply.notice is None


async def test_playing_on_is_an_answer(club: Club) -> None:
    """Who moves while the question is open has declined: it meant another position."""
    await two_turns(club)
    await club.play(ANN, "undo ask")
    await club.press(BO, "vote yes")
    scene = await club.play(CID, "place 1")
    assert "vote yes" not in commands(scene)
    assert await club.refused(BO, "vote yes") == "refusal.nothing_to_vote"


async def test_one_question_at_a_time(club: Club) -> None:
    """While one is open no other can be asked; who has nothing to answer is not told to."""
    await two_turns(club)
    await club.play(ANN, "pause")
    assert await club.refused(BO, "undo ask") == "refusal.other_question"
    assert await club.refused(ANN, "pause") == "refusal.others_question"


async def test_a_question_that_is_not_answered_keeps_no_other_from_being_asked(club: Club) -> None:
    """After a day it has lapsed: somebody who never answers must not block the rest."""
    await two_turns(club)
    await club.play(ANN, "pause")
    await club.play(BO, "vote yes")
    club.clock.pass_by(hours=23)
    assert await club.refused(BO, "undo ask") == "refusal.others_question"
    club.clock.pass_by(hours=1)
    assert "vote.undo_next" in keys(await club.play(BO, "undo ask"))


async def test_nobody_takes_back_a_resignation(club: Club) -> None:
    """What somebody has left behind cannot be undone over their head."""
    await two_turns(club)
    await club.say(CID, "resign yes")
    assert await club.refused(ANN, "undo ask") == "refusal.nothing_to_undo"


async def test_who_never_decided_has_nothing_to_take_back(club: Club) -> None:
    """Before the first own move there is nothing to ask for."""
    await club.begin()
    assert await club.refused(BO, "undo ask") == "refusal.nothing_to_undo"


async def test_a_pause_stops_clocks_and_reminders_until_somebody_ends_it(club: Club) -> None:
    """All agree, nothing is due for days, and then the same time is left as before."""
    weeks = Weeks(club)
    await club.begin("clock=24h", people=THREE)
    await weeks.live(hours=6)
    await club.play(BO, "pause")
    await club.play(ANN, "vote yes")
    scene = await club.play(CID, "vote yes")
    assert "clock.paused" in keys(scene)
    assert "clock.until" not in keys(scene)
    assert await weeks.live(days=20) == []
    reply = await club.press(CID, "pause off")
    assert "clock.until" in keys(reply.scene)
    shown = await weeks.live(hours=18, minutes=1)
    assert [why for _, why, _ in notices(shown)] == ["reminder", "reminder", "reminder", "time-up"]


async def test_a_paused_game_can_still_be_played(club: Club) -> None:
    """Moving does not end the pause; the next player's clock stands as well."""
    weeks = Weeks(club)
    await club.begin("clock=24h")
    await club.play(ANN, "pause")
    await club.play(BO, "vote yes")
    await weeks.take_turn((ANN, BO))
    assert await weeks.live(days=5) == []
    assert club.scene is not None
    assert "clock.paused" in keys(club.scene)


@pytest.mark.parametrize(
    ("person", "command", "key"),
    [(ANN, "pause off", "refusal.not_paused"), (DAN, "pause", "refusal.not_a_player"),
     (ANN, "vote yes", "refusal.nothing_to_vote"), (DAN, "undo ask", "refusal.not_a_player")],
)  # fmt: skip
async def test_what_is_refused(club: Club, person: Person, command: str, key: str) -> None:
    """Ending a pause that is none, voting on nothing, strangers."""
    await two_turns(club)
    assert await club.refused(person, command) == key


async def test_a_pause_in_a_pause_is_refused(club: Club) -> None:
    """It is paused already."""
    await club.begin()
    await club.play(ANN, "pause")
    await club.play(BO, "vote yes")
    assert await club.refused(BO, "pause") == "refusal.paused"


async def test_whoever_sleeps_is_not_called_to_vote(club: Club) -> None:
    """The question stands in the message; only those who are up are mentioned."""
    await club.say(CID, "settings me zone=UTC quiet=08:00-20:00")
    await club.say(BO, "settings me mute=on")
    await two_turns(club, (*THREE, DAN))
    reply = await club.say(ANN, "undo ask")
    assert reply.notice is not None
    assert [person.name for person in reply.notice.scene.notify] == ["Dan"]


async def test_time_up_takes_the_place_of_another_question(club: Club) -> None:
    """What is asked about a clock matters more than what was asked before."""
    weeks = Weeks(club)
    await two_turns(club)
    await club.play(ANN, "undo ask")
    await weeks.live(hours=25)
    assert club.scene is not None
    assert "vote.time_up" in keys(club.scene)
    assert "vote skip" in commands(club.scene)
