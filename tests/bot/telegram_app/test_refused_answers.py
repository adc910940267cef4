"""Answers that Telegram does not take: what becomes of them, and what the log says."""

from dataclasses import replace

import pytest
from structlog.contextvars import merge_contextvars
from structlog.testing import capture_logs

from bot.request import Reply, Request
from bot.scene import File, Scene
from bot.telegram_app import outbox
from tests.bot.telegram_app.conftest import World
from tests.bot.telegram_app.scripted import button, say, scene
from tests.telegram_server import FORBIDDEN, SERVER_ERROR, Fault, Message


def refusal(text: str, code: int = 400) -> Fault:
    """What Telegram says when it does not do something."""
    return Fault(code, f"{'Forbidden' if code == 403 else 'Bad Request'}: {text}")


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is tried a second time."""
    monkeypatch.setattr(outbox, "PAUSES", ())


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize(
    ("fault", "level"),
    [
        (FORBIDDEN, "info"),
        (refusal("TOPIC_CLOSED"), "info"),
        (refusal("not enough rights to send text messages to the chat"), "info"),
        (refusal("chat not found"), "info"),
        (refusal("message to be replied not found"), "warning"),
        (SERVER_ERROR, "warning"),
        (Fault(done=True), "warning"),
    ],
)
async def test_an_answer_that_telegram_does_not_take_is_one_line(
    world: World, fault: Fault, level: str
) -> None:
    """Whatever the reason, nothing is wrong with the bot: no traceback, and the next one is served."""
    await world.start(world.scripted)
    world.server.inject("sendMessage", fault)
    with capture_logs() as logs:
        await world.group.say(world.ann, "/score")
        assert (await world.group.ask(world.ann, "/game")).text == "no game"
    assert [(entry["event"], entry["log_level"]) for entry in logs] == [("answer not sent", level)]
    assert "exc_info" not in logs[0]


async def leafing(world: World) -> Message:
    """An answer with a button that leads to another page of it."""
    page = ((button("More", "rules more"),),)
    world.scripted.answer = lambda request: Reply(
        answer=Scene((say(f"{request.command} " + "x" * 300),), rows=page)
    )
    await world.start(world.scripted)
    return await world.group.ask(world.ann, "/rules")


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize(
    ("fault", "level"), [(FORBIDDEN, "info"), (refusal("TOPIC_CLOSED"), "info"), (SERVER_ERROR, "warning")]
)
async def test_an_answer_that_cannot_be_replaced_now_is_one_line(
    world: World, fault: Fault, level: str
) -> None:
    """Where nothing can be changed nothing new is said either."""
    answer = await leafing(world)
    world.server.inject("editMessageText", fault)
    with capture_logs() as logs:
        await world.group.press(world.ann, "More", on=answer)
        await world.group.until(lambda: bool(logs))
    assert [(entry["event"], entry["log_level"]) for entry in logs] == [("answer not replaced", level)]
    assert world.group.from_bot == [answer]


@pytest.mark.parametrize("said", ["message to edit not found", "message can't be edited"])
async def test_an_answer_that_is_gone_is_given_anew(world: World, said: str) -> None:
    """Whoever asked gets to read it all the same."""
    answer = await leafing(world)
    world.server.inject("editMessageText", refusal(said))
    await world.group.press(world.ann, "More", on=answer)
    await world.group.until(lambda: len(world.group.from_bot) == 2)
    assert world.group.last.text.startswith("rules more")


async def test_an_answer_of_a_group_that_has_moved_is_given_where_it_is_now(world: World) -> None:
    """Nothing is known of the new chat's messages: the one with the same number is somebody else's."""
    answer = await leafing(world)
    new = world.group.migrate(announce=False)
    other = new.add(world.server.bot, text="another", keyboard=[list(answer.buttons)])
    other.id = answer.id
    await world.group.press(world.ann, "More", on=answer)
    await new.until(lambda: new.last.text.startswith("rules more"))
    assert (other.text, other.edits) == ("another", 0)
    assert new.last.reply_to is None


@pytest.mark.parametrize(
    ("said", "excuse"),
    [
        ("not enough rights to send photos to the chat", "I may not send pictures here"),
        ("IMAGE_PROCESS_FAILED", "could not be drawn"),
    ],
)
async def test_an_answer_whose_picture_is_refused_is_given_in_words(
    world: World, said: str, excuse: str
) -> None:
    """The words and the buttons are there, and why there is no picture."""
    shown = replace(scene("the board", rows=[[button("Tiles", "tiles")]]), turn=0)
    world.scripted.answer = lambda request: Reply(answer=shown)
    await world.start(world.scripted)
    world.server.inject("sendPhoto", refusal(said))
    answer = await world.group.ask(world.ann, "/board")
    assert answer.text.startswith("the board\n")
    assert excuse in answer.text
    assert answer.labels == ["Tiles"]


async def test_a_file_that_is_refused_is_explained(world: World) -> None:
    """Somebody who wants a file learns who can help."""
    export = Scene((say("the game"),), file=File("game.json", b"{}"))
    world.scripted.answer = lambda request: Reply(answer=export)
    await world.start(world.scripted)
    world.server.inject("sendDocument", refusal("not enough rights to send documents to the chat"))
    answer = await world.group.ask(world.ann, "/export")
    assert answer.text == "the game\nI may not send files here: an admin can allow it."


async def test_a_defect_is_said_with_the_id_that_stands_in_the_log(world: World) -> None:
    """Whoever reads that something went wrong can tell the operator where to look."""

    def broken(request: Request) -> Reply:
        raise RuntimeError("a defect")

    world.scripted.answer = broken
    await world.start(world.scripted)
    with capture_logs((merge_contextvars,)) as logs:
        answer = await world.group.ask(world.ann, "/score")
    (entry,) = [entry for entry in logs if entry["event"] == "update failed"]
    assert answer.text.startswith("Something went wrong on my side.")
    assert answer.text.endswith(f" ({entry['request']})")
