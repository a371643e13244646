"""Second factors: what counts once, for how long, of whom they are required, and when they are asked for again."""

from mutant_tables.mutant import OWN_SESSIONS, RESETS, Mutant

SECOND_STEP = ("tests/accounts/second_factors/test_second_factor.py",)
PASSKEYS = ("tests/accounts/second_factors/test_passkeys.py",)
SETUP = ("tests/accounts/second_factors/test_second_factor_setup.py",)
REQUIRED = ("tests/accounts/second_factors/test_required_factor.py",)
REFUND_PROOF = ("tests/orders/refunds/test_refund_proof.py",)
HELD = ("tests/payments/fulfillment/test_held_payments.py",)
FOLDER = "chuckwagon/accounts/second_factors"

MUTANTS = [
    Mutant(
        "the challenge of a passkey works twice",
        f"{FOLDER}/passkeys/challenges.py",
        "    return challenge if try_update_one(session, sa.delete(PasskeyChallenge).where(*same, *works)) else None",
        "    return challenge if session.scalar(sa.select(PasskeyChallenge.digest).where(*same, *works)) else None",
        PASSKEYS,
        is_quick=True,
    ),
    Mutant(
        "a passkey that was removed meanwhile signs in",
        f"{FOLDER}/passkeys/service.py",
        "    found = ceremony.find_passkey(session, given.credential)  # again",
        "    found = seen  # again",
        PASSKEYS,
        is_quick=True,
    ),
    Mutant(
        "a challenge is good for any sign-in or session",
        f"{FOLDER}/passkeys/challenges.py",
        "works = (PasskeyChallenge.bound_to == bound_to, PasskeyChallenge.expires_at > clock.now())",
        "works = (PasskeyChallenge.expires_at > clock.now(),)",
        PASSKEYS,
        is_quick=True,
    ),
    Mutant(
        "a passkey answers for another site",
        f"{FOLDER}/passkeys/ceremony.py",
        "            expected_origin=origin,\n            credential_public_key",
        '            expected_origin=[origin, "https://evil.example"],\n            credential_public_key',
        PASSKEYS,
        is_quick=True,
    ),
    Mutant(
        "the passkey of another user is a second factor",
        f"{FOLDER}/passkeys/proof.py",
        "if challenge is None or found is None or found[1] != user_id:",
        "if challenge is None or found is None:",
        PASSKEYS,
        is_quick=True,
    ),
    Mutant(
        "a user ends the sessions of another one",
        "chuckwagon/accounts/sessions.py",
        "    query = sa.select(UserSession).where(UserSession.user_id == user_id, *_not_expired(*_limits()))",
        "    query = sa.select(UserSession).where(*_not_expired(*_limits()))",
        OWN_SESSIONS,
        is_quick=True,
    ),
    Mutant(
        "the digest of a token names its session",
        "chuckwagon/accounts/own_sessions/service.py",
        "    return hash_secret(token_digest)[:ID_LENGTH]",
        "    return token_digest",
        OWN_SESSIONS,
        is_quick=True,
    ),
    Mutant(
        "a code of an authenticator app counts twice",
        f"{FOLDER}/authenticator.py",
        "Authenticator.factor_id == factor_id, Authenticator.last_step < step)",
        "Authenticator.factor_id == factor_id)",
        SECOND_STEP,
    ),
    Mutant(
        "the code that confirmed an app signs in",
        f"{FOLDER}/authenticator.py",
        "secret=secret, last_step=step)",
        "secret=secret, last_step=0)",
        SECOND_STEP,
    ),
    Mutant(
        "a recovery code counts twice",
        f"{FOLDER}/recovery_codes.py",
        "return bool(given.recovery_digest) and try_update_one(session, used)",
        "return session.execute(sa.select(RecoveryCode).where(used.whereclause)).first() is not None",
        SECOND_STEP,
    ),
    Mutant(
        "a pending sign-in works twice",
        f"{FOLDER}/pending.py",
        "return try_update_one(session, used)",
        "return find_pending(session, token) is not None",
        SECOND_STEP,
    ),
    Mutant(
        "a pending sign-in never ends",
        f"{FOLDER}/pending.py",
        "(PendingSignIn.token_digest == hash_secret(token), PendingSignIn.expires_at > clock.now())",
        "(PendingSignIn.token_digest == hash_secret(token),)",
        SECOND_STEP,
    ),
    Mutant(
        "the right password forgives wrong codes",
        "chuckwagon/accounts/service.py",
        "        return ask_for_second_factor(",
        "        throttle.record_success(session, user, source.address)\n        return ask_for_second_factor(",
        SECOND_STEP,
    ),
    Mutant(
        "a new password leaves sign-ins waiting",
        "chuckwagon/accounts/sessions.py",
        "    session.execute(sa.delete(PendingSignIn).where(PendingSignIn.user_id == user_id))\n",
        "",
        SECOND_STEP,
    ),
    Mutant(
        "a link by e-mail forgives wrong codes",
        "chuckwagon/accounts/password_links/service.py",
        "    if not user_has_factor(session, user.id):  #",
        "    if user_has_factor(session, user.id) or True:  #",
        RESETS,
    ),
    Mutant(
        "a set-up without a code counts",
        f"{FOLDER}/authenticator.py",
        "    if secret is None or step is None:\n        return False\n",
        "    step = step or 0\n    if secret is None:\n        return False\n",
        SETUP,
    ),
    Mutant(
        "a required factor is not required",
        "chuckwagon/accounts/guards.py",
        "if actor is not None and actor.lacks_factor and action is not Action.MANAGE_OWN_ACCOUNT:",
        "if False:",
        REQUIRED,
    ),
    Mutant(
        "the last factor that is required can be removed",
        f"{FOLDER}/enrollment.py",
        "            if is_required(requirement, user.role):\n                raise LastFactorRequired\n",
        "",
        REQUIRED,
    ),
    Mutant(
        "a proof is recent for ever",
        f"{FOLDER}/proofs.py",
        "    if proven_at is None or proven_at <= clock.now() - LIFETIME:\n",
        "    if proven_at is None:\n",
        (*SETUP, *REFUND_PROOF),
    ),
    Mutant(
        "a large refund asks for no proof",
        "chuckwagon/orders/refunds/service.py",
        "    if free_cents is not None and order.total_cents",
        "    if free_cents is None and order.total_cents",
        REFUND_PROOF,
    ),
    Mutant(
        "a large refund in parts asks for no proof",
        "chuckwagon/orders/refunds/service.py",
        "order.total_cents - remaining_cents + amount > free_cents",
        "amount > free_cents",
        REFUND_PROOF,
    ),
    Mutant(
        "the refund of a held payment asks for no proof",
        "chuckwagon/payments/fulfillment/reviews.py",
        "        require_proof_above(session, actor, refundable, free_cents)\n",
        "        pass\n",
        HELD,
    ),
    Mutant(
        "cancelling a large order asks for no proof",
        "chuckwagon/orders/board/status_changes.py",
        "        if is_refunded and free_cents is not None and",
        "        if is_refunded and free_cents is None and",
        REFUND_PROOF,
    ),
    Mutant(
        "who has no second factor gives no proof",
        f"{FOLDER}/proofs.py",
        "    if proven_at is None or proven_at <= clock.now() - LIFETIME:\n",
        "    has_factor = user_has_factor(session, actor.user_id)\n"
        "    if has_factor and (proven_at is None or proven_at <= clock.now() - LIFETIME):\n",
        (f"{REQUIRED[0]}::test_sensitive_acts_ask_again_for_the_factor_else_for_the_password",),
    ),
    Mutant(
        "everyone's data is exported without a proof",
        "chuckwagon/reporting/routes.py",
        "    guards=[needs_proof],\n",
        "",
        (f"{REQUIRED[0]}::test_sensitive_acts_ask_again_for_the_factor_else_for_the_password",),
    ),
]
