"""A short storm over two workers; ``make chaos`` lets longer ones rage."""

from pathlib import Path

import pytest

from tests.bot.chaos.storm import Storm

pytestmark = pytest.mark.slow


async def test_no_move_is_lost_or_made_twice_in_a_storm(tmp_path: Path) -> None:
    """Afterwards every place is right, can go on, and has each move that was shown as done exactly once."""
    findings = await Storm(tmp_path, seed=1, seconds=8).run()
    assert findings.fine, findings.table()
    assert findings.acknowledged
    assert findings.faults.total() > 3
