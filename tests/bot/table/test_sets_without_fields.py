"""Games without fields, with big meeples, builders and pigs: nothing is offered or said of farmers."""

from typing import Final

from core import Figure, Phase
from tests.bot.table.club import ANN, BO, Club, commands
from tests.bot.table.playing import finish
from tests.bot.table.search import reach

SETS: Final = ("base", "river", "inns-cathedrals", "traders-builders")


async def test_no_field_is_offered_and_none_is_scored(club: Club) -> None:
    """No letter for a field, no pig, no word of farmers but what is printed on a tile; nor at the end."""
    record = reach(
        lambda position: position.phase is Phase.DEPLOY and len(position.laid) > 20, SETS, {"fields": False}
    )
    scene = await club.set_up(record, (ANN, BO))
    said = []
    for seed in range(30):
        position = await club.position()
        assert not any("field" in str(action) or "pig" in str(action) for action in position.legal_actions())
        said += [club.text(line) for line in scene.lines if line.key != "prompt.tile"]
        who = ANN if scene.actor == ANN.key else BO
        moves = [c for c in commands(scene) if c.split()[0] in {"place", "deploy", "pass"}]
        scene = await club.play(who, moves[seed % len(moves)])
    await finish(club)
    assert club.scene is not None
    said += [club.text(line) for line in club.scene.lines]
    assert not [line for line in said if "field" in line.lower() or "farmer" in line.lower() or "pig" in line]
    position = await club.position()
    assert Figure("pig") not in position.rules.figures
    assert position.over
