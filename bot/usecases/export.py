"""``export``: the game as a file. Of a running game only what everyone has seen."""

import json
from dataclasses import replace

from bot.games.access import begun
from bot.games.asking import Asking
from bot.games.course import Course
from bot.games.game import Game
from bot.games.header import Status
from bot.games.talk import talks
from bot.scene import File, Phrase, Scene
from bot.usecases.info import answer
from core import GameRecord, TileDrawn
from core.records.record import FORMAT


def export(asking: Asking) -> Scene:
    """The whole record once the game is over; before that its public part."""
    game, course = begun(asking)
    actions = tuple(str(step.action) for step in course.steps)
    if game.header.status is Status.OVER:
        text, line = (
            GameRecord.from_json(game.header.record).with_actions(actions).to_json(),
            Phrase("export.whole"),
        )
    else:
        text, line = _public_part(game, course, actions), Phrase("export.running")
    file = File(f"bastide-{game.id}.json", f"{text}\n".encode())
    return replace(answer(asking, game, line), file=file)


def _public_part(game: Game, course: Course, actions: tuple[str, ...]) -> str:
    """The record with the hash of the seed in its place, and what was drawn so far.

    What has been drawn by nobody is not among it.
    """
    events = [event for step in course.steps for event in step.events]
    return json.dumps(
        {
            "format": f"{FORMAT} running",
            "edition": course.position.edition,
            "game": game.header.game,
            "sets": game.header.sets,
            "options": dict(game.header.options),
            "players": game.header.names,
            "seed_hash": game.header.seed_hash,
            "drawn": [event.tile for event in events if isinstance(event, TileDrawn)],
            **{name: drawn for talk in talks().values() for name, drawn in talk.public(events).items()},
            "actions": actions,
        },
        ensure_ascii=False,
    )
