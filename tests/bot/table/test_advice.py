"""Advice: for whoever has to decide, where the game allows it, and noted for everyone."""

from dataclasses import replace

import pytest

from bot.games.header import Header, Hints
from bot.games.loading import Games
from bot.people import Person
from bot.request import Request
from bot.scene import Phrase, PictureKind, Scene
from bot.table.table import Table
from bot.thinking.minds import NoThought, ThinkingHere
from bot.thinking.thoughts import Advice
from core import GameRecord, parse_action
from core.opponents.levels import PLAYERS
from tests.bot.table.club import ANN, BO, CID, Club, Counter, commands, keys
from tests.bot.table.playing import short_game

BAG = ("base/E", "base/V", "base/U", "base/D", "base/W", "base/K")
"""The first tile completes the start tile's city at once."""


async def header(club: Club) -> Header:
    """What is stored about the game."""
    game = await Games(club.store).current(club.channel)
    assert game is not None
    return game.header


async def set_up(club: Club, *, hints: Hints = Hints.ON, people: tuple[Person, ...] = (ANN, BO)) -> Scene:
    """A game in which Ann is to lay a tile that completes a city."""
    names = tuple(person.name for person in people)
    await club.set_up(GameRecord(names, bag=BAG, actions=("draw",)), people, hints=hints)
    shown = await club.table.current(club.channel)
    assert shown is not None
    club.scene = shown
    return shown


async def advised(club: Club, who: Person = ANN) -> Scene:
    """The advice that somebody gets."""
    reply = await club.say(who, "advice")
    assert reply.refusal is None, club.text(reply.refusal)
    assert reply.answer is not None
    return reply.answer


async def test_advice_says_what_sharp_would_do_and_why(club: Club) -> None:
    """Lay the cap of the city, put a meeple there: 4 points. The picture shows it; nothing is played."""
    await set_up(club)
    answer = await advised(club)
    said = {line.key: line for line in answer.lines}
    best = PLAYERS["sharp"].choose(await club.position())
    assert best == parse_action("place 0,-1 180")
    assert said["advice.place"].args["spot"] == 1
    assert said["advice.deploy"].args["feature"] == Phrase("feature.city")
    assert said["advice.deploy"].args["letter"] == "A"
    assert said["advice.why.scores"].args["points"] == Phrase.of("count.points", count=4)
    picture = answer.picture
    assert picture is not None
    assert picture.kind is PictureKind.CLOSE_UP
    assert [where for _, where in picture.letters] == ["city@S"]
    assert answer.actor == ANN.key
    assert len((await club.position()).laid) == 1


async def test_advice_stands_beside_undo(club: Club) -> None:
    """Neither needs a row of its own under the picture of a phone."""
    await set_up(club)
    scene = await club.play(ANN, "place 0,-1 180")
    assert [choice.command for choice in scene.rows[-1]] == ["undo", "advice"]


async def test_every_piece_of_advice_is_noted_once(club: Club) -> None:
    """By seat and decision; the same decision asked for twice counts once, and the end tells everyone."""
    await set_up(club)
    await advised(club)
    await advised(club)
    assert (await header(club)).asked == {0: (1,)}
    await club.play(ANN, "place 0,-1 180")
    await advised(club)
    assert (await header(club)).asked == {0: (1, 2)}
    await club.play(ANN, "deploy meeple city@S")
    while club.scene is not None and club.scene.actor:
        move = next(c for c in commands(club.scene) if c.split()[0] in {"place", "deploy", "pass"})
        await club.press(ANN if club.scene.actor == ANN.key else BO, move)
    assert club.scene is not None
    assert "over.advised" in keys(club.scene)
    told = next(line for line in club.scene.lines if line.key == "over.advised")
    assert told.args["count"] == 2


async def test_advice_makes_no_button_stale(club: Club) -> None:
    """Who was given advice can still press the buttons of the message that was there before."""
    shown = await club.begin("hints=on")
    await advised(club)
    reply = await club.press(ANN, "place 1", scene=shown)
    assert reply.refusal is None


async def test_it_takes_no_row_of_its_own_beside_undo(club: Club) -> None:
    """Each row of buttons pushes the picture out of sight on a phone: undo and advice have one."""
    await set_up(club)
    scene = await club.play(ANN, "place 1")
    rows = [tuple(choice.command for choice in row) for row in scene.rows]
    assert ("undo", "advice") in rows


async def test_only_where_it_is_agreed_on(club: Club) -> None:
    """Among people not unless all are new, or the game says so; the button is there only then."""
    shown = await set_up(club, hints=Hints.AUTO)
    assert "advice" not in commands(shown)
    assert await club.refused(ANN, "advice") == "refusal.no_advice"


@pytest.mark.parametrize("people", [(ANN, BO), (ANN, BO, CID)])
async def test_all_newcomers_may_ask(club: Club, people: tuple[Person, ...]) -> None:
    """Nobody of them has finished a game; as soon as one has, they may not."""
    await club.begin(people=people)
    assert club.scene is not None
    assert "advice" in commands(club.scene)
    await advised(club)


async def test_who_has_played_before_keeps_the_game_free_of_it(club: Club) -> None:
    """Ann and Bo have finished a game: the next one has advice only if they agree on it."""
    await short_game(club)
    await club.begin()
    assert await club.refused(ANN, "advice") == "refusal.no_advice"
    await club.play(ANN, "end yes")
    await club.begin("hints=on")
    await advised(club)


async def test_alone_with_computers_it_is_there(club: Club) -> None:
    """Nobody else's game is spoiled, however often one has played; it can be switched off all the same."""
    await short_game(club)
    await club.play(ANN, "new opponents=1 order=joined")
    await club.play(ANN, "start")
    await advised(club)
    await club.play(ANN, "end yes")
    await club.play(ANN, "new opponents=1 hints=off order=joined")
    await club.play(ANN, "start")
    assert await club.refused(ANN, "advice") == "refusal.no_advice"


async def test_what_cannot_be_answered_is_refused(club: Club) -> None:
    """By whoever does not decide, before and after the game, in other words."""
    assert await club.refused(ANN, "advice") == "refusal.no_game"
    await set_up(club)
    assert await club.refused(BO, "advice") == "refusal.not_your_turn"
    assert await club.refused(CID, "advice") == "refusal.not_a_player"
    assert await club.refused(ANN, "advice a b") == "usage.advice"
    assert await club.refused(ANN, "advice 0000000000") == "refusal.unknown_game"
    assert await club.refused(ANN, "new hints=maybe") in {"refusal.game_on", "refusal.option_value"}
    await club.play(ANN, "end yes")
    assert await club.refused(ANN, "advice") == "refusal.over"
    assert await club.refused(ANN, "new hints=maybe") == "refusal.option_value"


async def test_where_others_read_along_it_is_given_aside(club: Club) -> None:
    """The way leads to where nobody else reads; there the advice of that very game is given, and noted."""
    await set_up(club)
    game = club.scene.game if club.scene is not None else ""
    asked = Request(club.channel, ANN, "advice", "overheard-1", overheard=True)
    reply = await club.table.handle(asked)
    assert reply.answer is not None
    assert reply.answer.aside == f"advice {game}"
    assert reply.answer.picture is None
    assert (await header(club)).asked == {}
    private = replace(club.channel, place=("ann-alone",))
    reply = await club.table.handle(Request(private, ANN, f"advice {game}", "aside-1", alone=True))
    assert reply.answer is not None
    assert "advice.place" in keys(reply.answer)
    assert reply.answer.game == ""
    assert (await header(club)).asked == {0: (1,)}
    reply = await club.table.handle(Request(private, CID, f"advice {game}", "aside-2", alone=True))
    assert reply.refusal is not None
    assert reply.refusal.key == "refusal.not_a_player"


async def test_without_a_thought_one_is_told_so(club: Club) -> None:
    """Nothing is noted, and the game goes on."""

    class Blank(ThinkingHere):
        async def advise(self, record: str) -> Advice:
            raise NoThought(record)

    await set_up(club)
    table = Table(club.store, club.clock, Counter(500), Blank())
    reply = await table.handle(Request(club.channel, ANN, "advice", "blank-1"))
    assert reply.refusal is not None
    assert reply.refusal.key == "refusal.no_thought"
    assert (await header(club)).asked == {}
