"""Keyset pagination: a cursor holds the last row of a page, so that new rows do not shift the next page."""

from datetime import UTC, datetime, timedelta
from typing import Annotated, Any

import msgspec
import sqlalchemy as sa
from litestar.params import QueryParameter
from sqlalchemy.orm import Session

from chuckwagon.kit.decoding import decode_json
from chuckwagon.kit.errors import InvalidInput
from chuckwagon.kit.ids import decode_base64url, encode_base64url, is_id
from chuckwagon.kit.sentences import Sentence

DEFAULT_LIMIT, MAX_LIMIT = 50, 100
MAX_COUNTED, MAX_SEARCHED = 10_000, 2_000
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)

Limit = Annotated[int | None, QueryParameter(name="limit", required=False, description="1-100, usually 50")]
Cursor = Annotated[
    str | None,
    QueryParameter(name="cursor", required=False, description="`nextCursor` of the page before"),
]


class KeysetCursor(msgspec.Struct, frozen=True, array_like=True):
    """Last row of a page: the sort order, the row's sort key in it, and its ID."""

    order: str
    sort_key: Annotated[int, msgspec.Meta(ge=-(2**62), le=2**62)]
    id: str


def clamp_limit(limit: int | None) -> int:
    """Rows per page: the requested limit, within 1 to 100."""
    return DEFAULT_LIMIT if limit is None else max(1, min(limit, MAX_LIMIT))


def count_rows(session: Session, query: sa.Select[Any]) -> tuple[int, bool]:
    """Return (count, is_exact). Counts up to MAX_COUNTED, because counting a million rows would take too long."""
    limited = query.order_by(None).with_only_columns(sa.literal(1)).limit(MAX_COUNTED + 1).subquery()
    found = session.scalar(sa.select(sa.func.count()).select_from(limited)) or 0
    return min(found, MAX_COUNTED), found <= MAX_COUNTED


def encode_cursor(cursor: KeysetCursor) -> str:
    """Encode the cursor as an opaque string."""
    return encode_base64url(msgspec.json.encode(cursor))


def decode_cursor(text: str | None, order: str) -> KeysetCursor | None:
    """Decode a cursor; None for the first page.

    Raises InvalidInput for a malformed one or one of another sort order.
    """
    if not text:
        return None
    try:
        cursor = decode_json(decode_base64url(text), KeysetCursor)
    except (ValueError, msgspec.MsgspecError) as error:
        raise _invalid_cursor() from error
    if cursor.order != order or not is_id(cursor.id):
        raise _invalid_cursor()
    return cursor


def to_sort_key(instant: datetime) -> int:
    """Sort key of an instant: microseconds since 1970, UTC."""
    return (instant - _EPOCH) // _MICROSECOND


def from_sort_key(sort_key: int) -> datetime:
    """Instant of a sort key. Raises InvalidInput outside the calendar's range."""
    try:
        return _EPOCH + timedelta(microseconds=sort_key)
    except OverflowError as error:
        raise _invalid_cursor() from error


def _invalid_cursor() -> InvalidInput:
    sentence = Sentence("This is no cursor of this list. Start again from its first page.", "cursor_invalid")
    return InvalidInput(sentence, fields={"cursor": sentence})
