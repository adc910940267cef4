"""What each method does: those about bot, chats and presses here, those about messages beside this file."""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from tests.telegram_server import editing, sending
from tests.telegram_server.access import Access, find_chat
from tests.telegram_server.calls import Call
from tests.telegram_server.faults import bad_request
from tests.telegram_server.markup import utf16_length
from tests.telegram_server.members import member_json
from tests.telegram_server.messages import Toast

if TYPE_CHECKING:
    from tests.telegram_server.server import BotApiServer

TOAST_LIMIT: Final = 200


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
    chat = find_chat(server, call)
    found = next((u for u in chat.members if u.id == call.number("user_id")), None)
    if found is None:
        raise bad_request("PARTICIPANT_ID_INVALID")
    return member_json(chat, found)


def _get_admins(server: "BotApiServer", call: Call) -> Any:
    chat = find_chat(server, call)
    if chat.kind == "private":
        raise bad_request("there are no administrators in the private chat")
    return [member_json(chat, user) for user in chat.members if user.id in chat.admins]


def _get_chat(server: "BotApiServer", call: Call) -> Any:
    kinds = (
        "unlimited_gifts", "limited_gifts", "unique_gifts", "premium_subscription", "gifts_from_channels",
    )  # fmt: skip
    gifts = dict.fromkeys(kinds, False)
    full = {"accent_color_id": 0, "max_reaction_count": 11, "accepted_gift_types": gifts}
    return find_chat(server, call, Access.READ).json() | full


def _get_file(server: "BotApiServer", call: Call) -> Any:
    number = call.params["file_id"]
    message = server.document(number)
    if message is None:
        raise bad_request("wrong file_id or the file is temporarily unavailable")
    return {
        "file_id": number,
        "file_unique_id": f"v{number}",
        "file_size": len(message.file),
        "file_path": server.file_path or f"documents/{number}",
    }


METHODS: Final[dict[str, Callable[["BotApiServer", Call], Any]]] = {
    "getMe": _get_me,
    "setWebhook": _set_webhook,
    "deleteWebhook": _delete_webhook,
    "getWebhookInfo": _webhook_info,
    "sendMessage": sending.send_message,
    "sendPhoto": sending.send_photo,
    "sendDocument": sending.send_document,
    "sendAnimation": sending.send_document,
    "sendChatAction": sending.send_action,
    "editMessageText": editing.edit_text,
    "editMessageCaption": editing.edit_caption,
    "editMessageMedia": editing.edit_media,
    "editMessageReplyMarkup": editing.edit_markup,
    "deleteMessage": editing.delete_message,
    "answerCallbackQuery": _answer_query,
    "setMyCommands": _set_commands,
    "getMyCommands": _get_commands,
    "getChat": _get_chat,
    "getChatMember": _get_member,
    "getFile": _get_file,
    "getChatAdministrators": _get_admins,
}
