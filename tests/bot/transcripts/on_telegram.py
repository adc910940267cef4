"""A group on a small Telegram."""

from typing import Final

from bot.painter import Painter
from bot.people import Channel
from bot.table.table import Table
from bot.telegram_app.app import TelegramApp
from bot.telegram_app.pace import Pace
from bot.texts import Texts
from tests.bot.transcripts.painter import told
from tests.bot.transcripts.stage import LANGUAGES, Wall, calm, file_of, number, text_of
from tests.telegram_server import TOKEN, BotApiServer, Message

NO_LIMIT: Final = Pace(100_000, 1.0)
RESTING: Final = frozenset(
    {
        "Application._update_fetcher",
        "Event.wait",
        "RequestHandler._handle_request",
        "RequestHandler.start",
        "Updater._start_polling.<locals>.polling_action_cb",
        "Updates._deliver",
        "network_retry_loop",
    }
)
"""Whoever waits for updates, and the server, which does nothing unless the bot waits for its answer."""


class OnTelegram:
    """A supergroup of three, each of whom has a private chat with the bot, too."""

    platform = "telegram"

    def __init__(self) -> None:
        self._server = BotApiServer()
        self._people = {name: self._server.user(name, language=tag) for name, tag in LANGUAGES.items()}
        self._group = self._server.group("games", *self._people.values(), supergroup=True)
        self._private = {name: self._server.private(user) for name, user in self._people.items()}
        self._wall = Wall()
        self._queries = 0
        self._toasts: list[str] = []
        self.channel = Channel("telegram", (str(self._group.id), "0"))

    async def open(self, table: Table, texts: Texts, painter: Painter) -> None:
        """See Stage."""
        await self._server.start()
        self.app = TelegramApp(
            token=TOKEN,
            api_base=self._server.base,
            webhook_url=None,
            table=table,
            texts=texts,
            painter=painter,
            language="en",
            group_pace=NO_LIMIT,
        )
        await self.app.start()
        await self.settled()

    async def close(self) -> None:
        """See Stage."""
        await self.app.stop()
        await self._server.stop()
        assert self._server.problems == []

    def key(self, who: str) -> str:
        """See Stage."""
        return f"telegram:{self._people[who].id}"

    async def type(self, who: str, words: str) -> None:
        """Write in the group, or with ``@`` before the words in the private chat."""
        chat = self._private[who] if words.startswith("@") else self._group
        await chat.say(self._people[who], words.removeprefix("@"))
        await self.settled()

    async def press(self, who: str, command: str) -> None:
        """See Stage."""
        found = self._found(who, command)
        assert found is not None, f"{who} sees no button {command!r}\n{self._server.transcript}"
        message, data = found
        toast = await message.chat.press_data(self._people[who], message, data)
        if toast.text:
            self._toasts += [f"{who} {'must read' if toast.alert else 'reads'}:", *self._lines(toast.text)]
        if toast.url:
            self._toasts += [f"{who} is led to {toast.url}"]
        await self.settled()

    async def upload(self, who: str, words: str, content: bytes) -> None:
        """See Stage."""
        await self._group.send_file(self._people[who], content, words)
        await self.settled()

    def offers(self, who: str, command: str) -> bool:
        """See Stage."""
        return self._found(who, command) is not None

    async def settled(self) -> None:
        """See Stage."""
        await self._server.wait_until(lambda: not self._server.waiting)
        await calm(RESTING)

    def news(self) -> list[str]:
        """See Stage."""
        now = {
            f"{chat.id} {message.id}": self._message(message)
            for chat in (self._group, *self._private.values())
            for message in chat.from_bot
        }
        toasts, self._toasts = self._toasts, []
        return [*toasts, *self._wall.news(now)]

    def _found(self, who: str, command: str) -> tuple[Message, str] | None:
        chats = (self._group, self._private[who])
        own = str(self._people[who].id)
        for message in (m for chat in chats for m in reversed(chat.from_bot)):
            for button in message.buttons:
                about, _, asked = button.data.partition(":")[2].partition(":")
                user = about.partition("~")[2]
                if asked == command and user in {"", own}:
                    return message, button.data
        return None

    def _message(self, message: Message) -> list[str]:
        chat = message.chat
        replied = chat.find(message.reply_to) if message.reply_to else None
        reply = ""
        if replied is not None and replied.from_bot:
            reply = f" in reply to {number(self._wall, f'{chat.id} {replied.id}')}"
        elif replied is not None:
            reply = f" in reply to “{replied.text}”"
        where = chat.title if chat is self._group else f"{chat.title} alone"
        lines = [f"{where}{' silently' if message.silent else ''}{reply}"]
        lines += self._lines(_marked(message))
        if message.photo:
            lines.append(f"<{told(message.photo)}>")
        if message.file_name:
            lines += file_of(message.file_name, message.file)
        for row in message.keyboard:
            lines.append(" ".join(f"[{b.label}{_weight(b.style)} = {self._asked(b.data)}]" for b in row))
        return lines

    def _lines(self, words: str) -> list[str]:
        return text_of(words)

    def _asked(self, data: str) -> str:
        names = {str(user.id): name for name, user in self._people.items()}
        game, _, rest = data.partition(":")
        moment, _, command = rest.partition(":")
        version, _, user = moment.partition("~")
        return f"{game or '-'} {version}{f' for {names[user]}' if user else ''}: {command}"


def _weight(style: str) -> str:
    return {"primary": " (main)", "danger": " (danger)"}.get(style, "")


def _marked(message: Message) -> str:
    """The text with its mentions, links and emphasis written out."""
    units = message.text.encode("utf-16-le")
    ends: list[tuple[int, int, str]] = []
    for entity in message.entities:
        start, length = int(str(entity["offset"])), int(str(entity["length"]))
        opening, closing = _MARKS.get(str(entity["type"]), (f"<{entity['type']}>", "</>"))
        if entity["type"] == "text_link":
            closing = f"]({entity['url']})"
        ends += [(start, 1, opening), (start + length, 0, closing)]
    for place, _, mark in sorted(ends, reverse=True):
        units = units[: 2 * place] + mark.encode("utf-16-le") + units[2 * place :]
    return units.decode("utf-16-le")


_MARKS: Final = {
    "bold": ("*", "*"),
    "italic": ("_", "_"),
    "text_mention": ("@", ""),
    "bot_command": ("", ""),
    "text_link": ("[", "]"),
    "code": ("`", "`"),
}
