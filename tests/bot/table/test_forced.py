"""Moves without an alternative are made by the table."""

from core import Figure, GameRecord, Phase, Position
from tests.bot.table.club import ANN, BO, Club, commands, keys
from tests.bot.table.search import EVERYTHING, claimed_road, reach


async def actions(club: Club) -> tuple[str, ...]:
    """The actions as the store has them."""
    stored = await club.store.load(club.channel)
    assert stored is not None
    return stored.actions


def straight(*more: str) -> GameRecord:
    """Without fields: Ann holds the road, and Bo has a straight that fits at its ends in one look."""
    return GameRecord(
        ("Ann", "Bo"),
        options={"fields": False},
        bag=("base/U", "base/U", *more),
        actions=("draw", "place 1,0 0", "deploy meeple road@W", "draw"),
    )


async def test_the_tile_is_drawn_with_the_move_before(club: Club) -> None:
    """The turn ends, the next tile is drawn, and one version shows both."""
    scene = await club.begin()
    await club.play(ANN, "place 1")
    after = await club.play(ANN, "pass")
    assert after.version == scene.version + 2
    assert (await actions(club))[-2:] == ("pass", "draw")
    assert "prompt.tile" in keys(after)


async def test_passing_without_a_choice_is_done_at_once(club: Club) -> None:
    """Where nothing can be deployed and the tile cannot be turned, the turn goes on by itself."""
    await club.set_up(straight("base/U"))
    scene = await club.play(BO, "place 2,0")
    assert scene.actor == ANN.key
    assert (await actions(club))[-2:] == ("pass", "draw")


async def test_a_tile_that_can_be_turned_waits_for_its_player(club: Club) -> None:
    """A tap on a spot lays the first look; as long as there is another, its player is asked."""
    await club.set_up(claimed_road())
    scene = await club.play(BO, "place 2,0")
    assert scene.actor == BO.key
    assert commands(scene) == ("turn", "pass", "undo")
    assert "prompt.no_figure" in keys(scene)
    assert (await club.play(BO, "turn")).actor == BO.key
    assert (await club.play(BO, "pass")).actor == ANN.key


async def test_a_turn_that_was_typed_is_meant(club: Club) -> None:
    """Who says how the tile lies is not asked about turning it."""
    await club.set_up(claimed_road())
    position = await club.position()
    turn = position.legal_spots()[2, 0][1] * 90
    assert (await club.play(BO, f"place 2,0 {turn}")).actor == ANN.key


async def test_a_tile_with_one_placement_is_laid_by_the_table(club: Club) -> None:
    """The abbey's only hole is filled at once, told, and its player still decides about the figure."""

    def one_hole(position: Position) -> bool:
        able = position.supply(position.seat)[Figure.MEEPLE] > 0
        return able and position.phase is Phase.DRAW and len(list(position.board.frontier.holes())) == 1

    record = reach(one_hole, EVERYTHING)
    await club.set_up(record)
    who = (ANN, BO)[(await club.position()).seat]
    scene = await club.play(who, "abbey")
    before = len(record.actions)
    assert (await actions(club))[before] == "abbey"
    assert (await actions(club))[before + 1].startswith("place")
    assert {"story.abbey", "prompt.deploy"} <= set(keys(scene))
    assert "story.placed" not in keys(scene), "it is one tile, not two"
    assert scene.actor == who.key


async def test_forced_steps_are_not_what_undo_takes_back(club: Club) -> None:
    """Undo goes to the last thing that was decided, and what was forced goes with it."""
    await club.set_up(straight("base/U"))
    await club.play(BO, "place 2,0")
    await club.play(BO, "undo")
    scene = await club.play(ANN, "vote yes")
    assert scene.actor == BO.key
    assert (await actions(club))[-1] == "draw"
    assert len(await actions(club)) == 4


async def test_an_abbey_that_fits_makes_drawing_a_choice(club: Club) -> None:
    """Drawing is asked about only when the abbey could be laid instead."""
    await club.set_up(reach(lambda position: position.phase is Phase.DRAW, EVERYTHING))
    scene = await club.play((ANN, BO)[(await club.position()).seat], "draw")
    assert scene.actor in {ANN.key, BO.key}
    assert "prompt.draw" not in keys(scene)


async def test_the_last_forced_steps_end_the_game(club: Club) -> None:
    """When the bag is empty and nothing is left to decide, the game is over in the same change."""
    await club.set_up(straight())
    scene = await club.play(BO, "place 2,0")
    assert keys(scene)[0] == "over.heading"
    assert (await club.position()).over
    assert (await club.position()).supply(0)[Figure.MEEPLE] == 6
    assert list(await club.store.games_of(ANN.key)) == []
