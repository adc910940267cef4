"""Who may show which of our pages in a frame."""

import pytest

from bot.web_app.callers import headers

FRAMES = ("https://web.telegram.org", "https://*.telegram.org")


@pytest.mark.parametrize("path", ["/", "/r/den", "/static/room.js", "/board", "/health", "/boards/"])
def test_nobody_frames_what_is_not_the_board(path: str) -> None:
    """Whoever may show the board may show no room, and read nothing of it."""
    assert headers(path, FRAMES) == headers(path)
    assert headers(path)["Content-Security-Policy"].endswith("frame-ancestors 'none'")
    assert headers(path)["Cross-Origin-Resource-Policy"] == "same-origin"
    assert "Access-Control-Allow-Origin" not in headers(path)


@pytest.mark.parametrize("path", ["/board/", "/board/static/room.js", "/board/picture/x.png"])
def test_the_board_is_framed_by_those_who_are_named(path: str) -> None:
    """By nobody where none is; a frame that has no origin may fetch its parts, and no worker stays."""
    framed = headers(path, FRAMES)
    assert framed["Content-Security-Policy"].endswith(
        "; frame-ancestors https://web.telegram.org https://*.telegram.org"
    )
    assert "worker-src 'none'" in framed["Content-Security-Policy"]
    assert framed["Cross-Origin-Resource-Policy"] == "cross-origin"
    assert framed["Access-Control-Allow-Origin"] == "*"
    assert headers(path) == headers("/r/den")


def test_alone_the_board_may_have_a_worker() -> None:
    """As a page of its own it tells of turns; others may still show it in a frame, then without one."""
    alone = headers("/board/", FRAMES, alone=True)["Content-Security-Policy"]
    assert "worker-src 'self'; frame-ancestors https://web.telegram.org " in alone
