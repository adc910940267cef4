"""Where we may speak again, and where no longer: what updates tell of it.

Telegram tells of topics in messages of their own, and of us in updates of the kind ``my_chat_member``, which
have to be asked for. It does not tell when a group changes what all its members may do.
"""

from dataclasses import dataclass
from typing import Final

from telegram import (
    ChatMember,
    ChatMemberAdministrator,
    ChatMemberMember,
    ChatMemberOwner,
    ChatMemberRestricted,
    ChatMemberUpdated,
    Message,
    Update,
)

from bot.telegram_app.places import channel_of, topic_of

_MESSAGES: Final = "messages"
_PHOTOS: Final = "photos"
_MORE: Final = "more"


@dataclass(frozen=True, slots=True)
class Door:
    """A change of what we may do in a chat: in one topic, 0 for none, or with None in all of its topics.

    ``open`` tells that something can be done that could not be done before; else nothing can be said there
    any more.
    """

    chat: int
    topic: int | None
    open: bool


def door(update: Update) -> Door | None:
    """What an update changes about where we may speak; None for nothing."""
    if update.my_chat_member:
        return _of_ours(update.my_chat_member)
    return _of_topic(update.message) if update.message else None


def _of_topic(message: Message) -> Door | None:
    closed = message.forum_topic_closed or message.general_forum_topic_hidden
    if not (closed or message.forum_topic_reopened):
        return None
    return Door(message.chat.id, topic_of(channel_of(message)) or 0, open=not closed)


def _of_ours(change: ChatMemberUpdated) -> Door | None:
    before, now = _abilities(change.old_chat_member), _abilities(change.new_chat_member)
    if now - before and _MESSAGES in now:
        return Door(change.chat.id, None, open=True)
    if _MESSAGES in before - now:
        return Door(change.chat.id, None, open=False)
    return None


def _abilities(member: ChatMember) -> frozenset[str]:
    """What we can do as such a member. Administrators may do more than is allowed to everyone."""
    match member:
        case ChatMemberOwner() | ChatMemberAdministrator():
            return frozenset({_MESSAGES, _PHOTOS, _MORE})
        case ChatMemberMember():
            return frozenset({_MESSAGES, _PHOTOS})
        case ChatMemberRestricted(is_member=True, can_send_messages=True, can_send_photos=photos):
            return frozenset({_MESSAGES, _PHOTOS} if photos else {_MESSAGES})
        case _:
            return frozenset()
