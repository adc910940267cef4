"""Traders & Builders: goods in cities, builders who bring a second part of the turn, and pigs.

Source: Traders & Builders, sections 2 to 4; the order within a turn from the interactions, section 7.
"""

from typing import Final

from core.actions import Figure
from core.marks import remember
from core.ruleset import AGAIN, Ruleset, Special
from core.segments import Terrain
from core.sets.row import SetRow
from core.sets.traders_builders import builders, goods, pigs
from core.state import State


def install(rules: Ruleset[State]) -> None:
    """Add Traders & Builders to a ruleset."""
    rules.figures[builders.BUILDER] = 1
    rules.companions.add(builders.BUILDER)
    rules.specials[builders.BUILDER] = Special(
        builders.sites, builders.verify_builder, builders.deploy_builder
    )
    rules.calls.add(builders.SECOND)
    rules.after_place.append(builders.look_for_builder)
    rules.step(80, builders.second_part, call=AGAIN)

    if Figure.MEEPLE in rules.claimants.get(Terrain.FIELD, ()):
        rules.figures[pigs.PIG] = 1
        rules.companions.add(pigs.PIG)
        rules.specials[pigs.PIG] = Special(pigs.pastures, pigs.verify_pig, pigs.deploy_pig)
        rules.gains.setdefault(Terrain.FIELD, []).append(pigs.gain)

    remember(rules, goods.NAME)
    rules.completed.append(goods.take_goods)
    rules.leaving.append(goods.give_up_goods)
    rules.final.append(goods.score_goods)
    rules.told["goods"] = goods.of_seats
    rules.told_of["goods"] = goods.still_in
    rules.prospects += [builders.prospect, pigs.prospect, goods.prospect]


SET: Final = SetRow(
    rank=16,
    install=install,
    figures=(builders.BUILDER, pigs.PIG),
    reasons=goods.GOODS,
)
