"""Refunds and disputes: no money goes back twice, and none is kept."""

from mutant_tables.mutant import always, never, noticed_by, omit, skip, swap

MUTANTS = [
    *noticed_by("test_each_refund_names_its_amount_and_whether_the_order_stands_up_to_five_times")(
        never(
            "the customer is told of every refund of an order without a limit",
            "announce_refund",
            "count >= MAX_REFUND_NOTICES",
        ),
    ),
    *noticed_by("test_partial_refunds")(
        always(
            "the kitchen leaves out what a failed refund has returned",
            "count_refunded_pieces",
            "refund.status != 'failed'",
        ),
        never("more goes back than is left", "_refund", "amount > remaining_cents"),
        swap(
            "a press that is repeated gives back twice",
            "run_idempotent",
            "request is None",
            "request is None or kind is not None",
        ),
    ),
    *noticed_by("test_of_many_at_once_only_what_was_paid_goes_back", database="postgresql")(
        swap("two people reserve the same money", "_refund", "get_one(...)", "session.get_one(Order, order_id)"),
    ),
    *noticed_by("test_disputes")(
        never("the truck keeps the money of a cancelled order whose dispute it won", "_apply", "DISPUTE_WON"),
        always("admins see the disputes of other trucks", "_of_truck", "truck_id is None"),
        never("a disputed payment is refunded as well", "_refund", "DISPUTED"),
    ),
    *noticed_by("test_money_from_the_window_is_due_until_staff_have_paid_it_out")(
        omit("a second press pays out again", "_pay_out", "Refund.status == DUE"),
    ),
    *noticed_by("test_every_figure")(
        omit("a refund counts before it is paid out", "COUNTS_AS_REFUND", "DUE"),
    ),
    *noticed_by("test_what_is_left_to_do")(
        swap(
            "a customer who paid in cash is told of a card",
            "_find_refund_facts",
            "told[-1].method == COUNTER and order.window_method",
            "False",
        ),
    ),
    *noticed_by("test_concurrency_guards")(
        swap(
            "a refund's key changes from try to try",
            "_prepare",
            "refund.key if refund.key_try == 1 else f'{refund.key}:{refund.key_try}'",
            "f'{refund.key}:{claimed.attempts}'",
        ),
        swap(
            "late news takes a refund back to pending",
            "_may_advance",
            "EARLIER_STATUSES[fetched.status]",
            "('pending', 'succeeded', 'failed')",
        ),
    ),
    *noticed_by("test_a_lost_answer_sends_the_money_once")(
        always("a refund is not looked up before it is sent again", "_find_or_send", "is_first"),
    ),
    *noticed_by("test_slow_refunds")(
        swap(
            "a key that is in use counts as used up",
            "to_unavailable",
            "(error.http_status or 0) >= 500 and headers.get(...) == 'true'",
            "bool(error.http_status)",
        ),
        omit("a failure counts as stored that was only passed on", "to_unavailable", "headers.get(...) == 'true'"),
        swap("a refused look changes a refund's key", "_find_or_send", "Unavailable", "StripeFailureReplayed"),
        swap("the next key of a refund comes after seconds", "_retry_later", "max(delay, min_delay)", "delay"),
        omit("a second refund under our id is not in the books", "_matches", "is_free"),
    ),
    *noticed_by("test_refunds_never_given_up")(
        swap("a fault of ours ends a refund", "send_refund", "Exception", "ZeroDivisionError"),
        swap(
            "a refund that was denied stays failed",
            "_may_advance",
            "sa.or_(...)",
            "Refund.status.in_(EARLIER_STATUSES[fetched.status])",
        ),
        never("the last refund does not wait for the others", "_try_smaller", "_has_unsent_refunds"),
    ),
    *noticed_by("test_refund_a_cancelled_order")(
        never("cancelling keeps the money", "_record_step", "status == statuses.CANCELLED"),
    ),
    *noticed_by("test_stock")(
        never("refunded pieces are back in stock although the kitchen has started", "_refund", "is_back_in_stock"),
        swap(
            "refunded pieces are given back again with their order",
            "follow_refund",
            "held + moved if is_to_be_made else held - moved",
            "held",
        ),
        never("pieces that ran out are left over when their order is cancelled", "_move_pieces", "not is_sold_again"),
        skip("a refund that is refused leaves its pieces to others", "_mark_failed", "follow_refund"),
        skip("a refund that was made after all takes its pieces from others", "store_refunds", "follow_refund"),
        omit("a refund changes what is not counted any more", "_ROW", "_IS_COUNTED"),
        swap(
            "a refund locks the customer before stock",
            "add_refund",
            "follow_refund(...)",
            "(update_payment_status(session, order.id), follow_refund(session, order, refund))",
        ),
    ),
]
