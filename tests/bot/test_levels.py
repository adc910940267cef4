"""Opponents' levels: legal, blind to what is hidden, and each better than the one before."""

import random
from dataclasses import replace

import pytest

from bot.people import Skill
from bot.thinking.thoughts import decide, think
from core import GameRecord


def _never() -> bool:
    return False


def _at_once() -> bool:
    return True


def lead(one: Skill | None, other: Skill | None, seed: int) -> int:
    """By how much the first of two wins a game of few tiles; None moves at random."""
    chance = random.Random(seed)
    position = GameRecord(("a", "b"), seed=f"{seed:032x}").replay()
    while not position.over and position.bag_left > 30:
        level = (one, other)[position.seat]
        legal = position.legal_actions()
        position.play(chance.choice(legal) if level is None else decide(position, level, _never))
    return position.scores[0] - position.scores[1]


@pytest.mark.parametrize(("better", "worse"), [(Skill.GENTLE, None), (Skill.EVEN, Skill.GENTLE)])
def test_a_higher_level_leads(better: Skill | None, worse: Skill | None) -> None:
    """Over a few games with the seats swapped; fixed seeds always give the same games."""
    leads = [lead(better, worse, seed) - lead(worse, better, seed) for seed in range(3)]
    assert sum(leads) > 0, leads


@pytest.mark.parametrize("level", Skill)
@pytest.mark.parametrize("sets", [("base", "winter", "abbey-mayor"), ("discoverers",)])
def test_what_is_hidden_changes_nothing(level: Skill, sets: tuple[str, ...]) -> None:
    """The order of the tiles to come has no influence, and thinking leaves the position as it was."""
    game = "discoverers" if "discoverers" in sets else "carcassonne"
    position = GameRecord(("a", "b"), game, sets, seed=f"{7:032x}").replay()
    bag = tuple(kind.id for kind in position.setup.bag)
    chance, actions = random.Random(1), list[str]()
    for _ in range(40):
        before = position.legal_actions()
        first = decide(position, level, _never)
        seen, rest = bag[: position.drawn], bag[position.drawn :]
        other = GameRecord(("a", "b"), game, sets, bag=(*seen, *reversed(rest)), actions=tuple(actions))
        assert decide(other.replay(), level, _never) == first
        assert position.legal_actions() == before
        assert position.can(decide(position, level, _at_once)), "also where there is no time"
        action = chance.choice(before)
        actions.append(str(action))
        position.play(action)


def test_a_turn_ends_where_somebody_else_decides() -> None:
    """It is thought out whole and by what is written down alone."""
    record = GameRecord(("a", "b"), seed=f"{3:032x}").with_actions(("draw",))
    actions = think(record.to_json(), "even")
    after = replace(record, actions=(*record.actions, *actions)).replay()
    assert after.seat == 1
    assert think(record.to_json(), "even") == actions
