"""Opening games: from the store, through the replayed positions that are still in memory."""

from collections import OrderedDict
from collections.abc import Collection
from dataclasses import replace
from typing import Final

import structlog

from bot.games.course import Course
from bot.games.game import Game
from bot.games.header import Header, Status, is_newer
from bot.people import Channel
from bot.processes.memory import REPLAYED
from bot.shown import NOTHING_SHOWN, NewerShown, Shown
from bot.store.protocol import CorruptGame, KnownTables, NewerGame, Store, StoredGame
from core import BastideError, GameRecord

A_GAME: Final = 10_000
A_STEP: Final = 1_600
"""Bytes of a replayed game, and for each step in it: three hundred at the end of a game."""

log: Final = structlog.get_logger(__name__)


class Games:
    """The games of a store. What is read is replayed once for each version.

    Those that were used last stay replayed, as many as there is ``room`` for, in bytes.
    """

    def __init__(self, store: Store, room: int = REPLAYED * 1_000_000) -> None:
        self._store = store
        self._room = room
        self._held = 0
        self._courses: OrderedDict[tuple[Channel, str, int], Course] = OrderedDict()

    async def current(self, channel: Channel) -> Game | None:
        """The channel's current game, or None. Raises CorruptGame and StoreUnavailable."""
        stored = await self._store.load(channel)
        return None if stored is None else self.open(channel, stored)

    async def current_known(
        self, channel: Channel, people: Collection[str], topic: str
    ) -> tuple[Game | None, KnownTables | None]:
        """Likewise; and what is known of these people, and notes, if they were read with it."""
        stored, known = await self._store.load_known(channel, people, topic)
        return None if stored is None else self.open(channel, stored), known

    async def outline(self, channel: Channel) -> Game | None:
        """The channel's current game without its course, as long as all who began it are in it.

        That is enough to see when something is due, and takes no replaying. None where there is no game;
        somebody's leaving stands only in the course, so that such a game is opened whole. Raises as
        :meth:`current`.
        """
        stored = await self._store.load(channel)
        if stored is None:
            return None
        if is_newer(stored.header) or any(action.startswith("resign") for action in stored.actions):
            return self.open(channel, stored)
        header, shown = Header.from_table(stored.header), shown_of(channel, stored)
        return Game(channel, stored.game, stored.version, header, shown=shown)

    def keep(self, game: Game) -> None:
        """Remember a game's course, which nobody may change from now on."""
        if game.course is None:
            return
        for version in (game.version, game.version - 1):
            self._held -= _weight(self._courses.pop((game.channel, game.id, version), None))
        self._courses[game.channel, game.id, game.version] = game.course
        self._held += _weight(game.course)
        while self._held > self._room and len(self._courses) > 1:
            _, oldest = self._courses.popitem(last=False)
            self._held -= _weight(oldest)

    def open(self, channel: Channel, stored: StoredGame) -> Game:
        """What the store holds, opened. Raises CorruptGame."""
        if is_newer(stored.header):
            raise NewerGame(channel, stored.game)
        header = Header.from_table(stored.header)
        course = self._course(channel, stored, header)
        game = Game(channel, stored.game, stored.version, header, course, shown_of(channel, stored))
        self.keep(game)
        return game

    def _course(self, channel: Channel, stored: StoredGame, header: Header) -> Course | None:
        if not header.record:
            return None
        known = self._courses.get((channel, stored.game, stored.version))
        if known is not None and len(known.steps) == len(stored.actions):
            self._courses.move_to_end((channel, stored.game, stored.version))
            return known
        try:
            opening = GameRecord.from_json(header.record).opening()
            course = Course.replay(opening, stored.actions, header.tempo.played)
        except BastideError as error:
            raise CorruptGame(f"its actions cannot be replayed: {error}") from error
        if header.status is Status.LOBBY or (header.status is Status.RUNNING and course.position.over):
            raise CorruptGame("its header and its actions disagree")
        return course


def _weight(course: Course | None) -> int:
    """About how many bytes a replayed game takes: nearly all of it is its past."""
    return 0 if course is None else A_GAME + A_STEP * len(course.steps)


def shown_of(channel: Channel, stored: StoredGame) -> Shown:
    """What the place is shown. What cannot be read of it harms no game: its message is posted anew.

    Raises NewerGame where a newer program has noted it: posting anew would leave its messages behind.
    """
    if not stored.shown:
        game = stored.message_game or stored.game
        return Shown.of_old(channel.platform, game, stored.message, stored.message_turn, stored.posted)
    try:
        return replace(Shown.from_text(stored.shown), revision=stored.revision)
    except NewerShown:
        raise NewerGame(channel, stored.game) from None
    except ValueError as error:
        log.warning("what a place is shown cannot be read", channel=str(channel), reason=str(error))
        return replace(NOTHING_SHOWN, revision=stored.revision)
