"""Playing whole games at a club's table, and sending files to it."""

import itertools
import random

from bot.people import Person
from bot.request import Reply, Request, Upload
from bot.scene import Scene
from core import GameRecord
from tests.bot.table.club import ANN, BO, Club, commands

_once = itertools.count()


async def finish(club: Club, people: tuple[Person, ...] = (ANN, BO), *, seed: int = 1) -> Scene:
    """Play the game on the table to its end, by pressing random buttons."""
    chance = random.Random(seed)
    scene = club.scene
    assert scene is not None
    by_key = {person.key: person for person in people}
    while scene.actor:
        moves = [
            command for command in commands(scene) if command.split()[0] not in {"undo", "join", "advice"}
        ]
        reply = await club.press(by_key[scene.actor], chance.choice(moves), scene=scene)
        assert reply.scene is not None, reply.refusal
        scene = reply.scene
    return scene


async def short_game(club: Club, people: tuple[Person, ...] = (ANN, BO), *, tiles: int = 6) -> Scene:
    """Put a game with few tiles on the table and play it to its end."""
    names = tuple(person.name for person in people)
    bag = ("base/U", "base/V", "base/E", "base/D", "base/W", "base/K", "base/J", "base/B")[:tiles]
    await club.set_up(GameRecord(names, bag=bag, actions=("draw",)), people)
    return await finish(club, people)


async def send(club: Club, who: Person, command: str, content: bytes | str | Upload) -> Reply:
    """Send a file along with a command."""
    if isinstance(content, str):
        content = content.encode()
    file = content if isinstance(content, Upload) else Upload(len(content), content)
    request = Request(club.channel, who, command, f"file-{next(_once)}", file=file)
    return await club.send(request)


async def answered(club: Club, who: Person, command: str) -> Scene:
    """The answer to a command that must be answered."""
    reply = await club.say(who, command)
    assert reply.refusal is None, club.text(reply.refusal)
    assert reply.answer is not None
    assert reply.scene is None
    return reply.answer
