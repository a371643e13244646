"""Answers kept under the Idempotency-Key of a request.

A repeat of the request gets the first answer, and there is no second effect.
"""

import hashlib
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Annotated, Any, TypeVar

import msgspec
import sqlalchemy as sa
from litestar.params import HeaderParameter
from sqlalchemy.orm import Mapped, Session, mapped_column

from chuckwagon.core import clock
from chuckwagon.core.db import Base, insert_if_absent
from chuckwagon.core.errors import IdempotencyKeyReused, InvalidInput

T = TypeVar("T")

LONGEST_KEY = 255
IdempotencyKey = Annotated[
    str | None, HeaderParameter(name="Idempotency-Key", max_length=LONGEST_KEY, required=False)
]
KEPT = timedelta(days=2)


class KeptAnswer(Base):
    """What a user got for a key. Written in the transaction of the effect it answers for."""

    __tablename__ = "idempotency_keys"

    user_id: Mapped[str] = mapped_column(sa.String(24), primary_key=True)
    key: Mapped[str] = mapped_column(sa.String(LONGEST_KEY), primary_key=True)
    request_hash: Mapped[str] = mapped_column(sa.String(64))
    answer: Mapped[str] = mapped_column(sa.Text)
    created_at: Mapped[datetime] = mapped_column(index=True)


class Repeat(msgspec.Struct, frozen=True):
    """The key of a request, whose it is, and a fingerprint of what was asked."""

    user_id: str
    key: str
    request_hash: str


def read_repeat(user_id: str, key: str | None, *request: object) -> Repeat | None:
    """What to call `once` with; `request` is the action's name and every part of the body.

    None without a key. Raises InvalidInput for one that is no plain text of at most 255 characters.
    """
    if not key:
        return None
    if len(key) > LONGEST_KEY or not key.isprintable():
        raise InvalidInput(f"The Idempotency-Key must be plain text of at most {LONGEST_KEY} characters.")
    return Repeat(user_id, key, hashlib.sha256(msgspec.json.encode(request)).hexdigest())


def once(session: Session, repeat: Repeat | None, kind: type[T], work: Callable[[], T]) -> T:
    """Do the work and keep its answer; a repeat of the same request gets the kept one.

    A repeat that arrives meanwhile waits for the first one's transaction: the key is taken before the work
    begins, and an error gives it back. Raises IdempotencyKeyReused for a key that came with another request.
    """
    if repeat is None:
        return work()
    taken = {"user_id": repeat.user_id, "key": repeat.key, "request_hash": repeat.request_hash}
    if insert_if_absent(session, KeptAnswer, taken | {"answer": "", "created_at": clock.now()}):
        answer = work()
        row = (KeptAnswer.user_id == repeat.user_id) & (KeptAnswer.key == repeat.key)
        session.execute(sa.update(KeptAnswer).where(row).values(answer=msgspec.json.encode(answer).decode()))
        return answer
    kept = session.get_one(KeptAnswer, (repeat.user_id, repeat.key))
    if kept.request_hash != repeat.request_hash:
        raise IdempotencyKeyReused
    return msgspec.json.decode(kept.answer, type=kind)


def forget_old(session: Session, kept: timedelta = KEPT) -> None:
    """Drop answers that nobody asks for again."""
    session.execute(sa.delete(KeptAnswer).where(KeptAnswer.created_at < clock.now() - kept))


def rewrite(session: Session, words: Iterable[str], change: Callable[[Any], Any]) -> None:
    """Change the kept answers that hold one of the words; `change` gets and gives plain data."""
    holds_one = sa.or_(*(KeptAnswer.answer.contains(word, autoescape=True) for word in words))
    for kept in session.scalars(sa.select(KeptAnswer).where(holds_one)):
        kept.answer = msgspec.json.encode(change(msgspec.json.decode(kept.answer))).decode()
    session.flush()
