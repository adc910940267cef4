"""Public scenes over the turns of a game: new messages, closings, who is told."""

from bot.scene import PictureKind, Style
from bot.spots import take_backs
from core import GameRecord, Phase, Position
from core.sets.abbey_mayor.actions import ABBEY_DUE
from tests.bot.table.club import ANN, BO, CHANNEL, CID, Club, choices, commands, keys, last_word
from tests.bot.table.search import EVERYTHING, at, reach

WAGON_OF_BO = GameRecord(
    ("Ann", "Bo"),
    sets=("base", "abbey-mayor"),
    bag=("base/W", "base/U", "base/W", "base/U", "base/U"),
    actions=("draw", "place 1,0 0", "pass", "draw", "place -1,0 0", "deploy wagon road@W", "draw"),
)
"""Bo's wagon stands on a road that Ann is about to complete."""


async def test_the_lobby_is_one_message(club: Club) -> None:
    """Everything before the start is an edit of one message and mentions nobody."""
    await club.play(ANN, "new")
    for person in (BO, CID):
        reply = await club.say(person, "join")
        assert reply.scene is not None
        assert (reply.scene.turn, last_word(reply), reply.scene.notify) == (0, None, ())
        assert reply.shown.live is not None
        assert reply.shown.live.turn == 0


async def test_a_turn_is_one_message_and_its_player_is_told_once(club: Club) -> None:
    """The first scene of a turn notifies; laying, turning and undoing are edits that do not."""
    first = await club.begin()
    assert (first.turn, first.actor, first.notify) == (1, ANN.key, (ANN,))
    assert first.lines[0].args["who"].mention  # type: ignore[attr-defined]  # a Who
    for command in ("place 1", "undo", "place 1"):
        scene = await club.play(ANN, command)
        assert (scene.turn, scene.notify, last_word(club.replies[-1])) == (1, (), None)
        assert not scene.lines[0].args["who"].mention  # type: ignore[attr-defined]  # a Who
    scene = await club.play(ANN, "pass")
    assert (scene.turn, scene.actor, scene.notify) == (2, BO.key, (BO,))
    closing = last_word(club.replies[-1])
    assert closing is not None
    assert (closing.turn, closing.rows, keys(closing)) == (1, (), ("story.placed", "standings"))
    live = club.replies[-1].shown.live
    assert live is not None
    assert (live.turn, live.message) == (1, f"message of {scene.game} for turn 1")


async def test_scenes_carry_their_game_and_version(club: Club) -> None:
    """Each scene has the game's id and the version that the store has."""
    scene = await club.begin()
    for who, command in ((ANN, "place 1"), (ANN, "pass"), (BO, "place 1")):
        scene = await club.play(who, command)
        assert await club.store.version(CHANNEL) == (scene.game, scene.version)


async def test_spots_are_numbered_by_rows(club: Club) -> None:
    """Spot 1 is the north-westernmost by rows; each number lays the tile on its cell."""
    await club.set_up(at(Phase.PLACE, lambda position: len(position.legal_spots()) > 5))
    scene = await club.table.view(CHANNEL)
    assert scene is not None
    assert scene.picture is not None
    assert scene.picture.kind is PictureKind.BOARD
    cells = scene.picture.spots
    assert list(cells) == sorted(cells, key=lambda cell: (cell[1], cell[0]))
    who = (ANN, BO)[(await club.position()).seat]
    await club.play(who, "place 5")
    assert (await club.position()).laid[-1].cell == cells[4]


async def test_the_picture_keeps_its_moment(club: Club) -> None:
    """A scene's picture is not changed by later moves."""
    scene = await club.begin()
    assert scene.picture is not None
    before = scene.picture.position.copy()
    await club.play(ANN, "place 1")
    await club.play(ANN, "pass")
    assert scene.picture.position == before


async def test_deploying_shows_letters_with_their_worth(club: Club) -> None:
    """The close-up letters what is offered; labels say what each would be worth; a meeple needs one tap."""
    await club.set_up(GameRecord(("Ann", "Bo"), bag=("base/E", "base/U"), actions=("draw", "place 0,-1 180")))
    scene = await club.table.view(CHANNEL)
    assert scene is not None
    assert scene.picture is not None
    assert (scene.picture.kind, scene.picture.verb) == (PictureKind.CLOSE_UP, "deploy")
    assert scene.picture.letters == (("a", "city@S"), ("b", "field@NL"))
    labels = {choice.command: club.text(choice.label) for choice in choices(scene)}
    assert labels == {"deploy a": "A city · 4", "deploy b": "B field · 3", "pass": "Pass", "undo": "Undo"}


async def test_figures_that_can_be_taken_back_are_in_the_picture_with_their_numbers(club: Club) -> None:
    """The picture shows each where it stands; its number is that of the button, and of the command."""

    def several(position: Position) -> bool:
        return position.phase is Phase.DEPLOY and len(take_backs(position)) > 1

    record = reach(several, ("discoverers",))
    await club.set_up(record)
    scene = await club.table.view(CHANNEL)
    assert scene is not None
    assert scene.picture is not None
    offered = take_backs(record.replay())
    assert scene.picture.figures == tuple(
        (str(number), action.cell, action.where) for number, action in enumerate(offered, 1)
    )
    labels = {choice.command: club.text(choice.label) for choice in choices(scene)}
    for number, _, _ in scene.picture.figures:
        assert labels[f"score {number}"].startswith(f"↩ {number} · ")


async def test_other_figures_have_buttons_of_their_own(club: Club) -> None:
    """A mayor without pennants is worth nothing, a wagon as much as a meeple; the meeple comes first."""
    record = GameRecord(
        ("Ann", "Bo"),
        sets=("base", "abbey-mayor"),
        bag=("base/E", "base/U"),
        actions=("draw", "place 0,-1 180"),
    )
    await club.set_up(record)
    scene = await club.table.view(CHANNEL)
    assert scene is not None
    labels = [[club.text(choice.label) for choice in row] for row in scene.rows]
    assert labels == [["A city · 4", "B field · 3"], ["A mayor · 0", "A wagon · 4"], ["Pass"], ["Undo"]]
    assert [choice.style for choice in scene.rows[0]] == [Style.MAIN, Style.MAIN]


async def test_another_seat_is_asked_about_its_wagon(club: Club) -> None:
    """The game waits for the wagon's owner, who is told in a message of their own; then the turn ends."""
    await club.set_up(WAGON_OF_BO)
    await club.play(ANN, "place -2,0 0")
    scene = await club.play(ANN, "pass")
    assert (await club.position()).active == 0
    assert (scene.actor, scene.notify, keys(scene)[0]) == (BO.key, (BO,), "turn.asked")
    assert {"wagon home", "wagon 1 road@S"} <= set(commands(scene))
    assert scene.picture is not None
    assert scene.picture.spots == ((-2, 0), (1, 0))
    assert await club.refused(ANN, "wagon 1") == "refusal.not_your_turn"
    assert await club.refused(BO, "wagon 1") == "refusal.which_segment"
    assert await club.refused(BO, "place 1") == "refusal.wrong_phase"
    assert [club.text(choice.label) for choice in scene.rows[0]][:2] == ["1↓ road · 1", "1← road · 1"]
    after = (await club.press(BO, "wagon 1 road@S")).scene
    assert after is not None
    assert after.turn == scene.turn + 1
    assert keys(last_word(club.replies[-1])) == ("story.wagon_moved", "standings")
    assert after.actor == BO.key


async def test_a_view_has_the_choices_of_its_person(club: Club) -> None:
    """Everyone sees the same scene; only its actor, or whom a button is for, sees the buttons."""
    await club.begin(people=(ANN, BO, CID))
    await club.play(ANN, "place 1")
    await club.play(ANN, "pass")
    whole = await club.table.view(CHANNEL)
    assert whole is not None
    assert await club.table.current(CHANNEL) == whole
    views = {person: await club.table.view(CHANNEL, person, "cs") for person in (ANN, BO, CID)}
    offered = {person: commands(view) for person, view in views.items() if view is not None}
    assert offered[ANN] == ("undo",)
    assert "place 1" in offered[BO]
    assert "undo" not in offered[BO]
    assert offered[CID] == ()
    assert all(view is not None and view.language == "cs" for view in views.values())


async def test_an_empty_place_has_no_view(club: Club) -> None:
    """Where nothing runs there is nothing to see."""
    assert await club.table.view(CHANNEL) is None


async def test_the_end_tells_the_final_scoring(club: Club) -> None:
    """The last scene has the final points by kind, the totals, the winner and the seed; nothing to play.

    Bo has laid no tile, so it is nobody's win.
    """
    record = GameRecord(("Ann", "Bo"), bag=("base/U",), actions=("draw", "place 1,0 0"))
    await club.set_up(record)
    scene = await club.play(ANN, "deploy road@W")
    said = [club.text(line) for line in scene.lines]
    assert said == [
        "The game is over. Carcassonne",
        "Ann wins!",
        "It counts in no statistics.",
        "Before the final scoring: Ann 0 and Bo 0.",
        "Roads: Ann +2 → 2.",
        "Points: Ann 2 and Bo 0.",
    ]
    assert (scene.actor, scene.notify) == ("", ())
    assert commands(scene) == (
        "new again", "new", "export", "replay film", "replay chart", "replay review", "board", "score",
    )  # fmt: skip
    assert scene.picture is not None
    assert scene.picture.kind is PictureKind.SUMMARY
    assert scene.picture.record == record.with_actions((*record.actions, "deploy meeple road@W"))
    assert (await club.press(BO, "new")).refusal is None


async def test_a_shared_victory_names_all_winners(club: Club) -> None:
    """Nobody scores, so both win."""
    await club.set_up(GameRecord(("Ann", "Bo"), bag=("base/U",), actions=("draw", "place 1,0 0")))
    scene = await club.play(ANN, "pass")
    assert club.text(scene.lines[1]) == "Ann and Bo share the victory!"


async def test_the_abbey_round_asks_each_holder(club: Club) -> None:
    """After the last tile, who still has an abbey and a hole is asked, and may pass."""
    await club.set_up(reach(lambda position: position.phase is ABBEY_DUE, EVERYTHING))
    scene = await club.table.view(CHANNEL)
    assert scene is not None
    assert commands(scene)[:2] == ("abbey", "pass")
    who = (ANN, BO)[(await club.position()).seat]
    reply = await club.press(who, "pass", scene=scene)
    assert reply.refusal is None


async def test_drawing_shows_the_tile_again(club: Club) -> None:
    """/draw with a tile in hand answers its player with the present choices and changes nothing."""
    scene = await club.begin()
    reply = await club.say(ANN, "draw")
    assert reply.answer is not None
    assert commands(reply.answer) == commands(scene)
    assert (reply.answer.notify, reply.answer.language) == ((), ANN.language)
    assert await club.store.version(CHANNEL) == (scene.game, scene.version)
