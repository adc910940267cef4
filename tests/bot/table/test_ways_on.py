"""No scene without a way on: whatever comes last, its reader has a button that works."""

import itertools
from collections.abc import Awaitable, Callable

import pytest

from bot.people import Person
from bot.request import Request
from bot.scene import ANYONE, Choice, Scene
from bot.table.table import Table
from core import GameRecord
from tests.bot.table.club import ANN, BO, CID, Club, Counter, choices, commands
from tests.bot.table.playing import send, short_game
from tests.bot.table.weeks import Weeks

THREE = (ANN, BO, CID)
EVE = Person("web", "5", "Eve")


async def called_off(club: Club) -> None:
    """A lobby that the host called off."""
    await club.play(ANN, "new")
    await club.play(ANN, "end yes")


async def left(club: Club) -> None:
    """A lobby that everybody has left."""
    await club.play(ANN, "new")
    await club.play(ANN, "leave")


async def gathering(club: Club) -> None:
    """A lobby whose host has not come back for weeks."""
    await club.play(ANN, "new")
    await club.play(BO, "join")
    club.clock.pass_by(days=20)


async def played(club: Club) -> None:
    """A game to its end."""
    await short_game(club)


async def ended_by_its_host(club: Club) -> None:
    """In the first turn."""
    await club.begin()
    await club.play(ANN, "end yes")


async def ended_together(club: Club) -> None:
    """By agreement."""
    await well_on(club)
    await club.play(ANN, "end ask")
    await club.play(BO, "vote yes")
    await club.play(CID, "vote yes")


async def resigned(club: Club) -> None:
    """All but one have left."""
    await club.begin()
    await club.play(ANN, "resign yes")


async def well_on(club: Club) -> None:
    """A game in which all have laid a tile."""
    await club.begin("clock=24h", people=THREE)
    for _ in THREE:
        await Weeks(club).take_turn(THREE)


async def lost_vote(club: Club) -> None:
    """Somebody refuses what was asked."""
    await well_on(club)
    await club.play(ANN, "end ask")
    await club.play(BO, "vote no")


async def unanswered_vote(club: Club) -> None:
    """Nobody says what is to happen with who is absent."""
    await well_on(club)
    await Weeks(club).live(days=20)


async def paused(club: Club) -> None:
    """A game whose clocks stand still."""
    await well_on(club)
    await club.say(EVE, "rescue pause", admin=True)


async def forgotten(club: Club) -> None:
    """A game that nobody has touched for months."""
    await club.begin("clock=24h", "timeout=skip")
    await Weeks(club).live(days=100)


async def all_automatic(club: Club) -> None:
    """A game that waits for whoever comes back."""
    await club.begin("clock=24h", "timeout=rest")
    await Weeks(club).live(days=20)


async def free_seats(club: Club) -> None:
    """A game that nobody sits in."""
    await club.begin()
    await club.say(EVE, "rescue free 1", admin=True)
    await club.say(EVE, "rescue free 2", admin=True)


async def rematch(club: Club) -> None:
    """A lobby for the same once more."""
    await short_game(club)
    await club.press(ANN, "new again")


async def by_the_hour(club: Club) -> None:
    """A lobby that the daily hour has opened and that nobody has filled."""
    await club.play(ANN, "new")
    await club.say(ANN, "daily 18:00 UTC")
    await club.play(ANN, "end yes")
    await Weeks(club).live(days=30)


ENDS: dict[str, Callable[[Club], Awaitable[None]]] = {
    end.__name__: end
    for end in (
        called_off, left, gathering, played, ended_by_its_host, ended_together, resigned, lost_vote,
        unanswered_vote, paused, forgotten, all_automatic, free_seats, rematch, by_the_hour,
    )
}  # fmt: skip

ANSWERS = (
    "daily", "daily 18:00 UTC", "export", "forget me", "forget me yes", "game", "games", "help", "hints",
    "history", "history 1", "replay", "rules", "rules fields 2", "score", "settings", "settings me", "stats",
    "stats me", "tile", "tile yesterday", "tiles", "board", "tutorial", "verify", "daily off", "end",
    "resign",
)  # fmt: skip
"""Everything that answers one person."""

_once = itertools.count()


async def works(club: Club, who: Person, choice: Choice, scene: Scene, *, alone: bool = False) -> bool:
    """Whether a button leads its reader anywhere, on a copy of the place."""
    once, version = f"way-{next(_once)}", scene.version if scene.game else None
    request = Request(club.channel, who, choice.command, once, scene.game, version, alone=alone)
    reply = await club.table.handle(request)
    return reply.refusal is None


def readable(scene: Scene, who: Person) -> tuple[Choice, ...]:
    """The buttons that this person may press."""
    return tuple(c for c in choices(scene) if (c.actor or scene.actor) in {"", ANYONE, who.key})


@pytest.mark.parametrize("end", sorted(ENDS))
async def test_every_last_scene_of_a_place_leads_on(club: Club, end: str) -> None:
    """For somebody who is there, a button of the live message does something."""
    await ENDS[end](club)
    scene = await club.table.view(club.channel)
    assert scene is not None
    offered = [(who, choice) for who in THREE for choice in readable(scene, who)]
    assert offered, end
    first = offered[0]
    assert await works(club, *first, scene) or any(
        [await works(club, *other, scene) for other in offered[1:]]
    )


@pytest.mark.parametrize(
    "end", ["called_off", "left", "played", "ended_by_its_host", "ended_together", "resigned"]
)
@pytest.mark.parametrize("who", [ANN, BO, EVE], ids=["Ann", "Bo", "Eve"])
async def test_after_the_end_everybody_can_begin_anew(club: Club, end: str, who: Person) -> None:
    """Also who has only looked on; and where something was played, once more with the same people."""
    await ENDS[end](club)
    scene = await club.table.view(club.channel)
    assert scene is not None
    offered = [choice.command for choice in readable(scene, who)]
    assert "new" in offered
    assert ("new again" in offered) == (end not in {"called_off", "left"})
    assert (await club.press(who, offered[0], scene=scene)).refusal is None


@pytest.mark.parametrize("alone", [False, True], ids=["among others", "alone"])
@pytest.mark.parametrize("before", ["nothing", "called_off", "played"])
async def test_every_answer_where_no_game_is_on_leads_on(club: Club, before: str, alone: bool) -> None:
    """Whatever one person is answered, they have a button that is not refused.

    It is there, or where a game was, in its last message.
    """
    if before in ENDS:
        await ENDS[before](club)
    for number, command in enumerate(ANSWERS):
        request = Request(club.channel, ANN, command, f"asked-{number}", alone=alone)
        reply = await club.table.handle(request)
        if reply.answer is None:
            assert reply.refusal is not None, command
            continue
        club.read_aloud(reply)
        offered, last = readable(reply.answer, ANN), await club.table.view(club.channel)
        if not offered and last is not None:
            assert "new" in [choice.command for choice in readable(last, ANN)]
            continue
        assert offered, f"{command} ends nowhere"
        assert any([await leads_on(club, choice, reply.answer, alone=alone) for choice in offered[:2]]), (
            command
        )


async def leads_on(club: Club, choice: Choice, scene: Scene, *, alone: bool) -> bool:
    """Whether the button works; what it has opened is closed again, so that the next one finds the same."""
    done = await works(club, ANN, choice, scene, alone=alone)
    if done and choice.command.startswith("new"):
        assert (await club.say(ANN, "end yes")).refusal is None
    return done


async def test_a_file_leads_on_too(club: Club) -> None:
    """What was read can be gone on with; what could not be read says how to send it."""
    record = GameRecord(("Ann", "Bo"), bag=("base/U", "base/V"), actions=("draw",))
    reply = await send(club, ANN, "import", record.to_json())
    assert reply.answer is not None
    assert any([await works(club, ANN, choice, reply.answer) for choice in choices(reply.answer)])
    reply = await send(club, ANN, "import", "nothing")
    assert reply.refusal is not None


async def test_the_whole_tutorial_leads_on_to_the_end(club: Club) -> None:
    """Each of its screens has a button, and the last one leads to a real game, the rules, or once more."""
    table = Table(club.store, club.clock, Counter(500))
    scene = (await table.handle(Request(club.channel, ANN, "tutorial", "first"))).answer
    for number in range(200):
        assert scene is not None
        offered = [command for command in commands(scene) if not command.endswith((" undo", " turn"))]
        assert offered
        if offered[0] == "new":
            break
        request = Request(club.channel, ANN, offered[0], f"lesson-{number}", scene.game, scene.version)
        scene = (await table.handle(request)).answer
    assert scene is not None
    assert commands(scene) == ("new", "new opponents=1", "rules", "tutorial restart")
