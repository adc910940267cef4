"""What errands work with: the store, the opened games, and the games that words mean."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.games.asking import Asking
from bot.games.game import Game
from bot.games.header import Status
from bot.games.ledger import Ledger
from bot.games.loading import Games
from bot.games.parser import read_number
from bot.refusal import Refused
from bot.request import Reply, Request
from bot.store.protocol import Store
from bot.thinking.minds import Thinking
from bot.timing.timekeeper import Timekeeper


@dataclass(frozen=True, slots=True)
class Beyond:
    """Everything that is kept, not only the place's current game, and who thinks about games.

    ``ask`` hands in another request. ``board`` is the address of the page with the board that one touches, ""
    where no chat leads to one.
    """

    store: Store
    games: Games
    ledger: Ledger
    time: Timekeeper
    minds: Thinking
    ask: Callable[[Request], Awaitable[Reply]]
    board: str = ""

    async def find(self, asking: Asking, word: str) -> Game:
        """The game of this place that a word means: its number in the history, or its id.

        Raises Refused when there is none, and CorruptGame.
        """
        channel = asking.request.channel
        number = read_number(word)
        if number is None:
            wanted = word.lower()
        else:
            finished = await self.finished(asking)
            if not finished:
                raise Refused("history.none")
            if not 1 <= number <= len(finished):
                raise Refused("refusal.no_such_game", count=len(finished))
            wanted = finished[number - 1]
        stored = await self.store.load_game(channel, wanted)
        if stored is None:
            raise Refused("refusal.unknown_game")
        game = self.games.open(channel, stored)
        if game.course is None or game.header.status is not Status.OVER:
            raise Refused("refusal.unknown_game")
        return game

    async def finished(self, asking: Asking) -> tuple[str, ...]:
        """The ids of the place's games that are over, oldest first: their places are their numbers."""
        earlier = tuple(await self.store.archive(asking.request.channel))
        game = asking.game
        return earlier if game is None or game.header.status is not Status.OVER else (*earlier, game.id)
