"""Taking back where the automatic player plays, or the others have decided: nobody is overruled or stuck."""

import pytest

from tests.bot.table.club import ANN, BO, CID, Club, choices, commands, keys
from tests.bot.table.weeks import Weeks, notices

THREE = (ANN, BO, CID)


@pytest.fixture
async def weeks(club: Club) -> Weeks:
    """A game of three in which Ann and Bo have moved, and Cid's time is up."""
    weeks = Weeks(club)
    await club.begin("clock=24h", people=THREE)
    for _ in range(2):
        await weeks.take_turn(THREE)
    await weeks.live(hours=25)
    return weeks


async def decided(club: Club, choice: str) -> None:
    """Ann and Bo agree on what happens."""
    for who in (ANN, BO):
        await club.press(who, f"vote {choice}")


@pytest.mark.parametrize("choice", ["skip", "auto"])
async def test_what_the_others_decided_is_not_taken_back_alone(weeks: Weeks, choice: str) -> None:
    """It is no move of one's own: no button offers it, and only with consent does it go."""
    club = weeks.club
    await decided(club, choice)
    assert club.scene is not None
    assert "undo" not in commands(club.scene)
    assert await club.refused(CID, "undo") == "refusal.undo_decided"
    assert await club.refused(BO, "undo") == "refusal.undo_not_yours"
    await club.play(CID, "undo ask")
    await decided(club, "yes")
    assert (await club.position()).seat == 2


async def test_the_last_person_takes_back_over_the_automatic_player(weeks: Weeks) -> None:
    """Nobody else has acted when only the automatic player has: it moves anew after the other move."""
    club = weeks.club
    await decided(club, "rest")
    await weeks.take_turn(THREE)
    scene = await club.play(BO, "place 1")
    scene = await club.play(BO, "pass") if "pass" in commands(scene) else scene
    assert scene.actor == ANN.key
    laid = len((await club.position()).laid)
    (undo,) = [choice for choice in choices(scene) if choice.command == "undo"]
    assert undo.actor == BO.key
    await club.play(BO, "undo")
    scene = await club.play(ANN, "vote yes")
    assert scene.actor == BO.key
    assert len((await club.position()).laid) == laid - 1
    scene = await club.play(BO, "pass")
    assert scene.actor == ANN.key
    assert len((await club.position()).laid) == laid


async def test_who_takes_a_move_of_their_own_back_plays_again(club: Club) -> None:
    """Cid laid the tile himself before he was played automatically: back there, his clock runs."""
    weeks = Weeks(club)
    await club.begin("clock=24h", people=THREE)
    for _ in range(2):
        await weeks.take_turn(THREE)
    await club.play(CID, "place 1")
    await weeks.live(hours=25)
    await decided(club, "rest")
    await club.play(CID, "undo")
    scene = await club.play(ANN, "vote yes")
    assert scene.actor == CID.key
    assert "clock.automatic" not in keys(scene)
    assert [why for _, why, _ in notices(await weeks.live(hours=25))][-1] == "time-up"


async def test_consent_brings_back_who_asked(weeks: Weeks) -> None:
    """Whoever is allowed to decide anew does so, and not the automatic player."""
    club = weeks.club
    await decided(club, "rest")
    await club.play(CID, "undo ask")
    await decided(club, "yes")
    tempo = await weeks.tempo()
    assert tempo.automatic == frozenset()
    assert tempo.timer is not None
    assert (tempo.timer.seat, tempo.timer.until is None) == (2, False)


async def test_going_back_to_the_automatic_player_holds_nobody_up(weeks: Weeks) -> None:
    """Whoever manages the chat goes back to Cid's turn, which is played at once; so does bringing back."""
    club = weeks.club
    await decided(club, "rest")
    await weeks.take_turn(THREE)
    reply = await club.say(BO, "rescue back 3", admin=True)
    assert reply.scene is not None
    assert reply.scene.actor == ANN.key
    assert (await club.say(BO, "rescue redo", admin=True)).refusal is None
    assert (await club.position()).seat in {0, 1}
