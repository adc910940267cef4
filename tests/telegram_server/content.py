"""Texts, photos and keyboards of requests, as strictly as the real server takes them."""

import re
from io import BytesIO
from typing import Any, Final

from PIL import Image

from tests.telegram_server.calls import Call
from tests.telegram_server.faults import bad_request
from tests.telegram_server.markup import Entity, parse_html, utf16_length
from tests.telegram_server.messages import Button, Message

TEXT_LIMIT: Final = 4096
CAPTION_LIMIT: Final = 1024
ROW_LIMIT: Final = 8
BUTTON_LIMIT: Final = 100
DATA_LIMIT: Final = 64
_ADDRESS: Final = r"[\w.-]+\.\w+(:\d+)?(/\S*)?"


def read_text(call: Call, name: str, limit: int, *, needed: bool = False) -> tuple[str, list[Entity]]:
    """The text of a request with its entities. Raises ApiError for one that is empty or too long."""
    text, entities = parse(call.params.get(name, ""), call.params.get("parse_mode"), limit, name)
    if needed and not text.strip():
        raise bad_request("message text is empty")
    return text, entities


def parse(source: str, mode: str | None, limit: int, name: str) -> tuple[str, list[Entity]]:
    """A text with its entities; ``mode`` says how they are marked. Raises ApiError."""
    text, entities = parse_html(source) if mode == "HTML" else (source, [])
    if utf16_length(text) > limit:
        raise bad_request("message is too long" if name == "text" else "message caption is too long")
    return text, entities


def read_photo(content: bytes) -> bytes:
    """The photo, if it is one that Telegram takes. Raises ApiError."""
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


def read_keyboard(markup: dict[str, Any] | None, *, private: bool) -> list[list[Button]]:
    """The buttons of a request. Raises ApiError for what cannot be shown, in a private chat or elsewhere."""
    rows: list[list[dict[str, Any]]] = (markup or {}).get("inline_keyboard", [])
    for button in (button for row in rows for button in row):
        _check_target(button, private=private)
        if not button["text"]:
            raise bad_request("text buttons are allowed in the inline keyboard only with text")
        if button.get("style", "primary") not in ("primary", "success", "danger"):
            raise bad_request("unknown button style")
    if any(len(row) > ROW_LIMIT for row in rows) or sum(map(len, rows)) > BUTTON_LIMIT:
        raise bad_request("reply markup is too long")
    return [[_button(b) for b in row] for row in rows if row]


def _check_target(button: dict[str, Any], *, private: bool) -> None:
    """What a button does. Mini Apps are opened by buttons of their own in private chats alone."""
    if "web_app" in button:
        if not private:
            raise bad_request("BUTTON_TYPE_INVALID")
        if not re.fullmatch(rf"https://{_ADDRESS}", button["web_app"]["url"]):
            raise bad_request("BUTTON_URL_INVALID")
    elif "url" in button:
        if not re.fullmatch(rf"https?://{_ADDRESS}", button["url"]):
            raise bad_request(f"BUTTON_URL_INVALID: {button['url']}")
    elif not 1 <= len(button["callback_data"].encode()) <= DATA_LIMIT:
        raise bad_request("BUTTON_DATA_INVALID")


def _button(told: dict[str, Any]) -> Button:
    web_app = told.get("web_app", {}).get("url", "")
    style = told.get("style", "")
    return Button(told["text"], told.get("callback_data", ""), style, told.get("url", ""), web_app)


def marks(message: Message) -> str:
    """The labels of the buttons, for the transcript."""
    rows = " / ".join(" ".join(f"[{b.label}]" for b in row) for row in message.keyboard)
    return f" {rows}" if rows else ""
