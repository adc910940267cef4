"""The button that opens the board of a chat's game inside Telegram."""

from dataclasses import dataclass

from telegram import InlineKeyboardButton, WebAppInfo

from bot.doors.places import PlaceTokens
from bot.people import Channel
from bot.telegram_app.places import NO_TOPIC, chat_of


@dataclass(frozen=True, slots=True)
class MiniApp:
    """A Mini App by its short ``name``, which shows the page with the ``board`` at that address."""

    name: str
    board: str
    places: PlaceTokens

    async def button(self, label: str, channel: Channel, username: str) -> InlineKeyboardButton:
        """What opens it with the game of a place, from the bot of this name. Raises StoreUnavailable.

        Telegram takes a button of a Mini App in private chats alone; it tells the page whose chat that is,
        but no thread of it. Everywhere else a link says where it stands.
        """
        if chat_of(channel) > 0 and channel.place[1] == NO_TOPIC:
            return InlineKeyboardButton(label, web_app=WebAppInfo(self.board))
        token = await self.places.write(channel)
        return InlineKeyboardButton(label, url=f"https://t.me/{username}/{self.name}?startapp={token}")
