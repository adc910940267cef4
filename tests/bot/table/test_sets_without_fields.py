"""Games without fields: nothing that anybody reads there speaks of farmers, pigs or fields that count."""

import re
from collections.abc import Iterator
from typing import Final

import pytest

from bot.painting.drawing import _words
from bot.scene import Phrase, Scene
from bot.scenes.hints import hints
from core import Deploy, Figure, Phase
from core.sets.abbey_mayor.actions import BARN
from tests.bot.table.club import ANN, BO, Club, commands, keys
from tests.bot.table.playing import answered, finish
from tests.bot.table.search import reach

SETS: Final = ("base", "river", "inns-cathedrals", "traders-builders")
OF_FARMERS: Final = re.compile(r"field|farmer|\bpigs?\b", re.IGNORECASE)
BORDER: Final = re.compile(r"field to the \w+")
"""What borders a spot: a side with field still has to meet field."""


def told(club: Club, scene: Scene) -> Iterator[str]:
    """All that a scene says, to all its readers, and what its picture says in words."""
    lines = [*scene.lines, *(line for reading in scene.readings.values() for line in reading.lines)]
    yield from map(club.text, lines)
    yield from (club.text(choice.label) for row in scene.rows for choice in row)
    for picture in (scene.picture, *(reading.picture for reading in scene.readings.values())):
        if picture is not None:
            yield BORDER.sub("", _words(picture, lambda key, **args: club.text(Phrase(key, args))))


async def test_no_field_is_offered_and_none_is_scored(club: Club) -> None:
    """No letter for a field, no pig, no word of farmers: in a turn, in every answer, and at the end."""
    record = reach(
        lambda position: position.phase is Phase.DEPLOY and len(position.laid) > 20, SETS, {"fields": False}
    )
    scene = await club.set_up(record, (ANN, BO))
    said: list[str] = []
    for seed in range(30):
        position = await club.position()
        assert not any("field" in str(action) or "pig" in str(action) for action in position.legal_actions())
        said += told(club, scene)
        who = ANN if scene.actor == ANN.key else BO
        moves = [c for c in commands(scene) if c.split()[0] in {"place", "deploy", "pass"}]
        scene = await club.play(who, moves[seed % len(moves)])
    for command in ("tiles", "score", "board", "help", "game"):
        said += told(club, await answered(club, ANN, command))
    await finish(club)
    assert club.scene is not None
    said += told(club, club.scene)
    said += told(club, await answered(club, ANN, "score"))
    assert [text for text in said if OF_FARMERS.search(text)] == []
    position = await club.position()
    assert Figure("pig") not in position.rules.figures
    assert position.over


@pytest.mark.parametrize(
    ("sets", "options", "hint"),
    [
        (("base", "river"), {"fields": False}, "hint.river_alone"),
        (("base", "river"), {}, "hint.river"),
        (("base", "river", "hills-sheep"), {"fields": False}, "hint.river"),
        (("base", "river", "hills-sheep"), {"fields": False, "shepherds": False}, "hint.river_alone"),
    ],
)
async def test_the_river_is_said_to_part_fields_where_that_matters(
    club: Club, sets: tuple[str, ...], options: dict[str, bool], hint: str
) -> None:
    """To newcomers; it matters to shepherds too."""
    words = [*sets[1:], *(f"{name}=off" for name in options)]
    scene = await club.begin(*words)
    (said,) = [key for key in keys(scene) if key.startswith("hint.")]
    assert said == hint
    assert ("field" in " ".join(club.text(line) for line in scene.lines)) == (hint == "hint.river")


async def test_a_barn_without_farmers_is_explained_by_its_own_points(club: Club) -> None:
    """It sends nobody home, and scores in the end alone."""
    for fields, topic in ((True, "barn"), (False, "barn_alone")):
        record = reach(
            lambda position: any(
                isinstance(action, Deploy) and action.figure is BARN for action in position.legal_actions()
            ),
            ("base", "abbey-mayor"),
            {"fields": fields},
        )
        position = record.replay()
        applies = {hint.topic for hint in hints(position.sets) if hint.applies(position)}
        assert {"barn", "barn_alone"} & applies == {topic}


async def test_the_rules_say_what_the_game_here_has_agreed_on(club: Club) -> None:
    """With each topic that it is about, while people gather or play; not afterwards, and not elsewhere."""
    await club.begin("river", "abbey", "fields=off", "wagon_move=adjacent")
    for topic, said in {
        "fields": "Without fields: no farmers.",
        "river": "Without fields: no farmers.",
        "abbey": "Without fields: no farmers. A wagon reaches its own tile and the eight around it.",
        "sheep": "",
        "discoverers": "",
    }.items():
        scene = await answered(club, BO, f"rules {topic}")
        here = [club.text(line) for line in scene.lines if line.key == "rules.here"]
        assert here == ([f"The game here: {said}"] if said else []), topic
    await club.say(ANN, "end yes")
    await club.say(BO, "vote yes")
    assert "rules.here" not in keys(await answered(club, BO, "rules fields"))
