"""Second factors: what counts once, for how long, of whom they are required, and when they are asked for again."""

from mutant_tables.mutant import OWN_SESSIONS, RESETS, Mutant

SECOND_STEP = ("tests/accounts/second_factors/test_second_factor.py",)
PASSKEYS = ("tests/accounts/second_factors/test_passkeys.py",)
SETUP = ("tests/accounts/second_factors/test_second_factor_setup.py",)
REQUIRED = ("tests/accounts/second_factors/test_required_factor.py",)
LIMITS = ("tests/accounts/test_sign_in_limits.py",)
QUEUE = (
    f"{LIMITS[0]}::test_a_known_browser_waits_for_a_thread_in_its_own_queue_and_unknown_cookies_are_looked_up_rarely"
)
EMAIL_CHANGE = ("tests/accounts/test_email_change.py",)
REFUND_PROOF = ("tests/orders/refunds/test_refund_proof.py",)
HELD = ("tests/payments/fulfillment/test_held_payments.py",)
FOLDER = "chuckwagon/accounts/second_factors"

MUTANTS = [
    Mutant(
        "a known browser waits for the guesses of strangers",
        "chuckwagon/accounts/throttle.py",
        "        _refuse_for(left, (_account_key(account, device), left))\n        return\n",
        "        _refuse_for(left, (_account_key(account, device), left))\n",
        (f"{LIMITS[0]}::test_a_known_browser_gets_in_whatever_strangers_guess_also_at_its_own_address",),
    ),
    Mutant(
        "a known browser is refused for what its address was a moment ago",
        "chuckwagon/accounts/routes.py",
        "        await refuse_remembered_sign_in(email, device=source.device)\n",
        "        await refuse_remembered_sign_in(email, address=source.address)\n",
        (f"{LIMITS[0]}::test_a_known_browser_gets_in_whatever_strangers_guess_also_at_its_own_address",),
    ),
    Mutant(
        "a known browser may guess without end",
        "chuckwagon/accounts/throttle.py",
        "        _count_at(session, account, counter, ONE_ADDRESS)\n",
        "",
        (f"{LIMITS[0]}::test_failures_of_a_known_browser_count_for_it_alone",),
    ),
    Mutant(
        "the browser of one account is known to all",
        "chuckwagon/accounts/known_devices.py",
        "    is_row = (_owns(account), KnownDevice.token_digest == device,",
        "    is_row = (KnownDevice.token_digest == device,",
        (f"{LIMITS[0]}::test_a_known_browser_gets_in_whatever_strangers_guess_also_at_its_own_address",),
    ),
    Mutant(
        "a new password leaves browsers known",
        "chuckwagon/accounts/sessions.py",
        "    forget_places(session, user_id, kept_id)\n",
        "",
        (f"{LIMITS[0]}::test_places_are_forgotten",),
    ),
    Mutant(
        "each link by e-mail gives more guesses",
        "chuckwagon/accounts/known_devices.py",
        " if is_proven else VOUCHED\n",
        "\n",
        (f"{LIMITS[0]}::test_a_link_by_email_opens_the_sign_in_on_its_device_alone",),
    ),
    Mutant(
        "a link by e-mail makes an address known",
        "chuckwagon/accounts/password_links/passwords.py",
        "        remember_device(session, user.id, source.device, is_proven=False)\n",
        "        remember_device(session, user.id, source.device, is_proven=False)\n"
        "    else:\n"
        "        throttle.record_success(session, user, source.address, source.device)\n",
        (f"{RESETS[0]}::test_a_link_forgives_wrong_passwords_but_no_wrong_codes",),
    ),
    Mutant(
        "a program uses up the link that is for a browser",
        "chuckwagon/accounts/password_links/passwords.py",
        "    if not source.device:\n        raise InvalidInput(NEEDS_BROWSER)\n",
        "",
        (f"{LIMITS[0]}::test_a_link_by_email_opens_the_sign_in_on_its_device_alone",),
    ),
    Mutant(
        "a known browser waits in the queue of its address",
        "chuckwagon/accounts/second_factors/routes.py",
        "    answer = await run_in_password_thread(service.finish_sign_in, db, data, source, client=client)\n",
        "    answer = await run_in_password_thread(service.finish_sign_in, db, data, source, client=source.address)\n",
        (QUEUE,),
    ),
    Mutant(
        "each unknown cookie costs a read",
        "chuckwagon/accounts/sign_in_common.py",
        "    rate_limits.count_here(key, limit=MAX_LOOKUPS_PER_MINUTE, seconds=throttle.MINUTE_SECONDS)\n",
        "",
        (QUEUE,),
    ),
    Mutant(
        "a link that opens the sign-in sets a password",
        "chuckwagon/accounts/password_links/passwords.py",
        "claim_link(session, token, user.id, (RESET, INVITATION))",
        "claim_link(session, token, user.id, (RESET, INVITATION, SIGN_IN))",
        (f"{LIMITS[0]}::test_a_link_by_email_opens_the_sign_in_on_its_device_alone",),
    ),
    Mutant(
        "the owner of a mistyped address confirms it",
        "chuckwagon/accounts/password_links/queries.py",
        "    is_row = (*_works(token), PasswordLink.user_id == user_id, PasswordLink.kind == EMAIL)\n"
        "    email: str | None = session.scalar(sa.select(PasswordLink.email).where(*is_row))\n"
        "    return email if claim_link(session, token, user_id, (EMAIL,)) else None",
        "    is_row = (*_works(token), PasswordLink.kind == EMAIL)\n"
        "    return session.scalar(sa.select(PasswordLink.email).where(*is_row))",
        EMAIL_CHANGE,
    ),
    Mutant(
        "a new address counts although its link is replaced",
        "chuckwagon/accounts/password_links/email_change.py",
        "        rate_limits.consume(session, key, limit=limit, seconds=rate_limits.HOUR_SECONDS)\n"
        "    links.delete_links(session, user.id, EMAIL)\n",
        "        rate_limits.consume(session, key, limit=limit, seconds=rate_limits.HOUR_SECONDS)\n",
        EMAIL_CHANGE,
    ),
    Mutant(
        "the challenge of a passkey works twice",
        f"{FOLDER}/passkeys.py",
        "    return challenge if try_update_one(session, sa.delete(PasskeyChallenge).where(*same, *works)) else None",
        "    return challenge if session.scalar(sa.select(PasskeyChallenge.digest).where(*same, *works)) else None",
        PASSKEYS,
        is_quick=True,
    ),
    Mutant(
        "a passkey that was removed meanwhile signs in",
        f"{FOLDER}/passkey_service.py",
        "    found = passkeys.find_passkey(session, given.credential)  # again",
        "    found = seen  # again",
        PASSKEYS,
        is_quick=True,
    ),
    Mutant(
        "a challenge is good for any sign-in or session",
        f"{FOLDER}/passkeys.py",
        "works = (PasskeyChallenge.bound_to == bound_to, PasskeyChallenge.expires_at > clock.now())",
        "works = (PasskeyChallenge.expires_at > clock.now(),)",
        PASSKEYS,
        is_quick=True,
    ),
    Mutant(
        "a passkey answers for another site",
        f"{FOLDER}/passkeys.py",
        "            expected_origin=origin,\n            credential_public_key",
        '            expected_origin=[origin, "https://evil.example"],\n            credential_public_key',
        PASSKEYS,
        is_quick=True,
    ),
    Mutant(
        "the passkey of another user is a second factor",
        f"{FOLDER}/passkeys.py",
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
        "chuckwagon/accounts/own_sessions.py",
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
        "        throttle.record_success(session, user, source.address, source.device)\n"
        "        return ask_for_second_factor(",
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
        "chuckwagon/accounts/password_links/passwords.py",
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
