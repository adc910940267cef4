"""``start`` and ``hints``: who is new to the game, and is given hints."""

from dataclasses import replace
from typing import Final

from bot.families import Family
from bot.games import lobby
from bot.games.asking import Asking
from bot.games.game import Answered, Game
from bot.games.header import Status
from bot.games.seats import is_person
from bot.people import Person
from bot.refusal import Refused
from bot.scene import Choice, Phrase, Scene
from bot.usecases.beyond import Beyond

FIELD: Final = "hints"
"""Where it is kept whether a person wants hints, among what is known of the person."""
ON: Final = "on"
OFF: Final = "off"
_LABEL: Final = Family("choice.hints.{}", of=(ON, OFF))
_HINTS: Final = Family("hints.{}", of=("first", ON, OFF))


async def start(beyond: Beyond, asking: Asking) -> Game:
    """``start``, with a note of who is new to the game."""
    begun = lobby.start(asking)
    newcomers = await _newcomers(beyond, begun.header.people)
    return replace(begun, header=replace(begun.header, newcomers=newcomers))


async def hints(beyond: Beyond, asking: Asking) -> Scene | Answered:
    """``hints [on|off]``: tell whether the person gets hints, or change it, in a running game at once."""
    key = asking.person.key
    if not asking.words:
        wanted = (await beyond.store.person_get(key)).get(FIELD, "first")
        return _answer(asking, wanted)
    (wanted, *_) = asking.words
    if wanted.lower() not in {ON, OFF} or len(asking.words) > 1:
        raise Refused("usage.hints")
    wanted = wanted.lower()
    await beyond.store.person_set(key, {FIELD: wanted})
    game = asking.game
    if game is None or game.header.status is not Status.RUNNING or game.seat_of(asking.person) is None:
        return _answer(asking, wanted)
    others = tuple(other for other in game.header.newcomers if other != key)
    newcomers = (*others, key) if wanted == ON else others
    if set(newcomers) == set(game.header.newcomers):
        return _answer(asking, wanted)
    noted = game.then(replace(game.header, newcomers=newcomers, once=asking.request.once))
    return Answered(noted, _answer(asking, wanted))


async def _newcomers(beyond: Beyond, people: tuple[Person, ...]) -> tuple[str, ...]:
    """Who has not finished a game yet, unless they want it otherwise."""
    keys = tuple(person.key for person in people if is_person(person))
    wanted = {key: (await beyond.store.person_get(key)).get(FIELD) for key in keys}
    finished = await beyond.store.results.latest(keys)
    return tuple(key for key in keys if wanted[key] == ON or (wanted[key] != OFF and key not in finished))


def _answer(asking: Asking, wanted: str) -> Scene:
    others = (choice for choice in (ON, OFF) if choice != wanted)
    row = tuple(Choice(Phrase(_LABEL(choice)), f"hints {choice}") for choice in others)
    return Scene(
        lines=(Phrase(_HINTS(wanted)),),
        rows=(row,),
        actor=asking.person.key,
        language=asking.person.language,
    )
