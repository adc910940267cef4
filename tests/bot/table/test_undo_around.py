"""Undoing once the next tile has been seen, beside rescue, clocks, and what others do at once."""

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.games.loading import Games
from bot.games.undone import Consent, Undo
from bot.people import Person
from bot.scene import Phrase
from bot.store import Change, Outcome, open_store
from bot.table.table import Table
from bot.texts import Texts
from tests.bot.table.club import ANN, BO, CID, Club, Counter, Hands, keys
from tests.bot.table.test_race import asked, tables
from tests.bot.table.undoing import DAN, THREE, actions, notes, seen
from tests.bot.table.weeks import Weeks


@pytest.mark.parametrize(("who", "key"), [(ANN, "undone.rescue"), (DAN, "undone.outside")])
async def test_rescue_tells_what_had_been_seen(club: Club, who: Person, key: str) -> None:
    """Whoever manages the chat may set the game back under every rule, and all read it."""
    await seen(club, "undo=off")
    await club.play(BO, "place 1")
    await club.play(BO, "pass")
    await club.say(who, "rescue back 1", admin=True)
    assert key in keys(club.scene)
    (note,) = await notes(club)
    assert (note.turn, len(note.tiles)) == (1, 2)
    await club.say(who, "rescue redo", admin=True)
    assert len(await notes(club)) == 1


async def test_notes_about_turns_that_are_no_more_are_gone(club: Club) -> None:
    """Going back further takes them along, and the same undo is noted once."""
    await club.begin("undo=free")
    for who in (ANN, BO):
        await club.play(who, "place 1")
        await club.play(who, "pass")
    for _ in range(2):
        await club.play(BO, "undo")
        await club.play(BO, "pass")
    assert [(note.turn, note.seat) for note in await notes(club)] == [(2, 1)]
    await club.say(ANN, "rescue back 1", admin=True)
    assert [(note.turn, note.consent) for note in await notes(club)] == [(1, Consent.RESCUE)]


async def test_a_game_that_is_taken_up_again_keeps_its_rule_and_its_notes(club: Club) -> None:
    """It goes on as it was agreed; a file that was sent has agreed on nothing."""
    await seen(club, "undo=free")
    await club.play(ANN, "undo")
    await club.play(ANN, "pass")
    await club.say(ANN, "end yes")
    await club.play(ANN, "history 1 1 continue")
    game = await Games(club.store).current(club.channel)
    assert game is not None
    assert game.header.undo is Undo.FREE
    assert [note.turn for note in game.header.undone] == [1]


async def test_the_rule_is_agreed_on_before_the_game(club: Club) -> None:
    """By word or by button, shown in the lobby and in the settings; not while the game runs."""
    await club.play(ANN, "new")
    scene = await club.play(ANN, "settings view=more")
    assert "lobby.undo.next" in keys(scene)
    for rule in ("free", "off", "next", "free"):
        reply = await club.press(ANN, f"settings undo={rule}")
        assert reply.scene is not None
        said = club.text(Phrase(f"lobby.undo.{rule}"))
        assert said in " ".join(map(club.text, reply.scene.lines))
    assert await club.refused(ANN, "settings undo=never") == "refusal.option_value"
    await club.play(BO, "join")
    await club.play(ANN, "start")
    assert "lobby.undo.free" in keys((await club.say(BO, "settings")).answer)
    assert await club.refused(ANN, "settings undo=next") == "refusal.already_running"


async def test_a_stored_game_of_before_asks_the_next_player(club: Club) -> None:
    """It has agreed on nothing, and goes on with the rule that holds where nothing is said."""
    await seen(club)
    game = await Games(club.store).current(club.channel)
    assert game is not None
    change = Change(header={"undo": None, "undone": None})
    assert await club.store.commit(club.channel, game.id, game.version, change, once="x") is Outcome.DONE
    club.table = Table(club.store, club.clock, Counter(500))
    scene = await club.play(ANN, "undo")
    assert "vote.undo_next" in keys(scene)


# Clocks, and two at once


@pytest.mark.parametrize("clock", ["24h", "bank 2d+6h", "daily 18:00 UTC"])
async def test_a_request_changes_no_clock(club: Club, clock: str) -> None:
    """The next player's time runs on as if nobody had asked, whether they refuse or play on."""
    weeks = Weeks(club)
    await seen(club, f"clock={clock}")
    before = (await weeks.tempo()).timer
    club.clock.pass_by(hours=2)
    await club.play(ANN, "undo")
    assert (await weeks.tempo()).timer == before
    club.clock.pass_by(hours=1)
    await club.play(BO, "vote no")
    assert (await weeks.tempo()).timer == before


async def test_the_clocks_of_an_undo_count_the_time_that_passed(club: Club) -> None:
    """Ann has what she had left, Bo has used what he has used: two hours of his bank."""
    weeks = Weeks(club)
    await club.begin("clock=bank 2d")
    club.clock.pass_by(hours=5)
    await club.play(ANN, "place 1")
    await club.play(ANN, "pass")
    club.clock.pass_by(hours=2)
    await club.play(ANN, "undo")
    await club.play(BO, "vote yes")
    timer = (await weeks.tempo()).timer
    assert timer is not None
    assert timer.until == club.clock.now() + timedelta(hours=43)
    await club.play(ANN, "pass")
    timer = (await weeks.tempo()).timer
    assert timer is not None
    assert timer.until == club.clock.now() + timedelta(hours=46)


@pytest.mark.parametrize("rule", ["next", "free"])
async def test_undo_and_the_next_move_at_once(club: Club, rule: str) -> None:
    """The store decides who was first, and the other reads what is true then."""
    scene = await seen(club, f"undo={rule}")
    before = await actions(club)
    first, second = tables(club, 2)
    undone, moved = await asyncio.gather(
        first.handle(asked(club, "undo", "a", version=scene.version)),
        second.handle(asked(club, "place 1", "b", version=scene.version, person=BO)),
    )
    after = await actions(club)
    if moved.refusal is None:
        assert after[: len(before)] == before
        assert undone.refusal is None or undone.refusal.key == "refusal.stale"
    else:
        assert rule == "free", "a request never keeps the next player from moving"
        assert moved.refusal.key == "refusal.stale"
        assert undone.refusal is None
        assert after == before[:-2]


async def test_consent_and_the_own_move_at_once(club: Club) -> None:
    """Whoever both agrees and moves, from two devices, has done what came first."""
    await seen(club)
    scene = await club.play(ANN, "undo")
    before = await actions(club)
    first, second = tables(club, 2)
    agreed, moved = await asyncio.gather(
        first.handle(asked(club, "vote yes", "a", version=scene.version, person=BO)),
        second.handle(asked(club, "place 1", "b", version=scene.version, person=BO)),
    )
    refusals = [reply.refusal.key for reply in (agreed, moved) if reply.refusal is not None]
    after = await actions(club)
    if moved.refusal is None:
        assert refusals == ["refusal.nothing_to_vote"]
        assert after[: len(before)] == before
    else:
        assert refusals == ["refusal.stale"]
        assert after == before[:-2]


# What holds whatever people do

TAPS = (
    *(
        "undo",
        "undo ask",
        "vote yes",
        "vote no",
        "turn",
        "place 1",
        "place 2 90",
        "pass",
        "deploy a",
        "abbey",
    ),
    *("draw", "settings undo=free", "join", "start", "leave", "history 1 1 continue", "pause off", "new"),
)
"""Not ``resign`` and ``end``, which undo nothing, and not ``rescue``, which tells everyone what it did."""


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_no_tap_but_the_next_players_changes_what_lies(texts: Texts, data: st.DataObject) -> None:
    """Under ``next``, once the next tile is seen: with three at the table, the others tap as they like.

    Nor do the clocks of the game gain or lose anything by it.
    """

    async def history() -> None:
        store = await open_store("memory://", Path())
        club = Club(Table(store, clock := Hands(), Counter()), store, texts, clock)
        try:
            await seen(club, "clock=bank 1d", people=THREE)
            before = await actions(club)
            timer = (await Weeks(club).tempo()).timer
            assert timer is not None
            for _ in range(data.draw(st.integers(1, 8))):
                who = data.draw(st.sampled_from((ANN, CID)))
                clock.pass_by(minutes=data.draw(st.integers(0, 20)))
                await club.say(who, data.draw(st.sampled_from(TAPS)))
                assert await actions(club) == before
                after = (await Weeks(club).tempo()).timer
                assert after is not None
                assert (after.until, after.banks, after.spent) == (timer.until, timer.banks, timer.spent)
        finally:
            await store.close()

    asyncio.run(history())
