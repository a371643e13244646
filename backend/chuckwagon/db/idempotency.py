"""Idempotency keys: the response to a request is stored under its Idempotency-Key.

A repeated request gets the stored response and has no second effect.
"""

import hashlib
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Annotated, Any, TypeVar

import msgspec
import sqlalchemy as sa
from litestar.params import HeaderParameter
from sqlalchemy.orm import Mapped, Session, mapped_column

from chuckwagon.db.database import Base, Database, insert_if_absent
from chuckwagon.kit import clock
from chuckwagon.kit.decoding import decode_json
from chuckwagon.kit.errors import IdempotencyKeyReused, InvalidInput
from chuckwagon.kit.sentences import Sentence

T = TypeVar("T")

MAX_KEY_LENGTH = 255
IdempotencyKey = Annotated[
    str | None, HeaderParameter(name="Idempotency-Key", max_length=MAX_KEY_LENGTH, required=False)
]
RETENTION = timedelta(days=2)


class StoredResponse(Base):
    """The response that a user got for a key, stored in the transaction of the request's effect."""

    __tablename__ = "idempotency_keys"

    user_id: Mapped[str] = mapped_column(sa.String(24), primary_key=True)
    key: Mapped[str] = mapped_column(sa.String(MAX_KEY_LENGTH), primary_key=True)
    request_hash: Mapped[str] = mapped_column(sa.String(64))
    answer: Mapped[str] = mapped_column(sa.Text)
    created_at: Mapped[datetime] = mapped_column(index=True)


class IdempotentRequest(msgspec.Struct, frozen=True):
    """A request with an Idempotency-Key: the user, the key and a hash of the action and the body."""

    user_id: str
    key: str
    request_hash: str


def parse_idempotency_key(user_id: str, key: str | None, *request: object) -> IdempotentRequest | None:
    """Check the key and build the argument for `run_idempotent`; None without a key.

    `request` is the name of the action and every part of the body. Raises InvalidInput for a key that is not
    printable text of at most 255 characters.
    """
    if not key:
        return None
    if len(key) > MAX_KEY_LENGTH or not key.isprintable():
        text = f"The Idempotency-Key must be plain text of at most {MAX_KEY_LENGTH} characters."
        raise InvalidInput(Sentence(text, "idempotency_key_invalid", max=MAX_KEY_LENGTH))
    return IdempotentRequest(user_id, key, hashlib.sha256(msgspec.json.encode(request)).hexdigest())


def run_idempotent(session: Session, request: IdempotentRequest | None, kind: type[T], work: Callable[[], T]) -> T:
    """Call `work` and store its result; a repeat of the request gets the stored result, decoded as `kind`.

    The key is inserted before `work` runs, so a concurrent repeat waits for the first transaction. An error
    rolls the key back. Raises IdempotencyKeyReused if the key was used with a different request.
    """
    if request is None:
        return work()
    new_row = {"user_id": request.user_id, "key": request.key, "request_hash": request.request_hash}
    if insert_if_absent(session, StoredResponse, new_row | {"answer": "", "created_at": clock.now()}):
        result = work()
        is_row = (StoredResponse.user_id == request.user_id) & (StoredResponse.key == request.key)
        session.execute(sa.update(StoredResponse).where(is_row).values(answer=msgspec.json.encode(result).decode()))
        return result
    stored = session.get_one(StoredResponse, (request.user_id, request.key))
    if stored.request_hash != request.request_hash:
        raise IdempotencyKeyReused
    return decode_json(stored.answer, kind)


def write_once(db: Database, request: IdempotentRequest | None, kind: type[T], work: Callable[[Session], T]) -> T:
    """Run `work` in a write transaction of its own, once for the request, by the rules of `run_idempotent`."""
    return db.write(lambda session: run_idempotent(session, request, kind, lambda: work(session)))


def delete_old_responses(session: Session, retention: timedelta = RETENTION) -> None:
    """Delete stored responses that are older than `retention`."""
    session.execute(sa.delete(StoredResponse).where(StoredResponse.created_at < clock.now() - retention))


def rewrite_responses(session: Session, words: Iterable[str], change: Callable[[Any], Any]) -> None:
    """Apply `change` to the stored responses that contain one of the words; it maps plain JSON data to JSON data.

    `change` must compare exactly, because LIKE ignores the case on SQLite and not on PostgreSQL.
    """
    spellings = (msgspec.json.encode(word).decode()[1:-1] for word in words)
    has_word = sa.or_(sa.false(), *(StoredResponse.answer.contains(one, autoescape=True) for one in spellings))
    for stored in session.scalars(sa.select(StoredResponse).where(has_word)):
        stored.answer = msgspec.json.encode(change(decode_json(stored.answer, Any))).decode()
    session.flush()
