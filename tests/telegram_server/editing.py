"""The methods that change or delete messages."""

from typing import TYPE_CHECKING, Any

from tests.telegram_server.access import check_content, find_chat, find_own
from tests.telegram_server.calls import Call
from tests.telegram_server.content import (
    CAPTION_LIMIT,
    TEXT_LIMIT,
    marks,
    parse,
    read_keyboard,
    read_photo,
    read_text,
)
from tests.telegram_server.faults import NOT_MODIFIED, bad_request
from tests.telegram_server.messages import Message

if TYPE_CHECKING:
    from tests.telegram_server.server import BotApiServer


def edit_text(server: "BotApiServer", call: Call) -> Any:
    """Change the text of a message."""
    text, entities = read_text(call, "text", TEXT_LIMIT, needed=True)
    message = find_own(server, call)
    if message.photo or message.file_name:
        raise bad_request("there is no text in the message to edit")
    return _change(server, message, call, text=text, entities=entities)


def edit_caption(server: "BotApiServer", call: Call) -> Any:
    """Change the text beside a picture or a file."""
    text, entities = read_text(call, "caption", CAPTION_LIMIT)
    message = find_own(server, call)
    if not (message.photo or message.file_name):
        raise bad_request("there is no caption in the message to edit")
    return _change(server, message, call, text=text, entities=entities)


def edit_media(server: "BotApiServer", call: Call) -> Any:
    """Put a picture or a file into a message."""
    media = call.json("media")
    message = find_own(server, call)
    text, entities = parse(media.get("caption", ""), media.get("parse_mode"), CAPTION_LIMIT, "caption")
    if not media["media"].startswith("attach://"):
        raise bad_request("wrong file identifier/HTTP URL specified")
    upload = call.files[media["media"].removeprefix("attach://")]
    change: dict[str, Any] = {"text": text, "entities": entities, "photo": b"", "file": b"", "file_name": ""}
    check_content(message.chat, f"{media['type']}s")
    if media["type"] == "photo":
        change["photo"] = read_photo(upload.content)
    else:
        change |= {"file": upload.content, "file_name": upload.name}
    return _change(server, message, call, **change)


def edit_markup(server: "BotApiServer", call: Call) -> Any:
    """Change the buttons of a message, or take them away."""
    return _change(server, find_own(server, call), call)


def _change(server: "BotApiServer", message: Message, call: Call, **what: Any) -> Any:
    what["keyboard"] = read_keyboard(call.json("reply_markup"), private=not message.chat.group)
    if all(getattr(message, name) == value for name, value in what.items()):
        raise NOT_MODIFIED.error()
    for name, value in what.items():
        setattr(message, name, value)
    message.edits += 1
    server.note(f"{message.chat.title} | bot edits #{message.id}: “{message.text}”{marks(message)}")
    return message.json()


def delete_message(server: "BotApiServer", call: Call) -> Any:
    """Delete a message: one of its own, or any where the bot is an administrator or alone with a person."""
    chat = find_chat(server, call)
    message = chat.find(call.number("message_id") or 0)
    if message is None:
        raise bad_request("message to delete not found")
    if not message.from_bot and chat.group and server.bot.id not in chat.admins:
        raise bad_request("message can't be deleted")
    if message.old and server.bot.id not in chat.admins:
        raise bad_request("message can't be deleted for everyone")
    chat.messages.remove(message)
    server.note(f"{chat.title} | bot deletes #{message.id}")
    return True
