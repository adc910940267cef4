"""The game in Telegram chats."""

import os

# python-telegram-bot gives spans of time as numbers, with a warning, unless told to give timedeltas.
os.environ.setdefault("PTB_TIMEDELTA", "true")
