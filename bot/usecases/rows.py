"""What holds of a command: one row at the end of its file in ``bot/commands``, read by whoever needs to know.

Nobody lists the rows: a file that is put there is a command of every platform.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from functools import cache
from importlib import import_module

from bot.command_names import MODULES
from bot.families import Family
from bot.games import play
from bot.games.access import is_stale
from bot.games.asking import Asking
from bot.games.game import Answered, Game
from bot.games.moves import Move
from bot.games.parser import Command
from bot.refusal import Refused
from bot.scene import Scene
from bot.usecases.beyond import Beyond

UseCase = Callable[[Asking], Scene | Game]
Errand = Callable[[Beyond, Asking], Awaitable[Scene | Game | Answered]]
Form = Callable[[Command], bool]
"""Whether something holds of a command as it was given, with its words."""


class Needs(Enum):
    """What has to be read before a command can be served."""

    GAME = auto()
    """The place's game, and what its people prefer."""
    NO_GAME = auto()
    """Nothing of the place: whether there is a game is not looked at."""
    NOTHING = auto()
    """Nothing at all: the answer is given as it is, whatever is the matter with the place's game."""


@dataclass(frozen=True, slots=True)
class Option:
    """A blank of a command, where a platform has commands with blanks to be filled in.

    ``choices`` are all there is to choose from, each with its key in the catalogue or its very label; with
    ``languages`` they are the languages of the catalogues. ``suggested`` offers what the game offers right
    now, and takes anything. A ``named`` option becomes ``name=value``, any other a word at its place. An
    option with ``between`` is a number. A ``file`` is no word: it goes along with the command.
    """

    name: str
    required: bool = False
    choices: Mapping[str, str] = field(default_factory=dict)
    languages: bool = False
    suggested: bool = False
    named: bool = False
    between: tuple[int, int] | None = None
    file: bool = False

    def word(self, value: object) -> str:
        """A value of this option in the command's text."""
        text = " ".join(str(value).split())
        return f"{self.name}={text}" if self.named else text


def values(option: str, *chosen: str) -> dict[str, str]:
    """Choices whose labels are kept by the option's name."""
    label = Family("discord.value.{}.{}", of=tuple((option, value) for value in chosen))
    return {value: label(option, value) for value in chosen}


def always(_command: Command) -> bool:
    """It holds of every form of the command."""
    return True


def never(_command: Command) -> bool:
    """It holds of no form of the command."""
    return False


def bare(command: Command) -> bool:
    """It holds of the command without any words."""
    return not command.words and not command.options


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandRow:
    """A command. It has a ``serve``, or an ``errand`` if it looks beyond the place's current game.

    With neither it is a decision of the rules, and ``move`` tells how it is read; with a ``serve`` besides it
    is one at times. ``rank`` is its place in menus, ``needs`` what is read before. ``private`` holds of forms
    that are only ever answered, to the asking person alone, so that nothing need be allowed in the place;
    ``anyone`` of forms that do the same whoever asks, or for whoever manages the chat. ``admins``: it makes a
    difference whether somebody manages the chat. ``ages``: a button of it is stale when the game has gone on;
    ``late``: it is served nevertheless. ``speaks``: a person's language may change by it. ``files``: a file
    can be sent along. ``board``: it is of use only where chats lead to the board that one touches.
    """

    rank: int
    serve: UseCase | None = None
    errand: Errand | None = None
    move: Move | None = None
    options: tuple[Option, ...] = ()
    needs: Needs = Needs.GAME
    private: Form = never
    anyone: Form = never
    admins: bool = False
    ages: bool = False
    late: bool = False
    speaks: bool = False
    files: bool = False
    board: bool = False

    def __post_init__(self) -> None:
        if not (self.serve or self.errand or self.move) or (self.serve and self.errand):
            raise TypeError("a command has a use case, an errand or a move to serve it")

    async def served(self, beyond: Beyond, asking: Asking) -> Scene | Game | Answered:
        """Serve the command. Raises Refused, and what the store raises."""
        try:
            if self.errand is not None:
                return await self.errand(beyond, asking)
            if self.serve is not None:
                return self.serve(asking)
            assert self.move is not None  # noqa: S101 - there is one of the three
            return play.move(asking, self.move)
        except Refused as refused:
            if self.ages and is_stale(asking.request, asking.game):
                refused.stale = True
            raise


@cache
def rows() -> Mapping[str, CommandRow]:
    """The row of every command by its name, in the order of menus."""
    found: dict[str, CommandRow] = {
        name: import_module(f"bot.{module}").COMMAND for name, module in MODULES.items()
    }
    return dict(sorted(found.items(), key=lambda entry: entry[1].rank))


def offered(*, board: bool) -> Mapping[str, CommandRow]:
    """The commands that menus show, where chats lead to the board that one touches or do not."""
    return {name: row for name, row in rows().items() if board or not row.board}


def takes_file(command: str) -> bool:
    """Whether a file that is sent with this text is for the command."""
    name, *_ = command.split(maxsplit=1) or [""]
    row = rows().get(name)
    return row is not None and row.files
