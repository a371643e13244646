"""Passwords: rules, hashing and a limit on concurrent hashing."""

import hashlib
import unicodedata
from base64 import b64encode
from collections.abc import Callable
from functools import cache
from pathlib import Path
from secrets import token_bytes
from typing import TypeVar, TypeVarTuple

import argon2

from chuckwagon.accounts.schemas import MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH
from chuckwagon.kit.errors import InvalidInput
from chuckwagon.kit.sentences import Sentence
from chuckwagon.web.executors import BoundedExecutor

T = TypeVar("T")
Given = TypeVarTuple("Given")

COMMON_PASSWORDS = Path(__file__).with_name("common_passwords.txt")
# Each hash takes 19 MiB and all of a core for its time: two at once leave room for the customers.
HASH_THREADS = 2
HASH_QUEUE = 20

_hasher = argon2.PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)
_hashing = BoundedExecutor("password", HASH_THREADS, HASH_QUEUE, retry_after_seconds=2)


def make_hash(password: str) -> str:
    """Hash a password with Argon2id and a random salt."""
    return _hasher.hash(_normalize(password))


def is_correct(password: str, stored: str | None) -> bool:
    """Whether the password matches the stored hash. Takes the same time for an unknown account (None)."""
    try:
        return _hasher.verify(stored or _dummy_hash(), _normalize(password)) and stored is not None
    except (argon2.exceptions.VerificationError, argon2.exceptions.InvalidHashError):
        return False


def fingerprint(password: str, purpose: str) -> str:
    """Deterministic hash of the password for one purpose, as expensive to brute-force as a stored hash."""
    salt = hashlib.sha256(purpose.encode()).digest()[:16]
    return argon2.low_level.hash_secret(
        _normalize(password).encode(),
        salt,
        time_cost=_hasher.time_cost,
        memory_cost=_hasher.memory_cost,
        parallelism=_hasher.parallelism,
        hash_len=_hasher.hash_len,
        type=_hasher.type,
    ).decode()


def refuse_weak(password: str, field: str) -> None:
    """Raise InvalidInput for `field` unless the password has 8 to 128 characters and is not a common one."""
    if not MIN_PASSWORD_LENGTH <= len(password) <= MAX_PASSWORD_LENGTH:
        text = f"Password must have {MIN_PASSWORD_LENGTH} to {MAX_PASSWORD_LENGTH} characters"
        sentence = Sentence(text, "password_length", min=MIN_PASSWORD_LENGTH, max=MAX_PASSWORD_LENGTH)
    elif password.casefold() in _common_passwords():
        sentence = PASSWORD_COMMON
    else:
        return
    raise InvalidInput(sentence, fields={field: sentence})


PASSWORD_COMMON = Sentence("This password is one of the most common ones. Please choose another", "password_common")


async def run_in_password_thread(work: Callable[[*Given], T], *given: *Given, client: str = "") -> T:
    """Run `work`, which hashes, on one of two threads. Raises Unavailable if the client's queue is full."""
    return await _hashing.call(work, *given, client=client)


def _normalize(password: str) -> str:
    """Normalize to NFC, because keyboards encode the same character differently."""
    return unicodedata.normalize("NFC", password)


@cache
def _dummy_hash() -> str:
    """Hash that matches no password. Built without hashing, so that an unknown e-mail takes no extra time."""
    salt, key = (b64encode(token_bytes(size)).rstrip(b"=").decode() for size in (16, _hasher.hash_len))
    costs = f"m={_hasher.memory_cost},t={_hasher.time_cost},p={_hasher.parallelism}"
    return f"$argon2id$v=19${costs}${salt}${key}"


@cache
def _common_passwords() -> frozenset[str]:
    """Load the list of common passwords on first use, because most processes never set a password."""
    lines = COMMON_PASSWORDS.read_text(encoding="utf-8").splitlines()
    return frozenset(line for line in lines if line != "#" and not line.startswith("# "))
