"""``games``: all games of one person, everywhere."""

from datetime import datetime
from typing import Final

from bot.clocks.preferences import Preferences
from bot.games import describe, describe_time
from bot.games.access import due
from bot.games.asking import Asking
from bot.games.game import Game
from bot.games.header import Status
from bot.request import Request
from bot.scene import At, Choice, Phrase, Scene
from bot.store.protocol import CorruptGame
from bot.usecases.beyond import Beyond
from bot.usecases.rows import CommandRow, Needs, always


async def games(beyond: Beyond, asking: Asking) -> Scene:
    """``games``: where the asking person plays, whose turn it is there, and since when."""
    request, store = asking.request, beyond.store
    lines = []
    zone = Preferences.from_table(await store.person_get(request.person.key)).zone
    for channel in await store.games_of(request.person.key):
        try:
            game = await beyond.games.current(channel)
        except CorruptGame:
            lines.append(Phrase.of("mine.corrupt", place=channel))
            continue
        if game is not None and game.header.status is not Status.OVER:
            lines.append(_line(game, request, asking.now, zone))
    rows: tuple[tuple[Choice, ...], ...] = ()
    if not lines:
        lines.append(Phrase("mine.none"))
        rows = ((Choice(Phrase("choice.help"), "help"),),)
    return Scene(tuple(lines), rows=rows, actor=request.person.key, language=request.person.language)


def _line(game: Game, request: Request, now: datetime, zone: str) -> Phrase:
    course = game.course
    yours = course is not None and course.position.seat == game.seat_of(request.person)
    timer = game.header.tempo.timer
    until = None if timer is None else timer.until
    said = Phrase.of(
        "mine.your_turn" if yours else "mine.entry",
        place=At(game.channel, "" if game.shown.live is None else game.shown.live.message),
        title=describe.title(game),
        due=due(game),
        time=describe.since(now - game.header.since),
    )
    if until is None:
        return said
    left = describe_time.span(until - now)
    return Phrase.of("mine.timed", entry=said, left=left, when=describe_time.moment(game, until, zone))


COMMAND: Final = CommandRow(
    rank=190,
    errand=games,
    needs=Needs.NOTHING,
    private=always,
)
