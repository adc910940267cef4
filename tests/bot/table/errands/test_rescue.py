"""What whoever manages a chat can do for a game that is stuck."""

from datetime import timedelta

import pytest

from bot.games.game import Game
from bot.games.header import Status
from bot.games.loading import Games
from bot.games.seats import is_free
from bot.people import Channel, Person
from bot.request import Reply, Request
from core import Phase
from core.sets.abbey_mayor.actions import ABBEY_DUE, WAGON_DUE
from core.sets.hills_sheep.actions import FLOCK_DUE
from tests.bot.table.club import ANN, BO, CID, Club, commands, keys, last_word
from tests.bot.table.playing import finish
from tests.bot.table.search import at

BOSS = Person("web", "99", "Boss")


async def orders(club: Club, command: str) -> Reply:
    """Whoever manages the chat says something that must work."""
    reply = await club.say(BOSS, command, admin=True)
    assert reply.refusal is None, club.text(reply.refusal)
    return reply


async def refused(club: Club, command: str, who: Person = BOSS, *, admin: bool = True) -> str:
    """The key of the refusal of something that must change nothing."""
    before = await club.store.version(club.channel)
    reply = await club.say(who, command, admin=admin)
    assert reply.refusal is not None
    assert await club.store.version(club.channel) == before
    return reply.refusal.key


async def current(club: Club) -> Game:
    """The game as the store has it."""
    game = await Games(club.store).current(club.channel)
    assert game is not None
    return game


async def moves(club: Club, count: int) -> None:
    """Play so many buttons, always the first."""
    people = {person.key: person for person in (ANN, BO)}
    for _ in range(count):
        assert club.scene is not None
        command = next(c for c in commands(club.scene) if c.split()[0] in {"place", "deploy", "pass"})
        await club.press(people[club.scene.actor], command)


async def test_only_who_manages_the_chat_may(club: Club) -> None:
    """Neither players nor the host of a chat's game may; at the web table the host may."""
    club.channel = Channel("chat", ("1", "2"))
    await club.begin()
    for command in ("rescue", "rescue skip", "rescue free 2", "rescue back 1", "rescue redo"):
        assert await refused(club, command, BO, admin=False) == "refusal.only_admin"
        assert await refused(club, command, ANN, admin=False) == "refusal.only_admin"
    club.channel = Channel("web", ("room",))
    await club.begin()
    assert (await club.say(ANN, "rescue")).answer is not None
    assert await refused(club, "rescue", BO, admin=False) == "refusal.until_heirs"


async def test_it_shows_how_the_game_stands_and_what_can_be_done(club: Club) -> None:
    """Whose turn it is, since when, what is stored and seen; a button for each way out."""
    await club.begin()
    await moves(club, 4)
    shown = (await orders(club, "rescue")).answer
    assert shown is not None
    assert {"state.due", "rescue.stored"} <= set(keys(shown))
    game = await current(club)
    stored = next(line for line in shown.lines if line.key == "rescue.stored")
    assert stored.args == {"game": game.id, "version": game.version, "posted": game.version}
    assert {"rescue skip", "rescue free 1", "rescue free 2", "end"} <= set(commands(shown))
    assert "rescue back 1" in commands(shown)


async def test_a_turn_is_skipped(club: Club) -> None:
    """The next player has the tile, and everyone reads who lost the turn."""
    await club.begin()
    reply = await orders(club, "rescue skip")
    assert reply.scene is not None
    assert reply.scene.actor == BO.key
    assert last_word(reply) is not None
    assert "story.skipped" in keys(last_word(reply))


@pytest.mark.parametrize("phase", [Phase.PLACE, Phase.DEPLOY, FLOCK_DUE, WAGON_DUE, ABBEY_DUE])
async def test_every_decision_can_be_skipped(club: Club, phase: Phase) -> None:
    """Also one that the rules do not let a seat skip: it is taken sensibly for it."""
    await club.set_up(at(phase))
    before = await club.position()
    await orders(club, "rescue skip")
    after = await current(club)
    assert after.course is not None
    assert after.course.steps[len(before._frames)].seat == before.seat
    assert (after.course.position.phase, after.course.position.seat) != (phase, before.seat) or (
        after.course.turn > 1
    )


async def test_the_clocks_are_stopped_and_run_again(club: Club) -> None:
    """No time passes for the player while they stand; what is said twice is refused."""
    await club.begin("clock=24h")
    club.clock.pass_by(hours=1)
    await orders(club, "rescue pause")
    assert await refused(club, "rescue pause") == "refusal.paused"
    shown = (await orders(club, "rescue")).answer
    assert shown is not None
    assert "rescue resume" in commands(shown)
    club.clock.pass_by(days=9)
    await orders(club, "rescue resume")
    assert await refused(club, "rescue resume") == "refusal.not_paused"
    timer = (await current(club)).header.tempo.timer
    assert timer is not None
    assert (timer.spent, timer.since) == (timedelta(hours=1), club.clock.now())


async def test_a_restored_game_has_its_clock_again(club: Club) -> None:
    """Taken up after its end, it gives its player the whole time from now on."""
    await club.begin("clock=24h")
    await moves(club, 2)
    await club.play(ANN, "end yes")
    club.clock.pass_by(days=9)
    await orders(club, "rescue back 1")
    game = await current(club)
    assert game.header.tempo.timer is not None
    assert game.header.tempo.timer.since == club.clock.now()
    assert await club.store.deadlines_due((club.clock.now() + timedelta(hours=25)).timestamp())


async def test_a_seat_is_freed_and_taken(club: Club) -> None:
    """Whoever wants in takes the seat with its points and figures; who sat there is out."""
    await club.begin()
    reply = await orders(club, "rescue free 1")
    assert reply.scene is not None
    assert keys(reply.scene).count("seats.free") == 1
    game = await current(club)
    assert is_free(game.header.people[0])
    assert game.header.host == BO.key
    assert await club.store.games_of(ANN.key) == []
    assert await club.refused(ANN, "place 1") == "refusal.not_a_player"
    await club.play(CID, "join 1")
    game = await current(club)
    assert game.header.keys == (CID.key, BO.key)
    await club.play(CID, "place 1")


async def test_seats_that_nobody_holds_cannot_be_freed(club: Club) -> None:
    """Wrong numbers, free seats and seats whose player has left are refused."""
    await club.begin(people=(ANN, BO, CID))
    for word in ("0", "4", "x"):
        assert await refused(club, f"rescue free {word}") == "refusal.no_such_seat"
    await club.play(CID, "resign yes")
    assert await refused(club, "rescue free 3") == "refusal.seat_is_free"
    await orders(club, "rescue free 1")
    assert await refused(club, "rescue free 1") == "refusal.seat_is_free"


async def test_a_game_goes_back_to_an_earlier_turn(club: Club) -> None:
    """The board is as it was when that turn began, and the same player has the same tile."""
    first = await club.begin()
    await moves(club, 6)
    assert (await club.position()).last is not None
    reply = await orders(club, "rescue back 1")
    assert reply.scene is not None
    assert reply.scene.actor == first.actor
    assert reply.scene.turn == 1
    assert reply.scene.notify == (await current(club)).header.people[:1]
    position = await club.position()
    assert len(position.laid) == 1
    assert first.picture is not None
    assert position.tile == first.picture.position.tile


async def test_a_finished_game_is_taken_up_again(club: Club) -> None:
    """Its result stays what it was: neither a loss nor a win is made by playing its end once more."""
    await club.begin()
    await finish(club)
    result = await club.store.results.of_channel(club.channel)
    assert len(result) == 1
    over = await current(club)
    assert over.course is not None
    last = over.course.steps[-1].turn
    reply = await orders(club, f"rescue back {last}")
    game = await current(club)
    assert game.id == over.id
    assert game.header.status is Status.RUNNING
    assert await club.store.games_of(ANN.key) == [club.channel]
    assert "meddled" in keys(reply.scene)
    assert "meddled" in keys(await finish(club, seed=7))
    assert await club.store.results.of_channel(club.channel) == result
    assert await club.table.catch_up() == 0


async def test_a_game_that_goes_on_after_its_seed_was_shown_does_not_count(club: Club) -> None:
    """Whoever has read the seed could win at will: everyone is warned, and no statistics are changed."""
    await club.begin()
    await moves(club, 3)
    await club.play(ANN, "end ask")
    await club.play(BO, "vote yes")
    assert "verify.order" in keys((await club.say(BO, "verify")).answer)
    reply = await orders(club, "rescue back 2")
    assert "bag_shown" in keys(reply.scene)
    assert "bag_shown" in keys(await finish(club))
    assert await club.store.results.of_channel(club.channel) == []
    await club.play(ANN, "new")
    await club.play(BO, "join")
    assert "bag_shown" not in keys(await club.play(ANN, "start"))


async def test_a_game_that_was_ended_is_restored(club: Club) -> None:
    """Whoever ended it by mistake has it back as it was."""
    await club.begin()
    await moves(club, 3)
    before = await current(club)
    await club.play(ANN, "end ask")
    await club.play(BO, "vote yes")
    assert before.course is not None
    await orders(club, f"rescue back {before.course.turn}")
    after = await current(club)
    assert (after.header.status, after.header.ended_by, after.header.ender) == (Status.RUNNING, "", "")
    assert after.course is not None
    assert after.course.turn == before.course.turn


async def test_what_was_undone_is_brought_back(club: Club) -> None:
    """The moves are on the board again, as they were."""
    await club.begin()
    await moves(club, 3)
    before = await current(club)
    assert before.course is not None
    await orders(club, "rescue back 1")
    undone = await current(club)
    shown = (await orders(club, "rescue")).answer
    assert shown is not None
    assert "rescue redo" in commands(shown)
    assert "rescue.undone" in keys(shown)
    await orders(club, "rescue redo")
    after = await current(club)
    assert after.course is not None
    assert [str(step.action) for step in after.course.steps] == [
        str(step.action) for step in before.course.steps
    ]
    assert after.course.position == before.course.position
    assert undone.course is not None
    assert len(undone.course.steps) < len(after.course.steps)


async def test_each_time_more_is_brought_back_and_then_nothing(club: Club) -> None:
    """Whoever went back twice gets both back, the last first; whoever asks once too often loses nothing."""
    await club.begin()
    await moves(club, 4)
    turns = [(await current(club)).turn]
    for turn in (2, 1):
        await orders(club, f"rescue back {turn}")
        turns.append((await current(club)).turn)
    for turn in (turns[1], turns[0]):
        await orders(club, "rescue redo")
        assert (await current(club)).turn == turn
    shown = (await orders(club, "rescue")).answer
    assert shown is not None
    assert "rescue redo" not in commands(shown)
    assert "rescue.undone" not in keys(shown)
    assert await refused(club, "rescue redo") == "refusal.nothing_undone"
    assert (await current(club)).turn == turns[0]


async def test_a_players_own_undo_can_be_brought_back_too(club: Club) -> None:
    """What a player took back is kept like everything else."""
    await club.begin()
    await moves(club, 1)
    laid = (await club.position()).laid[-1].cell
    await club.play(ANN, "undo")
    assert len((await club.position()).laid) == 1
    await orders(club, "rescue redo")
    assert (await club.position()).laid[-1].cell == laid


async def test_an_old_undo_is_history(club: Club) -> None:
    """Once more has been played than was taken back, nobody sets the game back by bringing that again."""
    await club.begin()
    await moves(club, 1)
    await club.play(ANN, "undo")
    await moves(club, 3)
    shown = (await orders(club, "rescue")).answer
    assert shown is not None
    assert "rescue redo" not in commands(shown)
    assert await refused(club, "rescue redo") == "refusal.nothing_undone"


async def test_impossible_wishes_are_refused(club: Club) -> None:
    """Before a game, without an undo, with turns that never were, and with words that say nothing."""
    assert await refused(club, "rescue") == "refusal.no_game"
    await club.play(ANN, "new")
    assert (await orders(club, "rescue")).answer is not None
    assert await refused(club, "rescue back 1") == "refusal.not_begun"
    assert await refused(club, "rescue skip") == "refusal.not_begun"
    await club.play(BO, "join")
    await club.play(ANN, "start")
    assert await refused(club, "rescue redo") == "refusal.nothing_undone"
    for word in ("0", "99", "x"):
        assert await refused(club, f"rescue back {word}") == "refusal.no_such_turn"
    assert await refused(club, "rescue dance") == "usage.rescue"


async def test_an_old_button_does_nothing(club: Club) -> None:
    """A game that went on since the answer was shown is not sent back by it."""
    await club.begin()
    shown = (await orders(club, "rescue")).answer
    assert shown is not None
    await moves(club, 1)
    before = await club.store.version(club.channel)
    reply = await club.send(
        Request(club.channel, BOSS, "rescue skip", "old", shown.game, shown.version, admin=True)
    )
    assert reply.refusal is not None
    assert reply.refusal.key == "refusal.stale"
    assert await club.store.version(club.channel) == before
