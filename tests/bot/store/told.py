"""What an operator reads at a start that fails."""

from pathlib import Path

import pytest

from bot.errors import StartError
from bot.store import open_store


async def told(url: str, folder: Path) -> str:
    """What the operator is told at a start with this URL.

    On a busy machine a server has more time to say something than is usually needed.
    """
    text = ""
    for patience in (0.7, 7.0):
        with pytest.raises(StartError) as caught:
            await open_store(url, folder, patience=patience)
        text = str(caught.value)
        if "no answer in time" not in text:
            break
    assert "\n" not in text
    assert "s3cret" not in text
    return text
