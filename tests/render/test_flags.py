"""Flags over what is completed."""

from core import GameRecord, Position
from render.art.plan_roads import ROAD
from render.flags import flags


def played(*actions: str, start: tuple[str, int, int, int]) -> Position:
    """A set-up position after these actions, all with bends of a road."""
    bag = ("base/V",) * len(actions)
    each = tuple(text for action in actions for text in ("draw", action, "pass"))
    return GameRecord(("Ann", "Bo"), bag=bag, start=start, actions=each).replay()


def test_a_road_flies_a_flag_at_each_end_and_nowhere_between() -> None:
    """A completed road of four tiles has flags on its first and its last tile."""
    bag = ("base/U", "base/V", "base/X")
    actions = ("draw", "place 1,0 0", "pass", "draw", "place 2,0 0", "pass", "draw", "place 2,1 0", "pass")
    position = GameRecord(("Ann", "Bo"), bag=bag, start=("base/X", 0, 0, 0), actions=actions).replay()
    road = position.feature_at((1, 0), "road@E")
    assert road.complete
    assert len(road.cells) == 4
    assert sorted(cell for cell, _ in flags(position, road)) == [(0, 0), (2, 1)]


def test_a_road_without_ends_flies_one_flag() -> None:
    """A ring of four bends is completed and has one flag."""
    position = played("place 1,0 0", "place 1,1 90", "place 0,1 180", start=("base/V", 0, 0, 270))
    road = position.feature_at((0, 0), "road@E")
    assert road.complete
    assert len(road.segments) == 4
    assert len(list(flags(position, road))) == 1


def test_flags_stand_beside_their_road() -> None:
    """The foot of a pole is on the tile, near the road and not on it."""
    bag = ("base/X",)
    actions = ("draw", "place 1,0 0", "pass")
    position = GameRecord(("Ann", "Bo"), bag=bag, start=("base/X", 0, 0, 0), actions=actions).replay()
    road = position.feature_at((0, 0), "road@E")
    found = list(flags(position, road))
    assert [cell for cell, _ in found] == [(0, 0), (1, 0)]
    for _, (x, y) in found:
        assert 0 < x < 1
        assert ROAD < 0.5 - y < 3 * ROAD
