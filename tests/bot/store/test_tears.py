"""The end of the embedded store's file after a crash of the machine: cut where it is no command, and kept."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.errors import StartError
from bot.store import Change, open_store
from bot.store.embedded.folder import cut_tears
from tests.bot.store.worker import CHANNEL

SET, SELECT = b"*3\r\n$3\r\nSET\r\n$1\r\na\r\n$3\r\n1\r\n\r\n", b"*2\r\n$6\r\nSELECT\r\n$1\r\n0\r\n"
MULTI, EXEC = b"*1\r\n$5\r\nMULTI\r\n", b"*1\r\n$4\r\nEXEC\r\n"


def stored(folder: Path, content: bytes) -> Path:
    """A file of the server in this folder."""
    (folder / "appendonlydir").mkdir(exist_ok=True)
    (folder / "appendonlydir" / "appendonly.aof.manifest").write_text(
        "file appendonly.aof.1.base.rdb seq 1 type b\nfile appendonly.aof.1.incr.aof seq 1 type i\n"
    )
    path = folder / "appendonlydir" / "appendonly.aof.1.incr.aof"
    path.write_bytes(content)
    return path


Damage = Callable[[bytes], bytes]
DAMAGES: dict[str, Damage] = {
    "zeros": lambda content: content + bytes(4096),
    "a page of zeros from within a command": lambda content: content[:-9] + bytes(100_000),
    "half a command": lambda content: content[:-9],
    "half a line": lambda content: content + b"*",
    "a transaction that did not end": lambda content: content + MULTI + SET + b"*1\r\n$4\r\nEX" + bytes(5),
}


@pytest.mark.parametrize("kind", DAMAGES)
async def test_a_torn_end_keeps_nobody_from_starting(
    kind: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The real server starts, everything before the tear is there, and one line tells of the copy."""
    store = await open_store("", tmp_path)
    await store.create(CHANNEL, "g1", Change(append=["draw"]), over="", once="new")
    await store.commit(CHANNEL, "g1", 1, Change(append=["pass"]), once="tap")
    await store.close()
    (file,) = (tmp_path / "redis" / "appendonlydir").glob("*.incr.aof")
    damaged = DAMAGES[kind](file.read_bytes())
    file.write_bytes(damaged)
    store = await open_store("", tmp_path)
    game = await store.load(CHANNEL)
    await store.close()
    assert game is not None
    assert game.actions[0] == "draw"
    (copy,) = (tmp_path / "redis").glob("*.torn-*")
    assert copy.read_bytes() == damaged
    (line,) = (record.getMessage() for record in caplog.records if "cut off" in record.getMessage())
    assert str(copy) in line
    caplog.clear()
    await (await open_store("", tmp_path)).close()
    assert "cut off" not in caplog.text


async def test_zeros_between_commands_are_left_to_people(tmp_path: Path) -> None:
    """What stands after them was told to somebody: nothing is cut by itself."""
    store = await open_store("", tmp_path)
    await store.create(CHANNEL, "g1", Change(append=["draw"]), over="", once="new")
    await store.close()
    (file,) = (tmp_path / "redis" / "appendonlydir").glob("*.incr.aof")
    spoilt = file.read_bytes() + bytes(4096) + SET + bytes(8)
    file.write_bytes(spoilt)
    with pytest.raises(StartError, match="did not start"):
        await open_store("", tmp_path)
    assert file.read_bytes() == spoilt


@given(
    whole=st.lists(st.sampled_from([SET, SELECT, MULTI + SET + EXEC, b"#TS:1700000000\r\n"]), max_size=6),
    torn=st.sampled_from([SET, SELECT, MULTI + SET + SET + EXEC]),
    cut=st.integers(0, 80),
    zeros=st.integers(1, 3).map(lambda number: 10 ** (number * 2)),
)
def test_exactly_what_is_no_command_is_cut(
    tmp_path_factory: pytest.TempPathFactory, whole: list[bytes], torn: bytes, cut: int, zeros: int
) -> None:
    """Wherever the tear is."""
    kept = b"".join(whole)
    folder = tmp_path_factory.mktemp("torn")
    file = stored(folder, kept + torn[: min(cut, len(torn) - 1)] + bytes(zeros))
    cut_tears(folder)
    assert file.read_bytes() == kept


@pytest.mark.parametrize(
    "content",
    [b"", SET, SET + b"nonsense" + bytes(9), b"REDIS0009" + bytes(9), SET + b"*x\r\n" + bytes(9),
     SET + b"*1\r\n$2\r\nabcd\r\n" + bytes(9)],
)  # fmt: skip
def test_what_is_whole_or_something_else_is_left_alone(tmp_path: Path, content: bytes) -> None:
    """No copy is made of it either."""
    file = stored(tmp_path, content)
    cut_tears(tmp_path)
    assert file.read_bytes() == content
    assert not list(tmp_path.glob("*.torn-*"))


def test_a_file_of_an_older_server_is_mended_too(tmp_path: Path) -> None:
    """Before Redis 7 there was one file, and no manifest; and at first there is none at all."""
    cut_tears(tmp_path)
    (tmp_path / "appendonly.aof").write_bytes(SELECT + SET + bytes(100))
    cut_tears(tmp_path)
    assert (tmp_path / "appendonly.aof").read_bytes() == SELECT + SET
