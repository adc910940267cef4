"""Files behind an address that a platform told us: within a time, up to a size, and from there alone."""

import asyncio
from http import HTTPStatus
from typing import Final

import aiohttp

from bot.request import LARGEST_FILE, Upload

_PIECE: Final = 16 * 1024


class NotFetched(Exception):
    """A file that is not to be had. The text says why, for the log, and never repeats the address.

    Addresses hold tokens.
    """


async def fetch(url: str, seconds: float) -> Upload:
    """The file; of one that is larger than LARGEST_FILE a size alone, and no more of it is read than that.

    Nothing but an answer of 200 is a file: nobody is followed to another address. Raises NotFetched.
    """
    try:
        async with (
            asyncio.timeout(seconds),
            aiohttp.ClientSession(trust_env=True) as session,
            session.get(url, allow_redirects=False) as response,
        ):
            if response.status != HTTPStatus.OK:
                raise NotFetched(f"status {response.status}")
            content = bytearray()
            async for piece in response.content.iter_chunked(_PIECE):
                content += piece
                if len(content) > LARGEST_FILE:
                    return Upload(len(content))
            return Upload(len(content), bytes(content))
    # A wrong address is a ValueError in some of its forms.
    except (aiohttp.ClientError, OSError, ValueError) as error:
        raise NotFetched(type(error).__name__) from error
