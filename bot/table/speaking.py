"""In which language somebody is answered, and which commands look at what."""

from dataclasses import dataclass, replace
from typing import Final

from bot.request import Request

AT_ANY_MOMENT: Final = frozenset({"join", "leave", "start", "settings", "resign", "end", "vote", "pause"})
NEED_NO_GAME: Final = frozenset({"forget", "import", "rules", "stats", "tile", "tutorial"})
SPEAKS: Final = frozenset({"forget", "settings"})
"""Commands by which a person's language may change: what is said next is said in the new one."""
SPEAK_FIRST: Final = NEED_NO_GAME | {"games", "help"}
"""Commands that need not know people's preferences: the language of whoever asks is asked for by itself."""


@dataclass(slots=True)
class Spoken:
    """The language that whoever asks has chosen, "" for none, as soon as it is known."""

    language: str | None = None

    def heard(self, request: Request, language: str) -> Request:
        """The request as somebody's who has chosen this language, unless that was known already."""
        if self.language is not None:
            return request
        self.language = language
        if not language:
            return request
        person = replace(request.person, language=language)
        return replace(request, person=person, native=request.person.language)
