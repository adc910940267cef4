"""One person or several against opponents at a table: how they move, and what is stored of it."""

import random

from bot.games.game import Game
from bot.games.header import Status
from bot.games.loading import Games
from bot.people import Person
from bot.request import Reply
from bot.store.keys import DEADLINES
from bot.store.redis_store import RedisStore
from bot.timing.answering import answering
from tests.bot.table.club import ANN, Club, commands
from tests.bot.table.weeks import Weeks

SHORT = "new opponents=1 order=joined"


async def current(club: Club) -> Game:
    """The game as the store has it."""
    game = await Games(club.store).current(club.channel)
    assert game is not None
    return game


async def deadline(club: Club) -> float | None:
    """When an opponent is to move here, as it is stored."""
    assert isinstance(club.store, RedisStore)
    when = await club.store._link.ask("ZSCORE", DEADLINES, str(answering(club.channel)))
    return None if when is None else float(when)


async def their_moves(club: Club) -> list[Reply]:
    """Let all opponents move that are to do so; what was shown of it."""
    weeks, shown = Weeks(club), []
    while (await current(club)).opponent_decides:
        shown += [each.reply for each in await weeks.live(seconds=20)]
    return shown


async def my_turn(club: Club, chance: random.Random, people: tuple[Person, ...] = (ANN,)) -> None:
    """The person who is to decide takes decisions by buttons until it is somebody else's turn."""
    game = await current(club)
    assert game.course is not None
    by_key = {person.key: person for person in people}
    turn = _turn(game)
    while game.header.status is Status.RUNNING and _turn(game) == turn:
        assert club.scene is not None
        moves = [
            c
            for c in commands(club.scene)
            if c.split()[0] not in {"undo", "join", "settings", "vote", "advice"}
        ]
        reply = await club.press(by_key[club.scene.actor], chance.choice(moves))
        assert reply.refusal is None
        game = await current(club)


def _turn(game: Game) -> int:
    return 0 if game.course is None else game.course.turn


async def begun(club: Club, command: str = SHORT) -> None:
    """A game against opponents in which Ann is to decide."""
    await club.play(ANN, command)
    await club.play(ANN, "start")
    await their_moves(club)
