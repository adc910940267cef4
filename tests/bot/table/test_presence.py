"""Nobody is needed for ever: what others may do when a host, or everybody, is silent for days."""

import pytest

from bot.games.presence import FORGOTTEN, HOST_SILENT
from bot.people import Channel, Person
from bot.store import Change
from tests.bot.table.club import ANN, BO, CID, Club, commands, keys
from tests.bot.table.weeks import Weeks

EVE = Person("web", "5", "Eve")


async def gathering(club: Club) -> None:
    """Ann has opened a game, Bo and Cid have joined, and nobody has said anything for three days."""
    await club.play(ANN, "new")
    await club.play(BO, "join")
    await club.play(CID, "join")
    club.clock.time += HOST_SILENT


@pytest.mark.parametrize("command", ["start", "end yes", "settings winter=on", "new winter"])
async def test_a_host_who_never_comes_back_is_not_waited_for(club: Club, command: str) -> None:
    """After three days any member does what only the host could; a minute before, nobody does."""
    await gathering(club)
    club.clock.pass_by(minutes=-1)
    assert await club.refused(BO, command) in {"refusal.until_heirs", "refusal.already_joined"}
    club.clock.pass_by(minutes=1)
    if command != "new winter":
        assert await club.refused(EVE, command) == "refusal.until_heirs"
    reply = await club.say(CID, command)
    assert reply.refusal is None, club.text(reply.refusal)


async def test_the_refusal_says_from_when_on_others_may(club: Club) -> None:
    """Three days after the host was last heard of, in every language."""
    await club.play(ANN, "new")
    club.clock.pass_by(days=1)
    await club.play(ANN, "settings fields=off")
    await club.play(BO, "join")
    reply = await club.say(BO, "start")
    assert reply.refusal is not None
    said = club.text(reply.refusal)
    assert "Ann" in said
    assert "5 January" in said or "Jan 5" in said or "5 Jan" in said, said


async def test_a_host_who_does_anything_stays_the_host(club: Club) -> None:
    """Silence counts from the last thing that the host did, not from the beginning."""
    await gathering(club)
    await club.play(ANN, "settings fields=off")
    club.clock.pass_by(days=2)
    assert await club.refused(BO, "start") == "refusal.until_heirs"


async def test_a_new_host_has_three_days_of_their_own(club: Club) -> None:
    """Whoever becomes the host because the first one leaves was not silent as one."""
    await gathering(club)
    await club.play(ANN, "leave")
    assert await club.refused(CID, "start") == "refusal.until_heirs"
    assert (await club.play(BO, "start")).turn == 1


async def test_a_gathering_of_silent_people_keeps_nobody_from_playing(club: Club) -> None:
    """A stranger may open another game when none of them has done anything for three days, and not before."""
    await gathering(club)
    await club.play(BO, "leave")
    assert await club.refused(EVE, "new") == "refusal.already_open"
    club.clock.time += HOST_SILENT
    scene = await club.play(EVE, "new")
    assert scene.turn == 0
    assert len(await club.store.archive(club.channel)) == 1


async def test_who_stands_in_for_the_host_does_not_judge_the_others(club: Club) -> None:
    """In a running game a member may change its language, and let all vote, but not choose who is removed."""
    await club.begin("timeout=wait", people=(ANN, BO, CID))
    club.clock.time += HOST_SILENT
    assert await club.refused(BO, "settings timeout=remove") == "refusal.heir_timeout"
    assert (await club.say(BO, "settings timeout=vote")).refusal is None
    assert (await club.play(BO, "settings language=cs")).language == "cs"
    assert await club.refused(EVE, "settings language=pl") == "refusal.until_heirs"


async def test_a_room_without_admins_is_rescued_by_who_plays_there(club: Club) -> None:
    """On the web the host can, and after three days whoever holds a seat."""
    await club.begin(people=(ANN, BO, CID))
    assert await club.refused(BO, "rescue") == "refusal.until_heirs"
    club.clock.time += HOST_SILENT
    assert await club.refused(EVE, "rescue skip") == "refusal.until_heirs"
    assert (await club.say(BO, "rescue skip")).refusal is None


async def test_elsewhere_only_admins_rescue(club: Club) -> None:
    """Where a chat is managed by somebody, silence makes nobody its manager."""
    club.channel = Channel("discord", ("1", "2"))
    await club.begin()
    club.clock.pass_by(days=20)
    assert await club.refused(BO, "rescue") == "refusal.only_admin"


async def test_a_game_that_all_have_forgotten_keeps_nobody_from_playing(club: Club) -> None:
    """After weeks without anybody, whoever is there ends it, as nobody's win, and another game begins."""
    weeks = Weeks(club)
    await club.begin("clock=24h", "timeout=skip")
    await weeks.live(days=FORGOTTEN.days - 1)
    assert await club.refused(EVE, "new") == "refusal.game_on"
    assert await club.refused(EVE, "end yes") == "refusal.until_heirs"
    await weeks.live(days=1)
    assert await club.refused(EVE, "new") == "refusal.game_forgotten"
    scene = await club.play(EVE, "end yes")
    assert {"new", "new again"} <= set(commands(scene))
    await club.play(EVE, "new")
    assert await club.table.missing_results() == 0


async def test_a_daily_game_outlives_who_made_it(club: Club) -> None:
    """Who plays here may change it when its maker has been silent for three days; others may not."""
    await club.play(ANN, "new")
    await club.say(ANN, "daily 18:00 UTC")
    await club.play(ANN, "end yes")
    await club.play(BO, "new")
    await club.play(CID, "join")
    assert await club.refused(CID, "daily off") == "refusal.until_heirs"
    club.clock.time += HOST_SILENT
    assert await club.refused(EVE, "daily off") == "refusal.until_heirs"
    reply = await club.say(CID, "daily off")
    assert keys(reply.answer) == ("daily.called_off",)


async def test_games_of_before_have_their_host_for_days_from_their_last_change(club: Club) -> None:
    """A stored game that says nothing of who was there goes by its last move."""
    await gathering(club)
    stored = await club.store.load(club.channel)
    assert stored is not None
    await club.store.amend(
        club.channel, stored.game, stored.version, Change(header={"heard": None, "touched": None})
    )
    assert (await club.say(BO, "start")).refusal is None
