"""The game in Telegram chats."""

import os
import sys

# python-telegram-bot gives spans of time as numbers, with a warning, unless told to give timedeltas.
os.environ.setdefault("PTB_TIMEDELTA", "true")

# It loads what encrypts wherever that is installed, for Telegram Passport alone: eight megabytes for nothing.
if "cryptography.hazmat" not in sys.modules:
    sys.modules["cryptography.hazmat"] = None  # type: ignore[assignment]
    try:
        import telegram  # noqa: F401 - everything that asks for it is loaded with this
    finally:
        del sys.modules["cryptography.hazmat"]
