"""Checking shuffles, of games here and of files."""

import json

from bot.store import Change
from core import GameRecord, seed_hash
from tests.bot.table.club import ANN, BO, CID, Club, keys
from tests.bot.table.errands.test_importing import played
from tests.bot.table.playing import answered, send, short_game


async def test_while_a_game_runs_its_hash_is_told(club: Club) -> None:
    """The hash is that which was shown at the start; the seed is not given away."""
    await club.begin()
    stored = await club.store.load(club.channel)
    assert stored is not None
    shown = await answered(club, CID, "verify")
    assert keys(shown) == ("verify.running",)
    seed = GameRecord.from_json(stored.header["record"]).seed
    assert seed is not None
    assert shown.lines[0].args == {"hash": seed_hash(seed)}
    assert seed not in club.text(shown.lines[0])


async def test_a_finished_game_is_found_fair(club: Club) -> None:
    """Every action, every tile drawn, the seed and its hash are confirmed."""
    await club.begin()
    await club.play(ANN, "place 1")
    await club.play(BO, "resign yes")
    shown = await answered(club, CID, "verify")
    assert keys(shown) == ("verify.legal", "verify.order", "verify.fair")
    assert keys(await answered(club, CID, "verify 1")) == keys(shown)


async def test_another_hash_is_found_out(club: Club) -> None:
    """Had the bot shown another hash at the start, everyone would see it here."""
    await club.begin()
    await club.play(ANN, "end yes")
    stored = await club.store.load(club.channel)
    assert stored is not None
    change = Change(header={"seed_hash": seed_hash("another")})
    await club.store.commit(club.channel, stored.game, stored.version, change, once="")
    assert keys(await answered(club, CID, "verify"))[-1] == "verify.unfair"


async def test_a_game_without_a_seed_has_nothing_to_check(club: Club) -> None:
    """Tiles that were given one by one were not shuffled."""
    await short_game(club)
    assert keys(await answered(club, CID, "verify")) == ("verify.legal", "verify.no_seed")


async def test_there_must_be_a_game(club: Club) -> None:
    """Without a game, and before it begins, there is nothing to check."""
    assert await club.refused(ANN, "verify") == "refusal.no_game"
    await club.play(ANN, "new")
    assert await club.refused(ANN, "verify") == "refusal.not_begun"


async def test_a_file_is_checked_against_a_hash(club: Club) -> None:
    """The hash that somebody kept goes with the command; without it the reader compares."""
    record = played(seed="kept")
    for words, last in (
        ("", "verify.compare"),
        (f" {seed_hash('kept').upper()}", "verify.fair"),
        (f" {seed_hash('other')}", "verify.unfair"),
    ):
        reply = await send(club, ANN, f"verify{words}", record.to_json())
        assert reply.answer is not None
        assert keys(reply.answer)[-1] == last


async def test_a_forged_file_is_refused_with_its_action(club: Club) -> None:
    """Actions that the seed's tiles do not allow are named by their number."""
    data = json.loads(played(seed="kept").to_json())
    reply = await send(club, ANN, "verify", json.dumps(data | {"seed": "another"}))
    assert reply.refusal is not None
    assert reply.refusal.key == "refusal.record.action"


async def test_the_seed_of_a_file_is_quoted_short(club: Club) -> None:
    """Whatever stands in the file, the answer stays one that can be read."""
    reply = await send(club, ANN, "verify", GameRecord(("Ann", "Bo"), seed="ab\n" * 42).to_json())
    assert reply.answer is not None
    assert reply.answer.lines[1].args["seed"] == f"{('ab ' * 20).rstrip()}…"
    assert await club.refused(ANN, "verify") == "refusal.no_game"
