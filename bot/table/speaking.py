"""In which language somebody is answered."""

from dataclasses import dataclass, replace

from bot.request import Request


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
