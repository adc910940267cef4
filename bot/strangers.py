"""What strangers send as JSON, read with care."""

from collections.abc import Mapping


def text_of(message: Mapping[str, object], field: str) -> str:
    """A text in what somebody sent, as it can be written anywhere; "" where there is none."""
    value = message.get(field)
    return value.encode("utf-8", "ignore").decode() if isinstance(value, str) else ""
