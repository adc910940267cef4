"""Opponents at the table: agreed on, moved by what is stored, undone with what they answered."""

import random

import pytest

from bot.games.habits import persons
from bot.games.header import Status
from bot.games.names import clean_name
from bot.people import Person, Skill, is_opponent, level_of
from bot.request import Reply, Request
from bot.scene import ANYONE, for_reader
from bot.table.table import Table
from bot.thinking.minds import ThinkingHere
from bot.thinking.thoughts import think
from bot.timing.answering import answering
from core import PointsAwarded
from core.records.record import full_bag
from tests.bot.table.alone import SHORT, begun, current, deadline, my_turn, their_moves
from tests.bot.table.club import ANN, BO, CID, Club, Counter, commands, keys
from tests.bot.table.playing import answered, send
from tests.bot.table.weeks import Weeks


async def leads_on(club: Club, people: tuple[Person, ...] = (ANN, BO)) -> None:
    """The message that all read has a button for one of these people; whoever presses help gets it."""
    scene = await club.table.current(club.channel)
    assert scene is not None
    offered = {c.command: c.actor or scene.actor for row in scene.rows for c in row}
    assert {"", ANYONE, *(person.key for person in people)} & {*offered.values()}, keys(scene)
    if "help" in offered:
        assert (await club.press(CID, "help", scene=scene)).answer is not None


async def test_levels_are_chosen_for_all_or_for_each(club: Club) -> None:
    """By number, by names, by one level for all; what is there stays where more are wanted."""
    await club.play(ANN, "new opponents=2")
    for command, wanted in (
        ("settings level=sharp", ["sharp", "sharp"]),
        ("settings opponents=gentle,even,even", ["gentle", "even", "even"]),
        ("settings opponents=1", ["gentle"]),
        ("settings opponents=2", ["gentle", "gentle"]),
        ("settings opponents=off", []),
        ("settings level=even", ["even"]),
    ):
        await club.play(ANN, command)
        people = (await current(club)).header.people
        assert [level_of(person).value for person in people if is_opponent(person)] == wanted, command
        assert len({person.key for person in people}) == len(people)
        assert people[0].key == ANN.key


async def test_what_is_impossible_is_said_in_a_sentence(club: Club) -> None:
    """Too many, an unknown level, none but the host, and no room in a game that is on."""
    assert await club.refused(ANN, "new opponents=6") == "refusal.opponents"
    assert await club.refused(ANN, "new players=2 opponents=2") == "refusal.opponents"
    assert await club.refused(ANN, "new level=brutal") == "refusal.level"
    assert await club.refused(ANN, "new opponents=sharp,brutal") == "refusal.level"
    await club.play(ANN, "new players=2")
    await club.play(BO, "join")
    assert await club.refused(ANN, "settings opponents=1") == "refusal.no_seat_for_opponent"
    assert await club.refused(BO, "settings opponents=0") == "refusal.until_heirs"
    await club.play(ANN, "start")
    assert await club.refused(ANN, "settings opponents=1") == "refusal.no_seat_for_opponent"


async def test_people_come_before_opponents(club: Club) -> None:
    """Who joins sits before them, and where nobody but opponents is left the gathering is over."""
    await club.play(ANN, "new opponents=1 players=3")
    await club.play(BO, "join")
    assert (await current(club)).header.keys == (ANN.key, BO.key, "opponent:even-1")
    assert await club.refused(CID, "join") == "refusal.full"
    await club.play(ANN, "leave")
    assert (await current(club)).header.host == BO.key
    await club.play(BO, "leave")
    assert (await current(club)).header.status is Status.OVER


async def test_a_private_chat_is_one_tap_from_playing(club: Club) -> None:
    """There a game is against the computer, whatever is said of it."""
    reply = await club.send(Request(club.channel, ANN, "new", "alone", alone=True))
    assert reply.scene is not None
    # Nobody else is there who could join.
    assert commands(reply.scene)[:2] == ("leave", "start")
    assert keys(reply.scene)[0] == "lobby.heading.alone"
    views = await club.press(ANN, "settings view=opponents")
    assert views.scene is not None
    assert "settings opponents=2" in commands(views.scene)
    assert "settings opponents=0" not in commands(views.scene)
    await club.press(ANN, "start")
    assert (await current(club)).header.status is Status.RUNNING
    await club.play(ANN, "resign yes")
    again = await club.send(Request(club.channel, ANN, "new again", "once more", alone=True))
    assert again.scene is not None
    assert "join" not in commands(again.scene)


async def test_start_takes_what_is_missing(club: Club) -> None:
    """Opponents can be named as the game begins."""
    await club.play(ANN, "new order=joined")
    assert await club.refused(ANN, "start") == "refusal.too_few"
    await club.play(ANN, "start opponents=sharp,gentle")
    assert len((await current(club)).header.people) == 3


async def test_all_that_they_do_is_one_message(club: Club) -> None:
    """It is that of the turn before, edited; a new one is for the person who decides next, who is called."""
    await club.play(ANN, "new opponents=2 order=joined")
    first = await club.play(ANN, "start")
    await my_turn(club, random.Random(1))
    assert club.scene is not None
    assert club.scene.turn == first.turn
    assert club.scene.notify == ()
    shown = await their_moves(club)
    scenes = [reply.scene for reply in shown if reply.scene is not None]
    assert [scene.turn for scene in scenes] == [first.turn, 4]
    assert keys(scenes[0])[0] == "turn.opponent"
    assert "story.placed" in keys(scenes[0])
    assert [person.key for person in scenes[-1].notify] == [ANN.key]
    told = shown[-1].closings[first.turn]
    assert keys(told).count("story.placed") == 3, "what each of the three has laid"


@pytest.mark.parametrize("undo", ["next", "off"])
async def test_while_only_they_move_there_is_a_button(club: Club, undo: str) -> None:
    """Where several of them begin there is nothing to undo; later on that is so without undo alone."""
    begin = f"new opponents=3 order=random undo={undo}"
    await club.play(ANN, begin)
    while (await club.play(ANN, "start")).actor == ANN.key:
        await club.play(ANN, "end yes")
        await club.play(ANN, begin)
    offered = []
    for _ in range(2):
        while (await current(club)).opponent_decides:
            await leads_on(club, (ANN,))
            scene = await club.table.current(club.channel)
            assert scene is not None
            offered.append(commands(scene))
            assert "help" not in commands(for_reader(scene, ANN.key)), "a page has it beside the board"
            Weeks(club).restart()
            club.clock.pass_by(seconds=2)
            await club.table.due(answering(club.channel))
        club.scene = await club.table.current(club.channel)
        await my_turn(club, random.Random(1))
    assert offered[0] == ("help",)
    assert offered[-1] == (("help",) if undo == "off" else ("undo",))


async def test_the_picture_shows_what_all_of_them_did(club: Club) -> None:
    """Their tiles are framed and their points float until one's own tile lies there; nobody else's are."""
    await begun(club, "new opponents=2 order=joined")
    chance = random.Random(1)
    won: set[int] = set()
    while won != {1, 2}:
        await my_turn(club, chance)
        mine = (await club.position()).laid[-1].cell
        assert club.scene is not None
        assert club.scene.picture is not None
        assert club.scene.picture.before == ()
        await their_moves(club)
        laid = [tile.cell for tile in (await club.position()).laid]
        first, second = laid[laid.index(mine) + 1 :]
        for scene in (await club.table.current(club.channel), (await answered(club, ANN, "board"))):
            assert scene is not None
            assert scene.picture is not None
            assert scene.picture.before == ((1, first),)
            assert scene.picture.position.laid[-1].cell == second
            won |= {e.seat for e in scene.picture.events if isinstance(e, PointsAwarded)} - {0}
        club.scene = await club.table.current(club.channel)


async def test_nobody_moves_before_its_time_and_everybody_once(club: Club) -> None:
    """The deadline is stored with the move before; two workers make one move of it."""
    await begun(club)
    await my_turn(club, random.Random(1))
    before = await current(club)
    assert before.course is not None
    when = await deadline(club)
    assert when == pytest.approx(club.clock.time.timestamp() + 1.5)
    assert await club.table.due(answering(club.channel)) is None
    assert (await current(club)).version == before.version
    club.clock.pass_by(seconds=2)
    other = Table(club.store, club.clock, Counter(1000))
    claimed = [*await club.table.claim({"web"}), *await other.claim({"web"})]
    assert claimed.count(answering(club.channel)) == 1
    await club.table.due(answering(club.channel))
    await other.due(answering(club.channel))
    after = await current(club)
    assert after.version == before.version + 1
    assert not after.opponent_decides
    assert await deadline(club) is None


async def test_a_process_that_dies_in_between_loses_nothing(club: Club) -> None:
    """Whoever looks after it has died, with its claim or before it, finds the move still to be made."""
    await begun(club)
    await my_turn(club, random.Random(1))
    club.clock.pass_by(seconds=2)
    assert answering(club.channel) in await club.table.claim({"web"})
    # It dies here. Its claim runs out.
    weeks = Weeks(club)
    weeks.restart()
    await weeks.live(seconds=120)
    assert not (await current(club)).opponent_decides


async def test_a_thought_about_another_moment_is_dropped(club: Club) -> None:
    """Who undoes while the computer thinks has undone; nothing is played on top of that."""
    await begun(club)

    class Slow(ThinkingHere):
        async def think(self, record: str, level: str) -> tuple[str, ...]:
            actions = think(record, level)
            await club.play(ANN, "undo")
            return actions

    await my_turn(club, random.Random(1))
    steps = len((await current(club)).record.actions)
    club.clock.pass_by(seconds=2)
    await Table(club.store, club.clock, Counter(1000), Slow()).due(answering(club.channel))
    after = await current(club)
    assert len(after.record.actions) < steps
    assert not after.opponent_decides
    assert await deadline(club) is None


async def test_a_move_is_undone_with_its_answers(club: Club) -> None:
    """As one step, without asking anybody, as often as one likes; not where more seen means no undo."""
    await begun(club, "new opponents=2 order=joined")
    await my_turn(club, random.Random(1))
    mine = (await current(club)).record.actions
    await their_moves(club)
    assert club.scene is not None
    assert "undo" in commands(club.scene)
    await club.press(ANN, "undo")
    after = await current(club)
    assert len(after.record.actions) < len(mine)
    assert not after.opponent_decides
    assert after.header.undone, "everybody can read what had been seen"
    await my_turn(club, random.Random(2))
    await their_moves(club)
    await club.play(ANN, "end yes")
    await begun(club, "new opponents=1 order=joined undo=off")
    await my_turn(club, random.Random(1))
    await their_moves(club)
    assert await club.refused(ANN, "undo") == "refusal.undo_off"


async def test_the_next_person_is_asked_where_there_is_one(club: Club) -> None:
    """Among several people answers of opponents change nothing about who has to agree."""
    await club.play(ANN, "new order=joined")
    await club.play(BO, "join")
    await club.play(ANN, "settings opponents=1")
    await club.play(ANN, "start")
    await my_turn(club, random.Random(1), (ANN, BO))
    await my_turn(club, random.Random(1), (ANN, BO))
    await their_moves(club)
    scene = await club.play(BO, "undo")
    assert "vote yes" in commands(scene)
    assert {choice.actor for row in scene.rows for choice in row if choice.command == "vote yes"} == {ANN.key}
    await club.press(ANN, "vote yes")
    assert (await current(club)).course is not None
    assert (await club.position()).seat == 1


async def test_a_free_seat_can_be_theirs(club: Club) -> None:
    """The host gives it to the computer, which plays on at once; the question about it is closed."""
    await club.begin(people=(ANN, BO, CID))
    await club.say(ANN, "rescue free 2", admin=True)
    await my_turn(club, random.Random(1), (ANN, BO, CID))
    assert club.scene is not None
    assert "settings opponents=1" in commands(club.scene)
    await club.press(ANN, "settings opponents=1")
    game = await current(club)
    assert game.header.keys == (ANN.key, "opponent:even-1", CID.key)
    assert game.record.players == game.header.names
    assert game.header.tempo.ballot is None
    await their_moves(club)
    assert (await club.position()).seat == 2


async def test_without_people_nobody_plays_on(club: Club) -> None:
    """Where the last one leaves, the game ends; where the last seat is freed, it waits for somebody."""
    await begun(club)
    await club.play(ANN, "resign yes")
    assert (await current(club)).header.status is Status.OVER
    await begun(club)
    await my_turn(club, random.Random(1))
    await club.say(ANN, "rescue free 1", admin=True)
    assert await deadline(club) is None
    await Weeks(club).live(hours=1)
    assert (await current(club)).opponent_decides
    await club.play(BO, "join")
    assert await deadline(club) is not None
    await their_moves(club)
    assert (await club.position()).seat == 0


async def test_no_clock_runs_out_on_them_and_no_vote_is_theirs(club: Club) -> None:
    """They are never reminded, mentioned or asked; a pause and an end need nobody's consent but people's."""
    await begun(club, "new opponents=1 order=joined clock=1h")
    await my_turn(club, random.Random(1))
    timer = (await current(club)).header.tempo.timer
    assert timer is not None
    assert timer.until is None
    scene = await club.play(ANN, "pause")
    assert "clock.paused" in keys(scene)
    await club.play(ANN, "pause off")
    shown = await Weeks(club).live(minutes=5)
    assert all(is_opponent(person) is False for each in shown for person in _notified(each.reply))
    await club.play(ANN, "end ask")
    assert (await current(club)).header.status is Status.OVER


def _notified(reply: Reply) -> tuple[Person, ...]:
    return () if reply.scene is None else reply.scene.notify


@pytest.mark.parametrize("sets", ["", "all", "discoverers"])
async def test_a_whole_game_alone_counts_for_itself(
    club: Club, sets: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It ends, is entered apart from games among people, and changes no rating."""
    # Not of all tiles: what is told of its end does not depend on how many there were.
    monkeypatch.setattr("core.records.record.full_bag", lambda *which: full_bag(*which)[:24])
    await begun(club, f"{SHORT} {sets}")
    chance = random.Random(7)
    while (await current(club)).header.status is Status.RUNNING:
        await my_turn(club, chance)
        await their_moves(club)
    assert keys(club.scene)[:2] == ("over.heading", "over.won")
    assert "over.against" in keys(club.scene)
    mine = await answered(club, ANN, "stats me")
    assert keys(mine)[0] == "stats.against.even"
    assert "stats.rating" not in keys(mine)
    here = await answered(club, ANN, "stats")
    assert keys(here) == ("stats.only_against",)
    await club.press(ANN, "new again")
    assert [p.key for p in (await current(club)).header.people] == [ANN.key, "opponent:even-1"]


async def test_an_imported_record_goes_on_with_them(club: Club) -> None:
    """Their seats are theirs again; a person's is free for whoever goes on."""
    await begun(club, "new opponents=sharp,gentle order=joined")
    await my_turn(club, random.Random(1))
    await their_moves(club)
    record = (await current(club)).record.to_json()
    await club.play(ANN, "end yes")
    shown = (await send(club, ANN, "import", record)).answer
    assert shown is not None
    await club.play(ANN, next(c for c in commands(shown) if c.endswith("continue")))
    game = await current(club)
    assert [person.key for person in game.header.people] == [ANN.key, "opponent:sharp-1", "opponent:gentle-1"]
    await my_turn(club, random.Random(2))
    await their_moves(club)
    assert not (await current(club)).opponent_decides


async def test_who_is_forgotten_leaves_no_game_to_them(club: Club) -> None:
    """The game ends, and nothing of the person stays in it."""
    await begun(club)
    await my_turn(club, random.Random(1))
    await club.say(ANN, "forget me yes")
    game = await current(club)
    assert game.header.status is Status.OVER
    assert ANN.key not in game.header.keys
    assert await deadline(club) is None


def test_no_person_is_taken_for_one(club: Club) -> None:
    """Neither by what is written down for them nor by how they are shown."""
    for level in Skill:
        assert clean_name(f"@{level.value}-1", ()) == f"{level.value}-1"
        for language in club.texts.languages:
            shown = club.texts.name(f"@{level.value}-1", language)
            assert shown.startswith("⚙")
            assert clean_name(shown, ()) != shown


@pytest.mark.parametrize("seed", range(6))
async def test_whatever_happens_they_have_a_deadline_and_people_a_button(club: Club, seed: int) -> None:
    """Of every state in which one is to move and a person plays, a deadline is stored, and of no other.

    In every state some button is somebody's who is there, and it is not refused.
    """
    chance = random.Random(seed)
    wild = (
        "undo", "pause", "pause off", "resign yes", "join", "rescue free 1", "rescue skip", "rescue back 1",
        "rescue redo", "settings opponents=1", "vote yes", "end ask", "settings me mute=on",
    )  # fmt: skip
    undo = ("next", "off")[seed % 2]
    await club.play(ANN, f"new clock=1h timeout=skip order=random opponents=2 undo={undo} abbey-mayor")
    await club.play(BO, "join")
    await club.play(ANN, "start")
    weeks = Weeks(club)
    for _ in range(60):
        game = await current(club)
        awaited = game.opponent_decides and bool(persons(game))
        assert (await deadline(club) is not None) == awaited
        await leads_on(club)
        if game.header.status is Status.OVER:
            await club.play(ANN, "new opponents=1")
            await club.play(ANN, "start")
            continue
        assert game.course is not None
        mover = next((p for p in (ANN, BO) if p.key == game.header.keys[game.course.position.seat]), None)
        if mover is not None and chance.random() < 0.6:
            scene = await club.table.current(club.channel)
            assert scene is not None
            legal = [command for command in commands(scene) if command.split()[0] in {"place", "pass"}]
            await club.say(mover, chance.choice(legal or ["pass"]))
        elif chance.random() < 0.5:
            await weeks.live(minutes=chance.choice((0.5, 0.5, 90)))
        else:
            await club.say(chance.choice((ANN, BO)), chance.choice(wild), admin=True)


async def test_a_deadline_that_was_lost_is_made_anew(club: Club) -> None:
    """Every start looks at all games: from what is stored of them alone follows when an opponent moves."""
    await begun(club)
    await my_turn(club, random.Random(1))
    await club.store.deadline_clear(answering(club.channel))
    await club.store.deadline_clear(club.channel)
    weeks = Weeks(club)
    weeks.restart()
    await club.table.wind_all("web")
    await weeks.live(minutes=1)
    assert not (await current(club)).opponent_decides
