"""Checks requests against the published description of the Bot API.

The description is a JSON file (``methods`` and ``types``, each with its ``fields``), found through
``BASTIDE_TELEGRAM_SPEC`` or in a folder ``shared/specs`` beside the checkout. Without it a small table
that names the parameters of the methods in use takes its place.
"""

import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final, Self

_PLACES: Final = (Path(__file__).resolve().parents[2].parent / "shared/specs/telegram-botapi.json",)


@dataclass(frozen=True, slots=True)
class Field:
    """A parameter of a method or a field of a type."""

    name: str
    types: tuple[str, ...]
    required: bool


@dataclass(frozen=True, slots=True)
class Spec:
    """The methods with their parameters and the types with their fields."""

    source: str
    methods: Mapping[str, Mapping[str, Field]]
    types: Mapping[str, Mapping[str, Field]]
    subtypes: Mapping[str, tuple[str, ...]]

    @classmethod
    @cache
    def load(cls) -> Self:
        """The published description if it can be found, else the small table."""
        named = os.environ.get("BASTIDE_TELEGRAM_SPEC")
        for path in (Path(named),) if named else _PLACES:
            if path.exists():
                return cls.read(path)
        return cls("the small table", _small_table(), {}, {})

    @classmethod
    def read(cls, path: Path) -> Self:
        """Read the published description."""
        data = json.loads(path.read_text("utf-8"))
        return cls(
            f"{path.name}, {data['version']}",
            {name: _fields(item.get("fields") or []) for name, item in data["methods"].items()},
            {name: _fields(item.get("fields") or []) for name, item in data["types"].items()},
            {name: tuple(item.get("subtypes") or ()) for name, item in data["types"].items()},
        )

    def problems(self, method: str, params: Mapping[str, str], files: Iterable[str]) -> list[str]:
        """What is wrong with a request: unknown, missing and mistyped parameters; files nobody mentions."""
        fields = self.methods.get(method)
        if fields is None:
            return [f"there is no method {method}"]
        files = set(files)
        given = set(params) | files
        found = [f"{name} is missing" for name, f in fields.items() if f.required and name not in given]
        for name, text in params.items():
            if name not in fields:
                found.append(f"there is no parameter {name}")
            else:
                found += self._check(name, _read(text, fields[name].types), fields[name].types)
        mentioned = " ".join(params.values())
        for name in files:
            if f"attach://{name}" not in mentioned and not (
                name in fields and "InputFile" in fields[name].types
            ):
                found.append(f"the file {name} is not mentioned")
        return [f"{method}: {problem}" for problem in found]

    def misfits(self, value: dict[str, Any], kind: str) -> list[str]:
        """What is wrong with an object that should be of this type, in words."""
        return self._check_object(kind, value, kind)

    def _check(self, where: str, value: Any, types: tuple[str, ...]) -> list[str]:
        attempts = [self._check_one(where, value, kind) for kind in types]
        return min(attempts, key=len)

    def _check_one(self, where: str, value: Any, kind: str) -> list[str]:
        wrong = [f"{where} is no {kind}: {value!r}"]
        if kind.startswith("Array of "):
            if not isinstance(value, list):
                return wrong
            inner = (kind.removeprefix("Array of "),)
            return [p for n, item in enumerate(value) for p in self._check(f"{where}[{n}]", item, inner)]
        plain = {"String": str, "Integer": int, "Boolean": bool, "Float": float}.get(kind)
        if plain is not None:
            ok = isinstance(value, plain) and not (plain is int and isinstance(value, bool))
            return [] if ok else wrong
        if kind == "InputFile":
            return [] if isinstance(value, str) and value.startswith("attach://") else wrong
        if not isinstance(value, dict):
            return wrong
        return self._check_object(where, value, kind)

    def _check_object(self, where: str, value: dict[str, Any], kind: str) -> list[str]:
        if self.subtypes.get(kind):
            return self._check(where, value, self.subtypes[kind])
        fields = self.types.get(kind)
        if fields is None:
            return []
        found = [
            f"{where}.{name} is missing" for name, f in fields.items() if f.required and name not in value
        ]
        for name, item in value.items():
            if name not in fields:
                found.append(f"{where}: {kind} has no {name}")
            else:
                found += self._check(f"{where}.{name}", item, fields[name].types)
        return found


def _fields(items: list[dict[str, Any]]) -> dict[str, Field]:
    return {item["name"]: Field(item["name"], tuple(item["types"]), item["required"]) for item in items}


def _read(text: str, types: tuple[str, ...]) -> Any:
    """Parameters come as text; all but plain text is JSON."""
    if types == ("String",):
        return text
    try:
        return json.loads(text)
    except ValueError:
        return text


_PLACE: Final = "chat_id:Integer message_id?:Integer reply_markup?:InlineKeyboardMarkup"
_SEND: Final = (
    "chat_id:Integer message_thread_id?:Integer reply_markup?:InlineKeyboardMarkup parse_mode?:String"
    " disable_notification?:Boolean reply_parameters?:ReplyParameters"
)
_SMALL: Final = {
    "getMe": "",
    "getUpdates": "offset?:Integer limit?:Integer timeout?:Integer allowed_updates?:Array of String",
    "setWebhook": "url:String max_connections?:Integer allowed_updates?:Array of String"
    " drop_pending_updates?:Boolean secret_token?:String ip_address?:String",
    "deleteWebhook": "drop_pending_updates?:Boolean",
    "getWebhookInfo": "",
    "sendMessage": f"{_SEND} text:String link_preview_options?:LinkPreviewOptions",
    "sendPhoto": f"{_SEND} photo:InputFile caption?:String",
    "sendDocument": f"{_SEND} document:InputFile caption?:String",
    "sendAnimation": f"{_SEND} animation:InputFile caption?:String",
    "sendChatAction": "chat_id:Integer action:String message_thread_id?:Integer",
    "editMessageText": f"{_PLACE} parse_mode?:String text?:String link_preview_options?:LinkPreviewOptions",
    "editMessageCaption": f"{_PLACE} parse_mode?:String caption?:String",
    "editMessageMedia": f"{_PLACE} media:InputMedia",
    "editMessageReplyMarkup": _PLACE,
    "deleteMessage": "chat_id:Integer message_id:Integer",
    "answerCallbackQuery": "callback_query_id:String text?:String show_alert?:Boolean url?:String"
    " cache_time?:Integer",
    "setMyCommands": "commands:Array of BotCommand scope?:BotCommandScope language_code?:String",
    "getMyCommands": "scope?:BotCommandScope language_code?:String",
    "getChat": "chat_id:Integer",
    "getFile": "file_id:String",
    "getChatMember": "chat_id:Integer user_id:Integer",
    "getChatAdministrators": "chat_id:Integer",
}


def _small_table() -> dict[str, dict[str, Field]]:
    table = {}
    for method, line in _SMALL.items():
        words = line.replace("Array of ", "Array_of_").split()
        names = [word.partition(":") for word in words]
        table[method] = {
            name.rstrip("?"): Field(name.rstrip("?"), (kind.replace("_", " "),), not name.endswith("?"))
            for name, _, kind in names
        }
    return table
