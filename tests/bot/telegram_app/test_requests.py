"""From updates to requests: who asks for what, and where."""

import pytest

from bot.people import Channel, Person
from bot.request import Reply
from tests.bot.telegram_app.conftest import World
from tests.bot.telegram_app.scripted import button, say, scene


async def test_a_command_becomes_a_request(world: World) -> None:
    """The text after the slash is the command; person, place and the update's number come along."""
    await world.start(world.scripted)
    await world.group.ask(world.ann, "/place  12   90")
    request = world.scripted.requests[0]
    assert request.command == "place 12 90"
    assert request.channel == Channel("telegram", (str(world.group.id), "0"))
    assert request.person == Person("telegram", str(world.ann.id), "Ann", "en")
    assert request.once.startswith("tg:")
    assert (request.game, request.version) == ("", None)
    assert request.overheard, "a group reads what is answered"
    await world.server.private(world.ann).ask(world.ann, "/help")
    assert not world.scripted.requests[-1].overheard


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("/new@BastideTestBot discoverers", "new discoverers"),
        ("/NEW@bastidetestbot", "new"),
        ("/deploy a", "deploy a"),
        ("/unheard@BastideTestBot of", "unheard of"),
    ],
)
async def test_the_name_of_the_bot_is_left_out(world: World, text: str, command: str) -> None:
    """A command may name the bot that it is for; the table does not see that."""
    await world.start(world.scripted)
    await world.group.ask(world.ann, text)
    assert world.scripted.requests[0].command == command


async def test_what_is_not_meant_for_the_bot_is_ignored(world: World) -> None:
    """Other bots' commands, talk, edited messages and channel posts reach nobody and get no reply."""
    await world.start(world.scripted)
    said = await world.group.say(world.ann, "/new@OtherBot")
    await world.group.say(world.ann, "hello /new")
    await world.group.say(world.ann, "/weather Berlin")
    world.server.push("edited_message", said.json())
    world.server.push("channel_post", said.json())
    await world.group.ask(world.ann, "/game")
    assert [request.command for request in world.scripted.requests] == ["game"]
    assert len(world.group.from_bot) == 1


async def test_a_forum_topic_is_a_place_of_its_own(world: World) -> None:
    """A topic's number is part of the channel, and the bot answers in that topic."""
    await world.start(world.scripted)
    forum = world.server.group("Club", world.ann, forum=True)
    answer = await forum.ask(world.ann, "/game", topic=77)
    assert world.scripted.requests[0].channel == Channel("telegram", (str(forum.id), "77"))
    assert answer.thread == 77


async def test_a_chain_of_replies_is_no_topic(world: World) -> None:
    """In a supergroup without topics a reply has a thread, which is not a place of its own."""
    await world.start(world.scripted)
    large = world.server.group("Club", world.ann, supergroup=True)
    await large.answer(await large.say(world.ann, "/game", thread=5))
    assert world.scripted.requests[0].channel == Channel("telegram", (str(large.id), "0"))


async def test_admins_are_known_and_asked_for_once(world: World) -> None:
    """Telegram is asked who manages a group, and not again for each request."""
    await world.start(world.scripted)
    await world.group.ask(world.ann, "/end")
    await world.group.ask(world.bo, "/end")
    assert [request.admin for request in world.scripted.requests] == [True, False]
    assert len(world.server.made("getChatAdministrators")) == 1


async def test_an_anonymous_admin_is_the_group_and_manages_it(world: World) -> None:
    """Who writes in the group's name is one of its administrators, and known as the world.group."""
    await world.start(world.scripted)
    await world.group.answer(await world.group.say(world.ann, "/end", anonymous=True))
    request = world.scripted.requests[0]
    assert request.admin
    assert request.person.key == f"telegram:{world.group.id}"
    assert request.person.name == "Friends"


async def test_a_private_chat_is_played_in_its_owners_language(world: World) -> None:
    """There everyone manages the chat, and the chat's language is the person's."""
    await world.start(world.scripted)
    ola = world.server.user("Ola", last="Nowak", language="pl")
    chat = world.server.private(ola)
    await chat.ask(ola, "/game")
    request = world.scripted.requests[0]
    assert request.channel == Channel("telegram", (str(ola.id), "0"))
    assert (request.admin, request.language) == (True, "pl")
    assert request.person == Person("telegram", str(ola.id), "Ola Nowak", "pl")


async def test_a_first_meeting_gets_help(world: World) -> None:
    """Telegram's own /start in a private chat without a game is answered with help."""
    world.scripted.answer = lambda request: (
        Reply(answer=scene("how to play")) if request.command == "help" else Reply(refusal=say("no game"))
    )
    await world.start(world.scripted)
    chat = world.server.private(world.ann)
    answer = await chat.ask(world.ann, "/start")
    assert answer.text == "how to play"


async def test_a_link_that_led_here_says_what_for(world: World) -> None:
    """Its word is the command, if there is one of that name; in a group it is just a word."""
    await world.start(world.scripted)
    chat = world.server.private(world.ann)
    for words in ("/start tile", "/start nonsense", "/start"):
        await chat.ask(world.ann, words)
    await world.group.ask(world.ann, "/start tile")
    asked = [request.command for request in world.scripted.requests if request.command != "help"]
    assert asked == ["tile", "start nonsense", "start", "start tile"]


async def test_a_press_carries_game_version_and_command(world: World) -> None:
    """A button says to which moment of which game it belongs."""
    rows = [[button("7", "place 7")]]
    world.scripted.answer = lambda request: (
        Reply(scene=scene("turn", version=41, rows=rows)) if request.command == "new" else Reply()
    )
    await world.start(world.scripted)
    await world.group.say(world.ann, "/new")
    await world.group.press(world.bo, "7")
    request = world.scripted.requests[-1]
    assert (request.game, request.version, request.command) == ("g1", 41, "place 7")
    assert request.person.id == str(world.bo.id)


async def test_foreign_buttons_are_answered_and_not_asked_about(world: World) -> None:
    """A press that is not of this bot's making stops waiting, and no table hears of it."""
    await world.start(world.scripted)
    message = await world.group.ask(world.ann, "/game")
    toast = await world.group.press_data(world.ann, message, "something else")
    assert toast.text == ""
    assert len(world.scripted.requests) == 1


async def test_updates_from_before_the_start_are_handled(world: World) -> None:
    """What was written while the bot was down is answered when it is back."""
    said = await world.group.say(world.ann, "/game")
    await world.start(world.scripted)
    assert (await world.group.answer(said)).text == "no game"
