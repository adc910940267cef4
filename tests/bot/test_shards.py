"""Ranges of shards, as operators write them."""

import pytest

from bot.settings import SettingsError, load_settings
from bot.shards import ALL, Shards


@pytest.mark.parametrize(
    ("text", "shards"),
    [
        ("0-3/16", Shards(0, 3, 16)),
        ("15/16", Shards(15, 15, 16)),
        (" 0 - 1 / 2 ", Shards(0, 1, 2)),
        ("0/1", ALL),
    ],
)
def test_ranges_are_read(text: str, shards: Shards, monkeypatch: pytest.MonkeyPatch) -> None:
    """One shard or several, of how many there are."""
    monkeypatch.setenv("DISCORD_SHARDS", text)
    assert load_settings(None).discord_shards == shards
    assert Shards.parse(str(shards)) == shards


@pytest.mark.parametrize("text", ["16/16", "3-1/4", "0", "0-3", "a/b", "0/0", "-1/4", "0-1/2/3", "0/99999"])
def test_ranges_that_make_no_sense_are_one_sentence(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The setting is named, and what it should be."""
    monkeypatch.setenv("DISCORD_SHARDS", text)
    with pytest.raises(SettingsError, match=r"^DISCORD_SHARDS must be shards") as caught:
        load_settings(None)
    assert str(caught.value).count(". ") == 0


def test_guilds_fall_to_shards_as_discord_says() -> None:
    """By the upper bits of their numbers, without anybody's doing."""
    guild = 197_038_439_483_310_086
    assert [shard for shard in range(16) if Shards(shard, shard, 16).has(guild)] == [(guild >> 22) % 16]
    assert ALL.has(guild)


@pytest.mark.parametrize(("text", "standby"), [("yes", True), ("No", False)])
def test_whether_to_stand_by_is_yes_or_no(text: str, standby: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """By default a second bot does not wait, it fails."""
    assert not load_settings(None).standby
    monkeypatch.setenv("BASTIDE_STANDBY", text)
    assert load_settings(None).standby is standby
    monkeypatch.setenv("BASTIDE_STANDBY", "perhaps")
    with pytest.raises(SettingsError, match=r"^BASTIDE_STANDBY must be yes or no"):
        load_settings(None)
