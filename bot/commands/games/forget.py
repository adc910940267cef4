"""``forget me``: everything about a person goes; games that others played too keep a number in the seat."""

from dataclasses import dataclass
from typing import Final

import structlog

from bot.games.asking import Asking
from bot.games.header import Header, Status, is_newer
from bot.games.ledger import readable
from bot.games.oblivion import listed, without
from bot.people import Channel
from bot.refusal import Refused
from bot.request import Request
from bot.scene import Choice, Phrase, Scene, Style
from bot.store.protocol import Change, CorruptGame, NewerGame, Outcome, OutcomeUnknown, StoreUnavailable
from bot.timing.appointment import marked
from bot.usecases.beyond import Beyond
from bot.usecases.rows import CommandRow, Needs, Option, always, values
from core import BastideError

ME: Final = "me"
TRIES: Final = 5

log: Final = structlog.get_logger(__name__)


@dataclass(slots=True)
class _Progress:
    """How far it has come: whether anything may have been removed, and from how many games."""

    begun: bool = False
    games: int = 0


async def forget(beyond: Beyond, asking: Asking) -> Scene:
    """``forget me`` asks whether that is meant, ``forget me yes`` does it."""
    match asking.words:
        case (word,) if word.lower() == ME:
            return _page(asking, Phrase("forget.ask"), _yes())
        case (word, "yes") if word.lower() == ME:
            return await _forget(beyond, asking)
        case _:
            raise Refused("usage.forget")


async def _forget(beyond: Beyond, asking: Asking) -> Scene:
    """Remove everything, or say that only a part could be removed. Raises StoreUnavailable if nothing was."""
    progress = _Progress()
    try:
        await _remove(beyond, asking, progress)
    except StoreUnavailable as error:
        if not progress.begun and not isinstance(error, OutcomeUnknown):
            raise
        log.warning("person forgotten in part", reason=str(error))
        return _page(asking, Phrase("forget.half"), _yes())
    if not progress.games:
        return _page(asking, Phrase("forget.done.none"))
    return _page(asking, Phrase.of("forget.done", count=progress.games))


async def _remove(beyond: Beyond, asking: Asking, progress: _Progress) -> None:
    """Leave all games, become a number in those that remain, and remove everything else.

    Each step may be repeated: whoever is interrupted asks again.
    """
    key = asking.person.key
    for channel in await beyond.store.games_of(key):
        await _leave(beyond, asking, channel, progress)
    async for channel, game in beyond.store.everything():
        if await _amend(beyond, channel, game, key):
            progress.begun = True
            progress.games += 1
    for channel, game, text in await beyond.store.results.of_person(key):
        result = readable(text)
        if result is not None:
            kept = result.without(key).to_text()
            await beyond.store.results.replace(channel, game, kept, without=[key])
            progress.begun = True
    await _call_off(beyond, asking, progress)
    await beyond.store.forget(key)
    beyond.time.forget(asking.person)


async def _leave(beyond: Beyond, asking: Asking, channel: Channel, progress: _Progress) -> None:
    """Leave the game of a place, where it is shown soon: others may be waiting there."""
    try:
        game = await beyond.games.current(channel)
    except CorruptGame:
        return
    if game is None or game.header.status is Status.OVER:
        return
    command = "leave" if game.header.status is Status.LOBBY else "resign yes"
    reply = await beyond.ask(Request(channel, asking.person, command, "", language=game.header.language))
    progress.begun |= reply.refusal is None or reply.refusal.key == "refusal.outcome_unknown"
    await beyond.store.deadline_set(channel, asking.now.timestamp())


async def _call_off(beyond: Beyond, asking: Asking, progress: _Progress) -> None:
    """End the standing appointments that the person has made."""
    for mark in await beyond.time.everything(asking.person.platform):
        place = marked(mark)
        made = None if place is None else await beyond.time.appointment(place)
        if place is not None and made is not None and made.host.key == asking.person.key:
            await beyond.time.call_off(place)
            progress.begun = True


async def _amend(beyond: Beyond, channel: Channel, game: str, key: str) -> bool:
    """Take a person out of a stored game; tells whether they were in it."""
    for _ in range(TRIES):
        try:
            stored = await beyond.store.load_game(channel, game)
            if stored is None:
                return False
            if is_newer(stored.header):
                raise NewerGame(channel, game)
            before = Header.from_table(stored.header)
            after = without(before, key)
            if after == before:
                return False
            change = Change(header=after.changes_from(before), people=listed(after), pressing=True)
            if await beyond.store.amend(channel, game, stored.version, change) is Outcome.DONE:
                return True
        except (CorruptGame, BastideError) as error:
            log.warning("person stays in a damaged game", channel=str(channel), game=game, reason=str(error))
            return False
    return False


def _yes() -> Choice:
    return Choice(Phrase("choice.forget"), f"forget {ME} yes", Style.DANGER)


def _page(asking: Asking, line: Phrase, *row: Choice) -> Scene:
    return Scene(
        (line,), rows=(row,) if row else (), actor=asking.person.key, language=asking.person.language
    )


COMMAND: Final = CommandRow(
    rank=350,
    errand=forget,
    options=(Option("who", required=True, choices=values("who", "me")),),
    needs=Needs.NO_GAME,
    private=always,
    speaks=True,
)
