"""What the table keeps about time outside the games: deadlines, outages, and what people prefer.

Deadlines are written after the change that moves them; what is lost of them is made anew from the games. An
outage is measured by a heartbeat: a platform that was not heard of for a while was down for so long.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Final

import structlog

from bot.clocks.control import NO_CLOCK
from bot.clocks.preferences import Known, Preferences
from bot.clocks.stops import Span
from bot.games.game import Game
from bot.games.opponents import moves_at, opponents
from bot.games.seats import is_person
from bot.people import Channel, Person
from bot.store.protocol import KnownTables, Store, StoreUnavailable
from bot.timing.answering import answering
from bot.timing.appointment import Appointment, mark
from bot.timing.nudging import PUSH, nudge, nudging
from bot.timing.owing import SHOWN_WITHIN, owed
from bot.timing.timekeeping import due_at

SILENCE: Final = timedelta(minutes=2)
"""A longer silence of the heartbeat is an outage."""
NOTICED_WITHIN: Final = timedelta(days=1)
"""A notice that nobody has given for so long helps nobody any more."""
KEPT: Final = timedelta(days=120)
"""Outages are kept for so long: no turn takes longer."""

SOON: Final = 0.45
"""Seconds that an answer which needs nothing of the store waits for what it would like to know."""
KEPT_LANGUAGES: Final = 1000
"""So many people's languages are remembered for when the store does not answer."""
KEPT_SEATED: Final = 10_000
"""Of so many places it is remembered who sits there: what is known of them is read with the next game."""

_BEAT: Final = "beat"
_APPOINTMENTS: Final = "appointments"

log: Final = structlog.get_logger(__name__)


class Timekeeper:
    """Reads and writes what is kept about time in one store."""

    def __init__(self, store: Store, kept: int = KEPT_LANGUAGES) -> None:
        self._store = store
        self._kept = kept
        self._languages: OrderedDict[str, str] = OrderedDict()
        self._seated: OrderedDict[Channel, tuple[str, ...]] = OrderedDict()

    async def language(self, person: Person) -> str:
        """The language that a person has chosen, "" for none.

        While the store does not answer soon, it is the one that the person had when last seen.
        """
        try:
            async with asyncio.timeout(SOON):
                table = await self._store.person_get(person.key)
        except (StoreUnavailable, TimeoutError):
            return self._languages.get(person.key, "")
        language = Preferences.from_table(table).language
        self.remember(person, language)
        return language

    def remember(self, person: Person, language: str) -> None:
        """Remember the language that a person has chosen, "" for none, for when the store does not answer."""
        self.forget(person)
        if language:
            self._languages[person.key] = language
            if len(self._languages) > self._kept:
                self._languages.popitem(last=False)

    def forget(self, person: Person) -> None:
        """Remember nothing of a person."""
        self._languages.pop(person.key, None)

    def likely(self, channel: Channel, asking: Person) -> tuple[Collection[str], str]:
        """The people, and the topic of notes, that :meth:`known` will ask the store for, most likely."""
        keys = (*self._seated.get(channel, ()), asking.key)
        return tuple(dict.fromkeys(keys)), _outages(channel.platform)

    async def known(
        self,
        game: Game | None,
        channel: Channel,
        asking: Person | None = None,
        read: KnownTables | None = None,
    ) -> Known:
        """What is known of the game's people, of who asks, and of the platform. Raises StoreUnavailable.

        The store is not asked where ``read``, which it told for :meth:`likely`, has all of it.
        """
        seated = () if game is None else (person for person in game.header.people if is_person(person))
        people = tuple(person.key for person in seated)
        keys = tuple(dict.fromkeys(people if asking is None else (*people, asking.key)))
        if read is None or any(key not in read[0] for key in keys):
            read = await self._store.known(keys, _outages(channel.platform))
        tables, notes = read
        self._remember_seated(channel, people)
        preferences = {key: Preferences.from_table(tables[key]) for key in keys if tables[key]}
        return Known(preferences, tuple(_spans(notes)))

    def _remember_seated(self, channel: Channel, people: tuple[str, ...]) -> None:
        self._seated[channel] = people
        self._seated.move_to_end(channel)
        if len(self._seated) > KEPT_SEATED:
            self._seated.popitem(last=False)

    @staticmethod
    def deadlines(
        game: Game, known: Known, owed_from: datetime | None = None
    ) -> Mapping[Channel, float | None]:
        """When the game wants to be looked at again.

        With ``owed_from``, the place is owed a picture since that moment.
        """
        when = due_at(game, known)
        deadlines = {game.channel: None if when is None else when.timestamp()}
        if opponents(game.header):
            moves = moves_at(game)
            deadlines[answering(game.channel)] = None if moves is None else moves.timestamp()
        if (told := nudge(game, known)) is not None:
            deadlines[nudging(game.channel)] = told.when.timestamp()
        if owed_from is not None:
            deadlines[owed(game.channel)] = (owed_from + SHOWN_WITHIN).timestamp()
        return deadlines

    async def wind(self, game: Game, known: Known, owed_from: datetime | None = None) -> None:
        """Write when the game wants to be looked at again. Never fails: a lost deadline is made anew."""
        try:
            await self._store.deadlines_set(self.deadlines(game, known, owed_from))
        except StoreUnavailable as error:
            log.warning("deadline not written", channel=str(game.channel), error=str(error))

    async def sleeps(self, game: Game | None, now: datetime) -> bool:
        """Whether nothing is to be done in a game without a clock until later, which is noted.

        The game may be a mere outline. Raises StoreUnavailable.
        """
        if game is None or game.unshown or game.header.tempo.clock != NO_CLOCK:
            return False
        known = await self.known(game, game.channel)
        when = due_at(game, known)
        if when is not None and when <= now:
            return False
        await self.wind(game, known)
        return True

    async def rest(self, channel: Channel) -> None:
        """Look no more after a place whose game has ended by itself. Never fails: it is looked at again."""
        await self._try_to_set(channel, None)

    async def answered(self, channel: Channel) -> None:
        """No opponent is to move in a place. Raises StoreUnavailable."""
        await self._store.deadline_clear(answering(channel))

    async def owe(self, channel: Channel, now: datetime) -> None:
        """Let a place be looked at that is not shown what it should be. Raises StoreUnavailable."""
        await self._store.deadline_set(owed(channel), (now + SHOWN_WITHIN).timestamp())

    async def paid(self, channel: Channel) -> None:
        """A place is shown what it should be. Raises StoreUnavailable."""
        await self._store.deadline_clear(owed(channel))

    async def give_up_notices(self, now: datetime) -> None:
        """Forget whom nobody has told on their devices for long. Raises StoreUnavailable.

        Nobody does where the page that did so is no more; else they would be looked at for ever.
        """
        late = (now - NOTICED_WITHIN).timestamp()
        while names := await self._store.deadlines_due(late, platforms=(PUSH,)):
            for name in names:
                await self._store.deadline_clear(name)

    async def appointment(self, channel: Channel) -> Appointment | None:
        """A place's standing appointment. Raises StoreUnavailable."""
        text = (await self._store.notes_get(_APPOINTMENTS)).get(str(channel), "")
        try:
            return Appointment.from_text(text) if text else None
        except (KeyError, TypeError, ValueError) as error:
            log.warning("appointment cannot be read", channel=str(channel), error=repr(error))
            return None

    async def appoint(self, channel: Channel, appointment: Appointment, now: datetime) -> None:
        """Keep an appointment from its next hour on, unless it rests. Raises StoreUnavailable."""
        await self._store.notes_set(_APPOINTMENTS, {str(channel): appointment.to_text()})
        await self._try_to_set(mark(channel), None if appointment.rests else appointment.following(now))

    async def kept(self, channel: Channel, before: Appointment, after: Appointment, now: datetime) -> None:
        """Note what has become of an appointment at its hour, unless somebody has changed it meanwhile.

        Raises StoreUnavailable.
        """
        if await self.appointment(channel) == before:
            await self.appoint(channel, after, now)

    async def call_off(self, channel: Channel) -> None:
        """Keep a place's appointment no more. Raises StoreUnavailable."""
        await self._store.notes_set(_APPOINTMENTS, {str(channel): None})
        await self._try_to_set(mark(channel), None)

    async def let_be(self, channel: Channel) -> None:
        """Look at the place's appointment no more until the next start, whatever is kept of it."""
        await self._try_to_set(mark(channel), None)

    async def _try_to_set(self, channel: Channel, when: datetime | None) -> None:
        """Write a deadline after the change that moves it, which counts without it too."""
        try:
            await self._store.deadlines_set({channel: None if when is None else when.timestamp()})
        except StoreUnavailable as error:
            log.warning("deadline not written", channel=str(channel), error=str(error))

    async def rename_channel(self, old: Channel, new: Channel, now: datetime) -> None:
        """Keep the appointment of a place that got a new id. Raises StoreUnavailable."""
        appointment = await self.appointment(old)
        if appointment is not None:
            await self.appoint(new, appointment, now)
            await self.call_off(old)

    async def everything(self, platform: str) -> Sequence[Channel]:
        """Whatever has a deadline on a platform: places with games, and appointments.

        Raises StoreUnavailable.
        """
        places = [channel async for channel in self._store.channels(platform)]
        appointments = map(Channel.parse, await self._store.notes_get(_APPOINTMENTS))
        return [*places, *(mark(channel) for channel in appointments if channel.platform == platform)]

    async def look_at(self, channels: Iterable[Channel], now: datetime) -> None:
        """Let these channels be looked at as soon as somebody has time. Raises StoreUnavailable."""
        await self._store.deadlines_set(dict.fromkeys(channels, now.timestamp()))

    async def claim(self, now: datetime, platforms: Collection[str]) -> Sequence[Channel]:
        """The channels of these platforms that want to be looked at, each for one caller only.

        Raises StoreUnavailable.
        """
        return await self._store.deadlines_due(now.timestamp(), platforms=tuple(platforms))

    async def beat(self, platform: str, now: datetime) -> bool:
        """Note that a platform is up. True when it was down before: then all its clocks have to be set.

        Raises StoreUnavailable.
        """
        notes = await self._store.notes_get(_outages(platform))
        last = _moment(notes.get(_BEAT, ""))
        down = last is not None and now - last > SILENCE
        changes: dict[str, str | None] = {_BEAT: now.isoformat()}
        if last is not None and down:
            log.info("outage measured", platform=platform, seconds=int((now - last).total_seconds()))
            changes[last.isoformat()] = now.isoformat()
            changes |= {span.begin.isoformat(): None for span in _spans(notes) if span.end < now - KEPT}
        await self._store.notes_set(_outages(platform), changes)
        return down


def _outages(platform: str) -> str:
    return f"outages:{platform}"


def _spans(notes: Mapping[str, str]) -> Iterable[Span]:
    for begin, end in sorted(notes.items()):
        first, last = _moment(begin), _moment(end)
        if begin != _BEAT and first is not None and last is not None:
            yield Span(first, last)


def _moment(text: str) -> datetime | None:
    try:
        return datetime.fromisoformat(text).astimezone(UTC)
    except ValueError:
        return None
