"""``deploy/bastide.service``: systemd accepts it, and it leaves the service next to nothing."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

UNIT = Path(__file__).parents[2] / "deploy" / "bastide.service"

needs_systemd = pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd-analyze here")


def lines() -> list[tuple[str, str]]:
    """The settings of the unit, in order."""
    return re.findall(r"^(\w+)=(.*)$", UNIT.read_text("utf-8"), flags=re.MULTILINE)


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """The unit with a program that exists here, since verification looks for it."""
    unit = tmp_path / "bastide.service"
    text = UNIT.read_text("utf-8")
    assert "ExecStart=/opt/bastide/bin/python -m bot\n" in text
    unit.write_text(text.replace("/opt/bastide/bin/python", shutil.which("true") or ""), encoding="utf-8")
    return unit


@needs_systemd
def test_systemd_accepts_the_unit(installed: Path) -> None:
    """``systemd-analyze verify`` finds no unknown setting and no wrong value."""
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", installed], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


@needs_systemd
def test_the_unit_is_hardened(installed: Path) -> None:
    """By systemd's own measure of exposure, from 0 to 10, the service stays below 2."""
    done = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--no-pager", "--threshold=20", installed],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_promises_are_written_down() -> None:
    """A user of its own, one writable folder, no privileges, and a restart after every failure."""
    wanted = {
        ("DynamicUser", "yes"),
        ("StateDirectory", "bastide"),
        ("StateDirectoryMode", "0700"),
        ("ProtectSystem", "strict"),
        ("ProtectHome", "yes"),
        ("NoNewPrivileges", "yes"),
        ("CapabilityBoundingSet", ""),
        ("Restart", "on-failure"),
        ("EnvironmentFile", "/etc/bastide.env"),
    }
    assert wanted - set(lines()) == set()


def test_games_are_kept_in_the_state_folder() -> None:
    """The embedded store lies in the one folder that the service may write."""
    assert ("WorkingDirectory", "/var/lib/bastide") in lines()
    assert any(
        name == "Environment" and "BASTIDE_DATA=/var/lib/bastide" in value.split() for name, value in lines()
    )
