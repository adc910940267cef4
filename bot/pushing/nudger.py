"""Tells people on their devices that it is their turn, and that it still is.

When somebody is to be told lies in the store, written with the change that made it their turn. It is claimed
by one worker and left there until it is done, so that whoever is killed in the middle of it is followed by
another. What a push service has taken is noted at once; a message that it may have taken without our knowing
is sent again under the same topic and tag, so that services and browsers put one in the place of the other.
"""

import asyncio
import hashlib
import json
from base64 import urlsafe_b64encode
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

import structlog

from bot import metrics
from bot.clock import Clock
from bot.clocks.preferences import Known
from bot.clocks.stops import awake
from bot.games.game import Game
from bot.games.loading import Games
from bot.people import Channel
from bot.pushing.courier import Courier, Fate
from bot.pushing.devices import DeviceBook, Mail, Notified
from bot.scene import Phrase
from bot.store.protocol import CorruptGame, Store, StoreUnavailable
from bot.texts import Texts
from bot.timing.nudging import PUSH, Nudge, nudge, nudged, nudging
from bot.timing.timekeeper import Timekeeper

LOOK: Final = 5.0
"""Seconds between two looks at who is to be told."""
AT_ONCE: Final = 20
"""So many people are told at the same time."""
WITHIN: Final = 50.0
"""Seconds within which somebody is told, or left to whoever claims it next: a claim holds for sixty."""
FAREWELL: Final = 5.0
"""Seconds for what is on its way when the bot stops, so that it is known whether it has arrived."""
TRIES: Final = 5
"""So often a device is tried whose service does not take the message; each time it waits twice as long."""
MOST_AN_HOUR: Final = 120
"""So many notices a person gets within an hour, of all games together."""
REPLAYED: Final = 4_000_000
"""Bytes of games that stay replayed here: most are looked at by their header alone."""
_HOUR: Final = 3600

log: Final = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class _Case:
    """Somebody to be told, with all that is known about it."""

    place: Channel
    game: Game
    known: Known
    nudge: Nudge
    mail: Mail


class Nudger:
    """Tells people of their turns, from :meth:`start` to :meth:`stop`."""

    def __init__(
        self,
        store: Store,
        book: DeviceBook,
        courier: Courier,
        texts: Texts,
        clock: Clock,
        *,
        look: float = LOOK,
    ) -> None:
        self._store = store
        self._book = book
        self._courier = courier
        self._texts = texts
        self._clock = clock
        self._look = look
        self._games = Games(store, REPLAYED)
        self._time = Timekeeper(store)
        self._at_once = asyncio.Semaphore(AT_ONCE)
        self._running: asyncio.Task[None] | None = None
        self._serving: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        """Begin to look."""
        self._running = asyncio.create_task(self._run(), name="notices")

    async def stop(self, seconds: float = FAREWELL) -> None:
        """Look no more. What is not done by then is done by whoever looks next."""
        if self._running is not None:
            self._running.cancel()
            await asyncio.gather(self._running, return_exceptions=True)
        if self._serving:
            await asyncio.wait(self._serving, timeout=seconds)
        tasks = tuple(self._serving)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._courier.close()

    async def _run(self) -> None:
        while True:
            await self.work()
            await asyncio.sleep(self._look)

    async def work(self) -> None:
        """Begin to tell everybody who is to be told now. Nobody waits for others' push services."""
        try:
            names = await self._store.deadlines_due(self._clock.now().timestamp(), platforms=(PUSH,))
        except StoreUnavailable as error:
            log.warning("notices not read", error=str(error))
            return
        except Exception:  # whatever broke, it is tried again
            log.exception("notices not read")
            return
        for name in names:
            task = asyncio.create_task(self._serve(name), name=f"notice {name}")
            self._serving.add(task)
            task.add_done_callback(self._serving.discard)

    async def _serve(self, name: Channel) -> None:
        try:
            async with asyncio.timeout(WITHIN), self._at_once:
                await self._tell(nudged(name))
        except (StoreUnavailable, CorruptGame, TimeoutError) as error:
            # The claim runs out, and then somebody else looks.
            log.warning("notice not given", channel=str(name), error=str(error) or "it took too long")
        except Exception:
            log.exception("notice failed", channel=str(name))

    async def _tell(self, place: Channel) -> None:
        """Tell whoever is to be told of a place, and note when to look at it again."""
        game = await self._games.outline(place)
        again = None if game is None else await self._told_of(place, game)
        if again is not None:
            await self._store.deadline_set(nudging(place), again)
            return
        await self._store.deadline_clear(nudging(place))
        # What has been written meanwhile may have been cleared with the rest.
        now = await self._store.version(place)
        if game is not None and now is not None and now != (game.id, game.version):
            await self._store.deadline_set(nudging(place), self._clock.now().timestamp())

    async def _told_of(self, place: Channel, game: Game) -> float | None:
        """When to look again, in seconds since 1970; None when everything is done."""
        known = await self._time.known(game, place)
        wanted = nudge(game, known)
        if wanted is None:
            return None
        if (again := self._not_before(wanted, known)) is not None:
            return again.timestamp()
        person = wanted.person.key
        mail = await self._book.tidy(person, await self._book.open(person), self._clock.now().timestamp())
        if not mail.devices:
            await self._book.close(person)
            return None
        return await self._told_again(_Case(place, game, known, wanted, mail))

    def _not_before(self, wanted: Nudge, known: Known) -> datetime | None:
        """When somebody can be told who cannot be yet."""
        now = self._clock.now()
        when = awake(known.schedule(wanted.person), max(now, wanted.when))
        return when if when > now else None

    async def _told_again(self, case: _Case) -> float | None:
        wanted, now = case.nudge, self._clock.now().timestamp()
        told, again = case.mail.told.get(str(case.place)), True
        if told is None or not told.covers(wanted.about, wanted.reminder):
            told, again = Notified(wanted.about, wanted.reminder, tuple(case.mail.devices), when=now), False
        if not told.left:
            return None
        if told.after > now:
            return told.after
        if _has_seen(case) or not (again or await self._may_be_told(wanted.person.key)):
            told = replace(told, left=())
        if not (again and told.left):
            await self._book.note_told(wanted.person.key, case.place, told)
        return await self._sent(case, told) if told.left else None

    async def _may_be_told(self, person: str) -> bool:
        full = await self._store.spend("notice", {person: MOST_AN_HOUR}, _HOUR)
        if full:
            log.warning("too many notices", person=person)
        return not full

    async def _sent(self, case: _Case, told: Notified) -> float | None:
        """Send to the devices that are left; when to try again those that could not be reached."""
        topic, message = topic_of(case.place), self._message(case)
        person, wait = case.nudge.person.key, 0.0
        sending = [asyncio.create_task(self._send(case, name, message, topic)) for name in told.left]
        try:
            for done in asyncio.as_completed(sending):
                name, fate, seconds = await done
                if fate is Fate.LATER and told.tries + 1 < TRIES:
                    wait = max(wait, seconds)
                    continue
                if fate is Fate.GONE:
                    await self._book.remove(person, [name])
                told = replace(told, left=tuple(left for left in told.left if left != name))
                # At once: what is noted is not sent again, whatever becomes of us.
                await self._book.note_told(person, case.place, told)
        finally:
            for task in sending:
                task.cancel()
        if not told.left:
            return None
        after = self._clock.now().timestamp() + max(wait, LOOK) * float(2**told.tries)
        await self._book.note_told(person, case.place, replace(told, tries=told.tries + 1, after=after))
        return after

    async def _send(
        self, case: _Case, name: str, shown: Mapping[str, str], topic: str
    ) -> tuple[str, Fate, float]:
        device = case.mail.devices.get(name)
        if device is None:
            return name, Fate.REFUSED, 0.0
        message = json.dumps({**shown, "silent": not device.sound}, ensure_ascii=False).encode()
        delivery = await self._courier.send(device, message, topic, urgent=not case.nudge.reminder)
        metrics.NOTICE.add(delivery.fate.value)
        return name, delivery.fate, delivery.seconds

    def _message(self, case: _Case) -> Mapping[str, str]:
        """What is shown, in the person's language: nothing in it lets anybody in anywhere."""
        person, header = case.nudge.person, case.game.header
        language = case.known.of(person).language or person.language
        others = tuple(
            self._texts.name(other.name, language) for other in header.people if other.key != person.key
        )
        is_room = case.place.platform == "web"
        where = Phrase.of("push.room", room=case.place.place[-1]) if is_room else Phrase("push.chat")
        who = (
            [self._texts.say(Phrase.of("push.with", count=len(others), names=others), language)]
            if others
            else []
        )
        title = "push.reminder" if case.nudge.reminder else "push.turn"
        return {
            "title": self._texts.say(Phrase(title), language),
            "body": " ".join((self._texts.say(where, language), *who)),
            "lang": self._texts.language(language).replace("_", "-"),
            "tag": topic_of(case.place),
            "url": f"/r/{case.place.place[-1]}" if is_room else "/board/",
        }


def topic_of(place: Channel) -> str:
    """By what notices of a place are known to services and browsers: a newer one replaces an older one."""
    return urlsafe_b64encode(hashlib.sha256(str(place).encode()).digest()[:18]).decode()


def _has_seen(case: _Case) -> bool:
    """Whether the person knows already: their page has shown it to them, or they are playing."""
    wanted = case.nudge
    seen = case.mail.seen.get(str(case.place))
    if wanted.playing:
        return True
    return seen is not None and seen.game == case.game.id and seen.version >= wanted.version
