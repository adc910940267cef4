"""Painted tiles in files: found by whoever comes next, and never a reason for a picture to fail."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from core.sets.abbey_mayor.actions import MAYOR
from core.tile_data import tile_kind
from render import Shelf, Sprites, shelf, sprites
from render.packed import Look
from render.themes import DAY

TILE = tile_kind("base/D").turns[1]
LOOK = Look("day", "base/D-1-0", 128)
RED = Image.new("RGB", (128, 128), (200, 0, 0))


def sprites_with(folder: Path) -> Sprites:
    """A painter's cache whose tiles are kept there."""
    made = Sprites(limit=100_000)
    made.stock_with(Shelf(folder))
    return made


def files_in(folder: Path) -> list[Path]:
    """All files, however deep."""
    return sorted(path for path in folder.rglob("*") if path.is_file())


def test_the_next_process_does_not_paint_what_was_painted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It gets the very picture, and shrinks the others from it."""
    painted = sprites_with(tmp_path).tile(TILE, 128, DAY)
    monkeypatch.setattr(sprites, "paint_tile", None)
    following = sprites_with(tmp_path)
    assert following.tile(TILE, 128, DAY).tobytes() == painted.tobytes()
    assert following.tile(TILE, 96, DAY).size == (96, 96)
    assert following.apart().tile(TILE, 128, DAY).tobytes() == painted.tobytes()
    assert following.held <= following.limit == 100_000


def test_a_tile_or_figure_in_all_sizes_takes_a_file_for_each_master(tmp_path: Path) -> None:
    """However many sizes are asked for: what is on the shelf has an end."""
    made = sprites_with(tmp_path)
    for size in (9, 30, 48, 70, 112, 150):
        for seat in range(3):
            assert made.figure(MAYOR, seat, size).width >= size
    assert len(files_in(tmp_path)) == 3 * len(sprites.FIGURE_MASTERS)
    for size in (12, 30, 40, 63, 64, 66, 100, 128, 136, 208, 280, 300, 400):
        assert made.tile(TILE, size, DAY).size == (size, size)
    assert len(files_in(tmp_path)) == 3 * len(sprites.FIGURE_MASTERS) + len(sprites.MASTERS)


@pytest.mark.parametrize(
    "harm",
    [
        lambda path: path.write_bytes(b""),
        lambda path: path.write_bytes(path.read_bytes()[:-20]),
        lambda path: path.write_bytes(b"no tile at all"),
        lambda path: path.unlink(),
        lambda path: shutil.rmtree(path.parent),
        lambda path: shutil.rmtree(path.parent.parent),
    ],
)
def test_what_cannot_be_read_is_painted_anew(tmp_path: Path, harm: Callable[[Path], object]) -> None:
    """A file that a dead machine left half written, or that somebody has deleted, costs a painting."""
    painted = sprites_with(tmp_path).tile(TILE, 128, DAY)
    made = sprites_with(tmp_path)
    harm(files_in(tmp_path)[0])
    assert made.tile(TILE, 128, DAY).tobytes() == painted.tobytes()


def test_where_nothing_can_be_kept_everything_is_painted(tmp_path: Path) -> None:
    """A full or vanished disk is no reason to show nothing."""
    made = sprites_with(tmp_path / "tiles")
    shutil.rmtree(tmp_path / "tiles")
    (tmp_path / "tiles").write_text("a file")
    assert made.tile(TILE, 128, DAY).size == (128, 128)
    with pytest.raises(OSError, match="tiles"):
        Shelf(tmp_path / "tiles")


def test_what_another_version_has_painted_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It would look different here, and nobody would ever use it again; so goes what was never finished."""
    Shelf(tmp_path).put(LOOK, RED)
    with monkeypatch.context() as patch:
        patch.setattr(shelf, "fingerprint", lambda: "another")
        made = Shelf(tmp_path)
        assert made.get(LOOK) is None
        assert files_in(tmp_path) == []
        made.put(LOOK, RED)
    (tmp_path / "another" / ".begun").write_text("half")
    again = Shelf(tmp_path)
    assert again.get(LOOK) is None
    again.put(LOOK, RED)
    (tmp_path / shelf.fingerprint() / ".begun").write_text("half")
    found = Shelf(tmp_path).get(LOOK)
    assert found is not None
    assert found.tobytes() == RED.tobytes()
    assert [path.name for path in files_in(tmp_path)] == ["base-D-1-0"]


def test_the_fingerprint_is_of_what_tiles_are_painted_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A changed line in a source, or in the facts of a tile, gives another one."""
    told = {shelf.fingerprint.__wrapped__()}
    root = Path(shelf.__file__).parents[1]
    for package in shelf.DRAWN_FROM:
        shutil.copytree(root / package, tmp_path / package)
    monkeypatch.setattr(shelf, "files", lambda package: tmp_path / package)
    assert shelf.fingerprint.__wrapped__() in told
    for changed in ("core/data/base.toml", "render/art/roads.py"):
        with (tmp_path / changed).open("a") as source:
            source.write(os.linesep)
        told.add(shelf.fingerprint.__wrapped__())
    assert len(told) == 3
