"""Challenges: random, stored as digests, each for one purpose, one use and five minutes."""

import json
from datetime import timedelta
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.accounts.second_factors.passkeys.models import PasskeyChallenge
from chuckwagon.db.database import try_update_one
from chuckwagon.kit import clock
from chuckwagon.kit.base64url import decode_base64url, encode_base64url
from chuckwagon.kit.ids import hash_secret, new_secret

LIFETIME = timedelta(minutes=5)
MAX_CLIENT_DATA = 4096  # characters of base64url; browsers send about 200
ADD, SIGN_IN, SECOND_STEP, PROOF = "add", "sign_in", "second_step", "proof"


def make_challenge(session: Session, purpose: str, bound_to: str = "") -> bytes:
    """Store a new challenge and return it. It replaces an earlier one of this session or sign-in."""
    challenge = new_secret().encode()
    if bound_to:
        earlier = (PasskeyChallenge.purpose == purpose, PasskeyChallenge.bound_to == bound_to)
        session.execute(sa.delete(PasskeyChallenge).where(*earlier))
    row = {"digest": _digest(challenge), "purpose": purpose, "bound_to": bound_to}
    session.execute(sa.insert(PasskeyChallenge).values(**row, expires_at=clock.now() + LIFETIME))
    return challenge


def claim_challenge(session: Session, credential: dict[str, Any], purpose: str, bound_to: str = "") -> bytes | None:
    """Use up the challenge that the credential has signed, and return it.

    None unless it was made for this purpose and session or sign-in, is not over and was not used.
    """
    challenge = _read_challenge(credential)
    if challenge is None:
        return None
    same = (PasskeyChallenge.digest == _digest(challenge), PasskeyChallenge.purpose == purpose)
    works = (PasskeyChallenge.bound_to == bound_to, PasskeyChallenge.expires_at > clock.now())
    return challenge if try_update_one(session, sa.delete(PasskeyChallenge).where(*same, *works)) else None


def purge_challenges(session: Session) -> None:
    """Delete challenges whose time is over."""
    session.execute(sa.delete(PasskeyChallenge).where(PasskeyChallenge.expires_at <= clock.now()))


def _read_challenge(credential: dict[str, Any]) -> bytes | None:
    try:
        encoded = credential["response"]["clientDataJSON"]
        if len(encoded) > MAX_CLIENT_DATA:
            return None
        told = json.loads(decode_base64url(encoded))
        return decode_base64url(told["challenge"])
    except (AttributeError, KeyError, TypeError, ValueError, RecursionError):
        return None


def _digest(challenge: bytes) -> str:
    return hash_secret(encode_base64url(challenge))
