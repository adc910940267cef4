"""``verify`` and ``export``: of the game here, of an earlier one, or of a file."""

import json
import re
from dataclasses import replace
from typing import Final

from bot.games import describe
from bot.games.access import begun, present
from bot.games.asking import Asking
from bot.games.course import Course
from bot.games.game import Game
from bot.games.header import IMPORTED, Status
from bot.games.talk import talks
from bot.refusal import Refused
from bot.scene import File, Phrase, Scene
from bot.usecases.beyond import Beyond
from bot.usecases.info import answer
from bot.usecases.records import apart, read_record, refused_record
from core import GameRecord, RecordError, TileDrawn
from core.quoting import short
from core.records.record import FORMAT
from core.records.verify import Verdict
from core.records.verify import verify as check


def _exported(asking: Asking) -> Scene:
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


_HASH: Final = re.compile(r"[0-9a-f]{64}", re.IGNORECASE)


async def export(beyond: Beyond, asking: Asking) -> Scene:
    """``export [GAME]``: the game as a file."""
    return _exported(replace(asking, game=await _meant(beyond, asking)))


async def verify(beyond: Beyond, asking: Asking) -> Scene:
    """``verify [GAME]``: is the shuffle the promised one? Or of a file: ``verify [HASH]``."""
    if asking.request.file is not None:
        record, _ = await apart(read_record, asking.request, "usage.verify")
        published = next((word for word in asking.words if _HASH.fullmatch(word)), None)
        verdict = await apart(check, record, published)
        return _page(asking, *_said(verdict, record))
    game = await _meant(beyond, asking)
    header = game.header
    if game.course is None:
        raise Refused("refusal.not_begun", count=len(header.people))
    if header.status is not Status.OVER:
        running = "verify.running_shown" if header.bag_shown else "verify.running"
        line = Phrase.of(running, hash=header.seed_hash) if header.seed_hash else _NO_SEED
        return answer(asking, game, line, *describe.known_bag(game))
    record = GameRecord.from_json(header.record).with_actions(
        [str(step.action) for step in game.course.steps]
    )
    # Nothing was promised here for a game that somebody sent: its hash is made from the file itself.
    published = None if header.source == IMPORTED else header.seed_hash or None
    try:
        verdict = await apart(check, record, published)
    except RecordError as error:
        raise refused_record(error) from error
    return _page(asking, *_said(verdict, record), *describe.known_bag(game))


async def _meant(beyond: Beyond, asking: Asking) -> Game:
    return await beyond.find(asking, asking.words[0]) if asking.words else present(asking)


_NO_SEED: Final = Phrase("verify.no_seed")


def _said(verdict: Verdict, record: GameRecord) -> tuple[Phrase, ...]:
    legal = Phrase.of("verify.legal", count=verdict.actions)
    if verdict.seed_hash is None:
        return legal, _NO_SEED
    seed = short(record.seed or "")
    order = Phrase.of("verify.order", count=verdict.drawn, seed=seed, hash=verdict.seed_hash)
    if verdict.matches is None:
        return legal, order, Phrase("verify.compare")
    return legal, order, Phrase("verify.fair" if verdict.matches else "verify.unfair")


def _page(asking: Asking, *lines: Phrase) -> Scene:
    return Scene(lines=lines, actor=asking.person.key, language=asking.person.language)
