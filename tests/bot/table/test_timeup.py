"""When a player's time is up: the vote of the others and each of its outcomes."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.clocks.ballot import TIME_UP_CHOICES, Ballot, Question
from bot.clocks.control import Timeout
from bot.clocks.tempo import Tempo
from bot.games.asking import Asking, Chance
from bot.games.loading import Games
from bot.games.parser import Command
from bot.people import Person
from bot.scene import Scene
from bot.store import Change
from bot.table.alarm import alarm
from bot.timing.timeup import decide
from core import GameRecord, Place, Skip, parse_action
from core.sets.hills_sheep.actions import FLOCK_DUE
from tests.bot.table.club import ANN, BO, CID, Club, Counter, choices, commands, keys, last_word
from tests.bot.table.search import at
from tests.bot.table.weeks import Weeks, notices

THREE = (ANN, BO, CID)
EVE = Person("web", "5", "Eve")


@pytest.fixture
async def weeks(club: Club) -> Weeks:
    """A game of three in which Ann's time has just been declared up."""
    weeks = Weeks(club)
    await club.begin("clock=24h", people=THREE)
    await weeks.live(hours=24, minutes=1)
    return weeks


async def actions(club: Club) -> tuple[str, ...]:
    """The actions as the store has them."""
    stored = await club.store.load(club.channel)
    assert stored is not None
    return stored.actions


async def vote(club: Club, choice: str, *people: Person) -> Scene:
    """These people press the same button."""
    for person in people:
        reply = await club.press(person, f"vote {choice}")
        assert reply.refusal is None, club.text(reply.refusal)
    assert club.scene is not None
    return club.scene


async def test_the_others_are_asked_by_buttons(weeks: Weeks) -> None:
    """All choices are offered to everyone, and the late player can still move."""
    scene = weeks.club.scene
    assert scene is not None
    assert [command for command in commands(scene) if command.startswith("vote")] == [
        f"vote {choice}" for choice in ("wait", "skip", "auto", "rest", "replace", "remove")
    ]
    assert {choice.actor for choice in choices(scene) if choice.command.startswith("vote")} == {"*"}
    assert "place 1" in commands(scene)
    assert list(notices(weeks.shown))[-1] == ("02 12:00", "time-up", ("Bo", "Cid"))


async def test_one_vote_of_two_decides_nothing_yet(weeks: Weeks) -> None:
    """It is shown, it can be changed, and the question stays open."""
    club = weeks.club
    scene = await vote(club, "skip", BO)
    assert "vote.cast" in keys(scene)
    scene = await vote(club, "wait", BO)
    casts = [line for line in scene.lines if line.key == "vote.cast"]
    assert [club.text(line) for line in casts] == ["Bo: Wait."]
    assert await actions(club) == ("draw",)


async def test_skip_passes_the_tile_on(weeks: Weeks) -> None:
    """The next player gets the turn and the tile, and is mentioned once."""
    club = weeks.club
    tile = (await club.position()).tile
    scene = await vote(club, "skip", BO, CID)
    assert await actions(club) == ("draw", "skip")
    position = await club.position()
    assert (position.seat, position.tile) == (1, tile)
    assert [person.name for person in scene.notify] == ["Bo"]


async def test_wait_gives_the_same_time_again(weeks: Weeks) -> None:
    """Reminders begin anew as well."""
    scene = await vote(weeks.club, "wait", BO, CID)
    assert "clock.until" in keys(scene)
    assert scene.done, "nobody is asked any more"
    assert [why for _, why, _ in notices(await weeks.live(hours=25))] == [
        "reminder", "reminder", "reminder", "time-up",
    ]  # fmt: skip


async def test_one_turn_is_played_automatically_and_marked(weeks: Weeks) -> None:
    """A legal move is made for the absent player, the next turn is the next player's, and all can see it."""
    club = weeks.club
    reply = (await vote(club, "auto", BO, CID), club.replies[-1])[1]
    made = [parse_action(action) for action in await actions(club)]
    assert isinstance(made[1], Place)
    assert (await club.position()).seat == 1
    assert keys(last_word(reply))[0] == "story.automatic"
    assert (await weeks.tempo()).automatic == frozenset()


async def test_what_was_played_automatically_is_still_known_after_a_restart(weeks: Weeks) -> None:
    """The marks are in the header, not in memory, and an exported record replays."""
    club = weeks.club
    await vote(club, "auto", BO, CID)
    played = (await weeks.tempo()).played
    assert played
    weeks.restart()
    scene = await club.table.view(club.channel)
    assert scene is not None
    assert (await weeks.tempo()).played == played
    await club.say(ANN, "end yes")
    reply = await club.say(BO, "export")
    assert reply.answer is not None
    assert reply.answer.file is not None
    record = GameRecord.from_json(reply.answer.file.content.decode())
    assert record.replay().seat == 1


async def test_the_rest_is_played_automatically_until_the_player_is_back(weeks: Weeks) -> None:
    """Ann's turns pass by themselves, nobody waits, and she takes over again whenever she likes."""
    club = weeks.club
    await vote(club, "rest", BO, CID)
    for _ in range(3):
        assert await weeks.take_turn(THREE) is BO
        assert await weeks.take_turn(THREE) is CID
    assert club.scene is not None
    assert "clock.automatic" in keys(club.scene)
    back = next(choice for choice in choices(club.scene) if choice.command == "join")
    assert back.actor == ANN.key
    assert (await club.press(ANN, "join")).refusal is None
    await weeks.take_turn(THREE)
    await weeks.take_turn(THREE)
    assert (await club.position()).seat == 0
    assert (await weeks.tempo()).played


async def test_where_everyone_is_away_nobody_reads_that_the_computer_plays(club: Club) -> None:
    """It does not: the game waits, and says so, until somebody comes back."""
    await club.begin("clock=1h", "timeout=rest")
    shown = await Weeks(club).live(hours=8)
    last = shown[-1].reply.scene
    assert last is not None
    assert "clock.all_away" in keys(last)
    assert "clock.automatic" not in keys(last)
    assert shown[-1].reply.notice is None
    assert (await Weeks(club).tempo()).note is None, "what was a reminder tells of a time that is over"
    scene = await club.play(BO, "join")
    assert "clock.automatic" in keys(scene)


async def test_whoever_just_plays_on_is_back(club: Club) -> None:
    """Where everyone is away a move says so as well as the button, and the computer plays for the others."""
    await club.begin("clock=1h", "timeout=rest")
    weeks = Weeks(club)
    await weeks.live(hours=8)
    people = (ANN, BO)
    seat = (await club.position()).seat
    assert await weeks.take_turn(people) is people[seat]
    assert (await weeks.tempo()).automatic == {1 - seat}
    assert (await club.position()).seat == seat, "nobody waits for who is still away"


async def test_undoing_forgets_the_marks_of_what_is_undone(weeks: Weeks) -> None:
    """The numbers in the header are those of actions that are there."""
    club = weeks.club
    await vote(club, "rest", BO, CID)
    await weeks.take_turn(THREE)
    await club.play(CID, "place 1")
    await club.play(CID, "pass")
    before = (await weeks.tempo()).played
    await club.play(BO, "undo ask")
    await club.play(CID, "vote yes")
    after = (await weeks.tempo()).played
    assert set(after) < set(before)
    assert max(after, default=-1) < len(await actions(club))


async def test_a_seat_is_offered_and_taken(weeks: Weeks) -> None:
    """Whoever wants in takes the seat in the middle of the turn, with a full clock, and is mentioned."""
    club = weeks.club
    scene = await vote(club, "replace", BO, CID)
    assert "join 1" in commands(scene)
    assert "vote.offered" in keys(scene)
    assert keys(scene)[0] == "turn.vacant", "nobody is told that it is their turn"
    assert "prompt.tile" not in keys(scene)
    assert not {"vote wait", "vote replace"} & set(commands(scene)), "that is what happens anyhow"
    assert await club.refused(BO, "vote wait") == "usage.vote"
    assert list(notices(await weeks.live(days=2))) == []
    scene = await club.play(EVE, "join 1")
    assert "vote.offered" not in keys(scene)
    assert "clock.until" in keys(scene)
    assert (await club.play(EVE, "place 1")).turn == 1
    assert await club.refused(ANN, "join") == "refusal.already_running"


async def test_while_a_seat_is_offered_the_others_can_decide_otherwise(weeks: Weeks) -> None:
    """When nobody comes they skip, each time it is that seat's turn."""
    club = weeks.club
    await vote(club, "replace", BO, CID)
    await vote(club, "skip", BO, CID)
    await weeks.take_turn(THREE)
    await weeks.take_turn(THREE)
    assert (await club.position()).seat == 0
    assert club.scene is not None
    assert "vote skip" in commands(club.scene)
    await vote(club, "remove", BO, CID)
    assert (await club.position()).resigned == {0}


async def test_whoever_comes_back_just_plays(weeks: Weeks) -> None:
    """A move of the late player ends the vote, whatever was voted so far, and gives time for the rest."""
    club = weeks.club
    await vote(club, "remove", BO)
    scene = await club.play(ANN, "place 1")
    assert not any(command.startswith("vote") for command in commands(scene))
    assert "clock.until" in keys(scene)
    assert await club.refused(CID, "vote remove") == "refusal.nothing_to_vote"


async def test_a_vote_of_the_last_question_does_not_count_in_the_next(weeks: Weeks) -> None:
    """A button that was made for Ann's case says nothing about Bo's."""
    club = weeks.club
    old = club.scene
    await vote(club, "skip", BO, CID)
    await weeks.live(hours=25)
    reply = await club.press(CID, "vote remove", scene=old)
    assert reply.refusal is not None
    assert reply.refusal.key == "refusal.old_vote"


@pytest.mark.parametrize(
    ("person", "command", "key"),
    [(ANN, "vote skip", "refusal.no_vote"), (EVE, "vote skip", "refusal.not_a_player"),
     (BO, "vote yes", "usage.vote"), (BO, "vote", "usage.vote"), (BO, "pause", "refusal.other_question"),
     (BO, "undo ask", "refusal.nothing_to_undo")],
)  # fmt: skip
async def test_votes_that_are_refused(weeks: Weeks, person: Person, command: str, key: str) -> None:
    """Whom it is about, strangers, and answers that were not asked for."""
    assert await weeks.club.refused(person, command) == key


@pytest.mark.parametrize(
    ("agreed", "seat"), [("skip", 1), ("auto", 1), ("rest", 1), ("remove", 1), ("wait", 0), ("replace", 0)]
)
async def test_each_outcome_can_be_agreed_on_beforehand(club: Club, agreed: str, seat: int) -> None:
    """Then nobody has to vote, and nobody is told but who is next, or that nobody plays there any more."""
    weeks = Weeks(club)
    await club.begin("clock=24h", f"timeout={agreed}", people=THREE)
    shown = await weeks.live(hours=24, minutes=1)
    told = [why for _, why, _ in notices(shown) if why != "reminder"]
    assert told == (["offered"] if agreed == "replace" else [])
    position = await club.position()
    assert position.seat == seat
    last = shown[-1].reply.scene
    assert last is not None
    assert [person.name for person in last.notify] == (["Bo"] if seat else [])


async def test_the_option_can_be_changed_while_the_game_runs(club: Club) -> None:
    """The host decides; the clock itself stays as agreed."""
    await club.begin("clock=24h", people=THREE)
    await club.play(ANN, "settings timeout=skip")
    assert await club.refused(BO, "settings timeout=vote") == "refusal.until_heirs"
    assert await club.refused(ANN, "settings clock=12h") == "refusal.already_running"
    weeks = Weeks(club)
    await weeks.live(hours=25)
    assert (await club.position()).seat == 1


async def test_of_two_players_the_other_decides_alone(club: Club) -> None:
    """One vote is a majority."""
    weeks = Weeks(club)
    await club.begin("clock=24h")
    await weeks.live(hours=25)
    await vote(club, "auto", BO)
    assert (await club.position()).seat == 1


async def test_where_nobody_is_left_to_decide_the_game_waits(club: Club) -> None:
    """Against an automatic player the only person may take any time; nothing more is said."""
    weeks = Weeks(club)
    await club.begin("clock=24h")
    await weeks.live(hours=25)
    await vote(club, "rest", BO)
    shown = await weeks.live(days=10)
    assert [why for _, why, _ in notices(shown)] == ["reminder"] * 3
    assert club.scene is not None
    assert "clock.up" in keys(club.scene)
    assert await weeks.take_turn((ANN, BO)) is BO
    assert (await club.position()).seat == 1


async def test_the_last_person_who_leaves_ends_the_game(club: Club) -> None:
    """Automatic players do not play on among themselves."""
    weeks = Weeks(club)
    await club.begin("clock=24h", people=(*THREE, EVE))
    await weeks.live(hours=25)
    await vote(club, "rest", BO, CID)
    await weeks.live(hours=25)
    await vote(club, "rest", CID, EVE)
    await club.say(CID, "resign yes")
    await club.say(EVE, "resign yes")
    assert "over.ended" in keys(club.scene)
    assert list(notices(await weeks.live(days=5))) == []


async def test_one_person_plays_to_the_end_among_automatic_players(club: Club) -> None:
    """Their turns come and go within the same change, and the game ends as any other."""
    bag = ("base/U", "base/V", "base/U", "base/V", "base/U", "base/V", "base/U")
    scene = await club.set_up(GameRecord(("Ann", "Bo", "Cid"), bag=bag), THREE)
    change = Change(header={"tempo": Tempo(automatic=frozenset({1, 2})).to_text()})
    await club.store.commit(club.channel, scene.game, scene.version, change, once="")
    turns = 0
    await club.play(ANN, "draw")
    while not (await club.position()).over:
        await Weeks(club).take_turn(THREE)
        turns += 1
    assert turns == 3
    assert "over.won" in keys(club.scene) or "over.shared" in keys(club.scene)


async def test_a_decision_that_cannot_be_skipped_is_taken_automatically(club: Club) -> None:
    """Where the rules know no skipping, nobody is stuck: the automatic player decides."""
    await club.set_up(at(FLOCK_DUE))
    game = await Games(club.store).current(club.channel)
    assert game is not None
    assert game.course is not None
    assert not game.course.position.can(Skip())
    asking = Asking(game, alarm(club.channel), Command("due"), club.clock.now(), Chance(Counter()))
    after = decide(asking, game, game.course, Timeout.SKIP).course
    assert after is not None
    assert after.steps[len(game.course.steps)].automatic
    assert after.steps[len(game.course.steps)].phase is FLOCK_DUE


@given(
    st.integers(1, 5),
    st.lists(st.tuples(st.integers(0, 4), st.sampled_from(TIME_UP_CHOICES)), max_size=12),
)
def test_a_vote_is_decided_by_more_than_half_or_by_all(count: int, cast: list[tuple[int, str]]) -> None:
    """The outcome, once there is one, has at least as many votes as any other; ties go to the mildest."""
    voters = range(count)
    ballot = Ballot(Question.TIME_UP, seat=9, version=1)
    for seat, choice in cast:
        if seat < count:
            ballot = ballot.with_vote(seat, choice)
    decided = ballot.decided(voters, datetime(2030, 1, 1, tzinfo=UTC))
    votes = [choice for seat, choice in ballot.votes.items() if seat < count]
    if decided is None:
        assert len(votes) < count
        assert all(votes.count(choice) * 2 <= count for choice in votes)
    else:
        most = max(map(votes.count, votes))
        assert decided == next(choice for choice in TIME_UP_CHOICES if votes.count(choice) == most)
