"""The store as the table sees it. See docs/store.md."""

from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol, TypeAlias

from bot.people import Channel


class StoreUnavailable(Exception):
    """The store cannot be used now: it is away, or refuses to write. The same call may succeed later.

    Nothing was changed, unless it is an OutcomeUnknown.
    """


class StoreFull(StoreUnavailable):
    """The store's memory is full: it takes nothing that needs more, until its operator gives it more.

    What is stored can still be read and removed, and a Change that is ``pressing`` is still made.
    """


class OutcomeUnknown(StoreUnavailable):
    """A change was sent and no answer came. It was made once or not at all, or it still will be.

    Where there are several steps, some of them may have been made.

    Repeating the call with the same ``once``, or loading the game once the store answers again, settles
    which. ``game`` is the id of the game that was to be changed, "" for anything else.
    """

    def __init__(self, message: str = "", game: str = "") -> None:
        super().__init__(message)
        self.game = game


class CorruptGame(Exception):
    """A stored game cannot be read. It is kept as it is, for repair; every other game is untouched.

    ``game`` is its id, so that a new game can be created over it; "" when not even that can be read.
    """

    def __init__(self, message: str, game: str = "") -> None:
        super().__init__(message)
        self.game = game


class NewerGame(CorruptGame):
    """A stored game was written by a newer program, in a format that this one does not know.

    It is not damaged: nobody mends it, sets it aside or writes over it.
    """

    def __init__(self, channel: object, game: str) -> None:
        super().__init__(f"{channel}: game {game} was written by a newer Bastide: update this one", game)


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A channel's current game as it is stored.

    ``header`` is a flat table of text (the table decides its fields; names that begin with ``_`` are the
    store's own and refused with ValueError); ``actions`` are the actions of the record. ``version`` grows by
    one with every change. ``posted`` is the version that the place has seen. ``shown`` is what the place is
    shown, in the table's words, and ``revision`` the number under which that was noted; a new game takes
    both over from the game before it.

    Games that were stored when only one message was remembered have ``message`` instead: the platform's own
    id, with the turn and the game that it was made for. Nobody writes these any more.
    """

    game: str
    version: int
    header: Mapping[str, str]
    actions: tuple[str, ...]
    posted: int = 0
    message: str = ""
    message_turn: int = 0
    message_game: str = ""
    shown: str = ""
    revision: int = 0


@dataclass(frozen=True, slots=True)
class Change:
    """One change of a game, made whole or not at all.

    The header gets ``header`` (a value of None removes the field); the actions are cut to the first
    ``keep`` (None: all) and then ``append`` is added. ``people`` are those who sit in the game from now on
    (None: unchanged), for the list of one's games. A ``pressing`` change of a game is made even when the
    store is full: nobody is held in a game by that. ``deadlines`` are set with the change, None forgets one:
    a deadline that could not be set fails no change.
    """

    header: Mapping[str, str | None] = field(default_factory=dict)
    keep: int | None = None
    append: Sequence[str] = ()
    people: Sequence[str] | None = None
    pressing: bool = False
    deadlines: Mapping[Channel, float | None] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Cut:
    """Actions that a change took away: the version that had them, how many stayed, and what went."""

    version: int
    keep: int
    actions: tuple[str, ...]


class Outcome(StrEnum):
    """What became of a change."""

    DONE = "done"
    STALE = "stale"
    REPEATED = "repeated"


class Results(Protocol):
    """Finished games as statistics need them: one text for each, made by the table.

    They lie outside the channels' slots, are written after the game, and can be made anew from the games.
    """

    async def add(
        self, channel: Channel, game: str, text: str, *, people: Sequence[str], when: float
    ) -> bool:
        """Enter a game's result under its channel and its people; False when it was there before."""

    async def replace(self, channel: Channel, game: str, text: str, *, without: Sequence[str] = ()) -> None:
        """Put another text in the place of a result, and take it from some people's lists."""

    async def remove(self, channel: Channel, game: str, *, people: Sequence[str]) -> None:
        """Take a result out."""

    async def everything(self) -> Sequence[tuple[Channel, str, str]]:
        """All results as (channel, game, text), in no order."""

    async def of_channel(self, channel: Channel) -> Sequence[str]:
        """The texts of a channel's results, oldest first."""

    async def of_person(self, person: str) -> Sequence[tuple[Channel, str, str]]:
        """A person's results as (channel, game, text), oldest first."""

    async def latest(self, people: Sequence[str]) -> Mapping[str, str]:
        """The text of each person's latest result, for those who have one."""


class TileAnswers(Protocol):
    """What people answered to the tile of the day, kept for some weeks, and what is kept about each."""

    async def put(self, day: str, person: str, text: str, about: str) -> None:
        """Keep a person's answer of a day in the place of an earlier one, and what is known about them."""

    async def on(self, day: str) -> Mapping[str, str]:
        """All answers of a day, by person."""

    async def about(self, person: str) -> str:
        """What was kept about a person; "" at first."""


class TimedTexts(Protocol):
    """Texts by name, each of which is kept for a time."""

    async def put(self, name: str, text: str, seconds: int) -> None:
        """Keep a text for so long, in the place of an earlier one."""

    async def get(self, name: str) -> str:
        """What is kept under a name; "" for nothing."""

    async def take(self, name: str) -> str:
        """The same for once: nobody gets it again."""

    async def first(self, name: str, seconds: int) -> bool:
        """Whether nobody has asked this about a name within so long."""


KnownTables: TypeAlias = tuple[Mapping[str, Mapping[str, str]], Mapping[str, str]]
"""The settings of people by key, and the notes of a topic."""


class Store(Protocol):
    """Games, one current game per channel. Every method may raise StoreUnavailable.

    Places and people last for good, except at the web table: there a game ends when it has not changed for
    long, and so does what a person has chosen (keys.py).

    Only ``create``, ``commit``, ``amend``, ``put_aside``, ``person_set``, ``notes_set``, ``answers.put``,
    ``results.replace`` and ``forget`` tell by OutcomeUnknown that they may have changed something. What else
    is written (indexes, deadlines, what is shown) may have been written too, and can be written again.

    While the store does not answer, calls fail at once.
    """

    @property
    def down(self) -> bool:
        """Whether the store does not answer. It is asked every second then, and not otherwise."""

    async def back(self) -> None:
        """Wait until the store answers again; no time at all while it is not ``down``. Raises nothing.

        It ends when the store is closed, too.
        """

    @property
    def results(self) -> Results:
        """The results of finished games."""

    @property
    def answers(self) -> TileAnswers:
        """The answers to the tiles of the day."""

    @property
    def reviews(self) -> TimedTexts:
        """What was found out of games that are over: it can be found out again."""

    @property
    def passes(self) -> TimedTexts:
        """What people may do from elsewhere. Names begin with a person's key: with the person they end."""

    async def load(self, channel: Channel) -> StoredGame | None:
        """The channel's current game, or None. Raises CorruptGame."""

    async def version(self, channel: Channel) -> tuple[str, int] | None:
        """The current game's id and version: cheap, to see whether a cached game still holds."""

    async def create(self, channel: Channel, game: str, change: Change, *, over: str, once: str) -> Outcome:
        """Make ``game`` the channel's current game with version 1.

        ``over`` is the id of the game that was current ("" for none) and stays readable by its id; STALE
        when another one is current by now, REPEATED when ``once`` was seen before. Raises OutcomeUnknown.
        """

    async def commit(
        self, channel: Channel, game: str, version: int, change: Change, *, once: str
    ) -> Outcome:
        """Apply the change if the current game is ``game`` with that version and ``once`` is new.

        A ``once`` is remembered per channel for a week, and only when the change was DONE; "" stands for
        one that nobody repeats. Raises CorruptGame and OutcomeUnknown.
        """

    async def shown(
        self,
        channel: Channel,
        game: str,
        version: int,
        shown: str,
        *,
        revision: int,
        over: Channel | None = None,
    ) -> bool:
        """Note that the place has seen this version of its current game, and what it is shown.

        That is done only if ``revision`` is one more than the revision that is stored; False when somebody
        else has noted something meanwhile, or when this is not the current game any more: then load what
        there is. What is noted as seen never goes backwards nor beyond the game's version. ``over`` is whose
        deadline is forgotten once it is noted. The same call may be repeated. Raises CorruptGame.
        """

    def channels(self, platform: str) -> AsyncIterator[Channel]:
        """Every channel of the platform that has a game."""

    async def rename_channel(self, old: Channel, new: Channel) -> None:
        """Move whatever is kept for ``old`` to ``new``, because the place got a new id.

        A Telegram group that becomes a supergroup does. Its once-only keys and its deadline move too. Nothing
        happens when ``old`` holds no game or ``new`` already holds one, so that it can be repeated.
        """

    async def games_of(self, person: str) -> Sequence[Channel]:
        """The channels in whose current game this person (by key) sits."""

    async def where_is(self, platform: str, game: str) -> Channel | None:
        """The channel of the platform whose current game has this id, or None. Asks about every channel."""

    async def archive(self, channel: Channel) -> Sequence[str]:
        """The ids of the channel's earlier games, newest last. The current one is not among them."""

    async def load_game(self, channel: Channel, game: str) -> StoredGame | None:
        """One of the channel's games by its id, current or earlier, or None. Raises CorruptGame."""

    async def amend(self, channel: Channel, game: str, version: int, change: Change) -> Outcome:
        """Change one of the channel's games, current or earlier, if it still has that version.

        Raises CorruptGame and OutcomeUnknown. Its place sees nothing of it until it is shown again.
        """

    async def put_aside(self, channel: Channel, game: str, change: Change, seconds: int) -> None:
        """Keep a game that is neither current nor archived for so long; ``load_game`` finds it.

        All that is put aside has one room: what is oldest there makes way for what is new.
        """

    async def spend(self, what: str, most: Mapping[str, int], seconds: int) -> str:
        """Count one more of ``what`` for each of these names, each of which may have so many in ``seconds``.

        Returns "", or the first name that has had its most: then nothing is counted.
        """

    async def undone(self, channel: Channel, game: str) -> Sequence[Cut]:
        """What changes took away from a game's actions, newest last; only the latest are kept."""

    def everything(self) -> AsyncIterator[tuple[Channel, str]]:
        """Every game of every channel: current, earlier and put aside."""

    async def forget(self, person: str) -> None:
        """Remove what is kept under a person's key: settings, indexes, answers, once-only keys, private chat.

        Games and results that name the person are the table's to change. May be repeated; raises
        OutcomeUnknown when only a part may have been removed.
        """

    async def secret(self, name: str) -> str:
        """A random text of this store's own, the same for everyone who asks for this name."""

    async def rebuild_indexes(self) -> int:
        """Make ``channels`` and ``games_of`` anew from the games themselves; returns the number of channels.

        ``open_store`` does it at every start. Safe while others play.
        """

    async def person_get(self, key: str) -> Mapping[str, str]:
        """A person's settings: a flat table of text, empty at first."""

    async def known(self, people: Collection[str], topic: str) -> KnownTables:
        """The settings of several people by key, and the notes of a topic, in one round trip."""

    async def load_known(
        self, channel: Channel, people: Collection[str], topic: str
    ) -> tuple[StoredGame | None, KnownTables | None]:
        """``load`` and ``known`` in one round trip.

        None in place of what is known where that takes another one, or cannot be read.
        """

    async def person_set(self, key: str, mapping: Mapping[str, str | None]) -> None:
        """Set some of a person's settings; a value of None removes one. The others stay."""

    async def notes_get(self, topic: str) -> Mapping[str, str]:
        """What the bot keeps for itself about a topic: a flat table of text, empty at first."""

    async def notes_set(self, topic: str, mapping: Mapping[str, str | None]) -> None:
        """Set some notes of a topic; a value of None removes one. The others stay."""

    async def deadline_set(self, channel: Channel, when: float) -> None:
        """Let ``deadlines_due`` name the channel from ``when`` (seconds since 1970) on: its one deadline."""

    async def deadline_clear(self, channel: Channel) -> None:
        """Forget the channel's deadline."""

    async def deadlines_set(self, when: Mapping[Channel, float | None]) -> None:
        """Set several deadlines in one round trip; None forgets one."""

    async def deadlines_due(
        self, now: float, lease: float = 60.0, platforms: Collection[str] = ()
    ) -> Sequence[Channel]:
        """Claim what is due, at most a hundred at a time: of several workers only one is given a channel.

        With ``platforms``, only their channels: those of others are left to whoever serves them.
        The claim holds for ``lease`` seconds. Whoever got it acts and then sets or clears the deadline; if
        that worker dies, the channel is due again when the lease is over, so acting twice must be harmless.
        """

    async def ready(self) -> None:
        """Raise StoreUnavailable unless the store answers and takes changes."""

    def describe(self) -> str:
        """Where the games are, without any password: for the line that says that the bot is ready."""

    async def close(self) -> None:
        """Let go of connections and of a server of one's own."""
