"""What passkeys are asked for, and whether what they answer is right, by the library `webauthn`.

The relying party is the host of the product's public URL, and only pages of that origin are accepted.
Challenges are random, stored as digests, each for one purpose, one use and five minutes.
The library takes 0.2 s to load, so it is loaded after a start, or by the first use.
"""

import json
from datetime import timedelta
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.accounts.models import Passkey, PasskeyChallenge, SecondFactor, User
from chuckwagon.accounts.second_factors.codes import GivenProof
from chuckwagon.db.database import try_update_one
from chuckwagon.kit import clock
from chuckwagon.kit.ids import decode_base64url, encode_base64url, hash_secret, new_secret

if TYPE_CHECKING:
    from webauthn.helpers.structs import PublicKeyCredentialDescriptor
    from webauthn.registration.verify_registration_response import VerifiedRegistration

PRODUCT = "Chuckwagon"
TIMEOUT_MILLISECONDS = 5 * 60 * 1000


def load_library() -> None:
    """Load `webauthn`, so that no sign-in waits for it."""
    import webauthn  # noqa: F401


def registration_options(session: Session, user: User, origin: str, challenge: bytes) -> dict[str, Any]:
    """Options for a new passkey that a browser can find without a user name and that verifies its user."""
    from webauthn import generate_registration_options
    from webauthn.helpers import options_to_json_dict
    from webauthn.helpers.structs import (
        AuthenticatorSelectionCriteria,
        ResidentKeyRequirement,
        UserVerificationRequirement,
    )

    selection = AuthenticatorSelectionCriteria(
        resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.REQUIRED
    )
    options = generate_registration_options(
        rp_id=host_of(origin),
        rp_name=PRODUCT,
        user_id=user.id.encode(),
        user_name=user.email,
        user_display_name=user.name,
        challenge=challenge,
        timeout=TIMEOUT_MILLISECONDS,
        authenticator_selection=selection,
        exclude_credentials=_descriptors(session, user.id),
    )
    return options_to_json_dict(options)


def authentication_options(session: Session, user_id: str | None, origin: str, challenge: bytes) -> dict[str, Any]:
    """Options for proving one of the user's passkeys; None: any passkey that the browser offers."""
    from webauthn import generate_authentication_options
    from webauthn.helpers import options_to_json_dict
    from webauthn.helpers.structs import UserVerificationRequirement

    options = generate_authentication_options(
        rp_id=host_of(origin),
        challenge=challenge,
        timeout=TIMEOUT_MILLISECONDS,
        allow_credentials=_descriptors(session, user_id) if user_id else None,
        user_verification=UserVerificationRequirement.REQUIRED,
    )
    return options_to_json_dict(options)


def check_registration(credential: dict[str, Any], origin: str, challenge: bytes) -> "VerifiedRegistration | None":
    """The new passkey; None if the answer is wrong."""
    from webauthn import verify_registration_response

    try:
        return verify_registration_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=host_of(origin),
            expected_origin=origin,
            require_user_verification=True,
        )
    except _refusals():
        return None


def check_authentication(
    session: Session, passkey: Passkey, credential: dict[str, Any], origin: str, challenge: bytes
) -> bool:
    """Whether this passkey has signed the challenge. Stores its count and that it was used.

    A count that does not grow is refused, because the key may have been copied.
    """
    from webauthn import verify_authentication_response

    try:
        verified = verify_authentication_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=host_of(origin),
            expected_origin=origin,
            credential_public_key=decode_base64url(passkey.public_key),
            credential_current_sign_count=passkey.sign_count,
            require_user_verification=True,
        )
    except _refusals():
        return False
    passkey.sign_count = verified.new_sign_count
    used = sa.update(SecondFactor).where(SecondFactor.id == passkey.factor_id)
    session.execute(used.values(used_at=clock.now()).execution_options(synchronize_session=False))
    session.flush()
    return True


def find_passkey(session: Session, credential: dict[str, Any]) -> tuple[Passkey, str] | None:
    """The passkey with the credential's ID, and its user's ID."""
    query = sa.select(Passkey, SecondFactor.user_id).join(SecondFactor, SecondFactor.id == Passkey.factor_id)
    of_credential = query.where(Passkey.credential_id == str(credential.get("id", "")))
    row = session.execute(of_credential, execution_options={"populate_existing": True}).one_or_none()
    return None if row is None else (row[0], row[1])


def host_of(origin: str) -> str:
    """The relying party's ID: the host of an origin."""
    return urlsplit(origin).hostname or ""


def _refusals() -> tuple[type[Exception], ...]:
    """What the library raises for what is wrong, and for what is no credential at all."""
    from webauthn.helpers.exceptions import WebAuthnException

    return (WebAuthnException, ValueError, TypeError, KeyError, RecursionError)


def _descriptors(session: Session, user_id: str) -> "list[PublicKeyCredentialDescriptor]":
    from webauthn.helpers.structs import PublicKeyCredentialDescriptor

    query = sa.select(Passkey.credential_id).join(SecondFactor, SecondFactor.id == Passkey.factor_id)
    found = session.scalars(query.where(SecondFactor.user_id == user_id).order_by(Passkey.factor_id))
    return [PublicKeyCredentialDescriptor(id=decode_base64url(each)) for each in found]


def new_passkey(factor_id: str, verified: "VerifiedRegistration") -> Passkey:
    """The row of a new passkey."""
    return Passkey(
        factor_id=factor_id,
        credential_id=encode_base64url(verified.credential_id),
        public_key=encode_base64url(verified.credential_public_key),
        sign_count=verified.sign_count,
    )


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


def verify(session: Session, user_id: str, given: GivenProof) -> bool:
    """Whether a passkey of this user has signed the challenge of this sign-in or session. Uses the challenge up."""
    if given.credential is None:
        return False
    challenge = claim_challenge(session, given.credential, given.purpose, given.bound_to)
    found = find_passkey(session, given.credential)
    if challenge is None or found is None or found[1] != user_id:
        return False
    return check_authentication(session, found[0], given.credential, given.site_origin, challenge)
