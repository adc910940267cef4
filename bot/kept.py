"""How values are written in what is kept as JSON, where pydantic would write them in another way.

What was stored by earlier versions is read by these, and what is stored is read by them.
"""

from datetime import datetime, timedelta
from typing import Annotated, TypeAlias

from pydantic import PlainSerializer, PlainValidator


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
