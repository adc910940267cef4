"""Undoing once the next tile has been seen: the next player agrees, or all are told, or it is refused."""

from dataclasses import replace

import pytest

from bot.games.loading import Games
from bot.games.undone import Consent, Undone
from bot.store import Change, Outcome
from bot.table.table import Table
from core.sets.hills_sheep.actions import FLOCK_DUE
from tests.bot.table.club import ANN, BO, CID, Club, Counter, choices, commands, keys
from tests.bot.table.search import EVERYTHING, reach
from tests.bot.table.undoing import THREE, actions, agreed, notes, seen
from tests.bot.table.weeks import Weeks

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
