"""A game as its place is shown it, and what can be seen of it when not everything can."""

import asyncio
from datetime import datetime

from bot.games.game import Game
from bot.games.loading import Games
from bot.people import Channel, Person
from bot.request import Reply
from bot.scenes import closings, notice, public
from bot.store.protocol import CorruptGame, NewerGame, StoreUnavailable
from bot.timing.timekeeper import SOON


def face(game: Game, now: datetime, *, quiet: bool = False, late: bool = False) -> Reply:
    """The game's public face, with what becomes of the messages that show earlier turns."""
    called = game.shown.called == (game.id, game.turn)
    calls = game.turn > 0 or bool(game.header.invited)
    return Reply(
        scene=public(game, now, notify=calls and not called and not quiet),
        closings=closings(game),
        notice=notice(game, now),
        shown=game.shown,
        late=late,
        quiet=quiet,
    )


def decides(person: Person, game: Game) -> bool:
    """Whether the decision that is due is this person's."""
    return game.course is not None and game.seat_of(person) == game.course.position.seat


async def glimpse(games: Games, channel: Channel) -> tuple[Game | None, str]:
    """What can be seen of a place's game at once, and the key of what to say when it cannot be seen."""
    try:
        async with asyncio.timeout(SOON):
            return await games.current(channel), ""
    except (StoreUnavailable, TimeoutError):
        return None, "help.unreachable"
    except NewerGame:
        return None, "help.newer"
    except CorruptGame:
        return None, "help.unreadable"
