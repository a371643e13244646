"""A passkey as proof of the second factor."""

from sqlalchemy.orm import Session

from chuckwagon.accounts.second_factors.given_proof import GivenProof
from chuckwagon.accounts.second_factors.passkeys import ceremony
from chuckwagon.accounts.second_factors.passkeys.challenges import claim_challenge


def verify(session: Session, user_id: str, given: GivenProof) -> bool:
    """Whether a passkey of this user has signed the challenge of this sign-in or session. Uses the challenge up."""
    if given.credential is None:
        return False
    challenge = claim_challenge(session, given.credential, given.purpose, given.bound_to)
    found = ceremony.find_passkey(session, given.credential)
    if challenge is None or found is None or found[1] != user_id:
        return False
    return ceremony.check_authentication(session, found[0], given.credential, given.site_origin, challenge)
