"""Chats of the Bot API server: topics, rights, membership, senders and presses, as the real one has them."""

from typing import Any

import pytest

from tests.telegram_server import Spec
from tests.telegram_server.conftest import PHOTO, Caller

KICKED = "403 Forbidden: bot was kicked from the supergroup chat"
KEYBOARD = {"inline_keyboard": [[{"text": "Join", "callback_data": "join"}]]}
TOPIC = {"forum_topic_closed", "forum_topic_reopened"}


async def test_a_closed_topic_takes_no_new_messages(call: Caller) -> None:
    """Edits and deletions go on there. Closing and reopening are told in the topic itself."""
    message = await call.sent(call.forum, message_thread_id=7)
    await call.forum.close_topic(7)
    closed = "400 Bad Request: TOPIC_CLOSED"
    assert await call.refusal("sendMessage", call.forum, text="x", message_thread_id=7) == closed
    assert await call.refusal("sendMessage", call.forum, text="x", message_thread_id=8) == ""
    assert await call.refusal("sendMessage", call.forum, text="x") == ""
    edit = {"text": "turn 1 is over", "message_id": message.id}
    assert await call.refusal("editMessageText", call.forum, **edit) == ""
    assert await call.refusal("deleteMessage", call.forum, message_id=message.id) == ""
    await call.forum.reopen_topic(7)
    assert await call.refusal("sendMessage", call.forum, text="x", message_thread_id=7) == ""
    told = [content for _, content in call.updates()]
    assert [next(iter(set(content) & TOPIC)) for content in told] == [
        "forum_topic_closed",
        "forum_topic_reopened",
    ]
    assert {(content["message_thread_id"], content["is_topic_message"]) for content in told} == {(7, True)}


async def test_the_general_topic_can_be_closed_too(call: Caller) -> None:
    """It is the one without a number; who manages topics writes in it all the same."""
    await call.forum.close_topic(0)
    assert await call.refusal("sendMessage", call.forum, text="x") == "400 Bad Request: TOPIC_CLOSED"
    assert await call.refusal("sendMessage", call.forum, text="x", message_thread_id=7) == ""
    await call.forum.promote()
    assert await call.refusal("sendMessage", call.forum, text="x") == ""


async def test_a_deleted_topic_is_not_found(call: Caller) -> None:
    """Nor are its messages; only the sign that the bot is typing is taken there."""
    message = await call.sent(call.forum, message_thread_id=7)
    await call.forum.delete_topic(7)
    lost = "400 Bad Request: message thread not found"
    assert await call.refusal("sendMessage", call.forum, text="x", message_thread_id=7) == lost
    edit = {"text": "x", "message_id": message.id}
    assert (
        await call.refusal("editMessageText", call.forum, **edit)
        == "400 Bad Request: message to edit not found"
    )
    assert await call.refusal("sendChatAction", call.forum, action="typing", message_thread_id=7) == ""
    assert call.updates() == []


async def test_rights_are_taken_and_given_back(call: Caller) -> None:
    """Without them nothing is sent, and no photo put into a message; text can be edited as before."""
    message = await call.sent(call.club)
    await call.club.restrict(can_send_messages=False, can_send_photos=False)
    no = "400 Bad Request: not enough rights to send {} to the chat"
    assert await call.refusal("sendMessage", call.club, text="x") == no.format("text messages")
    assert await call.photo(call.club) == no.format("photos")
    assert await call.photo(call.club, message) == no.format("photos")
    assert await call.refusal("sendDocument", call.club, document=b"{}") == ""
    assert await call.refusal("editMessageText", call.club, text="x", message_id=message.id) == ""
    await call.club.restrict(can_send_photos=False)
    assert await call.refusal("sendMessage", call.club, text="x") == ""
    await call.club.restrict()
    assert await call.photo(call.club) == ""
    told = [content for kind, content in call.updates() if kind == "my_chat_member"]
    states = [(update["old_chat_member"], update["new_chat_member"]) for update in told]
    assert [(old["status"], new["status"]) for old, new in states] == [
        ("member", "restricted"),
        ("restricted", "restricted"),
        ("restricted", "member"),
    ]
    assert [new.get("can_send_photos") for _, new in states] == [False, False, None]
    assert [new.get("can_send_messages") for _, new in states] == [False, True, None]


async def test_a_small_group_has_rights_of_all(call: Caller) -> None:
    """Of their change no bot is told."""
    await call.chat.restrict(can_send_messages=False)
    assert "not enough rights" in await call.refusal("sendMessage", call.chat, text="x")
    assert call.updates() == []
    with pytest.raises(ValueError, match="no such rights"):
        await call.chat.restrict(can_fly=False)


async def test_a_kicked_bot_can_do_nothing(call: Caller) -> None:
    """It is told that it was kicked, and that it is back; what is said meanwhile it does not hear."""
    message = await call.sent(call.club)
    await call.club.kick_bot()
    for method, params in (
        ("sendMessage", {"text": "x"}),
        ("editMessageText", {"text": "x", "message_id": message.id}),
        ("deleteMessage", {"message_id": message.id}),
        ("getChat", {}),
        ("getChatAdministrators", {}),
        ("sendChatAction", {"action": "typing"}),
    ):
        assert await call.refusal(method, call.club, **params) == KICKED
    await call.club.say(call.ann, "/new")
    await call.club.add_bot()
    assert await call.refusal("sendMessage", call.club, text="x") == ""
    await call.club.kick_bot(banned=False)
    left = "403 Forbidden: bot is not a member of the supergroup chat"
    assert await call.refusal("sendMessage", call.club, text="x") == left
    told = [content["new_chat_member"]["status"] for kind, content in call.updates() if "member" in kind]
    assert told == ["kicked", "member", "left"]
    assert len([kind for kind, _ in call.updates() if kind == "message"]) == 1, "that it was added"


async def test_a_small_group_lets_a_kicked_bot_read(call: Caller) -> None:
    """It says itself that the bot has left; the chat can be asked for, its members not."""
    await call.chat.kick_bot()
    kicked = "403 Forbidden: bot was kicked from the group chat"
    assert await call.refusal("getChat", call.chat) == ""
    assert await call.refusal("getChatAdministrators", call.chat) == kicked
    assert await call.refusal("sendMessage", call.chat, text="x") == kicked
    assert [kind for kind, _ in call.updates()] == ["message", "my_chat_member"]
    assert call.updates()[0][1]["left_chat_member"]["id"] == call.server.bot.id


async def test_a_person_can_block_the_bot(call: Caller) -> None:
    """Then nothing is sent to them any more."""
    await call.private.block()
    blocked = "403 Forbidden: bot was blocked by the user"
    assert await call.refusal("sendMessage", call.private, text="x") == blocked
    await call.private.unblock()
    assert await call.refusal("sendMessage", call.private, text="x") == ""
    states = [content["new_chat_member"]["status"] for _, content in call.updates()]
    assert states == ["kicked", "member"]


async def test_administrators_have_their_powers(call: Caller) -> None:
    """The creator is one; a bot that was made one is not restricted, and may delete what others wrote."""
    said = await call.club.say(call.ann, "hello")
    assert (
        await call.refusal("deleteMessage", call.club, message_id=said.id)
        == "400 Bad Request: message can't be deleted"
    )
    await call.club.restrict(can_send_messages=False)
    await call.club.promote()
    assert await call.refusal("sendMessage", call.club, text="x") == ""
    assert await call.refusal("deleteMessage", call.club, message_id=said.id) == ""
    answer = await call("getChatAdministrators", chat_id=call.club.id)
    assert [member["status"] for member in answer["result"]] == ["administrator", "creator"]
    await call.club.demote()
    assert "not enough rights" in await call.refusal("sendMessage", call.club, text="x")


async def test_what_is_told_is_as_described(call: Caller) -> None:
    """Every update has the fields that the description wants, and no others."""
    spec = Spec.load()
    if not spec.types:
        pytest.skip("the published description is not here")
    await call.club.restrict(can_send_photos=False)
    await call.club.promote()
    await call.club.kick_bot()
    await call.club.add_bot()
    await call.forum.close_topic(7)
    await call.private.block()
    message = await call.sent(call.club, reply_markup=KEYBOARD)
    call.club.tap(call.ann, message, "join")
    call.club.tap(call.ann, message, "join", inaccessible=True)
    channel = call.server.channel("News")
    await call.club.say(call.ann, "/new", channel=channel)
    await call.club.forward(channel, "/new")
    updates = call.server._updates
    assert len(updates) == 11
    assert [spec.misfits(update, "Update") for update in updates] == [[]] * len(updates)


async def test_a_press_on_what_is_inaccessible_tells_little(call: Caller) -> None:
    """Of a message that is old or was deleted the chat and the number are told."""
    message = await call.sent(call.club, reply_markup=KEYBOARD)
    call.club.tap(call.ann, message, "join")
    call.club.tap(call.ann, message, "join", inaccessible=True)
    await call("deleteMessage", chat_id=call.club.id, message_id=message.id)
    call.club.tap(call.ann, message, "join")
    pressed = [content["message"] for _, content in call.updates()]
    little = {"chat": call.club.json(), "message_id": message.id, "date": 0}
    assert pressed[0]["date"] > 0
    assert pressed[1:] == [little, little]


async def test_a_press_may_come_from_before_a_migration(call: Caller) -> None:
    """It has the old number of the chat, whose messages cannot be edited any more."""
    message = await call.sent(call.chat, reply_markup=KEYBOARD)
    new = call.chat.migrate(announce=False)
    call.chat.tap(call.ann, message, "join")
    ((_, pressed),) = call.updates()
    assert pressed["message"]["chat"]["id"] == call.chat.id
    answer = await call("editMessageText", chat_id=call.chat.id, message_id=message.id, text="x")
    assert answer["parameters"] == {"migrate_to_chat_id": new.id}


async def test_others_speak_in_the_name_of_chats(call: Caller) -> None:
    """An anonymous administrator, a channel, and the linked channel whose posts arrive by themselves."""
    channel = call.server.channel("News")
    await call.club.say(call.ann, "/new", anonymous=True)
    await call.club.say(call.ann, "/new", channel=channel)
    await call.club.forward(channel, "/new")
    told = [content for _, content in call.updates()]
    assert [content["from"]["first_name"] for content in told] == ["Group", "Channel", "Telegram"]
    assert [content["sender_chat"]["id"] for content in told] == [call.club.id, channel.id, channel.id]
    assert [content.get("is_automatic_forward", False) for content in told] == [False, False, True]
    assert not any(message.from_bot for message in call.club.messages)


@pytest.mark.parametrize(
    ("method", "params", "reason"),
    [
        ("editMessageText", {"text": "x"}, "message can't be edited"),
        ("editMessageText", {"text": "x", "message_id": 99}, "message to edit not found"),
        ("deleteMessage", {"message_id": 99}, "message to delete not found"),
    ],
)
async def test_messages_that_the_bot_cannot_touch(
    call: Caller, method: str, params: dict[str, Any], reason: str
) -> None:
    """Those of others, and those that are not there."""
    said = await call.club.say(call.ann, "hello")
    refusal = await call.refusal(method, call.club, **{"message_id": said.id, **params})
    assert refusal == f"400 Bad Request: {reason}"


async def test_the_same_once_more_is_no_edit(call: Caller) -> None:
    """Text, picture and buttons are compared; if one of them differs, it is an edit."""
    message = await call.sent(call.club, reply_markup=KEYBOARD)
    same = {"message_id": message.id, "text": "turn 1"}
    assert "message is not modified" in await call.refusal(
        "editMessageText", call.club, **same, reply_markup=KEYBOARD
    )
    assert await call.refusal("editMessageText", call.club, **same) == ""
    assert await call.photo(call.club, message) == ""
    assert "message is not modified" in await call.photo(call.club, message)
    other = PHOTO + b" "
    media = {"type": "photo", "media": "attach://board"}
    refusal = await call.refusal(
        "editMessageMedia", call.club, message_id=message.id, media=media, board=other
    )
    assert (refusal, message.photo) == ("", other)


async def test_an_old_message_cannot_be_deleted(call: Caller) -> None:
    """After two days only an administrator can."""
    message = await call.sent(call.club)
    message.old = True
    refusal = await call.refusal("deleteMessage", call.club, message_id=message.id)
    assert refusal == "400 Bad Request: message can't be deleted for everyone"
    await call.club.promote()
    assert await call.refusal("deleteMessage", call.club, message_id=message.id) == ""


async def test_what_can_be_pressed(call: Caller) -> None:
    """The bot's messages that have a keyboard, each with its buttons."""
    await call.sent(call.club)
    message = await call.sent(call.club, reply_markup=KEYBOARD)
    ((found, (button,)),) = call.club.buttons()
    assert (found, button.data) == (message, "join")
