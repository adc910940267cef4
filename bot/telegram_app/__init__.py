"""The game in Telegram chats."""

import os

from bot.telegram_app.app import TelegramApp
from bot.telegram_app.checkup import check
from bot.telegram_app.pace import Pace

# python-telegram-bot gives spans of time as numbers, with a warning, unless told to give timedeltas.
os.environ.setdefault("PTB_TIMEDELTA", "true")

__all__ = ["Pace", "TelegramApp", "check"]
