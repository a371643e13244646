"""Staff accounts: passwords, sessions, second factors, permissions, and what a start leaves open."""

from mutant_tables.mutant import always, never, noticed_by, omit, skip, swap

MUTANTS = [
    *noticed_by("test_who_lost_the_right_to_watch_is_told_of_no_later_order")(
        skip("a stream goes on after the right to it ended", "Broker._publish", "_close_revoked"),
    ),
    *noticed_by("test_disabling_moving_another_role_or_a_new_password_ends_the_sessions")(
        omit("another role keeps the sessions of the former one", "_store_user", "user.role != before['role']"),
    ),
    *noticed_by("test_invitations")(
        omit("a forgotten password revives an invitation", "send_reset_link", "user.password_hash == NO_PASSWORD"),
        omit(
            "an account with a password can be withdrawn like an invitation",
            "_lock_invited",
            "user.password_hash != NO_PASSWORD",
        ),
        skip("an earlier invitation works beside a newer one", "password_links/_send", "delete_links"),
        omit("an invited superadmin counts as one who can sign in", "CAN_SIGN_IN", "User.password_hash != NO_PASSWORD"),
    ),
    *noticed_by("test_of_two_passwords_at_once_by_one_link_one_is_set")(
        omit("a link to set a password works twice", "_store_password", "not claim_link(...)"),
    ),
    *noticed_by("test_password_reset")(
        omit("a link to set a password works for ever", "_works", "PasswordLink.expires_at > clock.now()"),
        swap(
            "a password set by a link leaves the sessions alive",
            "_record_and_end_sessions",
            "end_other_sessions(...)",
            "0",
        ),
        skip("a changed password leaves the links of the account alive", "_store_profile", "delete_links"),
        skip(
            "links for forgotten passwords are not limited",
            "_enqueue",
            "rate_limits.consume(session, of_email, limit=per_email, seconds=rate_limits.HOUR_SECONDS)",
        ),
        always("a link by email forgives wrong codes", "_store_password", "user_has_factor"),
    ),
    *noticed_by("test_change_status")(
        swap(
            "staff work for every truck", "decide_access", "truck_id is not None and actor.truck_id == truck_id", "True"
        ),
    ),
    *noticed_by("test_a_known_browser_gets_in_whatever_strangers_guess_also_at_its_own_address")(
        never("a known browser waits for the guesses of strangers", "throttle/refuse_throttled", "counter is not None"),
        swap(
            "a known browser is refused for what its address was a moment ago",
            "_refuse_remembered",
            "refuse_remembered_sign_in(email, device=source.device)",
            "refuse_remembered_sign_in(email, address=source.address)",
        ),
        omit("the browser of one account is known to all", "find_device_counter", "_owns(...)"),
    ),
    *noticed_by("test_failures_of_a_known_browser_count_for_it_alone")(
        skip(
            "a known browser may guess without end",
            "throttle/count_failure",
            "_count_at(session, account, counter, ONE_ADDRESS)",
        ),
    ),
    *noticed_by("test_places_are_forgotten")(
        skip("a new password leaves browsers known", "end_other_sessions", "forget_places"),
    ),
    *noticed_by("test_a_link_by_email_opens_the_sign_in_on_its_device_alone")(
        always("each link by email gives more guesses", "find_device_counter", "is_proven"),
        never("a program uses up the link that is for a browser", "open_device", "not source.device"),
        swap(
            "a link that opens the sign-in sets a password",
            "_store_password",
            "(RESET, INVITATION)",
            "(RESET, INVITATION, SIGN_IN)",
        ),
    ),
    *noticed_by("test_a_link_forgives_wrong_passwords_but_no_wrong_codes")(
        swap(
            "a link by email makes an address known",
            "_vouch_for_device",
            "forget_refusals(...)",
            "throttle.record_success(session, user, source.address, source.device)",
        ),
    ),
    *noticed_by("test_email_change")(
        swap(
            "the owner of a mistyped address confirms it",
            "claim_email",
            "email if claim_link(...) else None",
            "session.scalar(sa.select(PasswordLink.email).where(*_works(token), PasswordLink.kind == EMAIL))",
        ),
        skip("a new address counts although its link is replaced", "email_change/_send", "delete_links"),
    ),
    *noticed_by("test_passkeys")(
        swap(
            "the challenge of a passkey works twice",
            "claim_challenge",
            "try_update_one(...)",
            "session.scalar(sa.select(PasskeyChallenge.digest).where(*same, *works))",
        ),
        swap(
            "a passkey that was removed meanwhile signs in",
            "_open_session",
            "found = find_passkey(...)",
            "found = seen",
        ),
        omit(
            "a challenge is good for any sign-in or session", "claim_challenge", "PasskeyChallenge.bound_to == bound_to"
        ),
        swap(
            "a passkey answers for another site",
            "check_authentication",
            "expected_origin=origin",
            "expected_origin=[origin, 'https://evil.example']",
        ),
        omit("the passkey of another user is a second factor", "verify", "found[1] != user_id"),
    ),
    *noticed_by("test_own_sessions")(
        omit("a user ends the sessions of another one", "list_sessions", "UserSession.user_id == user_id"),
        swap("the digest of a token names its session", "public_id", "hash_secret(...)[:ID_LENGTH]", "token_digest"),
    ),
    *noticed_by("test_second_factor")(
        omit("a code of an authenticator app counts twice", "_claim_code", "Authenticator.last_step < step"),
        swap(
            "the code that confirmed an app signs in",
            "confirm_setup",
            "values(...)",
            "sa.insert(Authenticator).values(factor_id=factor.id, secret=secret, last_step=0)",
        ),
        swap(
            "a recovery code counts twice",
            "use_recovery_code",
            "bool(...) and try_update_one(...)",
            "session.execute(sa.select(RecoveryCode).where(used.whereclause)).first() is not None",
        ),
        swap(
            "a pending sign-in works twice",
            "claim_pending",
            "try_update_one(...)",
            "find_pending(session, token) is not None",
        ),
        omit("a pending sign-in never ends", "_works", "PendingSignIn.expires_at > clock.now()"),
        swap(
            "the right password forgives wrong codes",
            "_open_session_or_count_failure",
            "ask_for_second_factor",
            "(throttle.record_success(session, user, source.address, source.device), ask_for_second_factor)[1]",
        ),
        skip("a new password leaves sign-ins waiting", "end_other_sessions", "PendingSignIn"),
    ),
    *noticed_by("test_second_factor_setup")(
        swap("a set-up without a code counts", "codes/confirm_setup", "find_step(...) if secret else None", "0"),
    ),
    *noticed_by("test_required_factor")(
        never("a required factor is not required", "authorize_request", "lacks_factor"),
        never("the last factor that is required can be removed", "remove_factor", "is_required"),
    ),
    *noticed_by("test_second_factor_setup", "test_refund_proof")(
        omit("a proof is recent for ever", "require_proof", "proven_at <= clock.now() - PROOF_LIFETIME"),
    ),
    *noticed_by("test_refund_proof")(
        swap("a large refund asks for no proof", "_refund", "free_cents is not None", "free_cents is None"),
        swap(
            "a large refund in parts asks for no proof",
            "_refund",
            "order.total_cents - remaining_cents + amount",
            "amount",
        ),
        swap(
            "cancelling a large order asks for no proof", "change_order", "free_cents is not None", "free_cents is None"
        ),
    ),
    *noticed_by("test_held_payments")(
        skip("the refund of a held payment asks for no proof", "_decide", "require_proof_above"),
    ),
    *noticed_by("test_sensitive_acts_ask_again_for_the_factor_else_for_the_password")(
        swap(
            "who has no second factor gives no proof",
            "require_proof",
            "raise ReauthenticationRequired",
            "if user_has_factor(session, actor.user_id): raise ReauthenticationRequired",
        ),
        omit("everyone's data is exported without a proof", "export_customers", "guards"),
    ),
    *noticed_by("test_a_database_outside_the_data_folder_is_closed_to_others", database="sqlite")(
        swap(
            "a database outside the data folder is made for all users of the machine",
            "create_private_file",
            "OWNER_ONLY",
            "0o666",
        ),
        skip(
            "a start leaves a database readable by all users of the machine",
            "refuse_unsafe_settings",
            "close_database_files",
        ),
    ),
    *noticed_by("test_a_damaged_database_is_replaced", database="sqlite")(
        skip("a restored database is readable by all users of the machine", "_put_in_place", "chmod"),
    ),
    *noticed_by("test_client_ip")(
        swap("half of the internet is a trusted proxy", "_trusts_everyone", "MIN_IPV4_PREFIX", "1"),
    ),
    *noticed_by("test_a_page_may_load_only_what_the_policy_names")(
        swap(
            "a staff page loads scripts of others",
            "_sources_by_kind",
            "CspSources(connections=shop.push, images=shop.images)",
            "shop",
        ),
        swap("the page of an order loads scripts of others", "get_page_kind", "PageKind.ORDER", "PageKind.SHOP"),
    ),
]
