"""The kinds of proof, each with the function that checks and uses up what was given."""

from collections.abc import Callable

from sqlalchemy.orm import Session

from chuckwagon.accounts.second_factors import authenticator, recovery_codes
from chuckwagon.accounts.second_factors.given_proof import GivenProof
from chuckwagon.accounts.second_factors.models import AUTHENTICATOR, RECOVERY_CODE
from chuckwagon.accounts.second_factors.passkeys import proof as passkey_proof
from chuckwagon.accounts.second_factors.passkeys.models import PASSKEY

Verify = Callable[[Session, str, GivenProof], bool]
"""Called with the session, the user's ID and what was given; False for what is wrong, over or of another kind."""

VERIFIERS: dict[str, Verify] = {
    AUTHENTICATOR: authenticator.verify,
    PASSKEY: passkey_proof.verify,
    RECOVERY_CODE: recovery_codes.verify,
}


def verify(session: Session, user_id: str, given: GivenProof) -> str | None:
    """Use up what was given, and return its kind; None if it proves nothing. The caller holds the user's row lock."""
    return next((kind for kind, is_proven in VERIFIERS.items() if is_proven(session, user_id, given)), None)
