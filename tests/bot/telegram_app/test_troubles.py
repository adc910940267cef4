"""What Telegram's errors mean, told by the library as they come over real sockets."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from io import BytesIO

import pytest
from PIL import Image
from telegram import Bot, InputMediaPhoto
from telegram.error import TelegramError

from bot.live.trouble import Trouble, TroubleKind
from bot.telegram_app import troubles
from bot.telegram_app.troubles import FILES, MESSAGES, PHOTOS, judge, unchanged
from tests.bot.telegram_app.conftest import World, client
from tests.bot.telegram_app.test_start import free_port
from tests.telegram_server import FORBIDDEN, NOT_MODIFIED, BotApiServer, Chat, Fault, too_many_requests


@dataclass(frozen=True)
class Case:
    """An answer of Telegram's, what was to be done, and what that means."""

    said: str
    kind: TroubleKind
    call: str = "sendMessage"
    right: str = ""
    private: bool = False
    code: int = 400

    def __str__(self) -> str:
        return re.sub(r"\W+", "-", f"{self.call} {self.said} {'private' if self.private else ''}")


PHOTO, TEXT, MEDIA, EDIT, DELETE = (
    "sendPhoto",
    "sendMessage",
    "editMessageMedia",
    "editMessageText",
    "deleteMessage",
)
CASES = (
    Case("canceled by new editMessageMedia request", TroubleKind.AGAIN, MEDIA),
    Case("Internal Error: try again later", TroubleKind.AGAIN, MEDIA),
    Case("internal Server Error", TroubleKind.AGAIN, PHOTO),
    Case("Request aborted", TroubleKind.AGAIN, EDIT),
    Case("FILE_PART_0_MISSING", TroubleKind.AGAIN, PHOTO),
    Case("message to edit not found", TroubleKind.GONE, MEDIA),
    Case("MESSAGE_ID_INVALID", TroubleKind.GONE, EDIT),
    Case("message to delete not found", TroubleKind.GONE, DELETE),
    Case("message can't be edited", TroubleKind.UNEDITABLE, EDIT),
    Case("MESSAGE_EDIT_TIME_EXPIRED", TroubleKind.UNEDITABLE, EDIT),
    Case("MESSAGE_AUTHOR_REQUIRED", TroubleKind.UNEDITABLE, MEDIA),
    Case("message can't be deleted for everyone", TroubleKind.UNEDITABLE, DELETE),
    Case("TOPIC_CLOSED", TroubleKind.CLOSED),
    Case("TOPIC_CLOSED", TroubleKind.CLOSED, PHOTO),
    Case("TOPIC_DELETED", TroubleKind.NO_PLACE),
    Case("message thread not found", TroubleKind.NO_PLACE, PHOTO),
    Case("not enough rights to send photos to the chat", TroubleKind.PICTURE, PHOTO, PHOTOS),
    Case("CHAT_SEND_PHOTOS_FORBIDDEN", TroubleKind.PICTURE, PHOTO, PHOTOS),
    Case("CHAT_SEND_PHOTOS_FORBIDDEN", TroubleKind.PICTURE, MEDIA, PHOTOS),
    Case("CHAT_SEND_MEDIA_FORBIDDEN", TroubleKind.PICTURE, PHOTO, PHOTOS),
    Case("not enough rights to send documents to the chat", TroubleKind.PICTURE, PHOTO, FILES),
    Case("CHAT_SEND_DOCS_FORBIDDEN", TroubleKind.PICTURE, PHOTO, FILES),
    Case("not enough rights to send animations to the chat", TroubleKind.PICTURE, PHOTO, FILES),
    Case("CHAT_SEND_GIFS_FORBIDDEN", TroubleKind.PICTURE, PHOTO, FILES),
    Case("IMAGE_PROCESS_FAILED", TroubleKind.PICTURE, PHOTO),
    Case("PHOTO_INVALID_DIMENSIONS", TroubleKind.PICTURE, PHOTO),
    Case("PHOTO_SAVE_FILE_INVALID", TroubleKind.PICTURE, MEDIA),
    Case("wrong type of the web page content", TroubleKind.PICTURE, MEDIA),
    Case("wrong file identifier/HTTP URL specified", TroubleKind.PICTURE, MEDIA),
    Case("failed to get HTTP URL content", TroubleKind.PICTURE, PHOTO),
    Case("file is too big", TroubleKind.PICTURE, PHOTO),
    Case("Request Entity Too Large", TroubleKind.PICTURE, PHOTO, code=413),
    Case("not enough rights to send text messages to the chat", TroubleKind.RIGHT, TEXT, MESSAGES),
    Case("have no rights to send a message", TroubleKind.RIGHT, PHOTO, MESSAGES),
    Case("need administrator rights in the channel chat", TroubleKind.RIGHT, TEXT, MESSAGES),
    Case("CHAT_WRITE_FORBIDDEN", TroubleKind.RIGHT, EDIT, MESSAGES),
    Case("CHAT_SEND_PLAIN_FORBIDDEN", TroubleKind.RIGHT, TEXT, MESSAGES),
    Case("CHAT_GUEST_SEND_FORBIDDEN", TroubleKind.RIGHT, TEXT, MESSAGES),
    Case("CHAT_RESTRICTED", TroubleKind.RIGHT, TEXT, MESSAGES),
    Case("USER_BANNED_IN_CHANNEL", TroubleKind.RIGHT, TEXT, MESSAGES),
    Case("chat not found", TroubleKind.NO_PLACE),
    Case("PEER_ID_INVALID", TroubleKind.NO_PLACE),
    Case("CHANNEL_PRIVATE", TroubleKind.NO_PLACE),
    Case("have no write access to the chat", TroubleKind.NO_PLACE),
    Case("group chat was deactivated", TroubleKind.NO_PLACE),
    Case("the group chat was deleted", TroubleKind.NO_PLACE, code=403),
    Case("bot was kicked from the group chat", TroubleKind.NO_PLACE, PHOTO, code=403),
    Case("bot was kicked from the supergroup chat", TroubleKind.NO_PLACE, EDIT, code=403),
    Case("bot is not a member of the supergroup chat", TroubleKind.NO_PLACE, code=403),
    Case("bot was blocked by the user", TroubleKind.PRIVATE, private=True, code=403),
    Case("user is deactivated", TroubleKind.PRIVATE, private=True, code=403),
    Case("bot can't initiate conversation with a user", TroubleKind.PRIVATE, PHOTO, private=True, code=403),
    Case("bot can't send messages to bots", TroubleKind.PRIVATE, private=True, code=403),
    Case("chat not found", TroubleKind.PRIVATE, private=True),
    Case("CHAT_WRITE_FORBIDDEN", TroubleKind.PRIVATE, private=True),
    # In words that nobody has met yet.
    Case("the stars are wrong", TroubleKind.UNEDITABLE, MEDIA),
    Case("the stars are wrong", TroubleKind.UNEDITABLE, EDIT),
    Case("the stars are wrong", TroubleKind.PICTURE, PHOTO),
    Case("the stars are wrong", TroubleKind.AGAIN, TEXT),
    Case("IMAGE_PROCESS_FAILED", TroubleKind.AGAIN, TEXT),
    Case("the stars are wrong", TroubleKind.NO_PLACE, TEXT, code=403),
    # Without an answer.
    Case("Bad Gateway", TroubleKind.LOST, PHOTO, code=502),
    Case("Bad Gateway", TroubleKind.AGAIN, MEDIA, code=502),
    Case("Internal Server Error: sent message was immediately deleted", TroubleKind.LOST, TEXT, code=500),
    Case("Gateway Timeout", TroubleKind.LOST, TEXT, private=True, code=504),
    Case("Internal Server Error", TroubleKind.AGAIN, DELETE, code=500),
    Case("Too Many Requests", TroubleKind.AGAIN, PHOTO, code=429),
    # Of no consequence for the message.
    Case("Conflict: terminated by other getUpdates request", TroubleKind.AGAIN, PHOTO, code=409),
    Case("Unauthorized", TroubleKind.AGAIN, EDIT, code=401),
    Case("Not Found", TroubleKind.AGAIN, PHOTO, code=404),
)


def picture() -> bytes:
    """A small picture."""
    file = BytesIO()
    Image.new("RGB", (8, 8)).save(file, "JPEG")
    return file.getvalue()


async def failure(bot: Bot, call: str, chat: int) -> TelegramError:
    """The error that a call ends in."""
    calls: dict[str, Callable[[], Awaitable[object]]] = {
        TEXT: lambda: bot.send_message(chat, "hello"),
        PHOTO: lambda: bot.send_photo(chat, picture()),
        MEDIA: lambda: bot.edit_message_media(InputMediaPhoto(picture()), chat, 1),
        EDIT: lambda: bot.edit_message_text("hello", chat, 1),
        DELETE: lambda: bot.delete_message(chat, 1),
    }
    with pytest.raises(TelegramError) as caught:
        await calls[call]()
    return caught.value


async def judged(bot: Bot, call: str, chat: int, *, private: bool = False) -> Trouble:
    """What is made of the error that a call ends in."""
    error = await failure(bot, call, chat)
    return judge(error, sending=call.startswith("send"), pictured=call in {PHOTO, MEDIA}, private=private)


@pytest.mark.parametrize("case", CASES, ids=str)
async def test_every_refusal_has_a_meaning(server: BotApiServer, case: Case) -> None:
    """What Telegram says, through the library, is told apart by what follows from it."""
    chat = server.group("Friends", server.user("Ann"))
    prefix = {400: "Bad Request: ", 403: "Forbidden: "}.get(case.code, "")
    server.inject(case.call, Fault(case.code, prefix + case.said))
    async with client(server.base) as bot:
        trouble = await judged(bot, case.call, chat.id, private=case.private)
    assert (trouble.kind, trouble.right, trouble.after) == (case.kind, case.right, 0.0)
    assert case.said.lower() in trouble.detail.lower()


def test_no_row_of_the_table_is_untried() -> None:
    """Each text that the table knows is one that a test has Telegram say."""
    said = [case.said.lower() for case in CASES]
    assert [row for row, *_ in troubles._TABLE if not any(row in text for text in said)] == []


async def test_telegram_says_for_how_long_to_wait(server: BotApiServer) -> None:
    """A flood is to be tried again, and not before."""
    chat: Chat = server.group("Friends", server.user("Ann"))
    server.inject(PHOTO, too_many_requests(17))
    async with client(server.base) as bot:
        trouble = await judged(bot, PHOTO, chat.id)
    assert (trouble.kind, trouble.after) == (TroubleKind.AGAIN, 17.0)


async def test_an_edit_that_changes_nothing_is_no_trouble(server: BotApiServer) -> None:
    """It is told apart from all others, also from those of the same class."""
    chat = server.group("Friends", server.user("Ann"))
    async with client(server.base) as bot:
        for fault, expected in ((NOT_MODIFIED, True), (FORBIDDEN, False)):
            server.inject(EDIT, fault)
            assert unchanged(await failure(bot, EDIT, chat.id)) is expected


@pytest.mark.parametrize(
    ("call", "kind"), [(TEXT, TroubleKind.LOST), (PHOTO, TroubleKind.LOST), (MEDIA, TroubleKind.AGAIN)]
)
async def test_a_broken_connection_leaves_open_what_arrived(
    world: World, call: str, kind: TroubleKind
) -> None:
    """A message may be there although nobody says so; what was to be edited is edited once more."""
    sent = world.group.add(world.server.bot, text="before")
    assert sent.id == 1
    world.server.inject(call, Fault(done=True))
    async with client(world.server.base) as bot:
        assert (await judged(bot, call, world.group.id)).kind is kind


@pytest.mark.parametrize("call", [TEXT, MEDIA])
async def test_what_was_never_sent_is_sent_again(call: str) -> None:
    """Where nobody listens nothing has arrived."""
    async with client(f"http://127.0.0.1:{free_port()}") as bot:
        assert (await judged(bot, call, -7)).kind is TroubleKind.AGAIN


async def test_a_silent_server_may_have_taken_it_but_not_what_still_waited_for_its_turn() -> None:
    """A request without an answer is lost; one that got no connection was not sent."""
    silence = asyncio.Event()

    async def listen(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            await silence.wait()
        writer.close()

    async with await asyncio.start_server(listen, "127.0.0.1", 0) as silent:
        base = f"http://127.0.0.1:{silent.sockets[0].getsockname()[1]}"
        async with client(base, answered=0.5, connected=0.1) as bot:
            first, second = await asyncio.gather(judged(bot, TEXT, -7), judged(bot, TEXT, -7))
        silence.set()
    assert {first.kind, second.kind} == {TroubleKind.LOST, TroubleKind.AGAIN}
