"""``import``: a record file that somebody sends, to look at and to go on with."""

from typing import Final

from bot.games.asking import Asking
from bot.games.course import Course
from bot.games.difference import difference
from bot.games.game import Game
from bot.games.header import IMPORTED, Header, Order, Status
from bot.games.seats import placeholder
from bot.people import Person, opponent, opponent_named
from bot.scene import Phrase, Scene
from bot.scenes.viewer import last_turn, look
from bot.usecases.beyond import Beyond
from bot.usecases.quotas import IMPORTS, spend
from bot.usecases.records import apart, read_record
from bot.usecases.rows import CommandRow, Needs, Option, always
from core import GameRecord, seed_hash

KEPT: Final = 7 * 24 * 3600
"""Seconds for which an imported game can be looked at and taken up."""


async def import_(beyond: Beyond, asking: Asking) -> Scene:
    """``import`` with a file: show the game as it stands. Its seats are free for whoever goes on with it.

    Opponents stay.
    """
    record, course = await apart(read_record, asking.request, "usage.import")
    await spend(beyond.store, IMPORTS, asking.request)
    header = _header(asking, record)
    game = Game(asking.request.channel, asking.chance.game_id(), 1, header, course)
    await beyond.store.put_aside(game.channel, game.id, difference(None, game), KEPT)
    beyond.games.keep(game)
    return look(asking, game, course, last_turn(course), _read(record, course))


def _header(asking: Asking, record: GameRecord) -> Header:
    language = asking.request.language
    return Header(
        status=Status.OVER,
        people=tuple(_sits(seat, name, language) for seat, name in enumerate(record.players)),
        host="",
        game=record.game,
        sets=record.sets,
        seats=len(record.players),
        options=record.options,
        order=Order.JOINED,
        language=language,
        record=record.with_actions(()).to_json(),
        seed_hash=seed_hash(record.seed) if record.seed is not None else "",
        source=IMPORTED,
        since=asking.now,
    )


def _sits(seat: int, name: str, language: str) -> Person:
    """Who sits there from now on: an opponent plays on, and anybody's else seat is free."""
    named = opponent_named(name)
    return placeholder(seat, name, language) if named is None else opponent(*named, language)


def _read(record: GameRecord, course: Course) -> Phrase:
    unfinished = not course.position.over
    return Phrase.of("import.unfinished" if unfinished else "import.read", count=len(record.actions))


COMMAND: Final = CommandRow(
    rank=300,
    errand=import_,
    options=(Option("file", required=True, file=True),),
    needs=Needs.NO_GAME,
    private=always,
    anyone=always,
    admins=True,
    files=True,
)
