"""Payments that become orders: events, reconciliation, and the writes below them."""

from mutant_tables.mutant import always, never, noticed_by, omit, skip, swap

MUTANTS = [
    *noticed_by("test_postgres_connections", database="postgresql")(
        omit("a write is repeated although its commit may have succeeded", "PostgresWriter.write", "not is_committing"),
    ),
    *noticed_by("test_settings_names")(
        swap("only a secret key can be a live one", "is_live_key", "'_live_' in key", "key.startswith('sk_live_')"),
    ),
    *noticed_by("test_pg_pipeline", database="postgresql")(
        swap(
            "the last rows of an insert are left out",
            "_split_rows",
            "len(...) - start >= size",
            "len(rows) - start > size",
        ),
    ),
    *noticed_by("test_sqlite_writer")(
        swap(
            "a failed write takes the batch's earlier writes along",
            "SqliteWriter._run",
            "has_changes or job.error is None",
            "False",
        ),
        swap(
            "what a failed write at the beginning of a batch has changed is kept",
            "_WriteJob.run",
            "'ROLLBACK'",
            "'COMMIT'",
        ),
        skip("what a failed write within a batch has changed is kept", "_WriteJob.run", "'ROLLBACK TO job'"),
        skip(
            "a write that SQLite has rolled back by itself counts as a success", "_WriteJob.run", "_require_transaction"
        ),
    ),
    *noticed_by("test_disputes")(
        never("a dispute of a held payment is lost when it becomes an order", "_follow_up", "held is not None"),
        never("a held payment is refunded while the bank has the money", "_decide", "_list_disputed_intents"),
    ),
    *noticed_by("test_webhook_signature")(
        swap(
            "the signature is not checked",
            "StripeGateway.read_event",
            "construct_event(...)",
            "stripe.Event.construct_from(msgspec.json.decode(payload), '')",
        ),
        skip("a signature from the future is good", "StripeGateway.read_event", "refuse_future_signature"),
        swap(
            "the answer comes before the work",
            "receive_webhook",
            "await to_thread(...)",
            "asyncio.create_task(asyncio.to_thread(stripe_events.handle_without_stripe, db, settings, event))",
        ),
        omit("an event has its effect each time", "handle_payment_event", "not store_event(...)"),
        swap(
            "a payment without its checkout is taken and forgotten",
            "handle_payment_event",
            "raise Unavailable",
            "return",
        ),
    ),
    *noticed_by("test_an_event_of_a_connected_account_makes_no_order")(
        never(
            "an event of a truck's own account is taken for ours", "handle_without_stripe", "is_connected_account_event"
        ),
    ),
    *noticed_by("test_without_a_stored_intent_the_event_alone_is_not_believed")(
        never("an event is believed without a stored intent", "handle_without_stripe", "_must_be_reread"),
    ),
    *noticed_by("test_a_payment_of_another_installation_is_none_of_ours")(
        never("a payment of another installation is asked for again", "handle_payment_event", "is_own_payment"),
    ),
    *noticed_by("test_a_payment_for_a_truck_that_is_not_ours_is_none_of_ours")(
        swap(
            "a payment for a truck of others is asked for again",
            "is_own_payment",
            "session.get(...) is not None",
            "True",
        ),
    ),
    *noticed_by("test_fulfillment")(
        always("the reconciler does not read the log", "ScheduledReconciler._read_event_log", "oldest is None"),
        never("the page believes any status", "_verify", "intent.status != 'succeeded'"),
    ),
    *noticed_by("test_concurrency_guards")(
        never(
            "a payment that a cancel finds succeeded is dropped",
            "ScheduledReconciler._cancel_unpaid",
            "intent.status == 'succeeded'",
        ),
        omit("the currency is not compared", "_find_mismatch", "'currency'"),
        omit("test money counts as real money", "_find_mismatch", "'mode'"),
        omit("another payment settles the checkout", "_find_mismatch", "'payment intent'"),
        omit("a payment that has not succeeded settles", "_find_mismatch", "'status'"),
    ),
    *noticed_by("test_catch_up")(
        swap(
            "a payment that cannot be settled ends the round",
            "ScheduledReconciler._fulfill_or_defer",
            "Exception",
            "ZeroDivisionError",
        ),
        swap("an event that cannot be read ends the round", "_read_event", "Exception", "ZeroDivisionError"),
        swap(
            "what was set aside is tried in every round",
            "ScheduledReconciler._find_unfulfilled",
            "[event for event in unfulfilled if event.intent_id not in deferred]",
            "unfulfilled",
        ),
        swap(
            "the mark passes what was not settled",
            "_read_event_log",
            "not _fulfill_all(...)",
            "self._fulfill_all(part.events) is None",
        ),
        swap(
            "what is overdue waits for the log",
            "ScheduledReconciler.run",
            "self._run_other_lanes()",
            "(self._read_event_log(), self._run_other_lanes())",
        ),
        skip("what is fresh waits for a backlog", "ScheduledReconciler._read_event_log", "_fulfill_recent"),
        never("who has lost its turn goes on", "ScheduledReconciler._fulfill_all", "_should_continue"),
        omit("a checkout that is refused heads the list", "list_overdue_checkouts", "~is_set_aside"),
    ),
    *noticed_by("test_reconcile_disputes")(
        swap("disputes are not read again", "PeriodReconciliation._compare_disputes", "sorted(still_open)", "()"),
        swap(
            "a new dispute of which no event came is never learnt",
            "PeriodReconciliation._compare_disputes",
            "disputes_between(...)",
            "()",
        ),
    ),
    *noticed_by("test_intent_metadata")(
        always("a changed copy is believed", "decode_metadata", "_totals_match"),
    ),
    *noticed_by("test_reconcile")(
        swap(
            "one odd payment ends a reconciliation",
            "PeriodReconciliation.run",
            "self._compare_safely",
            "self._compare_payment",
        ),
        never("an abandoned refund stays so", "_requeue_stuck_refunds", "not self._dry_run"),
    ),
    *noticed_by("test_event_log")(
        never("of more payments in a second than fit a page the oldest are lost", "_bisect_to_oldest", "page.has_more"),
    ),
    *noticed_by("test_archive_ends_checkouts")(
        never("a payment after the deletion of its truck is kept", "_follow_up", "is_orphaned"),
        never("a deletion cancels other orders than were agreed to", "archive_truck", "orders"),
    ),
    *noticed_by("test_fifty_verifications_at_once_make_one_order_and_one_text", database="postgresql")(
        omit("a payment claims its checkout more than once", "_CLAIM", "_checkouts.c.status != PAID"),
    ),
    *noticed_by("test_an_amount_that_is_not_the_checkouts_is_held_for_review")(
        omit("the amount is not compared", "_find_mismatch", "'amount'"),
    ),
    *noticed_by("test_the_cancelled_intent_of_a_failed_try_leaves_the_checkout_open")(
        omit(
            "the cancelled intent of a failed try closes the checkout",
            "_close_cancelled",
            "checkout.payment_intent_id in (None, intent_id)",
        ),
    ),
    *noticed_by("test_held_payments")(
        never("a decided payment becomes an order", "_fulfill", "decision"),
        never("the payment of an order is given back beside it", "_decide", "find_order_by_intent"),
        skip("a held payment that has become an order stays on the list", "_fulfill", "close_review"),
    ),
    *noticed_by(
        "test_two_payments_of_one_checkout_at_the_same_instant_are_an_order_and_a_held_payment", database="postgresql"
    )(
        swap(
            "the second payment of a checkout is dropped where writers meet",
            "_fulfill",
            "_read_concurrent_result(...)",
            "FulfillmentResult(won) if (won := find_order_by_intent(session, intent.id)) else None",
        ),
    ),
    *noticed_by("test_the_first_of_cancellation_and_cash_decides")(
        omit("a later wish replaces how a payment on a reader ends", "_decide", "CounterPayment.ending.is_(None)"),
    ),
    *noticed_by("test_an_intent_that_is_made_while_the_payment_ends_is_never_handed_to_the_reader")(
        never("a reader asks for the card of an order that was paid in cash", "_hand_over", "_still_waits"),
    ),
    *noticed_by("test_a_cancelled_try_has_no_code_of_the_declined_one_before")(
        swap("a cancelled try was declined by the bank", "apply_intent", "words.startswith(reason or '')", "True"),
    ),
    *noticed_by("test_after_a_cancellation_that_stripe_did_not_answer_staff_may_take_cash")(
        never("a cancellation that failed keeps staff from taking cash", "_undo", "is_first"),
    ),
    *noticed_by("test_the_worker_finishes_what_a_server_that_died_had_decided")(
        never("a payment that staff have ended waits for ever after a restart", "settle", "payment.ending"),
    ),
    *noticed_by("test_the_tip_on_the_reader_is_part_of_the_order_and_a_large_one_is_flagged")(
        swap("the amount of a reader is compared without its tip", "reader_tip", "tip_cents", "0"),
        never("a tip above the limit is not flagged", "as_counter_order", "max_tip_cents"),
    ),
    *noticed_by("test_a_changed_address_and_changed_tips_reach_the_provider")(
        never("readers stay at the old address", "change_settings", "OF_READERS"),
    ),
    *noticed_by("test_while_a_card_is_asked_for_nothing_else_pays_the_order")(
        skip("cash is taken while a card is asked for", "_record", "refuse_kept_draft"),
    ),
    *noticed_by("test_staff_cannot_cancel_an_order_while_a_card_is_asked_for_it")(
        skip("an order is cancelled while a card is asked for it", "_apply", "refuse_kept_draft"),
    ),
    *noticed_by("test_the_truck_gets_its_part_as_online_and_the_whole_tip_of_the_reader")(
        swap("a card at the counter is the platform's", "_create_intent", "checkout.destination_account", "None"),
        swap("any card can pay what a reader asks for", "_create_intent", "checkout.source == 'counter'", "False"),
    ),
    *noticed_by("test_a_charge_of_another_mode_amount_or_currency_is_held_for_review")(
        omit("test money pays at the counter", "_find_mismatch", "'mode'"),
        omit("any amount pays at the counter", "_find_mismatch", "'amount'"),
    ),
    *noticed_by("test_a_charge_that_is_held_for_review_ends_the_payment_that_staff_wanted_to_end")(
        skip("a card whose charge is held is asked for again", "hold_for_review", "_end_on_reader"),
    ),
    *noticed_by("test_a_draft_whose_charge_is_held_for_review_is_not_charged_again_until_it_is_decided")(
        skip("a draft whose charge is held is charged again", "_save", "refuse_while_in_review"),
        omit(
            "a draft can never be charged again after a review",
            "refuse_while_in_review",
            "PaymentReview.decision.is_(None)",
        ),
    ),
    *noticed_by("test_an_order_whose_charge_is_held_for_review_is_not_charged_again_until_it_is_decided")(
        skip("an unpaid order whose charge is held is charged again", "_take_for_order", "refuse_while_in_review"),
    ),
    *noticed_by("test_a_cancellation_that_stripe_tells_before_its_answer_is_lost_ends_the_payment")(
        skip("a payment waits for ever after a cancellation without an answer", "_undo", "end_unpaid"),
    ),
    *noticed_by("test_a_payment_whose_checkout_was_closed_without_it_is_not_held_for_ever")(
        never("a payment of a closed checkout waits for its reader", "settle", "checkout.status"),
    ),
    *noticed_by("test_until_the_reader_has_the_next_try_its_last_failure_is_no_answer")(
        omit("a try is declined by the one before", "_read_state", "is_before and action.status == 'failed'"),
    ),
    *noticed_by("test_a_code_for_once_per_phone_needs_the_phone_and_is_used_once")(
        skip("a card on a reader needs no phone for once per phone", "_save", "refuse_without_phone"),
    ),
    *noticed_by("test_a_payment_whose_intent_failed_keeps_slot_and_code_for_the_next_try")(
        omit(
            "a card order loses its slot when its intent fails",
            "_release_unmade",
            "checkout.source != counter_states.COUNTER_SOURCE",
        ),
    ),
    *noticed_by("test_an_order_of_the_counter_is_confirmed_at_once_also_while_none_are_taken_online")(
        omit(
            "a card order of the counter waits while none are taken online",
            "_to_order_draft",
            "checkout.source == COUNTER_SOURCE",
        ),
    ),
    *noticed_by("test_the_day_is_not_closed_while_a_reader_may_still_charge_a_card")(
        omit("a day is closed while a card may be charged", "refuse_while_running", "*models.MAY_RUN"),
    ),
    *noticed_by("test_a_cancelled_payment_charges_nothing_and_frees_its_draft")(
        skip("two readers ask for the card of one draft", "_save", "claim_draft"),
        skip("a cancelled payment keeps its draft", "end_unpaid", "release_draft"),
    ),
    *noticed_by("test_a_tapped_card_becomes_one_order_with_its_reader_and_its_receipt")(
        swap(
            "the intent of a card at the counter is not stored",
            "_store_intent",
            "checkout_statements.store_intent(...)",
            "True",
        ),
    ),
    *noticed_by("test_an_emailed_receipt_waits_for_the_card_and_says_what_card_networks_require")(
        never("a receipt is sent without its card", "_wait_for_card", "lacks_card"),
    ),
    *noticed_by("test_a_printed_receipt_waits_for_the_card_but_not_for_ever")(
        never("a receipt is printed without its card", "print_paper", "lacks_card(order)"),
        skip("a printed receipt waits although its card is known", "read_receipt", "release_receipts"),
    ),
    *noticed_by("test_the_list_asks_the_provider_every_few_seconds_and_says_when_a_reader_was_seen")(
        never("each look at the list asks the provider", "look_at_readers", "_looks.claim(...)"),
    ),
    *noticed_by("test_watch")(
        omit("a charge after a timeout is never asked about", "is_to_be_asked", "*models.MAY_RUN"),
        swap("only the first page of payments is asked about", "_read_pages", "len(page) < PAGE", "True"),
    ),
    *noticed_by("test_unpaid_orders")(
        swap(
            "a recovered payment of an order makes another order", "find_order_to_pay", "intent.metadata.get(...)", "''"
        ),
    ),
    *noticed_by("test_a_late_charge_takes_counted_stock_again_where_there_are_no_slots")(
        omit("a late charge after the stop takes no stock", "confirm_slot", "known is None"),
    ),
]
