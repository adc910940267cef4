"""How the table answers: so many at once, each with a way on, in whose language, and when the store fails."""

import asyncio
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass, replace
from typing import Final

import structlog

from bot.games.game import Game
from bot.people import Channel
from bot.request import Request
from bot.scene import Choice, Phrase, Scene, Style
from bot.store.protocol import CorruptGame, NewerGame, OutcomeUnknown, StoreFull, StoreUnavailable
from bot.usecases.rows import Needs, rows

AT_ONCE: Final = 32


class Crowd:
    """Lets so many requests be worked on side by side; the others wait, first come, first served.

    When more is asked than can be done, all would slow each other down until none of them had the store's
    answer in time. So each is done soon once it has begun.
    """

    def __init__(self, most: int = AT_ONCE) -> None:
        self._room = asyncio.Semaphore(most)

    def room(self, command: str) -> AbstractAsyncContextManager[None]:
        """What a command has to wait for. What needs no game waits for nobody."""
        row = rows().get(command)
        return self._room if row is None or row.needs is Needs.GAME else nullcontext()


def with_way_on(scene: Scene, request: Request, game: Game | None, *, known: bool) -> Scene:
    """The answer with a button that works for its reader, if it has none.

    Where there is a game, also one that is over, its live message has buttons enough. Where it is not
    ``known`` whether there is one, or none can be begun, help says what can be done.
    """
    if any(scene.rows) or game is not None:
        return scene
    return replace(scene, rows=((_way_on(request, known=known),),))


def _way_on(request: Request, *, known: bool) -> Choice:
    if not known:
        return Choice(Phrase("choice.help"), "help")
    if request.alone:
        return Choice(Phrase("choice.against"), "new", Style.MAIN)
    return Choice(Phrase("choice.new"), "new", Style.MAIN)


log: Final = structlog.get_logger(__name__)


def told(error: CorruptGame | StoreUnavailable, channel: Channel) -> Phrase:
    """The sentence about it. What somebody has to look after is logged."""
    match error:
        case OutcomeUnknown():
            # Whatever came of a game is shown in its place; of what is kept elsewhere nobody would be told.
            return Phrase("refusal.outcome_unknown" if error.game else "refusal.maybe_saved")
        case StoreFull():
            log.error("store full", error=str(error))
            return Phrase("refusal.store_full")
        case StoreUnavailable():
            return Phrase("refusal.store_unavailable")
        case _:
            log.warning("game cannot be read", channel=str(channel), reason=str(error))
            newer = isinstance(error, NewerGame)
            return Phrase("refusal.newer_game" if newer else "refusal.corrupt_game")


@dataclass(slots=True)
class Spoken:
    """The language that whoever asks has chosen, "" for none, as soon as it is known."""

    language: str | None = None

    def heard(self, request: Request, language: str) -> Request:
        """The request as somebody's who has chosen this language, unless that was known already."""
        if self.language is not None:
            return request
        self.language = language
        if not language:
            return request
        person = replace(request.person, language=language)
        return replace(request, person=person, native=request.person.language)
