"""Which command is served by which use case.

A use case is a function of what was asked. It returns the :class:`Game` as it would be, or the :class:`Scene`
that answers, or raises :class:`Refused`. None of them reads or writes the store.
"""

from collections.abc import Callable, Mapping
from typing import Final

from bot.scene import Scene
from bot.table import confirm, consent, ending, info, lobby, look, manual, play, rematch, seats
from bot.table.asking import Asking
from bot.table.game import Game
from bot.table.header import Status
from bot.table.moves import MOVES
from bot.table.spots import take_backs
from core import Phase

ASKED: Final[Mapping[str, Callable[[Asking], Scene]]] = {
    "board": look.board,
    "draw": info.show_tile,
    "end": confirm.end,
    "game": info.state,
    "resign": confirm.resign,
    "rules": manual.rules,
    "score": info.score,
    "settings": info.settings,
    "tiles": info.tiles,
}
MOVED: Final[Mapping[str, Callable[[Asking], Game]]] = {
    **dict.fromkeys(MOVES, play.move),
    "end": ending.end,
    "join": lobby.join,
    "leave": lobby.leave,
    "new": rematch.new,
    "pause": consent.pause,
    "resign": play.resign,
    "settings": lobby.settings,
    "start": lobby.start,
    "turn": play.turn,
    "undo": consent.undo,
    "vote": consent.vote,
}

ABOUT_THE_GAME: Final = frozenset({*ASKED, *MOVED})
"""Commands that are about the place's game: a button with one of them is stale when the game has gone on."""


def use_case(asking: Asking) -> Game | Scene:
    """Serve a command. Raises Refused."""
    name = asking.command.name
    if name == "join" and asking.game is not None and asking.game.header.status is Status.RUNNING:
        return consent.come_back(asking) if consent.is_away(asking, asking.game) else seats.take(asking)
    if name in ASKED and not _changes(asking):
        return ASKED[name](asking)
    return MOVED[name](asking)


def _changes(asking: Asking) -> bool:
    """Whether a command that can both ask and change is meant to change something."""
    command = asking.command
    match command.name:
        case "end":
            return command.confirmed or command.words == (ending.ASK,)
        case "resign":
            return command.confirmed
        case "settings":
            return bool(command.words or command.options)
        case "draw":
            return _due(asking) is Phase.DRAW
        case "score":
            return _scores(asking)
        case _:
            return False


def _scores(asking: Asking) -> bool:
    """``score`` herds a flock or takes back a figure where that is due, and else shows the standings."""
    if asking.words:
        return True
    due, game = _due(asking), asking.game
    if due is Phase.DEPLOY and game is not None and game.course is not None:
        return bool(take_backs(game.course.position))
    return due is Phase.FLOCK


def _due(asking: Asking) -> Phase | None:
    """The decision that is due, if the asking person has to take it."""
    game = asking.game
    if game is None or game.course is None or game.seat_of(asking.person) != game.course.position.seat:
        return None
    return game.course.position.phase
