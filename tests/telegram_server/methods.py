"""What each method does to the chats."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING, Any, Final

from PIL import Image

from tests.telegram_server.chats import Button, Chat, Message, Toast
from tests.telegram_server.faults import NOT_MODIFIED, ApiError, bad_request
from tests.telegram_server.markup import Entity, parse_html, utf16_length

if TYPE_CHECKING:
    from tests.telegram_server.server import BotApiServer

TEXT_LIMIT: Final = 4096
CAPTION_LIMIT: Final = 1024
TOAST_LIMIT: Final = 200
ROW_LIMIT: Final = 8
BUTTON_LIMIT: Final = 100
DATA_LIMIT: Final = 64
ACTIONS: Final = frozenset({"typing", "upload_photo", "upload_video", "upload_document"})


@dataclass(frozen=True, slots=True)
class Upload:
    """A file of a request."""

    name: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Call:
    """One request of the bot."""

    method: str
    params: dict[str, str]
    files: dict[str, Upload]

    @property
    def chat_id(self) -> int:
        """The chat it is about, 0 if none."""
        return self.number("chat_id") or 0

    def number(self, name: str) -> int | None:
        """A parameter as a number."""
        return int(self.params[name]) if name in self.params else None

    def json(self, name: str) -> Any:
        """A parameter as an object; None when it is not given."""
        return json.loads(self.params[name]) if name in self.params else None


def _get_me(server: "BotApiServer", _: Call) -> Any:
    flags = {"can_join_groups": True, "can_read_all_group_messages": False, "supports_inline_queries": False}
    return server.bot.json() | flags


def _set_webhook(server: "BotApiServer", call: Call) -> Any:
    settings: dict[str, Any] = dict(call.params)
    if "allowed_updates" in settings:
        settings["allowed_updates"] = call.json("allowed_updates")
    server.set_webhook(settings)
    return True


def _webhook_info(server: "BotApiServer", _: Call) -> Any:
    info = {"has_custom_certificate": False, "pending_update_count": server.waiting}
    return info | {"url": str(server.webhook.get("url") or "")}


def _delete_webhook(server: "BotApiServer", call: Call) -> Any:
    server.set_webhook({"drop_pending_updates": call.json("drop_pending_updates")})
    return True


def _send_message(server: "BotApiServer", call: Call) -> Any:
    text, entities = _text(call, "text", TEXT_LIMIT, needed=True)
    return _send(server, call, f"“{text}”", text=text, entities=entities)


def _send_photo(server: "BotApiServer", call: Call) -> Any:
    text, entities = _text(call, "caption", CAPTION_LIMIT)
    photo = _photo(call.files["photo"].content)
    return _send(server, call, f"photo “{text}”", text=text, entities=entities, photo=photo)


def _send_document(server: "BotApiServer", call: Call) -> Any:
    text, entities = _text(call, "caption", CAPTION_LIMIT)
    kind = "document" if call.method == "sendDocument" else "animation"
    upload = call.files[kind]
    return _send(
        server,
        call,
        f"{kind} {upload.name} “{text}”",
        text=text,
        entities=entities,
        file=upload.content,
        file_name=upload.name,
    )


def _send_action(server: "BotApiServer", call: Call) -> Any:
    chat, action = _chat(server, call), call.params["action"]
    if action not in ACTIONS:
        raise bad_request("wrong parameter action in request")
    server.note(f"{chat.title} | bot: {action} …")
    return True


def _send(server: "BotApiServer", call: Call, note: str, **what: Any) -> Any:
    chat = _chat(server, call)
    thread = call.number("message_thread_id")
    if thread and not chat.forum:
        raise bad_request("message thread not found")
    reply = call.json("reply_parameters")
    if reply and not chat.find(reply["message_id"]):
        if not reply.get("allow_sending_without_reply"):
            raise bad_request("message to be replied not found")
        reply = None
    message = chat.add(
        server.bot,
        keyboard=_keyboard(call.json("reply_markup")),
        thread=thread,
        topic=bool(thread),
        reply_to=reply["message_id"] if reply else None,
        silent=bool(call.json("disable_notification")),
        **what,
    )
    server.note(f"{chat.title} | bot #{message.id}: {note}{_marks(message)}")
    return message.json()


def _edit_text(server: "BotApiServer", call: Call) -> Any:
    text, entities = _text(call, "text", TEXT_LIMIT, needed=True)
    message = _own_message(server, call)
    if message.photo or message.file_name:
        raise bad_request("there is no text in the message to edit")
    return _change(server, message, call, text=text, entities=entities)


def _edit_caption(server: "BotApiServer", call: Call) -> Any:
    text, entities = _text(call, "caption", CAPTION_LIMIT)
    message = _own_message(server, call)
    if not (message.photo or message.file_name):
        raise bad_request("there is no caption in the message to edit")
    return _change(server, message, call, text=text, entities=entities)


def _edit_media(server: "BotApiServer", call: Call) -> Any:
    media = call.json("media")
    message = _own_message(server, call)
    text, entities = _parse(media.get("caption", ""), media.get("parse_mode"), CAPTION_LIMIT, "caption")
    if not media["media"].startswith("attach://"):
        raise bad_request("wrong file identifier/HTTP URL specified")
    upload = call.files[media["media"].removeprefix("attach://")]
    change: dict[str, Any] = {"text": text, "entities": entities, "photo": b"", "file": b"", "file_name": ""}
    if media["type"] == "photo":
        change["photo"] = _photo(upload.content)
    else:
        change |= {"file": upload.content, "file_name": upload.name}
    return _change(server, message, call, **change)


def _edit_markup(server: "BotApiServer", call: Call) -> Any:
    return _change(server, _own_message(server, call), call)


def _change(server: "BotApiServer", message: Message, call: Call, **what: Any) -> Any:
    what["keyboard"] = _keyboard(call.json("reply_markup"))
    if all(getattr(message, name) == value for name, value in what.items()):
        raise NOT_MODIFIED.error()
    for name, value in what.items():
        setattr(message, name, value)
    message.edits += 1
    server.note(f"{message.chat.title} | bot edits #{message.id}: “{message.text}”{_marks(message)}")
    return message.json()


def _delete_message(server: "BotApiServer", call: Call) -> Any:
    chat = _chat(server, call)
    message = chat.find(call.number("message_id") or 0)
    if message is None:
        raise bad_request("message to delete not found")
    chat.messages.remove(message)
    server.note(f"{chat.title} | bot deletes #{message.id}")
    return True


def _answer_query(server: "BotApiServer", call: Call) -> Any:
    query, text = call.params["callback_query_id"], call.params.get("text", "")
    if utf16_length(text) > TOAST_LIMIT:
        raise bad_request("MESSAGE_TOO_LONG")
    if query in server.toasts:
        raise bad_request("query is too old and response timeout expired or query ID is invalid")
    url = call.params.get("url", "")
    if url and not re.fullmatch(rf"https://t\.me/{server.bot.username}\?start=[\w-]{{1,64}}", url, re.ASCII):
        raise bad_request("URL_INVALID")
    server.toasts[query] = Toast(text, bool(call.json("show_alert")), url)
    server.note(f"bot | answers the press: {text or '(silently)'}")
    return True


def _set_commands(server: "BotApiServer", call: Call) -> Any:
    commands = call.json("commands")
    for item in commands:
        if not re.fullmatch(r"[a-z0-9_]{1,32}", item["command"]):
            raise bad_request("BOT_COMMAND_INVALID")
        if not 1 <= len(item["description"]) <= 256:
            raise bad_request("BOT_COMMAND_DESCRIPTION_INVALID")
    if len(commands) > 100:
        raise bad_request("BOT_COMMANDS_TOO_MUCH")
    language = call.params.get("language_code", "")
    if not re.fullmatch(r"([a-z]{2})?", language):
        raise bad_request("invalid language code specified")
    server.commands[_scope(call), language] = commands
    return True


def _get_commands(server: "BotApiServer", call: Call) -> Any:
    return server.commands.get((_scope(call), call.params.get("language_code", "")), [])


def _scope(call: Call) -> str:
    return str((call.json("scope") or {"type": "default"})["type"])


def _get_member(server: "BotApiServer", call: Call) -> Any:
    chat = _chat(server, call)
    found = next((u for u in chat.members if u.id == call.number("user_id")), None)
    if found is None:
        raise bad_request("PARTICIPANT_ID_INVALID")
    return _member(chat, found.id)


def _get_admins(server: "BotApiServer", call: Call) -> Any:
    chat = _chat(server, call)
    if chat.kind == "private":
        raise bad_request("there are no administrators in the private chat")
    return [_member(chat, user.id) for user in chat.members if user.id in chat.admins]


def _get_chat(server: "BotApiServer", call: Call) -> Any:
    kinds = (
        "unlimited_gifts", "limited_gifts", "unique_gifts", "premium_subscription", "gifts_from_channels",
    )  # fmt: skip
    gifts = dict.fromkeys(kinds, False)
    full = {"accent_color_id": 0, "max_reaction_count": 11, "accepted_gift_types": gifts}
    return _chat(server, call).json() | full


def _get_file(server: "BotApiServer", call: Call) -> Any:
    number = call.params["file_id"]
    message = server.document(number)
    if message is None:
        raise bad_request("wrong file_id or the file is temporarily unavailable")
    return {
        "file_id": number,
        "file_unique_id": f"v{number}",
        "file_size": len(message.file),
        "file_path": f"documents/{number}",
    }


def _member(chat: Chat, user_id: int) -> dict[str, Any]:
    user = next(u for u in chat.members if u.id == user_id)
    if user_id not in chat.admins:
        return {"status": "member", "user": user.json()}
    return {"status": "creator", "user": user.json(), "is_anonymous": False}


METHODS: Final[dict[str, Callable[["BotApiServer", Call], Any]]] = {
    "getMe": _get_me,
    "setWebhook": _set_webhook,
    "deleteWebhook": _delete_webhook,
    "getWebhookInfo": _webhook_info,
    "sendMessage": _send_message,
    "sendPhoto": _send_photo,
    "sendDocument": _send_document,
    "sendAnimation": _send_document,
    "sendChatAction": _send_action,
    "editMessageText": _edit_text,
    "editMessageCaption": _edit_caption,
    "editMessageMedia": _edit_media,
    "editMessageReplyMarkup": _edit_markup,
    "deleteMessage": _delete_message,
    "answerCallbackQuery": _answer_query,
    "setMyCommands": _set_commands,
    "getMyCommands": _get_commands,
    "getChat": _get_chat,
    "getChatMember": _get_member,
    "getFile": _get_file,
    "getChatAdministrators": _get_admins,
}


def _chat(server: "BotApiServer", call: Call) -> Chat:
    chat = server.chats.get(call.chat_id)
    if chat is None:
        raise bad_request("chat not found")
    if server.bot not in chat.members:
        raise ApiError(403, f"Forbidden: bot was kicked from the {chat.kind} chat")
    return chat


def _own_message(server: "BotApiServer", call: Call) -> Message:
    message = _chat(server, call).find(call.number("message_id") or 0)
    if message is None:
        raise bad_request("message to edit not found")
    if not message.from_bot:
        raise bad_request("message can't be edited")
    return message


def _text(call: Call, name: str, limit: int, *, needed: bool = False) -> tuple[str, list[Entity]]:
    text, entities = _parse(call.params.get(name, ""), call.params.get("parse_mode"), limit, name)
    if needed and not text.strip():
        raise bad_request("message text is empty")
    return text, entities


def _parse(source: str, mode: str | None, limit: int, name: str) -> tuple[str, list[Entity]]:
    text, entities = parse_html(source) if mode == "HTML" else (source, [])
    if utf16_length(text) > limit:
        raise bad_request("message is too long" if name == "text" else "message caption is too long")
    return text, entities


def _photo(content: bytes) -> bytes:
    if len(content) > 10 * 2**20:
        raise bad_request("file is too big")
    try:
        with Image.open(BytesIO(content)) as image:
            width, height = image.size
            image.verify()
    except (OSError, SyntaxError):
        raise bad_request("IMAGE_PROCESS_FAILED") from None
    if width + height > 10_000 or max(width, height) > 20 * min(width, height):
        raise bad_request("PHOTO_INVALID_DIMENSIONS")
    return content


def _keyboard(markup: dict[str, Any] | None) -> list[list[Button]]:
    rows: list[list[dict[str, str]]] = (markup or {}).get("inline_keyboard", [])
    for button in (button for row in rows for button in row):
        if not 1 <= len(button["callback_data"].encode()) <= DATA_LIMIT:
            raise bad_request("BUTTON_DATA_INVALID")
        if not button["text"]:
            raise bad_request("text buttons are allowed in the inline keyboard only with text")
        if button.get("style", "primary") not in ("primary", "success", "danger"):
            raise bad_request("unknown button style")
    if any(len(row) > ROW_LIMIT for row in rows) or sum(map(len, rows)) > BUTTON_LIMIT:
        raise bad_request("reply markup is too long")
    return [[Button(b["text"], b["callback_data"], b.get("style", "")) for b in row] for row in rows if row]


def _marks(message: Message) -> str:
    rows = " / ".join(" ".join(f"[{b.label}]" for b in row) for row in message.keyboard)
    return f" {rows}" if rows else ""
