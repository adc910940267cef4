"""Whether the bot may do something in a chat, and how Telegram refuses it."""

from enum import Enum
from typing import TYPE_CHECKING, Final

from tests.telegram_server.calls import Call
from tests.telegram_server.chats import Chat
from tests.telegram_server.faults import bad_request, forbidden
from tests.telegram_server.messages import Message

if TYPE_CHECKING:
    from tests.telegram_server.server import BotApiServer

_NEEDED: Final = {
    "text messages": "can_send_messages",
    "photos": "can_send_photos",
    "documents": "can_send_documents",
    "animations": "can_send_other_messages",
    "videos": "can_send_videos",
    "audios": "can_send_audios",
}


class Access(Enum):
    """What a call needs. Small groups let a bot that has left read what it knows, large ones nothing."""

    READ = "read"
    WRITE = "write"


def find_chat(server: "BotApiServer", call: Call, access: Access = Access.WRITE) -> Chat:
    """The chat of a call, if the bot is in it. Raises ApiError."""
    chat = server.chats.get(call.chat_id)
    if chat is None:
        raise bad_request("chat not found")
    if server.bot in chat.members or (chat.kind == "group" and access is Access.READ):
        return chat
    if chat.banned:
        raise forbidden(f"bot was kicked from the {chat.kind} chat")
    raise forbidden(f"bot is not a member of the {chat.kind} chat")


def find_own(server: "BotApiServer", call: Call) -> Message:
    """The message that a call wants to edit. Raises ApiError.

    Whether its topic is closed, or the person has blocked the bot, does not matter: the lists of errors of
    the methods behind sending have TOPIC_CLOSED and USER_IS_BLOCKED, and that of editing has neither.
    """
    message = find_chat(server, call).find(call.number("message_id") or 0)
    if message is None:
        raise bad_request("message to edit not found")
    if not message.from_bot:
        raise bad_request("message can't be edited")
    return message


def check_content(chat: Chat, kind: str) -> None:
    """Refuse what the bot lacks the right to send here; to put it into a message is to send it."""
    if chat.server.bot.id not in chat.admins and _NEEDED[kind] in chat.denied:
        raise bad_request(f"not enough rights to send {kind} to the chat")


def check_thread(chat: Chat, thread: int | None) -> None:
    """Refuse a thread that is not there."""
    if thread and (not chat.forum or thread in chat.deleted_topics):
        raise bad_request("message thread not found")


def check_open(chat: Chat, thread: int | None) -> None:
    """Refuse a new message in a closed topic, or to a person who has blocked the bot."""
    if chat.blocked:
        raise forbidden("bot was blocked by the user")
    closed = chat.forum and (thread or 0) in chat.closed_topics
    if closed and chat.server.bot.id not in chat.admins:
        raise bad_request("TOPIC_CLOSED")
