"""What one person is told: toasts, replies, files."""

import asyncio
import re
from dataclasses import replace

import pytest
from structlog.testing import capture_logs

from bot.people import Channel
from bot.request import Reply, Request
from bot.scene import File, Phrase, Picture, PictureKind, Scene, Style
from bot.telegram_app import places
from tests.bot.telegram_app.conftest import World
from tests.bot.telegram_app.scripted import button, picture, say, scene
from tests.telegram_server import FORBIDDEN, SERVER_ERROR, Message
from tests.telegram_server.calls import Call


async def live_message(world: World, *labels: str) -> Message:
    """A game's message with these buttons, whose commands are the labels."""
    shown = scene("live", rows=[[button(label, label) for label in labels]])
    before = world.scripted.answer
    world.scripted.answer = lambda request: Reply(scene=shown)
    await world.group.say(world.ann, "/new")
    await world.group.until(lambda: bool(world.group.from_bot) and bool(world.scripted.seen))
    world.scripted.answer = before
    return world.group.last


async def test_a_refused_press_is_a_toast(world: World) -> None:
    """Only the person who pressed sees why nothing happened."""
    await world.start(world.scripted)
    await live_message(world, "place 1")
    toast = await world.group.press(world.bo, "place 1")
    assert (toast.text, toast.alert) == ("no place 1", False)
    assert len(world.group.from_bot) == 1


async def test_a_long_refusal_has_to_be_closed_by_hand_and_is_cut_at_200(world: World) -> None:
    """More than one can read in passing stays; Telegram takes 200 characters."""
    await world.start(world.scripted)
    await live_message(world, "place 1")
    world.scripted.answer = lambda request: Reply(refusal=say("<&> " + "ä" * 300))
    toast = await world.group.press(world.bo, "place 1")
    assert toast.alert
    assert toast.text == "<&> " + "ä" * 195 + "…"


async def test_an_accepted_press_is_answered_silently(world: World) -> None:
    """The button stops waiting; the message says the rest."""
    await world.start(world.scripted)
    await live_message(world, "place 1")
    world.scripted.answer = lambda request: Reply(scene=scene("placed", version=2))
    toast = await world.group.press(world.ann, "place 1")
    assert toast.text == ""
    await world.group.until(lambda: world.group.last.text == "placed")


async def test_a_press_is_answered_before_the_picture_is_there(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody watches a waiting button for more than a moment while a picture is drawn."""
    monkeypatch.setattr("bot.telegram_app.conversation.PATIENCE", 0.05)
    await world.start(world.scripted)
    await live_message(world, "place 1")
    world.painter.gate.clear()
    world.scripted.answer = lambda request: Reply(scene=scene("placed", version=2))
    await world.group.press(world.ann, "place 1")
    assert world.group.last.text == "live"
    world.painter.gate.set()


async def test_a_press_is_answered_even_while_the_table_thinks(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a moment the button stops waiting; the reason of a refusal then comes as a reply."""
    monkeypatch.setattr("bot.telegram_app.conversation.PATIENCE", 0.05)
    await world.start(world.scripted)
    message = await live_message(world, "place 1")
    world.scripted.delay = 2.0
    toast = await world.group.press(world.bo, "place 1")
    assert toast.text == ""
    assert (await world.group.answer(message)).text == "no place 1"


async def test_a_refused_command_is_a_reply(world: World) -> None:
    """A typed command is answered where it was typed, without a sound, in the person's language."""
    await world.start(world.scripted)
    answer = await world.group.ask(world.ann, "/place 99")
    assert answer.text == "no place 99"
    assert answer.silent


async def test_a_short_answer_to_a_press_is_for_that_person_alone(world: World) -> None:
    """What fits into an alert is shown there."""
    await world.start(world.scripted)
    await live_message(world, "game")
    world.scripted.answer = lambda request: Reply(answer=Scene((say("Ann 4"), say("Bo 3"))))
    toast = await world.group.press(world.bo, "game")
    assert (toast.text, toast.alert) == ("Ann 4\nBo 3", True)
    assert len(world.group.from_bot) == 1


async def test_an_answer_with_a_picture_is_a_reply(world: World) -> None:
    """Information that needs a picture answers the message whose button was pressed."""
    await world.start(world.scripted)
    message = await live_message(world, "board")
    world.scripted.answer = lambda request: Reply(answer=scene("the board"))
    await world.group.press(world.bo, "board")
    answer = await world.group.answer(message)
    assert answer.photo
    assert (answer.text, message.text) == ("the board", "live")


async def test_leafing_through_answers_replaces_them(world: World) -> None:
    """A button of an answer changes that answer instead of filling the chat."""

    def rules(request: Request) -> Reply:
        number = int(request.command.split()[-1])
        more = ((button("More", f"rules {number + 1}"),),)
        return Reply(answer=Scene((say(f"rule {number} " + "x" * 300),), rows=more))

    world.scripted.answer = rules
    await world.start(world.scripted)
    first = await world.group.ask(world.ann, "/rules 1")
    await world.group.press(world.ann, "More")
    await world.group.until(lambda: first.text.startswith("rule 2 "))
    await world.group.press(world.ann, "More")
    await world.group.until(lambda: first.text.startswith("rule 3 "))
    assert world.group.from_bot == [first]


async def test_nobody_presses_anothers_dangerous_button(world: World) -> None:
    """Everyone sees the question whether Ann resigns; only Ann can say yes, and then the button is gone."""
    actor = f"telegram:{world.ann.id}"
    question = Scene((say("sure?"),), rows=((button("Yes", "resign yes", Style.DANGER),),), actor=actor)
    world.scripted.answer = lambda request: (
        Reply(answer=question) if request.command == "resign" else Reply(scene=scene("Ann is out"))
    )
    await world.start(world.scripted)
    asked = await world.group.ask(world.ann, "/resign")
    toast = await world.group.press(world.bo, "Yes")
    assert toast.text.startswith("This button is for the person who asked.")
    world.scripted.languages[f"telegram:{world.bo.id}"] = "cs"
    toast = await world.group.press(world.bo, "Yes")
    assert toast.text.startswith("Toto tlačítko"), "in the language that Bo has chosen"
    assert [request.command for request in world.scripted.requests] == ["resign"]
    assert (await world.group.press(world.ann, "Yes")).text == ""
    await world.group.until(lambda: not asked.buttons and world.group.last.text == "Ann is out")


async def test_an_export_is_a_file(world: World) -> None:
    """A file comes as a document under its name."""
    export = Scene((say("the game"),), file=File("game.json", b'{"format": "bastide/1"}'))
    world.scripted.answer = lambda request: Reply(answer=export)
    await world.start(world.scripted)
    answer = await world.group.ask(world.ann, "/export")
    assert (answer.file_name, answer.file) == ("game.json", b'{"format": "bastide/1"}')
    assert answer.text == "the game"


async def test_the_full_board_is_a_file(world: World) -> None:
    """In full size the board is sent as a document, which Telegram does not shrink."""
    full = replace(scene("the board"), picture=picture("full"))
    world.scripted.answer = lambda request: Reply(answer=full)
    await world.start(world.scripted)
    answer = await world.group.ask(world.ann, "/board full")
    assert not answer.photo
    assert answer.file_name == "board.jpg"
    assert world.painter.asked == [("whole", "file", "en")]


async def test_a_long_answer_is_split_and_nothing_is_lost(world: World) -> None:
    """Text beyond the limit goes on in further messages; the last one has the buttons."""
    lines = tuple(say(f"line {number} " + "x" * 300) for number in range(36))
    world.scripted.answer = lambda request: Reply(answer=Scene(lines, rows=((button("More", "rules 2"),),)))
    await world.start(world.scripted)
    await world.group.say(world.ann, "/rules")
    await world.group.until(lambda: bool(world.group.from_bot) and world.group.last.labels == ["More"])
    text = "\n".join(message.text for message in world.group.from_bot)
    assert text.splitlines() == [f"line {number} " + "x" * 300 for number in range(36)]


@pytest.mark.parametrize("shown", [None, picture()])
@pytest.mark.parametrize("text", ["x" * 126_000, "word " * 25_000])
async def test_no_answer_takes_more_than_three_messages(
    world: World, text: str, shown: Picture | None
) -> None:
    """A group can be sent twenty messages a minute: one long answer must not take them all."""
    lines = (say("first"), say(text))
    world.scripted.answer = lambda request: Reply(
        answer=Scene(lines, shown, rows=((button("More", "rules 2"),),))
    )
    await world.start(world.scripted)
    await world.group.say(world.ann, "/rules")
    await world.group.until(lambda: bool(world.group.from_bot) and world.group.last.labels == ["More"])
    assert len(world.group.from_bot) == 3
    worded = [message.text for message in world.group.from_bot if message.text]
    assert worded[0].startswith("first")
    assert worded[-1].endswith("…")


async def test_a_caption_too_long_for_an_answer_goes_before_the_picture(world: World) -> None:
    """An answer with a picture and more text than fits under it becomes text and picture."""
    lines = tuple(say(f"line {number} " + "x" * 300) for number in range(6))
    world.scripted.answer = lambda request: Reply(answer=Scene(lines, picture()))
    await world.start(world.scripted)
    await world.group.say(world.ann, "/tiles")
    await world.group.until(lambda: bool(world.group.from_bot) and bool(world.group.last.photo))
    first, second = world.group.from_bot
    assert first.text.splitlines() == [f"line {number} " + "x" * 300 for number in range(6)]
    assert second.text == ""


async def test_chats_are_named_and_linked(world: World) -> None:
    """Places in an answer are titles; those that were not seen yet are asked for, once."""
    club = world.server.group("Club <3", world.ann, forum=True)
    places = tuple(Channel("telegram", (str(chat.id), "9")) for chat in (club, world.group))
    lines = tuple(Phrase.of("test.say", text=place) for place in places)
    world.scripted.answer = lambda request: Reply(answer=Scene(lines))
    await world.start(world.scripted)
    answer = await world.group.ask(world.ann, "/games")
    assert answer.text == "Club <3\nFriends"
    assert answer.entities[0]["url"] == f"https://t.me/c/{-club.id - 10**12}/9"
    await world.group.ask(world.ann, "/games")
    assert len(world.server.made("getChat")) == 1


@pytest.mark.parametrize("fails", [True, False], ids=["fails", "hangs"])
async def test_a_title_that_is_not_told_is_done_without(
    world: World, fails: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An answer does not wait long for how chats are called: their numbers have to do."""
    monkeypatch.setattr(places, "PATIENCE", 0.2)
    told = asyncio.Event()
    club = world.server.group("Club", world.ann, supergroup=True)

    async def hang(call: Call) -> None:
        if call.method == "getChat" and not fails:
            await told.wait()

    world.server.before.append(hang)
    if fails:
        world.server.inject("getChat", FORBIDDEN)
    place = Channel("telegram", (str(club.id), "0"))
    world.scripted.answer = lambda request: Reply(answer=Scene((Phrase.of("test.say", text=place),)))
    await world.start(world.scripted)
    with capture_logs() as logs:
        answer = await world.group.ask(world.ann, "/games")
    told.set()
    assert answer.text == str(club.id)
    assert [entry["log_level"] for entry in logs] == ["info"]


async def test_a_failure_is_admitted_politely_and_harms_nobody_else(world: World) -> None:
    """An unexpected error is told in one sentence, by toast or reply; the next request is served."""

    def fail(request: Request) -> Reply:
        if request.command == "game":
            return Reply(refusal=say("all well"))
        raise RuntimeError("a bug")

    await world.start(world.scripted)
    await live_message(world, "place 1")
    world.scripted.answer = fail
    with capture_logs() as logs:
        answer = await world.group.ask(world.ann, "/score")
        toast = await world.group.press(world.ann, "place 1")
    assert [(entry["event"], entry["chat"]) for entry in logs] == 2 * [("update failed", world.group.id)]
    # Each has the number of its own request.
    said = {re.sub(r" \([0-9a-f]{4}\)$", "", text) for text in (answer.text, toast.text)}
    assert said == {"Something went wrong on my side. Please look at the game and try again."}
    assert (await world.group.ask(world.ann, "/game")).text == "all well"


async def test_a_failure_after_the_button_stopped_waiting_is_a_reply(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Telegram takes one answer to a press; what fails later is told under the message."""
    monkeypatch.setattr("bot.telegram_app.conversation.PATIENCE", 0.05)

    def fail(request: Request) -> Reply:
        raise RuntimeError("a bug")

    await world.start(world.scripted)
    message = await live_message(world, "place 1")
    world.scripted.answer, world.scripted.delay = fail, 2.0
    with capture_logs():
        assert (await world.group.press(world.ann, "place 1")).text == ""
        assert "again" in (await world.group.answer(message)).text


async def test_a_film_is_an_animation_that_is_announced(world: World) -> None:
    """While a film is drawn the chat shows that a video is on its way; then it comes as an animation."""
    film = replace(scene("the game"), picture=replace(picture("film"), kind=PictureKind.FILM))
    world.scripted.answer = lambda request: Reply(answer=film)
    world.painter.gate.clear()
    await world.start(world.scripted)
    await world.group.say(world.ann, "/replay film")
    await world.server.wait_until(lambda: bool(world.server.made("sendChatAction")))
    assert not world.server.made("sendAnimation")
    world.painter.gate.set()
    await world.group.until(lambda: bool(world.group.from_bot))
    (call,) = world.server.made("sendAnimation")
    assert call.files["animation"].name == "board.jpg"
    assert [made.params["action"] for made in world.server.made("sendChatAction")] == ["upload_video"]
    assert world.group.last.text == "the game"


async def test_a_film_leaves_the_answer_whose_button_asked_for_it(world: World) -> None:
    """The film is a message of its own: the summary with its buttons stays where it is."""
    film = replace(scene("the film"), picture=replace(picture("film"), kind=PictureKind.FILM))
    summary = replace(scene("the summary"), rows=((button("Film", "replay film"),),), turn=0)
    world.scripted.answer = lambda request: Reply(answer=film if "film" in request.command else summary)
    await world.start(world.scripted)
    asked = await world.group.ask(world.ann, "/replay")
    await world.group.press(world.bo, "Film")
    await world.group.until(lambda: world.group.last.text == "the film")
    assert asked.text == "the summary"


async def test_what_takes_long_comes_once_however_often_it_is_asked_for(world: World) -> None:
    """A tap is answered at once, and another one meanwhile, too; what has come can be asked for anew."""
    film = replace(scene("the film"), picture=replace(picture("film"), kind=PictureKind.FILM), turn=0)
    world.scripted.answer = lambda request: Reply(answer=film)
    await world.start(world.scripted)
    await live_message(world, "replay film")
    world.painter.gate.clear()
    assert "a moment" in (await world.group.press(world.ann, "replay film")).text
    for person in (world.ann, world.bo):
        assert "on its way" in (await world.group.press(person, "replay film")).text
    assert "on its way" in (await world.group.ask(world.ann, "/replay film")).text
    world.painter.gate.set()
    await world.group.until(lambda: world.group.last.text == "the film")
    assert "a moment" in (await world.group.press(world.ann, "replay film")).text
    await world.group.until(lambda: sum(m.text == "the film" for m in world.group.from_bot) == 2)
    assert len(world.server.made("sendAnimation")) == 2


async def test_announcements_that_fail_keep_nothing_back(world: World) -> None:
    """The full board is announced as a document; that Telegram does not take it makes no difference."""
    full = replace(scene("the board"), picture=picture("full"))
    world.scripted.answer = lambda request: Reply(answer=full)
    world.painter.delay = 0.2
    await world.start(world.scripted)
    world.server.inject("sendChatAction", SERVER_ERROR)
    answer = await world.group.ask(world.ann, "/board full")
    assert answer.file_name == "board.jpg"
    assert [made.params["action"] for made in world.server.made("sendChatAction")] == ["upload_document"]
