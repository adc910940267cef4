"""The live message: one for each turn, edited while it lasts, closed when it ends."""

from dataclasses import replace

import pytest

from bot.people import Channel, Person
from bot.request import Reply, Request
from bot.scene import Phrase, PictureKind, Scene, Who
from bot.shown import Post, Shown
from tests.bot.telegram_app.conftest import World
from tests.bot.telegram_app.scripted import button, picture, say, scene
from tests.telegram_server import NOT_FOUND, Fault, User

ROWS = [[button("1", "place 1")]]


def channel(world: World) -> Channel:
    """Where the group's games are."""
    return Channel("telegram", (str(world.group.id), "0"))


def mention(user: User) -> Person:
    """The user as somebody to notify."""
    return Person("telegram", str(user.id), user.first_name)


def counting(request: Request) -> Reply:
    """``show TURN VERSION`` shows a scene; ``next TURN VERSION`` closes the turn before as well."""
    word, turn, version = request.command.replace("game ", "").split()
    shown = scene(f"turn {turn} version {version}", turn=int(turn), version=int(version), rows=ROWS)
    before = int(turn) - 1
    ended = Scene((say(f"turn {before} is over"),), game="g1", version=int(version), turn=before)
    return Reply(scene=shown, closings={before: ended} if word == "next" else {})


async def test_a_turn_is_one_message(world: World) -> None:
    """Scenes of one turn are edits; the store learns which message has seen which version."""
    world.scripted.answer = counting
    await world.start(world.scripted)
    await world.group.say(world.ann, "/game show 1 1")
    await world.group.until(lambda: len(world.scripted.seen) == 1)
    await world.group.say(world.ann, "/game show 1 2")
    await world.group.until(lambda: len(world.scripted.seen) == 2)
    (message,) = world.group.from_bot
    assert (message.text, message.labels, message.edits) == ("turn 1 version 2", ["1"], 1)
    written = f"{world.group.id}/{message.id}"
    assert world.scripted.seen == [("g1", 1, written, 1), ("g1", 2, written, 1)]


async def test_a_new_turn_is_a_new_message_and_the_old_one_loses_its_buttons(world: World) -> None:
    """The old message keeps its picture and says how its turn ended."""
    world.scripted.answer = counting
    await world.start(world.scripted)
    await world.group.say(world.ann, "/game show 1 1")
    await world.group.until(lambda: len(world.scripted.seen) == 1)
    before = world.group.last.photo
    await world.group.say(world.ann, "/game next 2 2")
    await world.group.until(lambda: len(world.group.from_bot) == 2 and not world.group.from_bot[0].buttons)
    old, new = world.group.from_bot
    assert (old.text, old.photo, old.labels) == ("turn 1 is over", before, [])
    assert (new.text, new.labels) == ("turn 2 version 2", ["1"])
    assert new.photo


async def test_the_next_player_is_mentioned_once(world: World) -> None:
    """Who is to be told is mentioned: by the text if it names them, else in a line of its own."""
    heading = Phrase.of("test.say", text=Who("Ann", f"telegram:{world.ann.id}", mention=True))
    told = replace(
        scene("go", turn=1),
        lines=(heading, say("go")),
        notify=(mention(world.ann), mention(world.bo), Person("discord", "7", "Di")),
    )
    world.scripted.answer = lambda request: Reply(scene=told)
    await world.start(world.scripted)
    await world.group.say(world.ann, "/new")
    await world.group.until(lambda: bool(world.group.from_bot))
    message = world.group.last
    assert message.text == "Bo\nAnn\ngo"
    assert message.mentions == [world.bo.id, world.ann.id]
    assert not message.silent


async def test_a_message_that_tells_nobody_makes_no_sound(world: World) -> None:
    """A new message without anyone to notify is silent."""
    world.scripted.answer = lambda request: Reply(scene=scene("go"))
    await world.start(world.scripted)
    await world.group.say(world.ann, "/new")
    await world.group.until(lambda: bool(world.group.from_bot))
    assert world.group.last.silent


async def test_names_with_markup_and_emoji_are_shown_as_they_are(world: World) -> None:
    """Nothing that people call themselves is taken for markup."""
    name = "<b>Böse & 'Ödipus'</b> \"👩‍👩‍👧‍👦\" &lt;"
    told = replace(
        scene("go"), lines=(say(name), Phrase.of("test.say", text=Who(name, "telegram:7", mention=True)))
    )
    world.scripted.answer = lambda request: Reply(scene=told)
    await world.start(world.scripted)
    await world.group.say(world.ann, "/new")
    await world.group.until(lambda: bool(world.group.from_bot))
    assert world.group.last.text == f"{name}\n{name}"
    assert world.group.last.mentions == [7]


async def test_a_caption_too_long_is_cut_after_a_whole_line(world: World) -> None:
    """1024 characters fit under a picture; what does not fit is left out with an ellipsis."""
    lines = tuple(say(f"{number} " + "<ü>" * 30) for number in range(20))
    world.scripted.answer = lambda request: Reply(scene=replace(scene("x"), lines=lines))
    await world.start(world.scripted)
    await world.group.say(world.ann, "/new")
    await world.group.until(lambda: bool(world.group.from_bot))
    text = world.group.last.text
    assert len(text) <= 1024
    assert text.endswith("\n…")
    assert text.splitlines()[:-1] == [f"{number} " + "<ü>" * 30 for number in range(10)]


@pytest.mark.parametrize(("count", "kept"), [(500, 500), (600, 511)])
async def test_a_name_of_500_emoji_fits(world: World, count: int, kept: int) -> None:
    """A line of 500 emoji counts 1000 units; one of 600 is cut, and neither breaks the message."""
    world.scripted.answer = lambda request: Reply(scene=scene("🐑" * count))
    await world.start(world.scripted)
    await world.group.say(world.ann, "/new")
    await world.group.until(lambda: bool(world.group.from_bot))
    assert world.group.last.text.removesuffix("\n…") == "🐑" * kept


async def test_a_deleted_live_message_is_sent_anew(world: World) -> None:
    """When somebody deleted the message, the next change of the turn is a new message."""
    world.scripted.answer = counting
    await world.start(world.scripted)
    await world.group.say(world.ann, "/game show 1 1")
    await world.group.until(lambda: len(world.scripted.seen) == 1)
    world.group.messages.remove(world.group.last)
    await world.group.say(world.ann, "/game show 1 2")
    await world.group.until(lambda: len(world.scripted.seen) == 2)
    assert world.group.last.text == "turn 1 version 2"
    assert world.scripted.seen[-1][2] == f"{world.group.id}/{world.group.last.id}"


async def test_an_edit_that_changes_nothing_is_no_failure(world: World) -> None:
    """Telegram calls it an error when nothing changes; the version counts as shown."""
    lobby = Scene((say("lobby"),), game="g1", version=1, turn=0)
    world.scripted.answer = lambda request: Reply(scene=lobby)
    await world.start(world.scripted)
    await world.group.say(world.ann, "/new")
    await world.group.until(lambda: len(world.scripted.seen) == 1)
    world.scripted.answer = lambda request: Reply(scene=replace(lobby, version=2))
    await world.group.say(world.ann, "/join")
    await world.group.until(lambda: len(world.scripted.seen) == 2)
    (message,) = world.group.from_bot
    assert message.edits == 0


async def test_a_lobby_becomes_text_without_a_picture(world: World) -> None:
    """A text message is edited as text, and its closing as well."""
    lobby = Scene((say("lobby"),), game="g1", version=1, turn=0, rows=((button("Join", "join"),),))
    world.scripted.answer = lambda request: Reply(scene=lobby)
    await world.start(world.scripted)
    await world.group.say(world.ann, "/new")
    await world.group.until(lambda: len(world.scripted.seen) == 1)
    world.scripted.answer = lambda request: Reply(
        scene=scene("go", turn=1, version=2),
        closings={0: Scene((say("it begins"),), game="g1", version=2, turn=0)},
    )
    await world.group.say(world.ann, "/start")
    await world.group.until(lambda: world.group.from_bot[0].text == "it begins")
    assert not world.group.from_bot[0].buttons
    assert world.group.last.text == "go"


async def test_a_game_shown_by_an_earlier_process_goes_on_in_its_message(world: World) -> None:
    """After a restart the reply says which message is live; it is edited, and later closed."""
    message = world.group.add(world.server.bot, text="before", photo=b"old")
    live = Post(f"{world.group.id}/{message.id}", "g1", turn=3, version=8)
    world.scripted.noted[channel(world)] = Shown(live=live)
    world.scripted.answer = lambda request: Reply(scene=scene("after", turn=3, version=9, rows=ROWS))
    await world.start(world.scripted)
    await world.group.say(world.ann, "/undo")
    await world.group.until(lambda: len(world.scripted.seen) == 1)
    assert world.group.from_bot == [message]
    assert message.text == "after"


async def test_what_was_not_shown_is_shown_at_the_start(world: World) -> None:
    """A process that was killed between a move and its picture is followed by one that shows it."""
    old = world.group.add(world.server.bot, text="turn 3", photo=b"old")
    reply = Reply(
        scene=scene("turn 4", turn=4, version=12, rows=ROWS),
        closings={3: Scene((say("turn 3 is over"),), game="g1", version=12, turn=3)},
    )
    live = Post(f"{world.group.id}/{old.id}", "g1", turn=3, version=11)
    world.scripted.noted[channel(world)] = Shown(live=live)
    world.scripted.waiting = [(channel(world), reply)]
    await world.start(world.scripted)
    await world.group.until(lambda: old.text == "turn 3 is over" and len(world.scripted.seen) == 1)
    assert [message.text for message in world.group.from_bot] == ["turn 3 is over", "turn 4"]


async def test_a_picture_that_cannot_be_drawn_does_not_stop_the_game(world: World) -> None:
    """The text says so and the buttons are there."""
    world.painter.broken = True
    world.scripted.answer = lambda request: Reply(scene=scene("go", rows=ROWS))
    await world.start(world.scripted)
    await world.group.say(world.ann, "/new")
    await world.group.until(lambda: bool(world.group.from_bot))
    assert world.group.last.text.splitlines()[0] == "go"
    assert "/board" in world.group.last.text
    assert world.group.last.labels == ["1"]


async def test_a_chat_that_takes_no_pictures_gets_words(world: World) -> None:
    """Where the bot may not send photos the game goes on as text, with its buttons."""
    fault = Fault(400, "Bad Request: not enough rights to send photos to the chat")
    world.server.inject("sendPhoto", fault)
    world.scripted.answer = lambda request: Reply(scene=scene("go", rows=ROWS))
    await world.start(world.scripted)
    await world.group.say(world.ann, "/new")
    await world.group.until(lambda: bool(world.group.from_bot))
    assert world.group.last.text.splitlines()[0] == "go"
    assert world.group.last.labels == ["1"]


async def test_a_turn_whose_closing_never_came_loses_its_buttons_all_the_same(world: World) -> None:
    """Buttons of passed turns do not stay."""
    world.scripted.answer = counting
    await world.start(world.scripted)
    await world.group.say(world.ann, "/game show 1 1")
    await world.group.until(lambda: len(world.scripted.seen) == 1)
    await world.group.say(world.ann, "/game show 2 2")
    await world.group.until(lambda: len(world.group.from_bot) == 2 and not world.group.from_bot[0].buttons)
    assert world.group.from_bot[0].text == "turn 1 version 1"


async def test_a_closing_that_cannot_be_said_keeps_nobody_from_playing(world: World) -> None:
    """When the old message is gone the new one comes all the same."""
    world.scripted.answer = counting
    await world.start(world.scripted)
    await world.group.say(world.ann, "/game show 1 1")
    await world.group.until(lambda: len(world.scripted.seen) == 1)
    world.server.inject("editMessageCaption", NOT_FOUND)
    await world.group.say(world.ann, "/game next 2 2")
    await world.group.until(lambda: len(world.server.made("editMessageCaption")) == 1)
    await world.group.say(world.ann, "/game show 2 3")
    await world.group.until(lambda: world.group.last.text == "turn 2 version 3")


async def test_scenes_keep_their_language(world: World) -> None:
    """Pictures and texts are made in the language of the scene, else in the app's."""
    world.scripted.answer = lambda request: Reply(scene=replace(scene("go"), language="cs"))
    await world.start(world.scripted)
    await world.group.say(world.ann, "/new")
    await world.group.until(lambda: bool(world.group.from_bot))
    assert world.painter.asked == [("close", "telegram", "cs")]


async def test_a_slow_picture_holds_up_no_other_chat(world: World) -> None:
    """While one chat's picture is drawn another chat gets its answer."""
    world.painter.gate.clear()
    world.scripted.answer = lambda request: (
        Reply(scene=scene("go")) if request.command == "new" else Reply(refusal=say("no"))
    )
    await world.start(world.scripted)
    other = world.server.group("Others", world.bo)
    await world.group.say(world.ann, "/new")
    await other.ask(world.bo, "/game")
    assert not world.group.from_bot
    world.painter.gate.set()


async def test_a_late_picture_is_put_to_the_words_that_are_there(world: World) -> None:
    """A text message with its buttons becomes a photo with the same buttons; nobody gets another message."""
    world.painter.gate.clear()
    world.scripted.answer = lambda request: Reply(scene=scene("go", rows=ROWS))
    await world.start(world.scripted)
    await world.group.say(world.ann, "/new")
    await world.group.until(lambda: bool(world.group.from_bot))
    message = world.group.last
    assert not message.photo
    assert message.keyboard
    assert "The picture follows." in message.text
    world.painter.gate.set()
    await world.group.until(lambda: bool(world.group.last.photo))
    assert world.group.last.id == message.id
    assert world.group.last.keyboard
    assert "The picture follows." not in world.group.last.text
    assert len(world.group.from_bot) == 1


async def test_a_message_of_the_chat_before_a_move_is_not_mistaken_for_one_of_this_chat(world: World) -> None:
    """Numbers begin anew when a group moves: the store's message has its chat with it."""
    other = world.group.add(world.server.bot, text="something else")
    world.scripted.noted[channel(world)] = Shown(live=Post(f"-999/{other.id}", "g1", turn=3, version=8))
    world.scripted.answer = lambda request: Reply(scene=scene("after", turn=3, version=9))
    await world.start(world.scripted)
    await world.group.say(world.ann, "/undo")
    await world.group.until(lambda: len(world.scripted.seen) == 1)
    assert [message.text for message in world.group.from_bot] == ["something else", "after"]


async def test_an_answer_whose_picture_cannot_be_drawn_can_be_asked_for_again(world: World) -> None:
    """That the board could be asked for in its place would help nobody who wants to see a film."""
    world.painter.broken = True
    film = replace(picture(), kind=PictureKind.FILM)
    world.scripted.answer = lambda request: Reply(answer=replace(scene("the film"), picture=film))
    await world.start(world.scripted)
    answer = await world.group.ask(world.ann, "/replay film")
    assert "once more" in answer.text
    assert "/board" not in answer.text
