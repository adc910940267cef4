"""A game in which the next tile has been seen, and what is looked at when that is undone."""

from bot.games.loading import Games
from bot.games.undone import Undone
from bot.people import Person
from bot.scene import Scene
from bot.store import Change, Outcome
from tests.bot.table.club import ANN, BO, CID, Club

DAN = Person("web", "4", "Dan")
THREE = (ANN, BO, CID)


async def actions(club: Club) -> tuple[str, ...]:
    """The actions as the store has them."""
    stored = await club.store.load(club.channel)
    assert stored is not None
    return stored.actions


async def seen(club: Club, *words: str, people: tuple[Person, ...] = (ANN, BO)) -> Scene:
    """Ann has laid her tile and passed, and everyone sees Bo's."""
    await club.begin(*words, people=people)
    await club.play(ANN, "place 1")
    return await club.play(ANN, "pass")


async def notes(club: Club) -> tuple[Undone, ...]:
    """What the game notes about undos."""
    game = await Games(club.store).current(club.channel)
    assert game is not None
    return game.header.undone


async def agreed(club: Club, rule: str) -> None:
    """Have the game on the table agree on a rule for undoing."""
    game = await Games(club.store).current(club.channel)
    assert game is not None
    change = Change(header={"undo": rule})
    outcome = await club.store.commit(club.channel, game.id, game.version, change, once=f"agreed on {rule}")
    assert outcome is Outcome.DONE
