"""Orders: their status, their links, and who may change them."""

from mutant_tables.mutant import always, never, noticed_by, omit, skip, swap

MUTANTS = [
    *noticed_by("test_correct_a_contact")(
        swap(
            "a stranger keeps the link of an order whose phone was corrected",
            "_correct",
            "order.tracking_token, order.updated_at = (new_secret(), clock.now())",
            "order.updated_at = clock.now()",
        ),
        swap(
            "a stranger's open stream follows an order whose phone was corrected",
            "render_tracking",
            "_is_view_token(...)",
            "False",
        ),
        never("a phone is corrected while a text to the old one is being sent", "_lock_messages", "until"),
        skip("a text that waited for the wrong phone still goes there", "_forget_sms", "unsent"),
        skip("a stranger's device is told about an order whose phone was corrected", "_correct", "change_rows"),
        omit(
            "a customer corrects an order's phone for as long as they like",
            "correct_own_contact",
            "clock.now() > contact_ends_at(...)",
        ),
    ),
    *noticed_by("test_counter_drafts")(
        never(
            "an edited draft is a second order once its first answer is lost", "place_once", "not insert_if_absent(...)"
        ),
        omit("a draft is the order of another truck", "find_order_of_draft", "CounterDraft.truck_id == truck_id"),
    ),
    *noticed_by("test_counter_offers")(
        never("a code for once per phone is used without one", "refuse_without_phone", "terms.once_per_phone"),
        skip("the counter takes a code off and never counts it", "placement/counter_orders/_place", "take_use"),
        skip("an erased customer is known by the code of their order", "anonymize_orders", "forget_phones"),
    ),
    *noticed_by("test_order_emails")(
        never("the receipt of an order is sent for ever", "orders/receipts/_send", "not enqueue_sent_receipt(...)"),
        skip("an erased customer's address stays in a message", "cancel_order_messages", "outbox.forget_address"),
    ),
    *noticed_by("test_change_status")(
        never("any status may follow any other", "_apply", "NEXT_STATUSES"),
        swap(
            "a status is changed whatever it has become meanwhile",
            "_apply",
            "[Order.id == seen.id] + ([Order.status == seen.status] if status else [])",
            "[Order.id == seen.id]",
        ),
        omit("a step that is only passed is texted too", "_record_step", "not is_passed"),
        never(
            "a customer without a phone seems to be told of a new time",
            "_find_why_untold",
            "order.customer_phone is None",
        ),
    ),
    *noticed_by("test_dashboard")(
        omit("a dashboard counts the pay-outs of other trucks", "_sum_due_pay_outs", "Order.truck_id == truck_id"),
        never("a dashboard counts the failed texts of other trucks", "_is_failed_text", "truck_id is not None"),
        omit("a cancelled order makes a stop busy", "_list_quiet", "Order.status != CANCELLED"),
    ),
    *noticed_by("test_confirmed_at_once")(
        omit(
            "an order with flags confirms itself", "_is_confirmed_at_once", "draft.source == 'counter' or (not flags)"
        ),
        omit(
            "an order that was being paid when the truck paused confirms itself",
            "_to_order_draft",
            "checkout.source == COUNTER_SOURCE or _takes_orders(...)",
        ),
        omit("a payment that was held for review confirms itself", "_to_order_draft", "not was_held"),
        omit("an order that arrived late confirms itself", "_is_confirmed_at_once", "draft.placed_at is None"),
        swap(
            "an order that confirms itself counts as pending",
            "allocate_order_number",
            "{**zeros, 'truck_id': truck_id, 'last_number': FIRST_ORDER_NUMBER, status: 1}",
            "{**zeros, 'truck_id': truck_id, 'last_number': FIRST_ORDER_NUMBER, 'pending': 1}",
        ),
    ),
    *noticed_by("test_pickup_time")(
        omit("the second of two hours is forgotten", "resolve_pickup", "_to_utc(combine(...), tz, fold=1)"),
    ),
    *noticed_by("test_staff_see_what_the_customer_sees_and_get_no_link_that_acts")(
        swap(
            "staff get the link that acts for the customer",
            "to_staff_order",
            "make_view_token(...)",
            "order.tracking_token",
        ),
        swap(
            "a link that only shows an order acts on it",
            "get_order_by_token",
            "one_or_none(...)",
            "session.scalars(query).one_or_none() or session.get(Order, read_view_token(token))",
        ),
        never("any text after an order's ID shows the order", "_is_view_token", "compare_digest"),
    ),
    *noticed_by("test_the_customers_choice")(
        always("who of the staff acts by a customer's link stays unknown", "read_author", "actor is None"),
    ),
]
