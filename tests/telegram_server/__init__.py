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

from tests.telegram_server.calls import Call
from tests.telegram_server.chats import Chat
from tests.telegram_server.faults import (
    CUT,
    FLOOD,
    FORBIDDEN,
    LOSE,
    NOT_FOUND,
    NOT_MODIFIED,
    SERVER_ERROR,
    Fault,
    GroupLimit,
    too_many_requests,
)
from tests.telegram_server.messages import Button, Message, Toast, User
from tests.telegram_server.server import TOKEN, BotApiServer, Hook
from tests.telegram_server.spec import Spec

__all__ = [
    "CUT",
    "FLOOD",
    "FORBIDDEN",
    "LOSE",
    "NOT_FOUND",
    "NOT_MODIFIED",
    "SERVER_ERROR",
    "TOKEN",
    "BotApiServer",
    "Button",
    "Call",
    "Chat",
    "Fault",
    "GroupLimit",
    "Hook",
    "Message",
    "Spec",
    "Toast",
    "User",
    "too_many_requests",
]
