"""Privacy: erasures, opt-outs and accounts after a restore, and what leaves in exports and logs."""

from mutant_tables.mutant import never, noticed_by, omit, skip, swap, text

MUTANTS = [
    *noticed_by("test_interrupted_restore")(
        never("a restore replaces a database that another program reads", "_empty_log", "is_busy"),
    ),
    *noticed_by("test_the_card_on_a_reader_is_exported_and_goes")(
        skip("an erasure leaves the card of a reader", "anonymize_orders", "_forget_cards"),
    ),
    *noticed_by("test_the_reason_of_a_voided_late_order_goes_with_its_name")(
        skip("what was typed about a customer who left stays for ever", "anonymize_orders", "_forget_void_reasons"),
    ),
    *noticed_by("test_nobody_is_signed_in_and_disabled_accounts_stay_disabled")(
        skip("sessions outlive a restore", "prepare_restored", "UserSession"),
        skip("disabled accounts come back with a restore", "prepare_restored", "_disable_users"),
    ),
    *noticed_by("test_the_installation_stays_the_same_if_the_backup_does_not_know_it")(
        never("an installation is another one after a restore", "prepare_restored", "carried.installation"),
    ),
    *noticed_by("test_an_older_database_that_is_replaced_tells_what_it_knows")(
        swap(
            "an older database that is replaced tells nothing",
            "_read_or_none",
            "(sa.exc.DBAPIError, sa.exc.NoSuchTableError)",
            "ZeroDivisionError",
        ),
    ),
    *noticed_by("test_other_connections_keep_a_restore_away", database="postgresql")(
        skip("a database in use is restored over", "_replace_postgresql", "_refuse_while_in_use"),
    ),
    *noticed_by("test_waiting_messages_are_asked_about_before_any_worker_sees_them")(
        skip("after a restore a message counts as never tried", "prepare_restored", "mark_waiting_as_attempted"),
    ),
    *noticed_by("test_an_older_backup_is_erased_again")(
        swap(
            "a restore brings erased customers back",
            "prepare_restored",
            "replay_erasures(...)",
            "len(carried.customers)",
        ),
    ),
    *noticed_by("test_a_failed_restore_keeps_what_is_carried_over")(
        swap("a restore that fails forgets what it carries over", "save_carry_over", "merge(...)", "carried"),
    ),
    *noticed_by("test_without_an_erasure_the_guest_is_rebuilt_from_the_card")(
        omit("an installation without an id knows none of its payments", "is_own_payment", "own_id"),
    ),
    *noticed_by("test_erase_a_customer")(
        never(
            "a customer is erased while money is owed to them at the counter",
            "refuse_while_money_waits",
            "due is not None",
        ),
    ),
    *noticed_by("test_csv_response")(
        text("a formula behind a semicolon runs", "_FORMULA", "|[;\t\r\n]", ""),
    ),
    *noticed_by("test_numbers_addresses_and_keys_never_reach_the_log")(
        swap(
            "numbers of an error's message reach the log",
            "_mask_message",
            "_DIGITS.sub(...)",
            "_EMAIL.sub('[email]', line)",
        ),
    ),
    *noticed_by("test_restored_accounts")(
        swap("a restore gives back what was taken from accounts", "prepare_restored", "since", "{}"),
        swap(
            "a restore brings back removed second factors and used recovery codes",
            "_replace_factors",
            "session.execute(sa.delete(model).where(model.user_id == user_id))",
            "return",
        ),
        swap(
            "an older copy gives its accounts to a newer backup",
            "prepare_restored",
            "carried.used_at is None or carried.used_at < taken_at",
            "False",
        ),
        omit("a restore takes an erasure in the backup back", "apply_accounts", "one_id not in erased"),
        omit(
            "a restore enables an account that the backup has disabled",
            "apply_accounts",
            "one_id not in restored or restored[one_id]['is_active']",
        ),
        swap("a restore forgets who wrote STOP", "prepare_restored", "carried.opt_outs", "{}"),
        swap(
            "a restore mixes in the accounts of another installation", "apply_accounts", "not isdisjoint(...)", "True"
        ),
    ),
    *noticed_by("test_a_restore_repeats_it_and_the_new_account_keeps_the_address")(
        swap("a restore brings erased staff back", "prepare_restored", "replay_staff_erasures(...)", "1"),
    ),
    *noticed_by("test_erase_staff")(
        swap(
            "an erased name stays in the audit log",
            "erase_user",
            "digests = redact_events(...)",
            "digests: dict[str, str] = {}",
        ),
    ),
    *noticed_by("test_an_erasure_is_refused_and_changes_nothing")(
        skip("superadmins erase themselves", "erase_staff", "OwnAccount"),
        skip("the last superadmin is erased", "erase_staff", "LastSuperadmin"),
    ),
    *noticed_by("test_hash_chain")(
        omit(
            "a list of redacted audit rows is changed unnoticed",
            "read_redactions",
            "one.details.get(...) != digest_redactions(...)",
        ),
        omit("any audit row passes as an erasure", "read_redactions", "one.action != USER_ERASED"),
    ),
    *noticed_by("test_a_dispute_of_a_held_payment_is_in_it_with_its_checkout")(
        swap(
            "the personal file leaves out disputes of held payments",
            "_export_checkouts",
            "_export_amounts(...)",
            "[]",
        ),
    ),
    *noticed_by("test_a_name_without_a_phone_stays_while_money_is_owed_to_it")(
        omit("an order without a phone loses its name while money is due", "list_anonymous_orders", "~_IS_OWED"),
        swap(
            "retention never comes back to an order without a phone that was owed money",
            "_anonymize_orders_without_phone",
            "orders.find_oldest_owed(...) or before",
            "before",
        ),
    ),
]
