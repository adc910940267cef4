"""The server: sockets, and the way a request takes."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Final, Self

from aiohttp import web

from tests.telegram_server.calls import Call, read
from tests.telegram_server.chats import Chat
from tests.telegram_server.faults import ApiError, Fault, Faults, GroupLimit, bad_request
from tests.telegram_server.messages import Message, Toast, User
from tests.telegram_server.methods import METHODS
from tests.telegram_server.spec import Spec
from tests.telegram_server.updates import Updates

TOKEN: Final = "4242:AAE-table-of-our-own-on-this-machine"
_COUNTED: Final = ("send", "edit", "delete", "copy", "forward")

Hook = Callable[[Call], Awaitable[None]]
"""Runs before or after a call is done; the bot waits for it."""


class BotApiServer(Updates):
    """One bot's server. ``base`` is its address, ``problems`` lists requests that break the description.

    ``before`` and ``after`` are run for each call but those for updates: before anything is done, and when
    it is done but not yet answered. ``before_file`` is awaited before a file is handed out,
    ``file_path`` is where all files are said to be, and ``endless`` files never end.
    """

    def __init__(self, *, spec: Spec | None = None, limit: GroupLimit | None = None) -> None:
        super().__init__()
        self.spec = spec or Spec.load()
        self.limit = limit or GroupLimit(calls=100_000)
        self.overall = GroupLimit(calls=100_000)
        self.bot = User(4242, "Bastide", username="BastideTestBot", is_bot=True)
        self.chats: dict[int, Chat] = {}
        self.toasts: dict[str, Toast] = {}
        self.commands: dict[tuple[str, str], list[dict[str, str]]] = {}
        self.calls: list[Call] = []
        self.problems: list[str] = []
        self.before: list[Hook] = []
        self.after: list[Hook] = []
        self.base = ""
        self.port = 0
        self.before_file: Callable[[Message], Awaitable[None]] = _at_once
        self.file_path = ""
        self.endless = False
        self._lines: list[str] = []
        self._faults = Faults()
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

    def channel(self, title: str) -> Chat:
        """A channel, in whose name people can write in groups. The bot is not in it."""
        return self._chat(Chat(self, -1_000_000_000_000 - self._next(), "channel", title, [], banned=False))

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
        """Let the next calls of this method (``send*``, ``*``: any) fail, in this chat if one is given."""
        self._faults.add(method, fault, times, chat.id if chat else 0)

    def recover(self) -> None:
        """Forget all faults that were to come."""
        self._faults.clear()

    def made(self, *methods: str, chat: Chat | None = None) -> list[Call]:
        """The calls of these methods so far, those that failed included."""
        return [c for c in self.calls if c.method in methods and (chat is None or c.chat_id == chat.id)]

    def document(self, number: str) -> Message | None:
        """The message whose document has this id."""
        messages = (message for chat in self.chats.values() for message in chat.messages)
        return next((message for message in messages if message.document_id == number), None)

    async def _hand_out(self, request: web.Request) -> web.StreamResponse:
        message = self.document(request.match_info["number"])
        if request.match_info["token"] != TOKEN or message is None:
            raise web.HTTPNotFound
        await self.before_file(message)
        if not self.endless:
            return web.Response(body=message.file)
        response = web.StreamResponse()
        await response.prepare(request)
        with suppress(ConnectionError):
            while True:
                await response.write(b" " * 4096)
        return response

    # Requests

    async def _handle(self, request: web.Request) -> web.StreamResponse:
        method = request.match_info["method"]
        try:
            _check_token(request.match_info["token"])
            result = await self._run(await read(request, method))
        except ConnectionResetError:
            # Whoever called has gone before it was said for what.
            return web.Response()
        except _NoAnswer:
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
        """Do what a call asks for, or what a fault makes of it. Raises ApiError and _NoAnswer."""
        polled = call.method == "getUpdates"
        if not polled:
            self.calls.append(call)
            for hook in self.before:
                await hook(call)
        fault = self._faults.striking(call) or _NO_FAULT
        if fault.cut:
            raise _NoAnswer
        outcome = await self._outcome(call, fault)
        self.touch()
        for hook in () if polled else self.after:
            await hook(call)
        if fault.delay:
            await asyncio.sleep(fault.delay)
        if fault.done:
            raise _NoAnswer
        call.answered = True
        if isinstance(outcome, ApiError):
            raise outcome
        return outcome

    async def _outcome(self, call: Call, fault: Fault) -> Any:
        """What a call comes to: its result, or the error."""
        refused = fault.error() if fault.refuses and fault is not _NO_FAULT else None
        try:
            if call.method == "getUpdates":
                result = refused or await self._get_updates(call)
            else:
                result = self._checked(call) or refused or self._perform(call)
        except ApiError as error:
            result = error
        call.status = result.code if isinstance(result, ApiError) else 200
        return result

    def _checked(self, call: Call) -> ApiError | None:
        """What the published description has against a call."""
        wrong = self.spec.problems(call.method, call.params, call.files)
        self.problems += wrong
        return bad_request("; ".join(wrong)) if wrong else None

    def _perform(self, call: Call) -> Any:
        chat = self.chats.get(call.chat_id)
        if chat and chat.migrated_to:
            text = "Bad Request: group chat was upgraded to a supergroup chat"
            raise ApiError(400, text, {"migrate_to_chat_id": chat.migrated_to.id})
        if chat and chat.group and call.method.startswith(_COUNTED):
            self.overall.admit(0, time.monotonic())
            self.limit.admit(chat.id, time.monotonic())
        handler = METHODS.get(call.method)
        if handler is None:
            raise ApiError(404, "Not Found: method not found")
        return handler(self, call)


class _NoAnswer(Exception):
    """The connection ends without an answer."""


_NO_FAULT: Final = Fault()


async def _at_once(_: object) -> None:
    """Nothing holds a call up."""


def _check_token(token: str) -> None:
    if token != TOKEN:
        raise ApiError(401, "Unauthorized")
