"""Records of games with The River, Inns & Cathedrals and Traders & Builders that people send."""

import json
from dataclasses import replace
from typing import Final

import pytest

from core import GameRecord
from core.sets.traders_builders.builders import SECOND
from tests.bot.table.club import ANN, BO, Club, commands, keys
from tests.bot.table.playing import answered, finish, send
from tests.bot.table.search import reach

SETS: Final = ("base", "river", "inns-cathedrals", "traders-builders")


def in_second_part() -> GameRecord:
    """A game that stands in the second part of somebody's turn."""
    return reach(lambda position: SECOND in position.called, SETS)


async def test_a_game_is_shown_turn_by_turn_and_gone_on_with(club: Club) -> None:
    """From the middle of a double turn to the end."""
    record = in_second_part()
    shown = (await send(club, ANN, "import", record.to_json())).answer
    assert shown is not None
    assert keys(shown)[0] == "import.unfinished"
    assert shown.picture is not None
    assert shown.picture.position == record.replay()
    back = next(c for c in commands(shown) if c.startswith("history") and "continue" not in c)
    looked = await answered(club, ANN, back)
    assert looked.picture is not None
    assert len(looked.picture.position.laid) < len(shown.picture.position.laid)
    scene = await club.play(ANN, next(c for c in commands(shown) if c.endswith("continue")))
    assert "note.second_part" in keys(scene)
    await club.play(BO, next(c for c in commands(scene) if c.startswith("join")))
    await finish(club)
    assert (await club.position()).over


async def test_sets_in_any_order_are_read_where_the_bag_says_it_all(club: Club) -> None:
    """They are kept in the order of records, so that what goes on from it shuffles as any other game."""
    record = in_second_part()
    position = record.opening()
    bag = tuple(kind.id for kind in position.setup.bag)
    mixed = replace(record, sets=(SETS[0], *reversed(SETS[1:])), bag=bag, seed=None)
    shown = (await send(club, ANN, "import", mixed.to_json())).answer
    assert shown is not None
    assert shown.picture is not None
    assert shown.picture.position.sets == SETS
    assert shown.picture.position.scores == record.replay().scores
    assert len(shown.picture.position.laid) == len(record.replay().laid)


PLAIN: Final = {"sets": ["base"], "bag": ["base/U"], "seed": None}


@pytest.mark.parametrize(
    ("change", "key"),
    [
        ({"sets": [*SETS, "discoverers"]}, "refusal.record.part"),
        ({"sets": [SETS[0], *reversed(SETS[1:])]}, "refusal.record.order"),
        (PLAIN | {"actions": ["draw", "place 1,0 0", "deploy big road@E"]}, "refusal.record.action"),
        (PLAIN | {"actions": ["draw", "place 1,0 0", "deploy builder road@E"]}, "refusal.record.action"),
    ],
    ids=["discoverers", "order", "big", "builder"],
)
async def test_what_does_not_go_together_is_refused_in_one_sentence(
    club: Club, change: dict[str, object], key: str
) -> None:
    """The Discoverers among these sets, sets in another order than their tiles, figures not in play."""
    table = json.loads(in_second_part().to_json()) | change
    reply = await send(club, ANN, "import", json.dumps({k: v for k, v in table.items() if v is not None}))
    assert reply.refusal is not None
    assert (reply.refusal.key, reply.answer) == (key, None)
    if "actions" in change:
        assert reply.refusal.args["number"] == 2
