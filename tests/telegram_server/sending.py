"""The methods that send something."""

from typing import TYPE_CHECKING, Any, Final

from tests.telegram_server.access import check_content, check_open, check_thread, find_chat
from tests.telegram_server.calls import Call
from tests.telegram_server.content import (
    CAPTION_LIMIT,
    TEXT_LIMIT,
    marks,
    read_keyboard,
    read_photo,
    read_text,
)
from tests.telegram_server.faults import bad_request, forbidden

if TYPE_CHECKING:
    from tests.telegram_server.server import BotApiServer

ACTIONS: Final = frozenset({"typing", "upload_photo", "upload_video", "upload_document"})


def send_message(server: "BotApiServer", call: Call) -> Any:
    """Send a text."""
    text, entities = read_text(call, "text", TEXT_LIMIT, needed=True)
    return _send(server, call, "text messages", f"“{text}”", text=text, entities=entities)


def send_photo(server: "BotApiServer", call: Call) -> Any:
    """Send a photo."""
    text, entities = read_text(call, "caption", CAPTION_LIMIT)
    photo = read_photo(call.files["photo"].content)
    return _send(server, call, "photos", f"photo “{text}”", text=text, entities=entities, photo=photo)


def send_document(server: "BotApiServer", call: Call) -> Any:
    """Send a document or an animation."""
    text, entities = read_text(call, "caption", CAPTION_LIMIT)
    kind = "document" if call.method == "sendDocument" else "animation"
    upload = call.files[kind]
    return _send(
        server,
        call,
        f"{kind}s",
        f"{kind} {upload.name} “{text}”",
        text=text,
        entities=entities,
        file=upload.content,
        file_name=upload.name,
    )


def send_action(server: "BotApiServer", call: Call) -> Any:
    """Show what the bot is about to do; Telegram does not mind whether the topic is there, or open."""
    chat, action = find_chat(server, call), call.params["action"]
    if action not in ACTIONS:
        raise bad_request("wrong parameter action in request")
    if chat.blocked:
        raise forbidden("bot was blocked by the user")
    server.note(f"{chat.title} | bot: {action} …")
    return True


def _send(server: "BotApiServer", call: Call, kind: str, note: str, **what: Any) -> Any:
    chat = find_chat(server, call)
    thread = call.number("message_thread_id")
    reply = call.json("reply_parameters")
    if reply and not chat.find(reply["message_id"]):
        if not reply.get("allow_sending_without_reply"):
            raise bad_request("message to be replied not found")
        reply = None
    check_thread(chat, thread)
    check_content(chat, kind)
    check_open(chat, thread)
    message = chat.add(
        server.bot,
        keyboard=read_keyboard(call.json("reply_markup"), private=not chat.group),
        thread=thread,
        topic=bool(thread),
        reply_to=reply["message_id"] if reply else None,
        silent=bool(call.json("disable_notification")),
        **what,
    )
    server.note(f"{chat.title} | bot #{message.id}: {note}{marks(message)}")
    return message.json()
