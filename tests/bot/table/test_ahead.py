"""Opponents think while their pace passes, and nothing depends on what they have thought by then."""

import asyncio
import os
import random
import signal
from collections import Counter as Counted

from bot.table.table import Table
from bot.thinking.minds import Minds, ThinkingHere
from bot.thinking.thoughts import think
from bot.timing.answering import answering
from core import Place
from tests.bot.table.alone import begun, current, my_turn, their_moves
from tests.bot.table.club import ANN, Club, Counter
from tests.bot.table.weeks import Weeks


class Pondering(ThinkingHere):
    """Thinks as usual, and tells what it was asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.begun = asyncio.Event()

    async def think(self, record: str, level: str) -> tuple[str, ...]:
        """See Thinking."""
        self.asked.append(record)
        self.begun.set()
        return await super().think(record, level)


async def test_a_turn_is_thought_out_while_its_pace_passes(club: Club) -> None:
    """It begins with the move before, is carried out no earlier than before, and is not thought out twice."""
    minds = Pondering()
    club.table = Table(club.store, club.clock, Counter(1000), minds)
    await begun(club, "new opponents=2 order=joined")
    await my_turn(club, random.Random(1))
    before = await current(club)
    await asyncio.wait_for(minds.begun.wait(), 60)
    assert minds.asked == [before.record.to_json()]
    assert await club.table.due(answering(club.channel)) is None
    assert (await current(club)).version == before.version
    await their_moves(club)
    assert not (await current(club)).opponent_decides
    assert len(minds.asked) == 2, "each of the two thought once"


async def test_who_undoes_meanwhile_has_undone_what_was_thought(club: Club) -> None:
    """What was thought out for another moment is not played; the next turn is thought out for itself."""
    minds = Pondering()
    club.table = Table(club.store, club.clock, Counter(1000), minds)
    await begun(club)
    await my_turn(club, random.Random(1))
    await asyncio.wait_for(minds.begun.wait(), 60)
    await club.play(ANN, "undo")
    club.clock.pass_by(seconds=20)
    assert await club.table.due(answering(club.channel)) is None
    assert not (await current(club)).opponent_decides
    await my_turn(club, random.Random(2))
    last = (await current(club)).record.to_json()
    await their_moves(club)
    assert not (await current(club)).opponent_decides
    assert minds.asked[-1] == last


async def test_a_turn_that_was_thought_out_is_made_by_whoever_is_left(club: Club) -> None:
    """The process that has thought it out dies with it: another one thinks it out again, to the same end."""
    minds = Pondering()
    club.table = Table(club.store, club.clock, Counter(1000), minds)
    await begun(club)
    await my_turn(club, random.Random(1))
    before = await current(club)
    await asyncio.wait_for(minds.begun.wait(), 60)
    club.table.stop()
    weeks = Weeks(club)
    weeks.restart()
    await weeks.live(seconds=20)
    after = await current(club)
    assert not after.opponent_decides
    thought = think(before.record.to_json(), "even")
    assert after.record.actions[len(before.record.actions) :][: len(thought)] == thought


async def test_what_others_have_carried_out_is_forgotten(club: Club) -> None:
    """However many turns another worker carries out, no more than those that are due are remembered."""
    await begun(club)
    for number in range(3):
        await my_turn(club, random.Random(number))
        assert len(club.table._opponents._ahead) == 1
        club.clock.pass_by(minutes=2)
        await Table(club.store, club.clock, Counter(1000)).due(answering(club.channel))
        club.scene = await club.table.current(club.channel)
    await club.play(ANN, "end yes")
    assert not club.table._opponents._ahead


async def test_a_process_that_is_slow_loses_nobodys_turn(club: Club) -> None:
    """While it stands still no game waits for it; when it goes on it is still the same one."""
    minds = Minds(wait=0.1)
    club.table = Table(club.store, club.clock, Counter(1000), minds)
    try:
        pid = await minds.asked(os.getpid)
        await begun(club, "new opponents=2 order=joined")
        for number, change in enumerate((signal.SIGSTOP, signal.SIGSTOP, signal.SIGCONT), start=1):
            os.kill(pid, change)
            await my_turn(club, random.Random(number))
            await their_moves(club)
            game = await current(club)
            assert game.course is not None
            assert not game.opponent_decides
            laid = Counted(step.seat for step in game.course.steps if isinstance(step.action, Place))
            assert laid == dict.fromkeys(range(3), number)
        assert await minds.asked(os.getpid) == pid
    finally:
        minds.close()
