"""What Telegram gives to a Mini App, made by hand."""

import hashlib
import hmac
import json
import time
from collections.abc import Mapping
from urllib.parse import urlencode

from tests.telegram_server import TOKEN

ANN = {
    "id": 17,
    "first_name": "Zoë",
    "last_name": "Kos 🐑",
    "language_code": "pl",
    "photo_url": "https://t.me/a?b=1&c",
}


def told(start_param: str = "", **other: object) -> dict[str, str]:
    """What Telegram tells of somebody who has just opened the Mini App, by a link if there is a parameter."""
    fields = {
        "user": ANN,
        "auth_date": int(time.time()),
        "signature": "abc_-",
        "chat_instance": "-77",
    } | other
    plain = {name: value if isinstance(value, str) else json.dumps(value) for name, value in fields.items()}
    return plain | ({"start_param": start_param} if start_param else {})


def sign(fields: Mapping[str, str], token: str = TOKEN) -> str:
    """The hash of these fields."""
    key = hmac.digest(b"WebAppData", token.encode(), hashlib.sha256)
    lines = "\n".join(f"{name}={fields[name]}" for name in sorted(fields))
    return hmac.digest(key, lines.encode(), hashlib.sha256).hex()


def proof(start_param: str = "", *, token: str = TOKEN, **other: object) -> str:
    """A whole proof, signed by Telegram."""
    fields = told(start_param, **other)
    return urlencode(fields | {"hash": sign(fields, token)})
