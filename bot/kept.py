"""What is kept as JSON: read by pydantic, and written as it has always been where pydantic would not."""

from datetime import datetime, timedelta
from typing import Annotated, TypeAlias, TypeVar

from pydantic import PlainSerializer, PlainValidator, TypeAdapter, ValidationError

T = TypeVar("T")


def read(kind: TypeAdapter[T], text: str) -> T:
    """What a text says. Raises ValueError, which says in one line what is wrong."""
    try:
        return kind.validate_json(text)
    except ValidationError as error:
        raise ValueError(in_one_line(error)) from None
    except TypeError as error:
        raise ValueError(str(error)) from None


def in_one_line(error: ValidationError) -> str:
    """What is wrong, without what was there instead."""
    faults = error.errors(include_url=False, include_context=False, include_input=False)
    return "; ".join(f"{'.'.join(map(str, fault['loc'])) or 'all of it'}: {fault['msg']}" for fault in faults)


def _moment(text: str) -> datetime:
    return datetime.fromisoformat(text)


def _moment_text(moment: datetime) -> str:
    return moment.isoformat()


def _span(seconds: float) -> timedelta:
    return timedelta(seconds=seconds)


def _seconds(span: timedelta) -> float:
    return span.total_seconds()


Moment: TypeAlias = Annotated[datetime, PlainValidator(_moment), PlainSerializer(_moment_text)]
Span: TypeAlias = Annotated[timedelta, PlainValidator(_span), PlainSerializer(_seconds)]
