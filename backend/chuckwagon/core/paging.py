"""Pages by key: a cursor says where the last page ended, so that new rows never shift the next one."""

import base64
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any

import msgspec
import sqlalchemy as sa
from litestar.params import QueryParameter
from sqlalchemy.orm import Session

from chuckwagon.core.errors import InvalidInput
from chuckwagon.core.ids import is_id

USUAL, MOST = 50, 100
MOST_COUNTED, MOST_SEARCHED = 10_000, 2_000
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)

Limit = Annotated[int | None, QueryParameter(name="limit", required=False, description="1-100, usually 50")]
Cursor = Annotated[
    str | None,
    QueryParameter(name="cursor", required=False, description="`nextCursor` of the page before"),
]


class Mark(msgspec.Struct, frozen=True, array_like=True):
    """The last row of a page: the sort order it belongs to, the row's place in it, its id."""

    order: str
    place: Annotated[int, msgspec.Meta(ge=-(2**62), le=2**62)]
    id: str


def clamp(limit: int | None) -> int:
    """How many rows a page has: what was asked for, within 1 to 100."""
    return USUAL if limit is None else max(1, min(limit, MOST))


def count(session: Session, query: sa.Select[Any]) -> tuple[int, bool]:
    """How many rows there are, and whether that is all: nobody waits until a million are counted."""
    some = query.order_by(None).with_only_columns(sa.literal(1)).limit(MOST_COUNTED + 1).subquery()
    found = session.scalar(sa.select(sa.func.count()).select_from(some)) or 0
    return min(found, MOST_COUNTED), found <= MOST_COUNTED


def write_cursor(mark: Mark) -> str:
    """The mark as an opaque text."""
    return base64.urlsafe_b64encode(msgspec.json.encode(mark)).decode().rstrip("=")


def read_cursor(text: str | None, order: str) -> Mark | None:
    """The mark of an earlier page of the same order; None for the first page. Raises InvalidInput."""
    if not text:
        return None
    try:
        padded = text.encode("ascii") + b"=" * (-len(text) % 4)
        mark = msgspec.json.decode(base64.b64decode(padded, altchars=b"-_", validate=True), type=Mark)
    except (ValueError, msgspec.MsgspecError) as error:
        raise _not_ours() from error
    if mark.order != order or not is_id(mark.id):
        raise _not_ours()
    return mark


def place_of(instant: datetime) -> int:
    """An instant as a place, to the microsecond."""
    return (instant - _EPOCH) // _MICROSECOND


def instant_at(place: int) -> datetime:
    """A place as an instant. Raises InvalidInput for one outside the calendar."""
    try:
        return _EPOCH + timedelta(microseconds=place)
    except OverflowError as error:
        raise _not_ours() from error


def _not_ours() -> InvalidInput:
    sentence = "This is no cursor of this list. Start again from its first page."
    return InvalidInput(sentence, fields={"cursor": sentence})
