"""Members of a chat and what they may do, as the Bot API writes them."""

from typing import TYPE_CHECKING, Any, Final

from tests.telegram_server.messages import User

if TYPE_CHECKING:
    from tests.telegram_server.management import Management

RIGHTS: Final = (
    "can_send_messages", "can_send_audios", "can_send_documents", "can_send_photos", "can_send_videos",
    "can_send_video_notes", "can_send_voice_notes", "can_send_polls", "can_send_other_messages",
    "can_add_web_page_previews", "can_react_to_messages", "can_edit_tag", "can_change_info",
    "can_invite_users", "can_pin_messages", "can_manage_topics",
)  # fmt: skip
"""What a member may be denied."""
_POWERS: Final = (
    "can_manage_chat", "can_delete_messages", "can_manage_video_chats", "can_restrict_members",
    "can_promote_members", "can_change_info", "can_invite_users", "can_post_stories", "can_edit_stories",
    "can_delete_stories", "can_pin_messages", "can_manage_topics",
)  # fmt: skip
_MEMBER: Final = {"status": "member"}
_KICKED: Final = {"status": "kicked", "until_date": 0}


def member_json(chat: "Management", user: User) -> dict[str, Any]:
    """The user as a member of the chat, whether they are there or not."""
    about: dict[str, Any] = {"user": user.json()}
    bot = user == chat.server.bot
    if chat.kind == "private":
        return about | (_KICKED if bot and chat.blocked else _MEMBER)
    if user not in chat.members:
        return about | (_KICKED if bot and chat.banned else {"status": "left"})
    if user.id in chat.admins:
        if user == chat.people[0]:
            return about | {"status": "creator", "is_anonymous": False}
        powers = dict.fromkeys(_POWERS, True)
        return about | {"status": "administrator", "can_be_edited": False, "is_anonymous": False} | powers
    # In a small group rights are those of all members, and nobody is restricted alone.
    if bot and chat.denied and chat.kind == "supergroup":
        rights = {right: right not in chat.denied for right in RIGHTS}
        return about | {"status": "restricted", "is_member": True, "until_date": 0} | rights
    return about | _MEMBER
