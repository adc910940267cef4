"""The table: every request of every platform comes here, and every scene comes from here."""

import secrets
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

import structlog

from bot import metrics
from bot.clock import Clock
from bot.clocks.preferences import NOTHING_KNOWN
from bot.games.access import due
from bot.games.asking import Asking, Chance
from bot.games.difference import difference
from bot.games.game import Answered, Game, ancestor
from bot.games.header import Status
from bot.games.ledger import Ledger
from bot.games.loading import Games, shown_of
from bot.games.parser import Command, parse
from bot.games.presence import attended
from bot.people import Channel, Person
from bot.processes.memory import REPLAYED
from bot.refusal import Refused, Stale
from bot.request import Reply, Request
from bot.scene import Scene, for_reader
from bot.scenes.compose import past, public
from bot.shown import Shown
from bot.store.protocol import CorruptGame, Outcome, OutcomeUnknown, Store, StoreUnavailable
from bot.table.alarm import alarm, rings
from bot.table.opponents import Opponents
from bot.table.ways import Crowd, Spoken, with_way_on
from bot.table.ways import told as told_of
from bot.thinking.minds import Thinking, ThinkingHere
from bot.timing.answering import answered
from bot.timing.appointment import LATE, appointed, marked
from bot.timing.owing import owed, owing
from bot.timing.timekeeper import Timekeeper
from bot.timing.timekeeping import kept
from bot.usecases.beyond import Beyond
from bot.usecases.quotas import GAMES, spend
from bot.usecases.rows import Needs, rows
from bot.usecases.showing import decides, face

TRIES: Final = 3

log: Final = structlog.get_logger(__name__)


class Table:
    """The games of one store.

    ``rng(n)`` makes n random bytes in hexadecimal, for ids and seeds; ``minds`` think for opponents and give
    advice. ``board`` is the address of the page to which chats lead, "" for none. So many bytes of games stay
    ``replayed``. ``soon`` tells when something is due before anybody would look. Several may share a store.
    """

    def __init__(
        self,
        store: Store,
        clock: Clock,
        rng: Callable[[int], str] = secrets.token_hex,
        minds: Thinking | None = None,
        board: str = "",
        *,
        replayed: int = REPLAYED * 1_000_000,
    ) -> None:
        self._store = store
        self._clock = clock
        self._chance = Chance(rng)
        self._games = Games(store, replayed)
        # Channels with a change of which nobody knows whether it was made. Every start looks at all anyway.
        self._unsettled: set[Channel] = set()
        self._time = Timekeeper(store)
        self._ledger = Ledger(store, self._games)
        minds = minds or ThinkingHere()
        self._beyond = Beyond(
            store, self._games, self._ledger, self._time, minds, ask=self._answer, board=board
        )
        self._crowd = Crowd()
        self._rows = rows()
        self._opponents = Opponents(self._games, self._time, clock, minds, self._by_itself)
        self.soon = self._opponents.soon

    def stop(self) -> None:
        """Begin nothing any more that nobody waits for: what is stored is done by whoever is there then."""
        self._opponents.stop()

    async def handle(self, request: Request) -> Reply:
        """Do what was asked, or say why not; a refusal has changed nothing, or says that it may have."""
        with metrics.asked(request) as asked:
            async with self._crowd.room(_name(request)):
                asked.reply = reply = await self._answer(request)
        return reply

    async def _answer(self, request: Request) -> Reply:
        row, spoken = self._rows.get(_name(request)), Spoken()
        if row is not None and row.needs is not Needs.GAME:
            # It need not know people's preferences, so the language is asked for by itself.
            request = spoken.heard(request, await self._time.language(request.person))
        try:
            reply = await self._serve(request, spoken)
        except Refused as refused:
            reply = Reply(refusal=refused.phrase, stale=refused.stale)
        except (CorruptGame, StoreUnavailable) as error:
            reply = Reply(refusal=told_of(error, request.channel))
        if spoken.language is None or (row is not None and row.speaks):
            # Nothing was found out of the person before it was refused, or it is another one by now.
            spoken.language = await self._time.language(request.person)
        return replace(reply, language=spoken.language)

    async def language(self, person: Person) -> str:
        """The language that a person has chosen, "" for none."""
        return await self._time.language(person)

    async def pending(self, platform: str) -> AsyncIterator[tuple[Channel, Reply]]:
        """What the platform's places have not seen yet: for a start, and for when a connection was lost.

        Raises StoreUnavailable. A game that cannot be read is left out and logged.
        """
        async for channel in self._store.channels(platform):
            try:
                stored = await self._store.load(channel)
                if stored is None or (stored.posted >= stored.version and shown_of(channel, stored).settled):
                    continue
                game = self._games.open(channel, stored)
            except CorruptGame as error:
                log.warning("game cannot be read", channel=str(channel), reason=str(error))
                continue
            yield channel, self._face(game, late=True)

    async def face(self, channel: Channel) -> Reply | None:
        """The game's newest face, or None where there is no game. Raises StoreUnavailable and CorruptGame."""
        game = await self._games.current(channel)
        return None if game is None else self._face(game, late=True)

    async def shown(self, channel: Channel, game: str, version: int, shown: Shown, *, settled: bool) -> bool:
        """Note that the place has seen this version of the game, and what it is shown.

        False when somebody else has noted something meanwhile: then nothing is noted. ``settled`` tells that
        nothing is left to be done there. Raises StoreUnavailable and CorruptGame.
        """
        over, text = owed(channel) if settled else None, shown.to_text()
        return await self._store.shown(channel, game, version, text, revision=shown.revision, over=over)

    async def current(self, channel: Channel) -> Scene | None:
        """The public scene as it stands, or None where there is no game. Raises what the store raises."""
        return await self.view(channel)

    async def view(
        self, channel: Channel, person: Person | None = None, language: str | None = None
    ) -> Scene | None:
        """The present scene as this person sees it: with the choices that are theirs, in this language.

        Without a person it is the public scene. None where there is no game. Raises what the store raises.
        """
        if (game := await self._games.current(channel)) is None:
            return None
        scene = public(game, self._clock.now())
        if language is not None:
            chosen = "" if person is None else await self._time.language(person)
            scene = replace(scene, language=chosen or language)
        return scene if person is None else for_reader(scene, person.key)

    async def told(self, channel: Channel) -> Sequence[Scene]:
        """What has happened in the place's game so far: a scene of sentences for each turn that is over.

        Raises StoreUnavailable and CorruptGame.
        """
        game = await self._games.current(channel)
        return () if game is None else past(game)

    async def where_is(self, platform: str, game: str) -> Channel | None:
        """The place of this platform that has this game now, None for none. Raises StoreUnavailable."""
        return await self._store.where_is(platform, game)

    async def rename_channel(self, old: Channel, new: Channel) -> None:
        """Move the channel's game to the channel's new address. Raises StoreUnavailable."""
        await self._store.rename_channel(old, new)
        await self._time.rename_channel(old, new, self._clock.now())
        await self._time.paid(old)
        await self._time.owe(new, self._clock.now())

    async def claim(self, platforms: Collection[str]) -> Sequence[Channel]:
        """The channels of these platforms whose time has come, each given to one caller only.

        Whoever gets one asks :meth:`due` about it. Raises StoreUnavailable.
        """
        return await self._time.claim(self._clock.now(), platforms)

    async def due(self, channel: Channel) -> tuple[Channel, Reply] | None:
        """Do what is due by the clock for what :meth:`claim` gave; None when nothing is to be shown.

        Gives the place and what is to be shown there. Asking twice is harmless. Raises what the store raises.
        """
        if (place := marked(channel)) is not None:
            return await self._keep_appointment(place)
        if (place := owing(channel)) is not None:
            return await self._pay(place)
        if (place := answered(channel)) is not None:
            return await self._opponents.move(place)
        if await self._time.sleeps(await self._games.outline(channel), self._clock.now()):
            return None
        reply = await self._by_itself(alarm(channel), rings)
        return None if reply is None else (channel, reply)

    async def _pay(self, place: Channel) -> tuple[Channel, Reply] | None:
        """What a place should be shown that was not shown it, for as long as that is so."""
        game = await self._games.current(place)
        if game is None or not game.unshown:
            await self._time.paid(place)
            return None
        await self._time.owe(place, self._clock.now())
        return place, self._face(game, late=True)

    async def _keep_appointment(self, place: Channel) -> tuple[Channel, Reply] | None:
        now, reply = self._clock.now(), None
        made = await self._time.appointment(place)
        if made is None:
            # One that a newer program has written is there and cannot be read: it stays.
            await self._time.let_be(place)
            return None
        hour, after = made.latest(now), made
        if hour is not None and now - hour <= LATE and not made.rests:
            after = made.kept(await self._games.current(place), now)
            reply = await self._by_itself(made.request(place, hour), partial(appointed, after))
        await self._time.kept(place, made, after, now)
        return None if reply is None else (place, reply)

    async def _by_itself(self, request: Request, act: Callable[[Asking], Game | None]) -> Reply | None:
        """Do what nobody has asked for, and give what the place has not seen yet."""
        command = parse(request.command) if request.command else Command("")
        for _ in range(TRIES):
            game = await self._games.current(request.channel)
            known = await self._time.known(game, request.channel, request.person)
            asking = Asking(game, request, command, self._clock.now(), self._chance, known)
            after = act(asking)
            if after is not None:
                after = kept(game, attended(asking, after, by_person=False), asking.now, known)
                outcome = await self._commit(asking, after)
                if outcome is Outcome.DONE:
                    return self._face(after)
                if outcome is Outcome.STALE:
                    continue
            if game is None:
                await self._time.rest(request.channel)
                return None
            await self._time.wind(game, known)
            return self._face(game, late=True) if game.unshown else None
        return None

    async def beat(self, platform: str) -> None:
        """Note that a platform is up. After an outage its clocks are set anew. Raises StoreUnavailable."""
        now = self._clock.now()
        if await self._time.beat(platform, now):
            await self.wind_all(platform)

    async def wind_all(self, platform: str) -> None:
        """Let all of a platform's clocks be looked at: after an outage, and when deadlines may be lost.

        Raises StoreUnavailable.
        """
        await self._time.look_at(await self._time.everything(platform), self._clock.now())

    async def settled(self) -> Sequence[tuple[Channel, Reply]]:
        """What has become of changes whose answer was lost, as far as the store tells by now.

        Their clocks are wound and their results entered, as they would have been. What the places have not
        seen is to be shown there. Raises StoreUnavailable: then the rest is told another time.
        """
        unseen = []
        for channel in tuple(self._unsettled):
            try:
                game = await self._games.current(channel)
                if game is not None:
                    known = await self._time.known(game, channel)
                    await self._time.wind(game, known, self._clock.now())
                    if game.header.status is Status.OVER:
                        await self.catch_up()
                    if game.unshown:
                        unseen.append((channel, self._face(game, late=True)))
            except CorruptGame as error:
                log.warning("game cannot be read", channel=str(channel), reason=str(error))
            self._unsettled.discard(channel)
        return unseen

    async def catch_up(self) -> int:
        """Enter results that were not entered when their games ended, and say how many there were.

        Raises StoreUnavailable.
        """
        missing = await self._ledger.catch_up()
        if missing:
            log.info("results entered late", count=missing)
        return missing

    async def tidy(self) -> None:
        """Finish what somebody who died has left half done, and forget what nobody does any more.

        Raises StoreUnavailable.
        """
        await self.catch_up()
        await self._time.give_up_notices(self._clock.now())

    async def missing_results(self) -> int:
        """How many results :meth:`catch_up` would enter. Raises StoreUnavailable."""
        return await self._ledger.missing()

    async def _serve(self, request: Request, spoken: Spoken) -> Reply:
        """Do what was asked. Raises Refused, and what the store raises."""
        command = parse(request.command)
        row = self._rows[command.name]
        for _ in range(TRIES):
            game, read = None, None
            if row.needs is Needs.GAME:
                likely = self._time.likely(request.channel, request.person)
                game, read = await self._games.current_known(request.channel, *likely)
            if game is not None and request.once and game.header.once == request.once:
                return self._face(game)
            known = NOTHING_KNOWN
            if row.needs is Needs.GAME:
                known = await self._time.known(game, request.channel, request.person, read)
                language = known.of(request.person).language
                self._time.remember(request.person, language)
                request = spoken.heard(request, language)
            asking = Asking(game, request, command, self._clock.now(), self._chance, known)
            result = await row.served(self._beyond, asking)
            if isinstance(result, Scene):
                if row.needs is not Needs.NOTHING:
                    result = with_way_on(result, request, game, known=row.needs is Needs.GAME)
                return Reply(answer=result)
            result = Answered(result) if isinstance(result, Game) else result
            after = await self._allowed(asking, result.game, plays=row.move is not None)
            outcome = await self._commit(asking, after)
            if outcome is Outcome.DONE:
                quiet = command.name == "undo" and decides(request.person, after)
                return replace(self._face(after, quiet=quiet), answer=result.answer)
            if outcome is Outcome.REPEATED:
                return await self._repeated(request)
            if not row.late and await self._has_passed(request):
                break
        raise await self._too_late(request)

    async def _allowed(self, asking: Asking, after: Game, *, plays: bool) -> Game:
        """What somebody wants, with its clock, unless it is one new game too many. Raises Refused."""
        if ancestor(asking.game, after) is None:
            await spend(self._store, GAMES, asking.request)
        return kept(asking.game, attended(asking, after, plays=plays), asking.now, asking.known)

    async def _has_passed(self, request: Request) -> bool:
        """Whether the moment of the game is over that a button meant; typed text means the present."""
        if request.version is None:
            return False
        game = await self._games.current(request.channel)
        return game is None or game.id != request.game or game.header.tempo.moved > request.version

    async def _commit(self, asking: Asking, after: Game) -> Outcome:
        channel, game, once = after.channel, after.id, asking.request.once
        before = ancestor(asking.game, after)
        deadlines = self._time.deadlines(after, asking.known, self._clock.now())
        change = replace(difference(asking.game, after), deadlines=deadlines)
        try:
            if before is None:
                over = "" if asking.game is None else asking.game.id
                outcome = await self._store.create(channel, game, change, over=over, once=once)
            else:
                outcome = await self._store.commit(channel, game, before.version, change, once=once)
        except OutcomeUnknown:
            self._unsettled.add(channel)
            raise
        if outcome is Outcome.DONE:
            if before is not None:
                await self._ledger.note(after)
            self._games.keep(after)
            self._opponents.look(after)
        return outcome

    async def _repeated(self, request: Request) -> Reply:
        if (game := await self._games.current(request.channel)) is None:
            raise Refused("refusal.no_game")
        return self._face(game)

    async def _too_late(self, request: Request) -> Refused:
        if (game := await self._games.current(request.channel)) is None:
            return Refused("refusal.no_game")
        return Stale("refusal.stale", due=due(game, request.person))

    def _face(self, game: Game, *, quiet: bool = False, late: bool = False) -> Reply:
        return face(game, self._clock.now(), quiet=quiet, late=late)


def _name(request: Request) -> str:
    return request.command.removeprefix("/").partition(" ")[0].lower()
