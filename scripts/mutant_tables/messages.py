"""SMS, email and pushes: each is sent once, in time, and to those who may get it."""

from mutant_tables.mutant import always, never, noticed_by, omit, skip, swap, text

MUTANTS = [
    *noticed_by("test_send_once")(
        swap(
            "an email is not marked before it is handed over",
            "_claim_handover",
            "models.HANDING_OVER",
            "models.WAITING",
        ),
        swap("an email without a reply is sent again", "_hand_over", "EmailUncertain", "EmailUnavailable"),
    ),
    *noticed_by("test_a_worker_that_lost_its_message_hands_nothing_over")(
        omit("an email is handed over by a worker that has lost it", "_claim_handover", "not is_ours"),
    ),
    *noticed_by("test_smtp")(
        never("a password travels without TLS", "SmtpGateway._secure_and_sign_in", "is_loopback"),
    ),
    *noticed_by("test_concurrency_guards")(
        swap("an outbox key is taken more than once", "_values", "key", "f\"{key}:{__import__('time').time_ns()}\""),
        never("a refund goes on with a message that was lost", "payments/_prepare", "has_claim"),
    ),
    *noticed_by("test_a_slow_worker_whose_lease_ran_out_takes_nothing_from_the_next")(
        swap("a message is claimed without a lease", "claim_messages", "now + LEASE_DURATION", "None"),
    ),
    *noticed_by("test_a_full_lane_is_left_out_of_a_claim")(
        never("more of a lane is claimed while its threads are busy", "_left_out", "lane in full_lanes"),
    ),
    *noticed_by("test_outbox")(
        omit(
            "a statement that takes too long is retried for ever, and pauses the worker",
            "is_outage",
            "sqlstate != _STATEMENT_TIMEOUT_SQLSTATE",
        ),
        omit(
            "a message that a wrong clock has put off waits until then",
            "_is_misdated",
            "OutboxMessage.available_at > now + LONGEST_DELAY",
        ),
    ),
    *noticed_by("test_send_the_text")(
        swap(
            "a worker goes on with a message that it has lost",
            "_CLAIMED",
            "*outbox.CLAIMED_BY_CALLER",
            "_outbox.c.id == sa.bindparam('message')",
        ),
        never(
            "a message is not looked up before it is sent again", "notifications/service/_find_or_send", "sms.was_tried"
        ),
    ),
    *noticed_by("test_a_lease_that_ends_while_the_sms_is_saved_sends_nothing_twice")(
        never("an SMS is sent although its lease ends before its result is known", "send_queued_sms", "has_time_left"),
    ),
    *noticed_by("test_unconfirmed_orders")(
        swap(
            "superadmins hear of an unconfirmed order together with the truck's staff",
            "list_due_alerts",
            "sa.and_(is_for_superadmins, _is_not_enqueued(...))",
            "_is_not_enqueued(SUPERADMINS)",
        ),
        swap(
            "unconfirmed orders of which staff know hide new ones",
            "list_due_alerts",
            "sa.or_(*is_missing)",
            "_is_not_enqueued(SUPERADMINS)",
        ),
        omit(
            "a confirmed order can be cancelled after its time",
            "may_cancel_unconfirmed",
            "order.status != statuses.PENDING",
        ),
    ),
    *noticed_by("test_take_reports_and_replies")(
        omit("a reply is answered each time", "record_reply", "count"),
        swap(
            "a text that was given up stays failed",
            "_is_unanswered",
            "sa.or_(...)",
            "kind.status == delivery_status.SENDING",
        ),
        never("STOP is not heard", "_reason_to_skip", "found.has_opted_out"),
        swap(
            "a forged report is believed",
            "TwilioGateway.is_signature_valid",
            "validate(...)",
            "RequestValidator(secret)",
        ),
    ),
    *noticed_by("test_change_status")(
        never("each press on the pickup time sends a text of its own", "record_new_time", "_wait_longer"),
    ),
    *noticed_by("test_no_sms_overtakes_an_earlier_one_of_its_order")(
        never("an SMS overtakes an earlier one of its order", "_prepare_sms", "_is_too_early"),
    ),
    *noticed_by("test_write_to_a_customer")(
        swap("STOP is not heard by those who write to a customer", "has_opted_out", "first(...) is not None", "False"),
        omit("staff write to any number that they have ever typed", "_require_own_customer", "Order.status.in_(...)"),
        omit(
            "a number that staff wrote into a paid order counts as the one that paid", "has_proven_number", "is_(...)"
        ),
        never("staff write to any number of new numbers in an hour", "_claim_sms", "claim_new_number"),
    ),
    *noticed_by("test_long_tasks")(
        never("a long task outlasts its lease", "_renewing", "is_lost"),
    ),
    *noticed_by("test_a_turn_that_cannot_be_renewed_may_not_go_on")(
        omit(
            "a turn that cannot be renewed goes on for ever",
            "_HeldLease.is_lost",
            "time.monotonic() - self._requested_at > LEASE_DURATION.total_seconds()",
        ),
    ),
    *noticed_by("test_lanes")(
        text("texts and refunds wait for each other", "PROVIDER_LANES", "refund_payment", "none"),
    ),
    *noticed_by("test_catch_up")(
        swap("an outage counts as a failure of each checkout", "defer", "int(error != OUTAGE)", "1"),
    ),
    *noticed_by("test_texts_in_time")(
        swap(
            "a text of an earlier step comes after that of a later one",
            "OVERTAKEN_BY",
            "(statuses.READY, statuses.COMPLETED, statuses.CANCELLED)",
            "(statuses.CANCELLED,)",
        ),
    ),
    *noticed_by("test_periodic_leases", database="postgresql")(
        swap(
            "leases are judged by each host's own clock",
            "_measure_offset",
            "offset: timedelta = database_time - (now - uncertainty)",
            "offset = _NO_OFFSET",
        ),
    ),
    *noticed_by("test_periodic_leases", "test_long_tasks")(
        swap(
            "a lease of a clock that was set back counts as held",
            "acquire_lease",
            "sa.or_(...)",
            "WorkerLease.until <= now",
        ),
    ),
    *noticed_by("test_endpoints")(
        omit(
            "a browser may name any push service",
            "is_allowed",
            "any((_matches(...) for service in (*KNOWN_SERVICES, *services)))",
        ),
    ),
    *noticed_by("test_an_endpoint_that_is_not_allowed_any_more_is_not_called")(
        never("an endpoint that is not allowed any more is called", "_prepare", "is_allowed"),
    ),
    *noticed_by("test_an_endpoint_that_is_gone_is_forgotten_at_once")(
        skip("an endpoint that is gone is kept", "_forget", "forget_endpoint"),
    ),
    *noticed_by("test_who_lost_the_right_before_it_is_sent_hears_nothing")(
        swap(
            "who lost the right to see orders hears of them",
            "_find_allowed_actor",
            "decide_access(...) is AccessDecision.ALLOWED",
            "True",
        ),
    ),
    *noticed_by("test_an_order_has_at_most_three_devices_and_a_browser_counts_once")(
        never("an order has any number of devices", "_insert_order_device", "list_order_devices"),
    ),
    *noticed_by("test_a_user_has_at_most_ten_devices_and_a_session_one_for_each_truck")(
        never("a user has any number of devices", "_insert_staff_device", "_list_ids"),
    ),
    *noticed_by("test_when_the_push_fails_for_good_the_sms_goes_at_once")(
        skip("a failed push leaves the SMS waiting", "send_order_push", "release_held_sms"),
    ),
    *noticed_by("test_one_device_beside_does_not_replace_the_sms_that_another_would")(
        omit("a device beside the SMS replaces it", "send_order_push", "device.is_instead"),
    ),
    *noticed_by("test_a_device_that_fails_does_not_release_the_sms_that_another_still_replaces")(
        always(
            "a device that fails releases the SMS that another still replaces", "send_order_push", "has_other_instead"
        ),
    ),
    *noticed_by("test_a_device_whose_session_has_expired_is_neither_listed_nor_told_nor_counted")(
        omit(
            "a device whose session has expired counts as told",
            "_receives_pushes",
            "StaffDevice.session_digest.in_(...)",
        ),
    ),
    *noticed_by("test_daily_budget")(
        always("the day has no budget", "claim_daily_sms", "UNLIMITED"),
        never(
            "a text about a paid order is skipped for another truck's sake",
            "claim_daily_sms",
            "is_paid and is_within_share",
        ),
        swap(
            "texts about unpaid orders use up what is kept for paid ones",
            "claim_daily_sms",
            "limit if is_paid else limit - limit // RESERVED_PART",
            "limit",
        ),
        never("one truck takes all texts of a day", "claim_daily_sms", "not (is_paid or is_within_share)"),
        swap(
            "orders at the counter text any number of strangers",
            "_may_write_to_number",
            "claim_new_number(...)",
            "True",
        ),
        omit(
            "a number that staff wrote into a paid order is texted without a limit",
            "_may_write_to_number",
            "found.typed_by",
        ),
        never("a payer is not told of a refund because the day's texts are used up", "claim_daily_sms", "is_owed"),
    ),
]
