"""Plays a script on a stage, and writes down what everybody sees."""

import random
import re
import tempfile
from contextlib import AsyncExitStack
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Final

from bot.games.header import Header, Status
from bot.keeper import Keeper
from bot.people import Person
from bot.store import Change, Outcome, open_store
from bot.store.keys import secret
from bot.table.table import Table
from bot.texts import Texts
from core import GameRecord
from tests.bot.table.club import Counter, Hands
from tests.bot.transcripts.painter import Teller
from tests.bot.transcripts.stage import LANGUAGES, Stage

MOVES: Final = frozenset({"draw", "abbey", "choose", "place", "deploy", "pass", "score", "grow", "wagon"})
SPAN: Final = re.compile(r"(\d+)([mhd])")
UNITS: Final = {"m": "minutes", "h": "hours", "d": "days"}


class Play:
    """One script on one stage.

    A script has one step a line: ``Ann /new winter`` is typed, ``Ann > join`` pressed, ``play 12`` lets
    whoever decides press a dozen times, ``wait 5h`` lets time pass, ``Ann file /import`` sends the record
    with a command, ``set-up Ann Bo`` puts the record on the table. Lines that begin with ``#`` are headings.
    """

    def __init__(self, stage: Stage, texts: Texts, record: GameRecord | None = None) -> None:
        self._stage = stage
        self._texts = texts
        self._record = record
        self._chance = random.Random(7)
        self._clock = Hands()
        self._told: list[str] = []

    async def run(self, script: str) -> str:
        """The transcript."""
        async with AsyncExitStack() as stack:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
            self._store = await open_store("memory://", folder)
            stack.push_async_callback(self._store.close)
            await self._store._link.ask("SET", secret("tile"), "5ec2e7")
            self._table = Table(self._store, self._clock, Counter())
            await self._stage.open(self._table, self._texts, Teller(self._texts))
            stack.push_async_callback(self._stage.close)
            self._keeper = Keeper(self._table, {self._stage.platform: self._stage.app})
            self._note("The bot starts.")
            for line in script.strip().splitlines():
                try:
                    await self._step(line.strip())
                except Exception as error:
                    raise AssertionError(f"{line}: {error}") from error
        return "\n".join(self._told) + "\n"

    def _note(self, heading: str) -> None:
        self._told += ["", f"=== {heading}", *self._stage.news()]

    async def _step(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if word == "#":
            self._told += ["", "", line]
        elif word == "play":
            for _ in range(int(rest)):
                if not await self._move():
                    break
        elif line:
            self._note(f"{line}{await self._done(word, rest)}")

    async def _done(self, word: str, rest: str) -> str:
        """Do one thing; what is to be said of it."""
        if word == "wait":
            await self._wait(rest)
        elif word == "set-up":
            await self._set_up(rest.split())
        elif rest.startswith("file "):
            assert self._record is not None
            await self._stage.upload(word, rest.removeprefix("file "), self._record.to_json().encode())
        elif rest.startswith("> "):
            command = rest.removeprefix("> ")
            if not self._stage.offers(word, command):
                return ": there is no such button"
            await self._stage.press(word, command)
        else:
            await self._stage.type(word, rest)
        return ""

    async def _move(self) -> bool:
        """Whoever decides presses something, more often what is lively; False when the game is over."""
        scene = await self._table.current(self._stage.channel)
        assert scene is not None
        if not scene.actor:
            return False
        keys = {self._stage.key(name): name for name in LANGUAGES}
        who = keys[scene.actor]
        offered = [c.command for row in scene.rows for c in row if (c.actor or scene.actor) == scene.actor]
        moves = [command for command in offered if command.split()[0] in MOVES]
        lively = [command for command in moves if command != "pass"]
        command = self._chance.choice(lively if lively and self._chance.random() < 0.8 else moves)
        if self._stage.offers(who, command):
            await self._stage.press(who, command)
            self._note(f"{who} > {command}")
        else:
            await self._stage.type(who, f"/{command}")
            self._note(f"{who} /{command}")
        return True

    async def _wait(self, span: str) -> None:
        """Let time pass, with the bot at work all the time."""
        found = SPAN.fullmatch(span)
        assert found is not None, span
        end = self._clock.time + timedelta(**{UNITS[found[2]]: int(found[1])})
        while self._clock.time < end:
            self._clock.time = min(self._clock.time + timedelta(minutes=30), end)
            before = (self._clock.time - timedelta(seconds=20)).isoformat()
            await self._store.notes_set(f"outages:{self._stage.platform}", {"beat": before})
            await self._keeper.beat()
            await self._keeper.work()
            await self._stage.settled()

    async def _set_up(self, names: list[str]) -> None:
        """Put the running game with the record on the table, as if these had begun it."""
        assert self._record is not None
        people = tuple(
            Person(self._stage.platform, self._stage.key(n).partition(":")[2], n, LANGUAGES[n]) for n in names
        )
        record = replace(self._record, players=tuple(names))
        header = Header(
            status=Status.RUNNING,
            people=people,
            host=people[0].key,
            game=record.game,
            sets=record.sets,
            seats=len(people),
            options=record.options,
            language=LANGUAGES[names[0]],
            record=record.with_actions(()).to_json(),
            since=self._clock.now(),
        )
        change = Change(header=dict(header.to_table()), append=record.actions, people=header.keys)
        made = await self._store.create(self._stage.channel, "set-up", change, over="", once="")
        assert made is Outcome.DONE
        reply = await self._table.face(self._stage.channel)
        assert reply is not None
        await self._stage.app.show(self._stage.channel, reply)
        await self._stage.settled()
