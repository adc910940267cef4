"""Undoing once the next tile has been seen: the next player agrees, or all are told, or it is refused."""

import asyncio
import random
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.games.loading import Games
from bot.games.undone import Consent, Undo, Undone
from bot.people import Person
from bot.scene import Phrase, Scene
from bot.store import Change, Outcome, open_store
from bot.table.table import Table
from bot.texts import Texts
from core import GameRecord, Phase, Position, TileDrawn
from core.actions import DRAW
from core.sets.hills_sheep.actions import FLOCK_DUE
from tests.bot.table.club import ANN, BO, CID, Club, Counter, Hands, choices, commands, keys
from tests.bot.table.search import EVERYTHING, claimed_road, reach
from tests.bot.table.test_race import asked, tables
from tests.bot.table.weeks import Weeks

DAN = Person("web", "4", "Dan")
THREE = (ANN, BO, CID)


async def actions(club: Club) -> tuple[str, ...]:
    """The actions as the store has them."""
    stored = await club.store.load(club.channel)
    assert stored is not None
    return stored.actions


async def seen(club: Club, *words: str, people: tuple[Person, ...] = (ANN, BO)) -> Scene:
    """Ann has laid her tile and passed, and everyone sees Bo's."""
    await club.begin(*words, people=people)
    await club.play(ANN, "place 1")
    return await club.play(ANN, "pass")


async def notes(club: Club) -> tuple[Undone, ...]:
    """What the game notes about undos."""
    game = await Games(club.store).current(club.channel)
    assert game is not None
    return game.header.undone


# The next player agrees


async def test_until_the_next_tile_is_seen_undo_is_free(club: Club) -> None:
    """Whatever was agreed, nobody is asked within one's own turn."""
    for rule in ("next", "free", "off"):
        await club.begin(f"undo={rule}")
        await club.play(ANN, "place 1")
        await club.play(ANN, "undo")
        assert await actions(club) == ("draw",)
        await club.say(ANN, "end yes")


async def test_the_next_player_is_asked_and_agrees_with_one_tap(club: Club) -> None:
    """Nothing changes until then; the buttons are the next player's; the same tile comes again."""
    scene = await seen(club, people=THREE)
    before, tile = await actions(club), (await club.position()).tile
    (button,) = [choice for choice in choices(scene) if choice.command == "undo"]
    assert (button.actor, club.text(button.label)) == (ANN.key, "Ann: undo?")
    reply = await club.press(ANN, "undo")
    assert await actions(club) == before
    assert reply.scene is not None
    assert "vote.undo_next" in keys(reply.scene)
    assert {c.actor for c in choices(reply.scene) if c.command.startswith("vote")} == {BO.key}
    assert "undo" not in commands(reply.scene)
    assert "place 1" in commands(reply.scene), "whoever is asked can simply play on"
    assert reply.notice is not None
    assert [person.name for person in reply.notice.scene.notify] == ["Bo"]
    reply = await club.press(BO, "vote yes")
    assert reply.scene is not None
    assert (reply.scene.turn, reply.scene.actor) == (1, ANN.key)
    assert [person.name for person in reply.scene.notify] == ["Ann"]
    assert "undone.next" in keys(reply.scene)
    assert "vote.undo_next" not in keys(reply.scene)
    await club.play(ANN, "undo")
    await club.play(ANN, "place 1")
    scene = await club.play(ANN, "pass")
    assert (await club.position()).tile == tile
    assert "undone.next" in keys(scene), "what was known is still told to whoever plays next"


async def test_only_the_next_player_can_answer(club: Club) -> None:
    """Not who asks, and not the third."""
    await seen(club, people=THREE)
    await club.play(ANN, "undo")
    for who in (ANN, CID):
        assert await club.refused(who, "vote yes") == "refusal.not_asked"
        assert await club.refused(who, "vote no") == "refusal.not_asked"
    assert await club.refused(ANN, "undo") == "refusal.undo_asked"
    assert await club.refused(ANN, "undo ask") == "refusal.undo_asked"


async def test_one_tap_refuses_and_it_is_said_until_the_next_move(club: Club) -> None:
    """No button asks again, and nobody is called any more."""
    await seen(club)
    await club.play(ANN, "undo")
    reply = await club.press(BO, "vote no")
    assert "vote.declined" in keys(reply.scene)
    assert reply.scene is not None
    assert not {"vote yes", "vote no", "undo"} & set(commands(reply.scene))
    assert reply.scene.done
    assert reply.notice is None
    assert "vote.declined" not in keys(await club.play(BO, "place 1"))


async def test_moving_is_an_answer(club: Club) -> None:
    """The request lapses when the next player moves, and what was on the board stays there."""
    await seen(club)
    before = await actions(club)
    await club.play(ANN, "undo")
    scene = await club.play(BO, "place 1")
    assert "vote.undo_next" not in keys(scene)
    assert (await actions(club))[: len(before)] == before
    assert await club.refused(BO, "vote yes") == "refusal.nothing_to_vote"
    assert await club.refused(ANN, "undo") == "refusal.undo_not_yours"


async def test_it_is_asked_again_once_the_tile_has_been_seen_again(club: Club) -> None:
    """Each consent is for once."""
    await seen(club)
    await club.play(ANN, "undo")
    await club.play(BO, "vote yes")
    await club.play(ANN, "pass")
    before = await actions(club)
    await club.play(ANN, "undo")
    assert await actions(club) == before
    assert len(await notes(club)) == 1


async def test_asking_for_all_asks_the_next_player_alone_for_the_last_step(club: Club) -> None:
    """``undo ask`` needs no more than ``undo`` does, as long as nobody else has decided anything."""
    await seen(club, people=THREE)
    scene = await club.play(ANN, "undo ask")
    assert "vote.undo_next" in keys(scene)
    await club.play(BO, "vote yes")
    assert (await club.position()).seat == 0


async def test_beyond_the_next_players_move_all_others_agree(club: Club) -> None:
    """And all read what had been seen."""
    await seen(club, people=THREE)
    await club.play(BO, "place 1")
    await club.play(BO, "pass")
    await club.play(ANN, "undo ask")
    await club.play(BO, "vote yes")
    assert (await club.position()).seat == 2
    scene = await club.play(CID, "vote yes")
    assert "undone.all" in keys(scene)
    (note,) = await notes(club)
    assert (note.seat, note.consent, len(note.tiles)) == (0, Consent.ALL, 2)


async def test_without_another_person_nobody_has_to_agree(club: Club) -> None:
    """Where nobody sits on the next seat, an undo is done and told."""
    await club.begin(people=THREE)
    await club.say(ANN, "rescue free 2", admin=True)
    await club.play(ANN, "place 1")
    await club.play(ANN, "pass")
    scene = await club.play(ANN, "undo")
    assert scene.actor == ANN.key
    assert "undone.nobody" in keys(scene)


async def test_whoever_plays_alone_asks_nobody(club: Club) -> None:
    """Cid is played automatically, and Ann's own next tile has been seen: she plays again at once."""
    await club.begin(people=(ANN, CID))
    await club.play(ANN, "place 1")
    await club.play(ANN, "pass")
    game = await Games(club.store).current(club.channel)
    assert game is not None
    tempo = replace(game.header.tempo, automatic=frozenset({1}))
    change = Change(header=replace(game.header, tempo=tempo).changes_from(game.header))
    assert await club.store.commit(club.channel, game.id, game.version, change, once="x") is Outcome.DONE
    club.table = Table(club.store, club.clock, Counter(500))
    scene = await club.play(ANN, "undo")
    assert scene.actor == ANN.key
    assert "undone.nobody" in keys(scene)


@pytest.mark.parametrize("change", ["resign yes", "rescue free 2"])
async def test_the_request_ends_with_who_was_asked(club: Club, change: str) -> None:
    """Nobody's consent is taken for granted because they left."""
    await seen(club, people=THREE)
    before = await actions(club)
    await club.play(ANN, "undo")
    await club.say(BO, change, admin=True)
    assert club.scene is not None
    assert "vote.undo_next" not in keys(club.scene)
    assert (await actions(club))[: len(before) - 1] == before[:-1]


async def test_whoever_sleeps_is_asked_when_they_wake(club: Club) -> None:
    """The question stands in the message meanwhile."""
    weeks = Weeks(club)
    await club.say(BO, "settings me zone=UTC quiet=08:00-14:00")
    await seen(club, "clock=24h")
    assert (await club.say(ANN, "undo")).notice is None
    told = [shown for shown in await weeks.live(hours=3) if shown.told == "notice.undo"]
    assert [shown.people for shown in told] == [("Bo",)]


# Freely, or not at all


async def test_a_free_undo_is_told_to_all(club: Club) -> None:
    """Who undid, and which tile they had seen: at once, in the next turn, and in the turn's last words."""
    await seen(club, "undo=free")
    tile = (await club.position()).tile
    reply = await club.press(ANN, "undo")
    assert reply.scene is not None
    (line,) = [line for line in reply.scene.lines if line.key == "undone.nobody"]
    assert club.text(line).startswith("Ann undoes a move. Already seen: the next tile (")
    assert tile is not None
    assert await notes(club) == (Undone(1, 0, Consent.NOBODY, (tile.id,)),)
    await club.play(ANN, "undo")
    await club.play(ANN, "place 1")
    reply = await club.say(ANN, "pass")
    assert (await club.position()).tile == tile
    assert "undone.nobody" in keys(reply.scene)
    assert any("undone.nobody" in keys(scene) for scene in reply.closings.values())
    await club.play(BO, "place 1")
    assert "undone.nobody" not in keys(await club.play(BO, "pass"))
    await club.play(ANN, "end ask")
    await club.play(BO, "vote yes")
    answer = (await club.say(ANN, "history 1 1")).answer
    assert "undone.nobody" in keys(answer)
    assert "undone.nobody" not in keys((await club.say(ANN, "history 1 2")).answer)


async def test_without_late_undos_the_tile_is_the_end_of_it(club: Club) -> None:
    """No button, no request, not even of all; whoever moves next undoes freely again."""
    scene = await seen(club, "undo=off", people=THREE)
    assert "undo" not in commands(scene)
    assert await club.refused(ANN, "undo") == "refusal.undo_off"
    assert await club.refused(ANN, "undo ask") == "refusal.undo_off"
    assert "undo" in commands(await club.play(BO, "place 1"))
    assert await club.refused(ANN, "undo") == "refusal.undo_off"
    assert await club.refused(ANN, "undo ask") == "refusal.undo_off"
    assert "place 1" in commands(await club.play(BO, "undo"))


@pytest.mark.parametrize(("rule", "refusal"), [("next", "revealed"), ("free", "revealed"), ("off", "off")])
async def test_a_token_stays_drawn_under_every_rule(club: Club, rule: str, refusal: str) -> None:
    """Whoever gambled has gambled: all others have to agree, or nobody can undo it."""
    await club.set_up(reach(lambda position: position.phase is FLOCK_DUE, EVERYTHING))
    await agreed(club, rule)
    who = (ANN, BO)[(await club.position()).seat]
    scene = await club.play(who, "grow")
    assert not any(choice.command == "undo" and choice.actor in {"", who.key} for choice in choices(scene))
    assert await club.refused(who, "undo") == f"refusal.undo_{refusal}"
    if rule == "off":
        assert await club.refused(who, "undo ask") == "refusal.undo_off"
    else:
        assert "vote.step" in keys(await club.play(who, "undo ask"))


async def agreed(club: Club, rule: str) -> None:
    """Have the game on the table agree on a rule for undoing."""
    game = await Games(club.store).current(club.channel)
    assert game is not None
    change = Change(header={"undo": rule})
    outcome = await club.store.commit(club.channel, game.id, game.version, change, once=f"agreed on {rule}")
    assert outcome is Outcome.DONE


# Nobody learns or changes what comes


def one_hole(position: Position) -> bool:
    """Whether the abbey can be laid, and leaves no choice to whoever comes next."""
    return position.phase is Phase.DRAW and len(list(position.board.frontier.holes())) == 1


@pytest.mark.parametrize("rule", ["next", "free"])
async def test_the_abbey_is_not_traded_for_the_next_players_tile(club: Club, rule: str) -> None:
    """Whoever has laid the abbey and seen the next tile would draw that very tile by going back further."""
    await club.set_up(reach(one_hole, EVERYTHING))
    await agreed(club, rule)
    seat = (await club.position()).seat
    who, other = (ANN, BO)[seat], (ANN, BO)[1 - seat]
    before = await actions(club)
    await club.play(who, "abbey")
    while (position := await club.position()).seat == seat:
        await club.play(who, "place 1" if position.phase is Phase.PLACE else "pass")
    assert position.phase is Phase.PLACE
    tile = position.tile
    while "undo" in commands(club.scene or Scene(())):
        await club.play(who, "undo")
        if (await club.position()).seat != seat:
            await club.play(other, "vote yes")
    assert (await actions(club))[: len(before) + 1] == (*before, "abbey")
    assert await club.refused(who, "undo") == "refusal.undo_abbey"
    assert {"vote.undo", "vote.step"} & set(keys(await club.play(who, "undo ask")))
    await club.say(other, "vote no")
    while (position := await club.position()).seat == seat:
        await club.play(who, "place 1" if position.phase is Phase.PLACE else "pass")
    assert (await club.position()).tile == tile


@pytest.mark.parametrize("seed", range(12))
def test_other_moves_bring_the_same_tiles(seed: int) -> None:
    """With every expansion, whatever is laid instead: the tiles that were seen come in the same order.

    Tiles that fit nowhere are discarded as they come, and hills hide the same tiles.
    """
    chance = random.Random(seed)
    record = GameRecord(
        ("Ann", "Bo", "Cid"), sets=EVERYTHING, seed=f"again-{seed}", options={"even_turns": "exact"}
    )
    orders = []
    for _ in range(2):
        position = record.opening()
        drawn: list[str] = []
        while not position.over and len(drawn) < 40:
            legal = position.legal_actions()
            action = DRAW if DRAW in legal else chance.choice(legal)
            events = position.play(action)
            drawn += [event.tile for event in events if isinstance(event, TileDrawn)]
        orders.append(drawn[:40])
    assert orders[0] == orders[1]


async def test_an_open_hand_is_seen_when_its_turn_comes(club: Club) -> None:
    """In The Discoverers with open hands the next player's hand is what has been seen."""
    await club.begin("discoverers", "hand=2")
    await club.play(ANN, "choose 1")
    scene = await club.play(ANN, "place 1")
    assert "undo" in commands(scene)
    scene = await club.play(ANN, "pass")
    before = await actions(club)
    scene = await club.play(ANN, "undo")
    assert "vote.undo_next" in keys(scene)
    assert await actions(club) == before
    assert "undone.next" in keys(await club.play(BO, "vote yes"))


async def test_a_tile_is_not_turned_any_more_once_the_next_one_is_seen(club: Club) -> None:
    """Turning the tile just laid would be an undo as well."""
    await club.set_up(claimed_road())
    await club.play(BO, "place 2,0 0")
    assert (await club.position()).seat == 0
    before = await actions(club)
    assert await club.refused(BO, "turn") == "refusal.not_your_turn"
    assert await actions(club) == before


# Other ways back


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
