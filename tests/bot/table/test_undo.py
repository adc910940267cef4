"""Taking back, and turning the tile just laid."""

from random import Random

from bot import spots
from core import GameRecord, Phase, Position, TokenDrawn
from core.sets.hills_sheep.actions import SHEPHERD
from tests.bot.table.club import ANN, BO, CID, Club, choices, commands, keys, last_word
from tests.bot.table.search import EVERYTHING, claimed_road, reach

PLACE = (ANN, BO)


async def actions(club: Club) -> tuple[str, ...]:
    """The actions as the store has them."""
    stored = await club.store.load(club.channel)
    assert stored is not None
    return stored.actions


async def test_undo_walks_back_within_the_own_turn(club: Club) -> None:
    """Figure and tile are undone one after the other, but the tile drawn stays drawn."""
    await club.begin("undo=free")
    await club.play(ANN, "place 1")
    await club.play(ANN, "deploy a")
    scene = await club.play(ANN, "undo")
    assert (scene.turn, "deploy a" in commands(scene)) == (1, True)
    scene = await club.play(ANN, "undo")
    assert "place 1" in commands(scene)
    assert await actions(club) == ("draw",)
    assert await club.refused(ANN, "undo") == "refusal.nothing_to_undo"


async def test_undo_is_offered_until_the_next_player_acts(club: Club) -> None:
    """The next player's scene carries the button of the one before; acting removes it."""
    await club.begin()
    await club.play(ANN, "place 1")
    scene = await club.play(ANN, "pass")
    (undo,) = [choice for choice in choices(scene) if choice.command == "undo"]
    assert undo.actor == ANN.key
    assert scene.actor == BO.key
    scene = await club.play(BO, "place 1")
    (undo,) = [choice for choice in choices(scene) if choice.command == "undo"]
    assert undo.actor == ""
    assert await club.refused(ANN, "undo") == "refusal.undo_not_yours"


async def test_the_next_player_cannot_undo_the_step_before(club: Club) -> None:
    """A step belongs to who made it."""
    await club.begin()
    await club.play(ANN, "place 1")
    scene = await club.play(ANN, "pass")
    reply = await club.press(BO, "undo", scene=scene)
    assert reply.refusal is not None
    assert reply.refusal.key == "refusal.undo_not_yours"


async def test_undo_across_the_turn_takes_the_next_draw_back_with_it(club: Club) -> None:
    """The next turn's message says that the move was undone; then the same tile comes again."""
    await club.begin("undo=free")
    await club.play(ANN, "place 1")
    after = await club.play(ANN, "pass")
    drawn = (await club.position()).tile
    reply = await club.say(ANN, "undo")
    assert reply.scene is not None
    assert (reply.scene.turn, reply.scene.notify) == (after.turn - 1, ())
    assert keys(last_word(reply)) == ("closing.undone",)
    assert (await actions(club))[-1].startswith("place")
    await club.play(ANN, "pass")
    assert (await club.position()).tile == drawn


async def test_a_token_that_was_drawn_stays_drawn(club: Club) -> None:
    """Whoever has seen the token cannot choose again, and is not offered to."""

    def shepherd(position: Position) -> bool:
        return position.phase is Phase.DEPLOY and any(
            SHEPHERD in spots.figures(position, where) for _, where in spots.letters(position)
        )

    await club.set_up(reach(shepherd, EVERYTHING))
    position = await club.position()
    who = PLACE[position.seat]
    letter = next(
        letter for letter, where in spots.letters(position) if SHEPHERD in spots.figures(position, where)
    )
    scene = await club.play(who, f"deploy {letter} shepherd")
    assert "undo" not in commands(scene)
    assert await club.refused(who, "undo") == "refusal.undo_revealed"


async def test_choosing_to_draw_stays_chosen(club: Club) -> None:
    """Who drew a tile instead of laying the abbey cannot go back to the abbey."""
    await club.set_up(reach(lambda position: position.phase is Phase.DRAW, EVERYTHING))
    who = PLACE[(await club.position()).seat]
    scene = await club.play(who, "draw")
    assert "undo" not in commands(scene)
    assert await club.refused(who, "undo") == "refusal.undo_revealed"


async def test_the_abbey_can_be_taken_back(club: Club) -> None:
    """Playing the abbey reveals nothing, so it can be undone, its placement first."""
    await club.set_up(reach(lambda position: position.phase is Phase.DRAW, EVERYTHING))
    who = PLACE[(await club.position()).seat]
    before = await actions(club)
    scene = await club.play(who, "abbey")
    while "undo" in commands(scene) and await actions(club) != before:
        scene = await club.play(who, "undo")
    assert await actions(club) == before


async def test_a_tile_is_turned_in_one_change(club: Club) -> None:
    """⟳ lays the tile in its next look, round and round, with one version for each press."""
    await club.set_up(claimed_road())
    scene = await club.play(BO, "place 2,0")
    first, version = (await actions(club))[-1], scene.version
    scene = (await club.press(BO, "turn")).scene or scene
    second = (await actions(club))[-1]
    assert scene.version == version + 1
    assert second != first
    await club.press(BO, "turn")
    assert (await actions(club))[-1] == first
    assert len(await actions(club)) == 5


async def test_turning_keeps_to_looks_that_differ(club: Club) -> None:
    """A tile whose turns look alike is not turned."""
    await club.set_up(GameRecord(("Ann", "Bo"), bag=("base/U", "base/U"), actions=("draw",)))
    scene = await club.play(ANN, "place 1,0")
    assert "turn" not in commands(scene)
    assert await club.refused(ANN, "turn") == "refusal.one_look"


async def test_typing_another_turn_of_the_same_look_can_still_be_turned(club: Club) -> None:
    """The next look is found from any turn that shows the present one."""
    await club.set_up(GameRecord(("Ann", "Bo"), bag=("base/X", "base/V", "base/V"), actions=("draw",)))
    await club.play(ANN, "place 1,0 270")
    await club.play(ANN, "pass")
    await club.play(BO, "place 2,0")
    laid = {(await actions(club))[-1]}
    await club.play(BO, "turn")
    laid.add((await actions(club))[-1])
    assert laid == {"place 2,0 0", "place 2,0 90"}


async def test_after_deploying_a_tile_is_not_turned(club: Club) -> None:
    """The figure has to be taken back first."""
    await club.begin()
    await club.play(ANN, "place 1")
    await club.play(ANN, "deploy a")
    assert await club.refused(ANN, "turn") == "refusal.not_your_turn"
    assert await club.refused(BO, "turn") == "refusal.nothing_to_turn"


async def test_another_player_cannot_turn_the_tile(club: Club) -> None:
    """Only who laid the tile turns it."""
    await club.set_up(claimed_road())
    await club.play(BO, "place 2,0")
    assert await club.refused(ANN, "turn") == "refusal.not_your_turn"
    assert await club.refused(CID, "turn") == "refusal.not_a_player"


async def test_the_choice_of_a_tile_can_be_taken_back(club: Club) -> None:
    """With an open hand, the other tile can still be chosen."""
    await club.set_up(reach(lambda position: position.phase is Phase.CHOOSE, ("discoverers",), {"hand": 2}))
    position = await club.position()
    who = PLACE[position.seat]
    before = await actions(club)
    scene = await club.play(who, "choose 2")
    assert "undo" in commands(scene)
    await club.play(who, "undo")
    assert await actions(club) == before


async def test_a_resignation_is_not_taken_back(club: Club) -> None:
    """Who left has left, and the others cannot undo it either."""
    await club.begin(people=(ANN, BO, CID))
    await club.play(ANN, "place 1")
    scene = await club.say(CID, "resign yes")
    assert scene.scene is not None
    assert "undo" not in commands(scene.scene)
    assert await club.refused(ANN, "undo") == "refusal.nothing_to_undo"


async def test_no_undo_ever_takes_a_token_back(club: Club) -> None:
    """Whatever is taken back at random, tokens that were drawn stay drawn."""
    chance = Random(4)
    scene = await club.begin("all")
    people = {ANN.key: ANN, BO.key: BO}
    seen: list[int] = []
    for _ in range(120):
        offers = [choice for choice in choices(scene) if choice.command not in {"turn", "advice"}]
        undo = [choice for choice in offers if choice.command == "undo"]
        choice = undo[0] if undo and chance.random() < 0.3 else chance.choice(offers)
        reply = await club.press(people[choice.actor or scene.actor], choice.command, scene=scene)
        assert reply.refusal is None
        assert reply.scene is not None
        scene = reply.scene
        if not scene.actor:
            break
        now = tokens(await club.position(), await actions(club))
        assert now[: len(seen)] == seen
        seen = now
    assert seen


def tokens(position: Position, played: tuple[str, ...]) -> list[int]:
    """The sheep of all tokens that were drawn, in order."""
    record = GameRecord(position.players, sets=position.sets, seed=position.setup.seed, actions=played)
    _, events = record.replay_events()
    return [event.sheep for _, event in events if isinstance(event, TokenDrawn)]
