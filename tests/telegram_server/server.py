"""The server: sockets, updates and the way a request takes."""

import asyncio
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Final, Self

from aiohttp import ClientError, ClientSession, web

from tests.telegram_server.chats import Chat, Message, Toast, User
from tests.telegram_server.faults import ApiError, Fault, GroupLimit, bad_request
from tests.telegram_server.methods import METHODS, Call, Upload
from tests.telegram_server.spec import Spec

TOKEN: Final = "4242:AAE-table-of-our-own-on-this-machine"
_COUNTED: Final = ("send", "edit", "delete", "copy", "forward")


class BotApiServer:
    """One bot's server.

    ``base`` is its address, ``problems`` lists requests that break the description. ``before`` is awaited
    before each call but those for updates, ``before_file`` before a file is handed out: a test can let
    them take long, or fail.
    """

    def __init__(self, *, spec: Spec | None = None, limit: GroupLimit | None = None) -> None:
        self.spec = spec or Spec.load()
        self.limit = limit or GroupLimit(calls=100_000)
        self.overall = GroupLimit(calls=100_000)
        self.bot = User(4242, "Bastide", username="BastideTestBot", is_bot=True)
        self.chats: dict[int, Chat] = {}
        self.toasts: dict[str, Toast] = {}
        self.commands: dict[tuple[str, str], list[dict[str, str]]] = {}
        self.calls: list[Call] = []
        self.problems: list[str] = []
        self.base = ""
        self.webhook: dict[str, Any] = {}
        self.port = 0
        self.turned_away = 0
        self.before: Callable[[Call], Awaitable[None]] = _at_once
        self.before_file: Callable[[Message], Awaitable[None]] = _at_once
        self._lines: list[str] = []
        self._faults: dict[str, list[tuple[int, Fault]]] = defaultdict(list)
        self._updates: list[dict[str, Any]] = []
        self._sent: dict[str, Any] = {}
        self._allowed: list[str] = []
        self._counter = 1000
        self._poll = 0
        self._changed = asyncio.Event()
        self._runner: web.AppRunner | None = None
        self._courier: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *exc: object) -> None:
        await self.stop()

    async def start(self) -> None:
        """Listen on a free port of this machine (after :meth:`stop`: on the same one)."""
        app = web.Application(client_max_size=60 * 2**20)
        app.router.add_route("*", "/bot{token}/{method}", self._handle)
        app.router.add_get("/file/bot{token}/documents/{number}", self._hand_out)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", self.port, reuse_address=True)
        await site.start()
        self.port = self._runner.addresses[0][1]
        self.base = f"http://127.0.0.1:{self.port}"
        self._courier = asyncio.create_task(self._deliver())

    async def stop(self) -> None:
        """Close the sockets; chats and waiting updates are kept."""
        if self._courier:
            self._courier.cancel()
            await asyncio.gather(self._courier, return_exceptions=True)
        self._poll += 1
        self.touch()
        if self._runner:
            await self._runner.cleanup()

    # People and places

    def user(self, name: str, *, last: str = "", language: str = "en") -> User:
        """A new person."""
        return User(self._next(), name, last, language=language)

    def private(self, user: User) -> Chat:
        """The person's chat with the bot."""
        return self._chat(Chat(self, user.id, "private", user.first_name, [self.bot, user]))

    def group(self, title: str, *members: User, supergroup: bool = False, forum: bool = False) -> Chat:
        """A group of these people; the first is its creator."""
        large = supergroup or forum
        number = -1_000_000_000_000 - self._next() if large else -self._next()
        chat = Chat(
            self, number, "supergroup" if large else "group", title, [self.bot, *members], forum=forum
        )
        chat.admins = {members[0].id} if members else set()
        return self._chat(chat)

    def _chat(self, chat: Chat) -> Chat:
        self.chats[chat.id] = chat
        return chat

    # What tests look at and meddle with

    @property
    def transcript(self) -> str:
        """All that happened, one line each."""
        return "\n".join(self._lines)

    def note(self, line: str) -> None:
        """Add a line to the transcript."""
        self._lines.append(line)

    def inject(self, method: str, fault: Fault, *, times: int = 1, chat: Chat | None = None) -> None:
        """Let the next calls of this method (``*``: any) fail, in this chat if one is given."""
        self._faults[method] += [(chat.id if chat else 0, fault)] * times

    def recover(self) -> None:
        """Forget all faults that were to come."""
        self._faults.clear()

    def made(self, *methods: str, chat: Chat | None = None) -> list[Call]:
        """The calls of these methods so far, those that failed included."""
        return [c for c in self.calls if c.method in methods and (chat is None or c.chat_id == chat.id)]

    async def wait_until(self, condition: Callable[[], bool]) -> None:
        """Wait until the condition holds. It may be about more than the server sees: look often."""
        while not condition():
            self._changed.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(0.02):
                    await self._changed.wait()

    def touch(self) -> None:
        """Tell those who wait that something happened."""
        self._changed.set()

    def push(self, kind: str, payload: dict[str, Any]) -> None:
        """Hand out an update."""
        self._updates.append({"update_id": self._next(), kind: payload})
        self._sent = self._updates[-1]
        self.touch()

    def redeliver(self) -> None:
        """Hand out the newest update once more under the same id, as after a lost confirmation."""
        self._updates.append(self._sent | {"again": True})
        self.touch()

    @property
    def waiting(self) -> int:
        """How many updates were not yet confirmed."""
        return len(self._updates)

    def document(self, number: str) -> Message | None:
        """The message whose document has this id."""
        messages = (message for chat in self.chats.values() for message in chat.messages)
        return next((message for message in messages if message.document_id == number), None)

    async def _hand_out(self, request: web.Request) -> web.Response:
        message = self.document(request.match_info["number"])
        if request.match_info["token"] != TOKEN or message is None:
            raise web.HTTPNotFound
        await self.before_file(message)
        return web.Response(body=message.file)

    def new_query(self) -> str:
        """The id of a new callback query."""
        return str(self._next())

    def _next(self) -> int:
        self._counter += 1
        return self._counter

    # Requests

    async def _handle(self, request: web.Request) -> web.StreamResponse:
        method = request.match_info["method"]
        try:
            _check_token(request.match_info["token"])
            result = await self._run(await _read(request, method))
        except _LostAnswer:
            if request.transport:
                request.transport.close()
            return web.Response()
        except ApiError as error:
            self.note(f"bot | {method} -> {error.code} {error.description}")
            body: dict[str, Any] = {"ok": False, "error_code": error.code, "description": error.description}
            if error.parameters:
                body["parameters"] = error.parameters
            return web.json_response(body, status=error.code)
        except Exception as error:
            self.problems.append(f"{method}: the server itself failed: {error!r}")
            raise
        finally:
            self.touch()
        return web.json_response({"ok": True, "result": result})

    async def _run(self, call: Call) -> Any:
        if call.method == "getUpdates":
            return await self._get_updates(call)
        self.calls.append(call)
        await self.before(call)
        found = self.spec.problems(call.method, call.params, call.files)
        if found:
            self.problems += found
            raise bad_request("; ".join(found))
        chat = self.chats.get(call.chat_id)
        fault = self._next_fault(call)
        if fault and not fault.done:
            raise fault.error()
        if chat and chat.migrated_to:
            text = "Bad Request: group chat was upgraded to a supergroup chat"
            raise ApiError(400, text, {"migrate_to_chat_id": chat.migrated_to.id})
        if chat and chat.group and call.method.startswith(_COUNTED):
            self.overall.admit(0, time.monotonic())
            self.limit.admit(chat.id, time.monotonic())
        handler = METHODS.get(call.method)
        if handler is None:
            raise ApiError(404, "Not Found: method not found")
        result = handler(self, call)
        if fault:
            raise _LostAnswer
        return result

    def _next_fault(self, call: Call) -> Fault | None:
        for name in (call.method, "*"):
            for item in self._faults[name]:
                if item[0] in (0, call.chat_id):
                    self._faults[name].remove(item)
                    return item[1]
        return None

    # Updates

    async def _get_updates(self, call: Call) -> list[dict[str, Any]]:
        if self.webhook.get("url"):
            raise ApiError(409, "Conflict: can't use getUpdates method while webhook is active")
        fault = self._next_fault(call)
        if fault:
            raise fault.error()
        self._poll += 1
        mine = self._poll
        offset = call.number("offset") or 0
        if "allowed_updates" in call.params:
            self._allowed = call.json("allowed_updates")
        self._updates = [u for u in self._updates if u["update_id"] >= offset or u.pop("again", False)]
        self.touch()

        def ready() -> bool:
            return bool(self._wanted()) or self._poll != mine

        try:
            async with asyncio.timeout(call.number("timeout") or 0):
                await self.wait_until(ready)
        except TimeoutError:
            return []
        if self._poll != mine:
            raise ApiError(409, "Conflict: terminated by other getUpdates request")
        return [{key: value for key, value in u.items() if key != "again"} for u in self._wanted()[:100]]

    def _wanted(self) -> list[dict[str, Any]]:
        if self._allowed:
            self._updates = [u for u in self._updates if set(self._allowed) & set(u)]
        return self._updates

    async def _deliver(self) -> None:
        """Post updates to the webhook, one after the other, each until it is taken."""
        async with ClientSession() as session:
            while True:
                await self.wait_until(lambda: bool(self.webhook.get("url") and self._wanted()))
                update = self._updates[0]
                body = {key: value for key, value in update.items() if key != "again"}
                headers = {}
                if self.webhook.get("secret_token"):
                    headers["X-Telegram-Bot-Api-Secret-Token"] = self.webhook["secret_token"]
                try:
                    async with session.post(self.webhook["url"], json=body, headers=headers) as response:
                        taken = response.status == 200
                except ClientError:
                    taken = False
                if taken:
                    self._updates.remove(update)
                    self.touch()
                else:
                    self.turned_away += 1
                    await asyncio.sleep(0.05)

    def set_webhook(self, settings: dict[str, Any]) -> None:
        """Remember where updates are to be posted; empty: nowhere, they are fetched."""
        self.webhook = settings
        self._allowed = settings.get("allowed_updates", self._allowed)
        if settings.get("drop_pending_updates"):
            self._updates.clear()
        self.touch()


class _LostAnswer(Exception):
    """The answer does not arrive."""


async def _at_once(_: object) -> None:
    """Nothing holds a call up."""


def _check_token(token: str) -> None:
    if token != TOKEN:
        raise ApiError(401, "Unauthorized")


async def _read(request: web.Request, method: str) -> Call:
    params: dict[str, str] = {}
    files: dict[str, Upload] = {}
    if request.content_type == "application/json":
        params = {name: str(value) for name, value in (await request.json()).items()}
    else:
        for name, value in (await request.post()).items():
            if isinstance(value, web.FileField):
                files[name] = Upload(value.filename, value.file.read())
                value.file.close()
            else:
                params[name] = str(value)
    return Call(method, params | dict(request.query), files)
