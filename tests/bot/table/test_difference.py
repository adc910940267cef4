"""What the store is told follows from the game as it was and as it would be, whatever has happened to it."""

import random
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.games.asking import Asking, Chance
from bot.games.difference import difference
from bot.games.game import Game
from bot.games.header import Status
from bot.games.loading import Games
from bot.games.parser import parse
from bot.games.seats import sitting
from bot.people import Person
from bot.refusal import Refused
from bot.request import Request
from bot.store.protocol import Change, Cut
from bot.usecases.rescue import back, free, redo, skip
from tests.bot.table.club import ANN, BO, CHANNEL, CID, Club, Counter, Hands, served

NOW = Hands().now()
CHANCE = Chance(Counter())
NOTHING = Change()
"""The change that changes nothing."""


def asked(game: Game | None, who: Person, command: str) -> Asking:
    """What somebody says about a game, who manages the place as well."""
    request = Request(CHANNEL, who, command, f"{who.key}:{command}", admin=True)
    return Asking(game, request, parse(command), NOW, CHANCE)


def said(game: Game | None, who: Person, command: str) -> Game:
    """The game after somebody has said something that changes it."""
    after = served(asked(game, who, command))
    assert isinstance(after, Game)
    return after


def begun() -> Game:
    """A game of two that has just begun."""
    gathered = said(said(None, ANN, "new order=joined"), BO, "join")
    return said(gathered, ANN, "start")


def moved(game: Game, chance: random.Random) -> Game:
    """The game after one more decision of chance."""
    assert game.course is not None
    course = game.course.copy()
    course.play(chance.choice(course.position.legal_actions()))
    status = Status.OVER if course.position.over else Status.RUNNING
    return game.then(replace(game.header, status=status, since=NOW), course)


class Shelf:
    """A place's game as it is stored, too simple to be wrong, and what was cut off it."""

    def __init__(self) -> None:
        self.header: dict[str, str] = {}
        self.actions: tuple[str, ...] = ()
        self.people: tuple[str, ...] = ()
        self.cuts: list[Cut] = []
        self.game: Game | None = None

    def take(self, after: Game) -> Change:
        """Change what is stored to what ``after`` is."""
        change = difference(self.game, after)
        if self.game is None or self.game.id != after.id:
            self.header, self.actions, self.people, self.cuts = {}, (), (), []
        header = {**self.header, **change.header}
        self.header = {name: value for name, value in header.items() if value is not None}
        if change.keep is not None:
            self.cuts.append(Cut(after.version - 1, change.keep, self.actions[change.keep :]))
        self.actions = (*self.actions[: change.keep], *change.append)
        self.people = self.people if change.people is None else tuple(change.people)
        self.game = after
        return change

    def holds(self) -> None:
        """What is stored is the game: header, actions, and who is listed with it."""
        game = self.game
        assert game is not None
        assert self.header == game.header.to_table()
        assert self.actions == (game.record.actions if game.course is not None else ())
        assert self.people == (() if game.header.status is Status.OVER else sitting(game.header))


def after(shelf: Shelf, *games: Game) -> Change:
    """The last of several changes of what is stored; after each one it is as it should be."""
    change = NOTHING
    for game in games:
        change = shelf.take(game)
        shelf.holds()
    return change


def test_nothing_changed_is_no_change() -> None:
    """Neither of a gathering nor of a game that runs or is over."""
    gathered, game = said(None, ANN, "new"), begun()
    for each in (gathered, game, said(game, ANN, "resign yes")):
        assert difference(each, each) == NOTHING
    assert game.course is not None
    assert difference(game, replace(game, course=game.course.copy())) == NOTHING


def test_a_new_game_is_all_of_it() -> None:
    """Also in the place of another, of which nothing is left."""
    shelf = Shelf()
    first = said(None, ANN, "new")
    assert after(shelf, first).people == (ANN.key,)
    over = said(first, ANN, "leave")
    assert after(shelf, over).people == ()
    assert after(shelf, said(over, CID, "new")).people == (CID.key,)
    assert shelf.cuts == []


def test_what_begins_appends_its_first_tile() -> None:
    """The seats are listed, and only what is new is written of the header."""
    shelf, gathered = Shelf(), said(said(None, ANN, "new order=joined"), BO, "join")
    change = after(shelf, gathered, said(gathered, ANN, "start"))
    assert change.append == ("draw",)
    assert change.keep is None
    assert change.people is None
    assert {"status", "record", "seed_hash"} <= set(change.header)
    assert not {"people", "game", "sets", "host"} & set(change.header)


def test_an_undo_keeps_what_came_before() -> None:
    """The actions beyond are cut off, and nothing is added."""
    shelf, game = Shelf(), begun()
    laid = said(game, ANN, "place 1")
    assert game.course is not None
    change = after(shelf, game, laid, said(laid, ANN, "undo"))
    assert change.keep == len(game.course.steps)
    assert change.append == ()
    assert not change.pressing


def test_whoever_ends_or_leaves_is_not_held_by_a_full_store() -> None:
    """An end, a resignation and a seat set free are pressing; a move, a new game and a rematch are not."""
    game = begun()
    over = said(game, ANN, "resign yes")
    freed = free(asked(game, CID, "rescue free 2"), "2")
    assert difference(game, over).pressing
    assert difference(game, freed).pressing
    assert difference(game, freed).people == (ANN.key,)
    assert not difference(game, said(game, ANN, "place 1")).pressing
    assert not difference(over, said(over, BO, "new again")).pressing
    assert not difference(freed, said(freed, CID, "join")).pressing


def test_a_rescue_takes_back_only_what_is_not_there_again() -> None:
    """The tile drawn again stays; what comes back is appended to what is there."""
    shelf, chance = Shelf(), random.Random(1)
    game = begun()
    after(shelf, game)
    for _ in range(6):
        game = moved(game, chance)
        after(shelf, game)
    gone = back(asked(game, CID, "rescue back 1"), "1")
    change = after(shelf, gone)
    assert change.keep == 1
    assert change.append == ()
    again = redo(asked(gone, CID, "rescue redo"), shelf.cuts)
    change = after(shelf, again)
    assert change.keep is None
    assert shelf.actions == game.record.actions


LIFE = (
    *("move",) * 6, "undo", "undo ask", "vote yes", "vote no", "pause", "resign yes", "end yes", "join",
    "new again", "new", "start", "leave", "settings theme=night",
    "rescue skip", "rescue free 1", "rescue back 1", "rescue redo",
)  # fmt: skip
"""What may be said; a move is one of chance."""


def lived(shelf: Shelf, game: Game, command: str, who: Person, chance: random.Random) -> Game | None:
    """The game after something was said, None for what is refused or only answered."""
    asking = asked(game, who, command)
    match command.split():
        case ("move",):
            running = game.header.status is Status.RUNNING and game.course is not None
            return moved(game, chance) if running else None
        case ("rescue", "skip"):
            return skip(asking)
        case ("rescue", "free", seat):
            return free(asking, seat)
        case ("rescue", "back", turn):
            return back(asking, turn)
        case ("rescue", "redo"):
            return redo(asking, shelf.cuts)
    found = served(asking)
    return found if isinstance(found, Game) else None


@settings(max_examples=40, deadline=None)
@given(
    st.integers(0, 10_000),
    st.lists(st.tuples(st.sampled_from(LIFE), st.sampled_from((ANN, BO, CID))), max_size=25),
)
def test_whatever_happens_the_store_has_the_game_as_it_is(seed: int, life: list[tuple[str, Person]]) -> None:
    """Begun, moved, undone, ended, rescued, gone on with: each difference makes the stored game the next."""
    shelf, chance, game = Shelf(), random.Random(seed), begun()
    after(shelf, game)
    for command, who in life:
        try:
            new = lived(shelf, game, command, who, chance)
        except Refused:
            continue
        if new is not None:
            after(shelf, new)
            game = new


async def test_what_is_stored_is_read_as_the_game_that_was_played(club: Club) -> None:
    """The real store has the seats, the header and every action, after an undo and a rescue too."""
    await club.begin()
    for who, command in ((ANN, "place 1"), (ANN, "undo"), (ANN, "place 1")):
        await club.play(who, command)
    await club.say(CID, "rescue back 1", admin=True)
    stored = await club.store.load(club.channel)
    assert stored is not None
    game = Games(club.store).open(club.channel, stored)
    assert game.header.to_table() == dict(stored.header)
    assert stored.actions == game.record.actions == ("draw",)
    assert await club.store.games_of(ANN.key) == [club.channel]
