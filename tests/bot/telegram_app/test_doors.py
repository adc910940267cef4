"""What updates tell of where we may speak, read by the library as Telegram writes them."""

from typing import Any

import pytest
from telegram import Update

from bot.telegram_app.incoming import TopicDoor, door

CHAT = -1_001_234_567_890
BOT = {"id": 4242, "is_bot": True, "first_name": "Bastide", "username": "BastideTestBot"}
ANN = {"id": 7, "is_bot": False, "first_name": "Ann"}
FORUM = {"id": CHAT, "type": "supergroup", "title": "Club", "is_forum": True}

ADMIN_RIGHTS = (
    "can_be_edited", "is_anonymous", "can_manage_chat", "can_delete_messages", "can_manage_video_chats",
    "can_restrict_members", "can_promote_members", "can_change_info", "can_invite_users", "can_post_stories",
    "can_edit_stories", "can_delete_stories",
)  # fmt: skip
MEMBER_RIGHTS = (
    "can_send_messages", "can_send_audios", "can_send_documents", "can_send_photos", "can_send_videos",
    "can_send_video_notes", "can_send_voice_notes", "can_send_polls", "can_send_other_messages",
    "can_add_web_page_previews", "can_react_to_messages", "can_edit_tag", "can_change_info",
    "can_invite_users", "can_pin_messages", "can_manage_topics",
)  # fmt: skip


def service(*, topic: int = 0, **what: Any) -> Update:
    """A message in which Telegram tells of a topic."""
    message: dict[str, Any] = {"message_id": 9, "date": 1_780_000_000, "chat": FORUM, "from": ANN, **what}
    if topic:
        message |= {"message_thread_id": topic, "is_topic_message": True}
    return Update.de_json({"update_id": 1, "message": message}, None)


def restricted(*, member: bool = True, **rights: bool) -> dict[str, Any]:
    """A restricted member, who may do everything but this."""
    allowed = dict.fromkeys(MEMBER_RIGHTS, True) | rights
    return {"status": "restricted", "is_member": member, "until_date": 0, **allowed}


def admin() -> dict[str, Any]:
    """An administrator."""
    return {"status": "administrator", **dict.fromkeys(ADMIN_RIGHTS, False)}


MEMBER = {"status": "member"}
LEFT = {"status": "left"}
KICKED = {"status": "kicked", "until_date": 0}
MUTE = restricted(can_send_messages=False, can_send_photos=False)
BLIND = restricted(can_send_photos=False)


@pytest.mark.parametrize(
    ("update", "expected"),
    [
        (service(topic=5, forum_topic_closed={}), TopicDoor(CHAT, 5, open=False)),
        (service(topic=5, forum_topic_reopened={}), TopicDoor(CHAT, 5, open=True)),
        (service(forum_topic_closed={}), TopicDoor(CHAT, 0, open=False)),
        (service(forum_topic_reopened={}), TopicDoor(CHAT, 0, open=True)),
        (service(general_forum_topic_hidden={}), TopicDoor(CHAT, 0, open=False)),
        (service(general_forum_topic_unhidden={}), None),
        (service(topic=5, forum_topic_created={"name": "Games", "icon_color": 7322096}), None),
        (service(topic=5, text="hello"), None),
    ],
)
def test_topics_are_closed_and_opened(update: Update, expected: TopicDoor | None) -> None:
    """Each topic is told of in itself; the general one has no number. Shown again, it is not yet open."""
    assert door(update) == expected


@pytest.mark.parametrize(
    ("before", "now", "opened"),
    [
        (LEFT, MEMBER, True),
        (KICKED, MEMBER, True),
        (LEFT, admin(), True),
        (MEMBER, admin(), True),
        (MUTE, MEMBER, True),
        (MUTE, BLIND, True),
        (BLIND, restricted(), True),
        (restricted(member=False), MEMBER, True),
        (MEMBER, KICKED, False),
        (admin(), LEFT, False),
        (MEMBER, MUTE, False),
        (MEMBER, restricted(member=False), False),
        (MEMBER, BLIND, None),
        (admin(), MEMBER, None),
        (LEFT, KICKED, None),
        (LEFT, MUTE, None),
        (MEMBER, MEMBER, None),
    ],
)
@pytest.mark.parametrize(
    "chat", [FORUM, {"id": 7, "type": "private", "first_name": "Ann"}], ids=["group", "ann"]
)
def test_rights_are_given_and_taken(
    before: dict[str, Any], now: dict[str, Any], opened: bool | None, chat: dict[str, Any]
) -> None:
    """Whatever concerns us concerns all topics. More than before is worth a try, less is not yet nothing."""
    change = {
        "chat": chat,
        "from": ANN,
        "date": 1_780_000_000,
        "old_chat_member": {"user": BOT, **before},
        "new_chat_member": {"user": BOT, **now},
    }
    found = door(Update.de_json({"update_id": 1, "my_chat_member": change}, None))
    assert found == (None if opened is None else TopicDoor(chat["id"], None, open=opened))


def test_other_updates_open_nothing() -> None:
    """A press says nothing about where we may speak."""
    query = {"id": "1", "from": ANN, "chat_instance": "1", "data": "g1:1:place 1"}
    assert door(Update.de_json({"update_id": 1, "callback_query": query}, None)) is None
