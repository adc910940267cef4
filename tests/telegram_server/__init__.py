"""A small Bot API server over real sockets, and people who chat through it.

It keeps chats, members, topics and messages, hands out updates by long polling or by webhook, checks each
request against the published description of the Bot API, and can be told to misbehave as the real one does.

    server = BotApiServer()
    await server.start()
    ann = server.user("Ann")
    chat = server.group("Friends", ann)
    await chat.say(ann, "/new")
    answer = await chat.press(ann, "Join")
"""

from tests.telegram_server.chats import Button, Chat, Message, Toast, User
from tests.telegram_server.faults import (
    FLOOD,
    FORBIDDEN,
    NOT_FOUND,
    NOT_MODIFIED,
    SERVER_ERROR,
    Fault,
    GroupLimit,
    too_many_requests,
)
from tests.telegram_server.server import TOKEN, BotApiServer
from tests.telegram_server.spec import Spec

__all__ = [
    "FLOOD",
    "FORBIDDEN",
    "NOT_FOUND",
    "NOT_MODIFIED",
    "SERVER_ERROR",
    "TOKEN",
    "BotApiServer",
    "Button",
    "Chat",
    "Fault",
    "GroupLimit",
    "Message",
    "Spec",
    "Toast",
    "User",
    "too_many_requests",
]
