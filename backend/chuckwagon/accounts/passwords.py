"""Passwords: which ones may be set, how they are kept, and how many are worked on at once."""

import hashlib
import unicodedata
from base64 import b64encode
from collections.abc import Callable
from functools import cache
from secrets import token_bytes
from typing import TypeVar, TypeVarTuple

import anyio
import argon2

from chuckwagon.core.errors import InvalidInput, Unavailable

T = TypeVar("T")
Given = TypeVarTuple("Given")

LEAST, MOST = 8, 128
COMMONEST = 10_000
# Each hash takes 19 MiB and all of a core for its time: two at once leave room for the customers.
HASH_THREADS = 2
HASH_QUEUE = 20

_hasher = argon2.PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)
_desks: anyio.lowlevel.RunVar["_Desk"] = anyio.lowlevel.RunVar("password_desk")


def make_hash(password: str) -> str:
    """Argon2id with a salt of its own."""
    return _hasher.hash(_one_form(password))


def is_right(password: str, stored: str | None) -> bool:
    """Whether the password belongs to the stored hash. Without one it costs the same and is wrong."""
    try:
        return _hasher.verify(stored or _nobodys_hash(), _one_form(password)) and stored is not None
    except (argon2.exceptions.VerificationError, argon2.exceptions.InvalidHashError):
        return False


def fingerprint(password: str, purpose: str) -> str:
    """The same for the same password and purpose, and as slow to guess from as a stored hash."""
    salt = hashlib.sha256(purpose.encode()).digest()[:16]
    return argon2.low_level.hash_secret(
        _one_form(password).encode(),
        salt,
        time_cost=_hasher.time_cost,
        memory_cost=_hasher.memory_cost,
        parallelism=_hasher.parallelism,
        hash_len=_hasher.hash_len,
        type=_hasher.type,
    ).decode()


def refuse_weak(password: str, field: str) -> None:
    """Raise InvalidInput for `field` unless the password has 8 to 128 characters and is not a common one."""
    if not LEAST <= len(password) <= MOST:
        sentence = f"Password must have {LEAST} to {MOST} characters"
    elif password.casefold() in _commonest():
        sentence = "This password is one of the most common ones. Please choose another"
    else:
        return
    raise InvalidInput(sentence, fields={field: sentence})


class _Desk:
    """The threads that hash, and how many callers are there, working or waiting."""

    def __init__(self) -> None:
        self.threads = anyio.CapacityLimiter(HASH_THREADS)
        self.present = 0


async def password_call(work: Callable[[*Given], T], *given: *Given) -> T:
    """Run `work`, which hashes, on one of two threads; a short queue waits, the rest gets Unavailable."""
    desk = _desk()
    if desk.present >= HASH_THREADS + HASH_QUEUE:
        raise Unavailable(retry_after_seconds=2)
    # Counted here: the limiter notices who waits only one turn of the loop later, when a crowd is already in.
    desk.present += 1
    try:
        return await anyio.to_thread.run_sync(work, *given, limiter=desk.threads)
    finally:
        desk.present -= 1


def _desk() -> _Desk:
    """One per event loop, because a limiter belongs to the loop that made it."""
    desk = _desks.get(None)
    if desk is None:
        desk = _Desk()
        _desks.set(desk)
    return desk


def _one_form(password: str) -> str:
    """The same letters in the same bytes, whatever the keyboard composes."""
    return unicodedata.normalize("NFC", password)


@cache
def _nobodys_hash() -> str:
    """Written out and not computed: the first unknown e-mail would otherwise take two hashes."""
    salt, key = (b64encode(token_bytes(size)).rstrip(b"=").decode() for size in (16, _hasher.hash_len))
    costs = f"m={_hasher.memory_cost},t={_hasher.time_cost},p={_hasher.parallelism}"
    return f"$argon2id$v=19${costs}${salt}${key}"


@cache
def _commonest() -> frozenset[str]:
    """Loaded with the first password that is set: a server that only checks passwords does without it."""
    from zxcvbn.frequency_lists import FREQUENCY_LISTS

    return frozenset(FREQUENCY_LISTS["passwords"][:COMMONEST])
