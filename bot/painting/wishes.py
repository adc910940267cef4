"""Pictures that wait to be painted: of each place the newest only, and no place before its turn."""

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Final

from bot.painter import Live, NotPainted, Painted, Progress, Superseded
from bot.scene import Picture

MOST: Final = 64
"""So many pictures may wait that are of no place; there is no end to what can be asked for."""

_Turn = tuple[str, int]


@dataclass(eq=False, slots=True)
class Wish:
    """A picture that somebody waits for.

    ``done`` is it, or why there is none. ``progress`` are told how far it is; ``waiting`` counts who waits.
    """

    picture: Picture
    profile: str
    language: str
    live: Live | None
    done: asyncio.Future[Painted] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    progress: list[Progress] = field(default_factory=list)
    waiting: int = 0

    def refuse(self, error: NotPainted) -> None:
        """There will be no picture."""
        if not self.done.done():
            self.done.set_exception(error)
            self.done.exception()  # whoever waited may have gone


class Wishes:
    """A queue in which a place has one turn, however often it wishes, and until that comes."""

    def __init__(self) -> None:
        self._turns: OrderedDict[_Turn, list[Wish]] = OrderedDict()
        self._count = 0
        self._waiting = 0

    def __len__(self) -> int:
        return self._waiting

    def add(self, wish: Wish) -> None:
        """Let a wish wait. Those for older scenes of its place are told Superseded; or it is, if it is older.

        Several pictures of one scene wait together. Raises NotPainted when too much waits already.
        """
        if wish.live is None:
            if sum(1 for place, _ in self._turns if not place) >= MOST:
                raise NotPainted("too many pictures wait")
            self._count += 1
            self._turns["", self._count] = [wish]
            self._waiting += 1
            return
        version = wish.live.version
        waiting = self._turns.setdefault((wish.live.place, 0), [])
        if any(other.live is not None and other.live.version > version for other in waiting):
            raise Superseded("a newer scene is wanted")
        older = [other for other in waiting if other.live is not None and other.live.version < version]
        waiting[:] = [*(other for other in waiting if other not in older), wish]
        self._waiting += 1 - len(older)
        for other in older:
            other.refuse(Superseded("a newer scene is wanted"))

    def take(self) -> Wish | None:
        """The wish whose turn it is; what else its place wishes waits for another turn."""
        while self._turns:
            turn, waiting = self._turns.popitem(last=False)
            if waiting:
                wish, *rest = waiting
                if rest:
                    self._turns[turn] = rest
                self._waiting -= 1
                return wish
        return None

    def drop(self, wish: Wish) -> None:
        """Nobody waits for this any more. What its place wishes next comes in the same turn.

        A newer scene takes the older one's wish back before it has its own: whoever moves often would else
        begin at the end each time, and be shown nothing for as long as there is much to draw.
        """
        for turn, waiting in self._turns.items():
            if wish in waiting:
                waiting.remove(wish)
                self._waiting -= 1
                if wish.live is None:
                    del self._turns[turn]
                return
