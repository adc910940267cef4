"""Both parts of a double turn at the table: one clock, one call, undoing, and who is skipped or leaves."""

from datetime import timedelta
from typing import Final

import pytest

from bot.clocks.control import TimeControl, Timeout
from bot.clocks.tempo import Tempo
from bot.games.loading import Games
from bot.games.undone import Consent, Undone
from bot.people import Person
from bot.request import Reply
from bot.scene import Moment, Scene
from bot.store import Change, Outcome
from core import Figure, GameRecord, Phase, Position
from core.sets.abbey_mayor.actions import WAGON_DUE
from core.sets.traders_builders.builders import BUILDER
from core.sets.traders_builders.goods import goods
from tests.bot.table.club import ANN, BO, CID, Club, choices, commands, keys
from tests.bot.table.weeks import Weeks, notices

SETS: Final = ("base", "traders-builders")
TO_ANN: Final = (
    "draw", "place -1,0 90", "pass", "draw", "place 0,1 90", "pass", "draw", "place 1,0 270", "pass",
    "draw", "place -1,1 0", "pass", "draw", "place 0,2 90", "deploy meeple road@N", "draw", "place 1,1 0",
    "pass", "draw", "place 0,3 90", "deploy builder road@N", "draw", "place 1,2 0",
)  # fmt: skip
"""Ann has goods, a robber and a builder on an open road; Bo passes, and she draws a piece of road."""
BAG: Final = ("base/E", "base/U", "base/E", "base/B", "base/U", "base/B", "base/U", "base/B", "base/U",
              "base/V", "base/V", "base/B", "base/B", "base/B")  # fmt: skip
START: Final = ("traders-builders/17", 0, 0, 0)
EXTEND: Final = "place 0,4 90"
ELSEWHERE: Final = "place 0,-1 0"


async def turn_of_ann(club: Club, clock: str = "none", after: str = "vote", undo: str = "next") -> Scene:
    """Ann's turn begins now, with a builder that she can extend, in a game with these agreements."""
    await club.set_up(GameRecord(("Ann", "Bo"), sets=SETS, start=START, bag=BAG, actions=TO_ANN))
    tempo = Tempo(clock=TimeControl.parse(clock), timeout=Timeout(after))
    await agreed(club, {"tempo": tempo.to_text(), "undo": undo})
    return await club.play(BO, "pass")


async def agreed(club: Club, header: dict[str, str]) -> None:
    """Have the game on the table agree on something."""
    game = await Games(club.store).current(club.channel)
    assert game is not None
    outcome = await club.store.commit(club.channel, game.id, game.version, Change(header=header), once="?")
    assert outcome is Outcome.DONE


async def second_part(club: Club) -> Scene:
    """Ann extends her builder's road and puts nothing; what is shown then."""
    await club.play(ANN, EXTEND)
    scene = await club.play(ANN, "pass")
    assert "note.second_part" in keys(scene)
    return scene


def until(scene: Scene) -> str:
    """Until when the player has to move, as a scene says it."""
    (line,) = [line for line in scene.lines if line.key == "clock.until"]
    when = line.args["when"]
    assert isinstance(when, Moment)
    return f"{when.when:%d %H:%M}"


async def undone(club: Club) -> tuple[Undone, ...]:
    """What the game notes about undos."""
    game = await Games(club.store).current(club.channel)
    assert game is not None
    return game.header.undone


def held(position: Position) -> list[int]:
    """How many goods each seat has."""
    return [sum(goods(position, seat).values()) for seat in range(len(position.players))]


# Clocks and calls


async def test_the_second_part_is_a_new_message_that_calls_nobody_again(club: Club) -> None:
    """Its player is there already; the next player is called, and so is Ann when Bo has let her undo."""
    first = await turn_of_ann(club)
    assert [person.name for person in first.notify] == ["Ann"]
    second = await second_part(club)
    assert (second.turn, second.actor, second.notify) == (first.turn + 1, ANN.key, ())
    await club.play(ANN, "place 1")
    scene = await club.play(ANN, "pass")
    assert (scene.turn, [person.name for person in scene.notify]) == (first.turn + 2, ["Bo"])
    await club.play(ANN, "undo")
    scene = await club.play(BO, "vote yes")
    assert (scene.turn, [person.name for person in scene.notify]) == (second.turn, ["Ann"])


async def turn_with_a_wagon(club: Club, clock: str = "none") -> Scene:
    """Ann's turn begins now: on the road that she can complete there is her builder, and Bo's wagon."""
    actions = (
        "draw", "place 1,0 0", "deploy meeple road@W", "draw", "place 0,1 0", "pass", "draw", "place 2,0 0",
        "deploy builder road@W", "draw", "place 1,1 0", "pass", "skip", "draw", "place 2,1 0", "pass",
        "skip", "draw", "place 3,1 0", "pass", "skip", "draw", "place 4,1 0", "pass", "skip",
        "draw", "place 4,0 180",
    )  # fmt: skip
    bag = ("base/U", "base/B", "base/U", "base/B", "base/B", "base/B", "base/B", "base/W", "base/U", "base/V",
           "base/V")  # fmt: skip
    sets = (*SETS, "abbey-mayor")
    await club.set_up(
        GameRecord(("Ann", "Bo"), sets=sets, start=("base/A", 0, 0, 270), bag=bag, actions=actions)
    )
    await agreed(club, {"tempo": Tempo(clock=TimeControl.parse(clock)).to_text()})
    return await club.play(BO, "deploy wagon road@W")


async def to_bos_wagon(club: Club) -> Scene:
    """Ann completes the road; what is shown when Bo decides about his wagon."""
    await club.play(ANN, "place 3,0 0")
    scene = await club.play(ANN, "pass")
    assert (scene.actor, (await club.position()).phase) == (BO.key, WAGON_DUE)
    return scene


async def test_who_waited_for_a_wagon_between_both_parts_is_called_again(club: Club) -> None:
    """Another player had to decide first, at leisure perhaps."""
    await turn_with_a_wagon(club)
    await to_bos_wagon(club)
    scene = await club.play(BO, "wagon home")
    assert [person.name for person in scene.notify] == ["Ann"]
    assert "note.second_part" in keys(scene)


@pytest.mark.parametrize(
    ("clock", "before", "between", "told"),
    [
        ("24h", 10, 5, "02 17:00"),  # 14 hours are left
        ("24h", 22, 5, "02 19:00"),  # 2, and so 4
        ("3h", 2, 1, "01 18:00"),  # 1, and so all 3
        ("bank 2d+6h", 10, 5, "03 17:00"),  # 38
        ("daily 18:00 UTC", 0, 1, "01 18:00"),
        ("daily 18:00 UTC", 1, 4, "02 18:00"),  # that hour is too near
    ],
)
async def test_the_clock_waits_for_a_wagon_and_goes_on(
    club: Club, clock: str, before: int, between: int, told: str
) -> None:
    """Bo has a clock of his own meanwhile, which costs Ann nothing; she gets no new one either."""
    weeks = Weeks(club)
    await turn_with_a_wagon(club, clock)
    await weeks.live(hours=before)
    await to_bos_wagon(club)
    await weeks.live(hours=between)
    second = await club.play(BO, "wagon home")
    assert "note.second_part" in keys(second)
    assert until(second) == told


async def test_a_bank_pays_a_turn_with_a_wagon_between_its_parts_once(club: Club) -> None:
    """An increment comes with the end of the turn, Bo pays for his decision alone; undoing gains nothing."""
    weeks = Weeks(club)
    await turn_with_a_wagon(club, "bank 2d+6h")
    await weeks.live(hours=8)
    await to_bos_wagon(club)
    await weeks.live(hours=5)
    await club.play(BO, "wagon home")
    await weeks.live(hours=2)
    await club.play(BO, "undo")
    await club.play(ANN, "vote yes")
    await weeks.live(hours=4)
    await club.play(BO, "wagon home")
    await weeks.live(hours=1)
    await club.play(ANN, "place 1")
    scene = await club.play(ANN, "pass")
    assert scene.actor == BO.key
    timer = (await weeks.tempo()).timer
    assert timer is not None
    assert timer.waiting is None
    assert timer.banks == (timedelta(hours=48 - 8 - 2 - 1 + 6), timedelta(hours=48 - 5 - 4))


async def test_a_clock_for_each_turn_runs_on_through_both_parts(club: Club) -> None:
    """Reminders, too: what was said in the first part is not said again in the second."""
    weeks = Weeks(club)
    first = await turn_of_ann(club, "24h")
    assert until(first) == "02 12:00"
    assert list(notices(await weeks.live(hours=13))) == [("02 00:00", "reminder", ("Ann",))]
    second = await second_part(club)
    assert until(second) == "02 12:00"
    assert list(notices(await weeks.live(hours=6))) == [("02 06:00", "reminder", ("Ann",))]
    await club.play(ANN, "place 1")
    assert until(await club.play(ANN, "pass")) == "03 07:00", "Bo has a whole day"


async def test_a_bank_pays_for_both_parts_and_gets_its_increment_once(club: Club) -> None:
    """Of two days eleven hours are used, and six come back."""
    weeks = Weeks(club)
    await turn_of_ann(club, "bank 2d+6h")
    await weeks.live(hours=8)
    await second_part(club)
    await weeks.live(hours=3)
    await club.play(ANN, "place 1")
    await club.play(ANN, "pass")
    timer = (await weeks.tempo()).timer
    assert timer is not None
    assert timer.banks[0] == timedelta(hours=48 - 11 + 6)
    await club.play(ANN, "undo")
    await club.play(BO, "vote yes")
    timer = (await weeks.tempo()).timer
    assert timer is not None
    assert (timer.seat, timer.banks[0] - timer.spent) == (0, timedelta(hours=48 - 11)), "nothing is gained"


@pytest.mark.parametrize(("outcome", "laid"), [("skip", 0), ("auto", 1), ("rest", 1)])
async def test_time_that_is_up_in_the_second_part_ends_that_part(club: Club, outcome: str, laid: int) -> None:
    """Bo is next, with the very tile if Ann has not laid it; all that the first part brought stays."""
    weeks = Weeks(club)
    await turn_of_ann(club, "24h", outcome)
    await second_part(club)
    before = await club.position()
    shown = await weeks.live(hours=24, minutes=1)
    position = await club.position()
    assert (position.seat, position.phase) == (1, Phase.PLACE)
    assert len(position.laid) == len(before.laid) + laid
    assert str(position.tile) == "base/V"
    scene = shown[-1].reply.scene
    assert scene is not None
    assert [person.name for person in scene.notify] == ["Bo"]


async def test_time_that_is_up_in_the_first_part_has_the_computer_play_both(club: Club) -> None:
    """Whoever is away is not waited for twice."""
    weeks = Weeks(club)
    await turn_of_ann(club, "24h", "auto")
    before = len((await club.position()).laid)
    await weeks.live(hours=24, minutes=1)
    position = await club.position()
    assert (position.seat, len(position.laid)) == (1, before + 2)


# Undoing


@pytest.mark.parametrize("rule", ["next", "free", "off"])
async def test_undoing_within_the_second_part_is_free(club: Club, rule: str) -> None:
    """Nothing more has been seen."""
    await turn_of_ann(club, undo=rule)
    second = await second_part(club)
    scene = await club.play(ANN, "place 1")
    assert "undo" in commands(scene)
    scene = await club.play(ANN, "undo")
    assert (scene.turn, "note.second_part" in keys(scene)) == (second.turn, True)
    assert await undone(club) == ()


async def back_to_the_first_part(club: Club, rule: str) -> Scene:
    """Ann takes back what ended the first part; Bo agrees where he is asked."""
    scene = await club.play(ANN, "undo")
    if rule == "next":
        assert "vote.undo_next" in keys(scene)
        assert {c.actor for c in choices(scene) if c.command.startswith("vote")} == {BO.key}
        scene = await club.play(BO, "vote yes")
    return scene


@pytest.mark.parametrize(("rule", "consent"), [("next", Consent.NEXT), ("free", Consent.NOBODY)])
async def test_undoing_over_the_first_part_follows_the_rule_of_the_game(
    club: Club, rule: str, consent: Consent
) -> None:
    """Her second tile has been seen: that is noted, and it comes again. Where the first one lies stays."""
    first = await turn_of_ann(club, "24h", undo=rule)
    second = await second_part(club)
    assert "undo" in commands(second)
    scene = await back_to_the_first_part(club, rule)
    assert (scene.turn, scene.actor, until(scene)) == (first.turn, ANN.key, until(first))
    assert await undone(club) == (Undone(first.turn, 0, consent, ("base/V",)),)
    assert await club.refused(ANN, "undo") == "refusal.undo_builder"
    scene = await club.play(ANN, "deploy a")
    assert "note.second_part" in keys(scene)
    assert str((await club.position()).tile) == "base/V"


async def test_undoing_over_the_first_part_can_be_ruled_out(club: Club) -> None:
    """Then no button offers it."""
    await turn_of_ann(club, undo="off")
    assert "undo" not in commands(await second_part(club))
    assert await club.refused(ANN, "undo") == "refusal.undo_off"


@pytest.mark.parametrize("rule", ["next", "free"])
async def test_the_builder_gets_nobody_the_next_players_tile(club: Club, rule: str) -> None:
    """Whoever has seen it would draw it by extending the road after all; if all agree they may."""
    await turn_of_ann(club, undo=rule)
    await club.play(ANN, ELSEWHERE)
    scene = await club.play(ANN, "pass")
    assert scene.actor == BO.key
    await back_to_the_first_part(club, rule)
    assert await club.refused(ANN, "undo") == "refusal.undo_builder"
    await club.play(ANN, "undo ask")
    await club.play(BO, "vote yes")
    await second_part(club)


# Skipped, or gone


async def boss(club: Club, command: str) -> Reply:
    """Whoever manages the chat says something that must work."""
    reply = await club.say(CID, command, admin=True)
    assert reply.refusal is None, club.text(reply.refusal)
    return reply


@pytest.mark.parametrize("laid", [False, True])
async def test_a_skipped_second_part_leaves_what_the_first_one_brought(club: Club, laid: bool) -> None:
    """The tile in hand passes on; builder, robber and goods stay."""
    await turn_of_ann(club)
    await second_part(club)
    if laid:
        await club.play(ANN, "place 1")
    before = await club.position()
    scene = (await boss(club, "rescue skip")).scene
    assert scene is not None
    assert (scene.actor, [person.name for person in scene.notify]) == (BO.key, ["Bo"])
    position = await club.position()
    assert len(position.laid) == len(before.laid)
    assert str(position.tile) == "base/V"
    assert {standing.figure for standing in position.figures} == {BUILDER, Figure.MEEPLE}
    assert held(position) == [1, 0]


@pytest.mark.parametrize("people", [(ANN, BO), (ANN, BO, CID)])
async def test_who_resigns_in_the_second_part_takes_figures_and_goods_along(
    club: Club, people: tuple[Person, ...]
) -> None:
    """Of two the other has won; of three the next one goes on with the tile."""
    actions = [*TO_ANN, "pass"]
    if len(people) == 3:
        for number in reversed([n for n, action in enumerate(actions) if action == "draw"][2::2]):
            actions.insert(number, "skip")
        actions.append("skip")
    actions.append("draw")
    names = tuple(person.name for person in people)
    await club.set_up(GameRecord(names, sets=SETS, start=START, bag=BAG, actions=tuple(actions)), people)
    await second_part(club)
    scene = await club.play(ANN, "resign yes")
    position = await club.position()
    assert position.figures == ()
    assert held(position) == [0] * len(people)
    if len(people) == 2:
        assert position.over
        assert position.winners == (1,)
    else:
        assert (scene.actor, position.phase, str(position.tile)) == (BO.key, Phase.PLACE, "base/V")
