"""What each reader gets where everybody has a scene of their own: who decides, is next, waits, hosts."""

import gc
import itertools
import re
from collections.abc import Awaitable, Callable, Iterator, Mapping
from types import FunctionType, ModuleType

import pytest

from bot.games.course import Course
from bot.people import Channel, Person
from bot.request import Request
from bot.scene import Phrase, Scene, for_reader
from core import GameRecord, Phase, Position
from core.rulesets import PHASES
from tests.bot.table.club import ANN, BO, CID, Club, choices, commands, keys
from tests.bot.table.search import at

DAN = Person("web", "4", "Dan")
THREE = (ANN, BO, CID)
READERS = (*THREE, DAN)

Stage = Callable[[Club], Awaitable[object]]

_rooms = itertools.count()


def due(phase: Phase) -> Stage:
    """A game of Ann and Bo in which a decision of this kind is due."""

    async def stage(club: Club) -> None:
        await club.set_up(at(phase))

    return stage


async def alone(club: Club) -> None:
    """Ann has opened a game, and nobody has joined."""
    await club.play(ANN, "new")


async def gathering(club: Club) -> None:
    """Ann and Bo have joined, and a clock is agreed on."""
    await club.play(ANN, "new clock=24h")
    await club.play(BO, "join")


async def discovering(club: Club) -> None:
    """Ann and Bo have joined The Discoverers."""
    await club.play(ANN, "new discoverers")
    await club.play(BO, "join")


async def full(club: Club) -> None:
    """Ann and Bo have taken both seats."""
    await club.play(ANN, "new players=2")
    await club.play(BO, "join")


async def inherited(club: Club) -> None:
    """Ann has left again; Bo is the host."""
    await gathering(club)
    await club.play(ANN, "leave")


async def moved(club: Club) -> None:
    """Ann has moved and could take it back; Bo lays, and Cid is next."""
    await club.begin(people=THREE)
    await club.play(ANN, "place 1")
    await club.play(ANN, "pass")


async def confirming(club: Club) -> None:
    """Ann is asked to confirm where she lays."""
    await club.say(ANN, "settings me confirm=on")
    await club.begin(people=THREE)
    await club.play(ANN, "place 1")


async def asked(club: Club) -> None:
    """Ann asks to take something back, and Bo has agreed."""
    await moved(club)
    await club.play(BO, "place 1")
    await club.play(BO, "pass")
    await club.play(ANN, "undo ask")
    await club.play(BO, "vote yes")


async def paused(club: Club) -> None:
    """All have agreed to a pause."""
    await club.begin("clock=24h", people=THREE)
    await club.play(ANN, "pause")
    for person in (BO, CID):
        await club.play(person, "vote yes")


async def freed(club: Club) -> None:
    """Ann is to lay, but her seat is free."""
    await club.begin(people=THREE)
    reply = await club.say(DAN, "rescue free 1", admin=True)
    assert reply.scene is not None


async def over(club: Club) -> None:
    """The game is over."""
    await club.begin(people=THREE)
    await club.play(ANN, "end yes")


STAGES: Mapping[str, Stage] = {
    **{f"due-{phase}": due(phase) for phase in PHASES},
    **{
        stage.__name__: stage
        for stage in (
            alone, gathering, discovering, full, inherited, moved, confirming, asked, paused, freed, over,
        )
    },
}  # fmt: skip


async def staged(club: Club, stage: str) -> Scene:
    """The stage, in a room of its own; the scene there."""
    club.channel = Channel("web", (f"room {next(_rooms)}",))
    await STAGES[stage](club)
    scene = await club.table.view(club.channel)
    assert scene is not None
    return scene


def within(phrase: Phrase) -> Iterator[Phrase]:
    """A phrase and those inside it."""
    yield phrase
    for value in phrase.args.values():
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, Phrase):
                yield from within(part)


def past(value: object) -> set[str]:
    """What holds a game's past, among all that a value leads to: courses, and positions that can go back."""
    found, seen, ahead = set(), {id(value)}, [value]
    while ahead:
        each = ahead.pop()
        if isinstance(each, Course) or (isinstance(each, Position) and each.played):
            found.add(type(each).__name__)
        for other in gc.get_referents(each):
            if id(other) not in seen and not isinstance(other, type | ModuleType | FunctionType):
                seen.add(id(other))
                ahead.append(other)
    return found


@pytest.mark.parametrize("stage", STAGES)
async def test_what_is_shown_holds_no_past(club: Club, stage: str) -> None:
    """Hundreds of replies may wait for their pictures, and a game's past is most of what it takes."""
    scene = await staged(club, stage)
    assert not past(scene)
    for command in ("board", "score", "game", "history", "advice", "review", *commands(scene)):
        for reader in READERS:
            request = Request(
                club.channel, reader, command, f"{command} {reader.id}", scene.game, scene.version
            )
            assert not past(await club.table.handle(request)), command


@pytest.mark.parametrize("stage", STAGES)
async def test_no_button_is_shown_that_would_be_refused_to_its_reader(club: Club, stage: str) -> None:
    """Each button of each reader is pressed, each on a table of its own."""
    for reader in READERS:
        shown = for_reader(await staged(club, stage), reader.key)
        for number, choice in enumerate(choices(shown)):
            scene = await staged(club, stage)
            request = Request(
                club.channel, reader, choice.command, f"press-{number}", scene.game, scene.version
            )
            reply = await club.table.handle(request)
            assert reply.refusal is None, (reader.name, choice.command, club.text(reply.refusal))


@pytest.mark.parametrize("stage", STAGES)
async def test_nobody_but_who_decides_is_spoken_to(club: Club, stage: str) -> None:
    """Others read who does what: no "you" but for who is next, no prompt, no hint, no number to choose."""
    scene = await staged(club, stage)
    for reader in READERS:
        shown = for_reader(scene, reader.key)
        if scene.actor in {reader.key, ""}:
            continue
        for line in shown.lines:
            said = {phrase.key for phrase in within(line)}
            assert not {
                key for key in said if re.match(r"prompt\.|hint\.|due\.yours|turn\.(heading|asked)", key)
            }
            if line.key != "turn.next":
                assert not re.search(r"\b(you|your|yours)\b", club.text(line), re.IGNORECASE), club.text(line)
        if shown.picture is not None:
            assert (shown.picture.spots, shown.picture.letters) == ((), ())
    if scene.actor and scene.actor in {person.key for person in READERS}:
        decides = for_reader(scene, scene.actor)
        # Nobody is told where they have just laid their own tile.
        unsaid = () if keys(scene)[0] == "turn.asked" else ("story.placed",)
        lines = tuple(line for line in scene.lines if line.key not in unsaid)
        assert (decides.lines, decides.picture) == (lines, scene.picture)


async def test_each_role_in_a_turn(club: Club) -> None:
    """Bo lays: he gets the numbers; Cid is next; Ann may undo; Dan watches."""
    scene = await staged(club, "moved")
    ann, bo, cid, dan = (for_reader(scene, reader.key) for reader in READERS)
    assert keys(bo)[0] == "turn.heading"
    assert {"prompt.tile", "prompt.place"} <= set(keys(bo))
    assert {command.split()[0] for command in commands(bo)} == {"place", "advice"}
    assert bo.picture is not None
    assert len(bo.picture.spots) == len(commands(bo)) - 1
    assert keys(cid)[:3] == ("turn.watched", "watch.tile", "turn.next")
    assert keys(ann)[:2] == keys(dan)[:2] == ("turn.watched", "watch.tile")
    assert club.text(dan.lines[0]).startswith("Bo lays the tile. Carcassonne")
    assert "turn.next" not in {*keys(ann), *keys(dan), *keys(bo)}
    assert (commands(ann), commands(cid), commands(dan)) == (("undo",), (), ())


async def test_of_two_nobody_is_told_that_they_are_next(club: Club) -> None:
    """It goes without saying."""
    scene = await staged(club, f"due-{Phase.PLACE}")
    assert all("turn.next" not in keys(for_reader(scene, reader.key)) for reader in READERS)


async def test_the_lobby_offers_each_what_they_can_do(club: Club) -> None:
    """The host begins and agrees on settings, whoever sits can leave, a guest can join."""
    scene = await staged(club, "gathering")
    ann, bo, _, dan = (commands(for_reader(scene, reader.key)) for reader in READERS)
    assert ann[:2] == ("leave", "start")
    assert all(command.startswith("settings ") for command in ann[2:])
    assert len(ann) == 6
    assert (bo, dan) == (("leave",), ("join",))
    scene = await staged(club, "full")
    assert commands(for_reader(scene, DAN.key)) == ()
    scene = await staged(club, "alone")
    assert "start" not in commands(for_reader(scene, ANN.key))


async def test_one_message_for_all_has_every_button_and_calls_by_name(club: Club) -> None:
    """Where all read one message it is as it was: Join and Start for everybody, the mover by name."""
    assert {"join", "leave", "start", "settings view=more"} <= set(commands(await staged(club, "gathering")))
    scene = await staged(club, "moved")
    assert club.text(scene.lines[0]).startswith("Bo, it")
    assert scene.picture is not None
    assert scene.picture.spots


async def test_news_tell_what_others_did_since_ones_last_turn(club: Club) -> None:
    """Each reader reads what they missed, as short as can be; whoever has just moved has missed nothing."""
    await club.begin(people=THREE)
    await club.play(ANN, "place 1")
    await club.play(ANN, "deploy a")
    scene = await club.play(BO, "place 1")

    def told(scene: Scene, reader: Person) -> str:
        return " ".join(club.text(phrase) for phrase in for_reader(scene, reader.key).news)

    figure = "meeple ("
    assert told(scene, BO).startswith(f"Ann: {figure}")
    assert "Bo" not in told(scene, BO)
    assert told(scene, ANN) == "Bo: lays a tile"
    assert told(scene, CID).startswith(f"Ann: {figure}")
    assert "Bo" not in told(scene, CID)  # that a tile was laid goes without saying
    assert told(scene, DAN) == told(scene, CID)
    scene = await club.play(BO, "pass")
    assert told(scene, BO) == ""


async def test_news_tell_of_whoever_leaves_by_their_own_name(club: Club) -> None:
    """Also where they do it while somebody else has to decide."""
    await club.begin(people=(ANN, BO, CID))
    await club.say(CID, "resign yes")
    await club.play(ANN, "place 1")
    scene = await club.play(ANN, "pass")
    assert club.text(for_reader(scene, BO.key).news[0]) == "Cid: leaves"


async def test_news_tell_what_was_won(club: Club) -> None:
    """Ann has completed a city of two tiles; Bo reads that she has won four points, and Ann nothing."""
    record = GameRecord(
        ("Ann", "Bo"),
        options={"fields": False},
        bag=("base/E", "base/V", "base/V"),
        actions=("draw", "place 0,-1 180", "deploy meeple city@S", "draw"),
    )
    scene = await club.set_up(record)
    told = {who.name: [club.text(each) for each in for_reader(scene, who.key).news] for who in (ANN, BO, DAN)}
    assert told == {"Ann": [], "Bo": ["Ann: meeple (city), +4"], "Dan": ["Ann: meeple (city), +4"]}


async def test_news_tell_what_others_have_won_for_the_reader(club: Club) -> None:
    """Bo has completed Ann's road, so Ann reads what Bo did and what she got for it herself."""
    record = GameRecord(
        ("Ann", "Bo"),
        options={"fields": False},
        bag=("base/U", "base/A", "base/U", "base/A", "base/U"),
        actions=(
            "draw", "place 1,0 0", "deploy meeple road@W", "draw", "place 2,0 90", "pass",
            "draw", "place -1,0 0", "pass", "draw", "place -2,0 270", "pass", "draw",
        ),
    )  # fmt: skip
    scene = await club.set_up(record)
    assert [club.text(each) for each in for_reader(scene, ANN.key).news] == ["Bo: lays a tile · Ann: +5"]
