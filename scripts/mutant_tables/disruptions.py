"""Stops and their disruptions: what customers have ordered for."""

from mutant_tables.mutant import never, noticed_by, omit, skip, swap

MUTANTS = [
    *noticed_by("test_none_is_lost")(
        swap(
            "an order that follows its stop stores what it had before",
            "_move_reservation",
            "try_release(...)",
            "reservation_rows.try_release(session, own.id) and own",
        ),
        omit("a step is done twice", "apply_step", "DisruptionStep.state == models.WAITING"),
        never("an order that is paid after the start stays as it was", "_follow_up", "has_changed"),
        skip("open checkouts stay payable at a stop that has changed", "_begin", "expire_checkouts"),
        never("a customer takes a slot before the order has followed its stop", "read_own_slots", "start_of"),
    ),
    *noticed_by("test_what_is_left_to_do")(
        skip("cancelling a stop refunds any amount without a proof", "_schedule", "require_proof_above"),
        skip("another try of a disruption refunds any amount without a proof", "_retry", "require_proof_above"),
        skip("without a phone an order can be changed until the kitchen starts", "_notify_customer", "record_notified"),
        swap(
            "a refused refund is never requested again",
            "_retry",
            "_retry_step(...) | retry_refund(...)",
            "_retry_step(session, step)",
        ),
    ),
    *noticed_by("test_texts_that_are_overtaken")(
        never("a text that waited is sent although it is no longer true", "_find_staleness", "is_stale"),
    ),
    *noticed_by("test_schedule_and_take_back")(
        never(
            "a disruption starts although orders have changed since its preview",
            "_schedule",
            "request.digest != fresh.digest",
        ),
        omit("a renamed truck or place passes the digest", "_digest", "sorted(...)"),
        never("a stop is changed while its disruption waits for its start", "refuse_with_orders", "used.is_changing"),
        omit("a place is archived before the stop has moved there", "archive_place", "is_relocation_target(...)"),
        skip("a disruption is scheduled while another one runs", "_schedule", "_refuse_running"),
        omit("a disruption that has started is taken back", "_withdraw", "Disruption.state == models.SCHEDULED"),
    ),
    *noticed_by("test_one_after_another")(
        swap(
            "a second disruption starts while orders have not followed the first",
            "find_blocking",
            "sa.and_(...)",
            "sa.false()",
        ),
        swap(
            "an early end overlooks a delay that has not reached the order",
            "list_open_orders",
            "_add(row[2], row[5])",
            "row[2]",
        ),
        never("a failed move that is tried again sends customers to the place before", "_relocate", "_has_newer_move"),
    ),
    *noticed_by("test_schedule_and_take_back", database="postgresql")(
        swap(
            "two disruptions of a stop are scheduled at once without the lock of the stop",
            "_schedule",
            "lock_stop_for",
            "queries.get_stop_for",
        ),
    ),
    *noticed_by("test_schedule_and_take_back", "test_none_is_lost")(
        omit("a disruption starts twice, or after it was taken back", "start", "Disruption.state == models.SCHEDULED"),
    ),
    *noticed_by("test_none_is_lost", database="postgresql")(
        swap(
            "a payment and the start of a disruption miss each other",
            "_LOCK_PLAN",
            "with_for_update(...)",
            "sa.select(_stops.c.plan_version).where(_stops.c.id == sa.bindparam('stop_id'))",
        ),
    ),
    *noticed_by("test_none_is_lost", "test_the_customers_choice")(
        omit("food that is started or handed out is cancelled and refunded", "try_cancel", "Order.status.in_(...)"),
    ),
    *noticed_by("test_the_four_kinds")(
        skip("a cancelled order gets three texts", "_notify_customer", "suppress_closing_sms"),
    ),
    *noticed_by("test_the_customers_choice")(
        omit("a customer moves an order that the kitchen has started", "_record_move", "Order.status.in_(...)"),
        never("a customer changes an order shortly before its pickup", "_require_open_window", "is_closed"),
    ),
    *noticed_by("test_stop_races", database="postgresql")(
        skip("two stops are saved at once without the truck's lock", "stops_service/_create", "lock_staff_truck"),
    ),
    *noticed_by("test_stop_races")(
        never("a truck is at two places at once", "refuse_overlap", "other is not None"),
    ),
    *noticed_by("test_with_orders_the_zone_stays_and_everything_else_can_change")(
        never(
            "another time zone of a place moves what customers have ordered for", "move_to_zone", "ordered is not None"
        ),
    ),
    *noticed_by("test_stops_with_customers")(
        never("a stop changes although customers have ordered for it", "refuse_with_orders", "used.has_customers"),
    ),
    *noticed_by("test_checkout_at_a_stop")(
        omit(
            "a checkout is saved for a plan that staff have changed in between",
            "lock_slots",
            "rows[0][0] != stop.plan_version",
        ),
        omit("an order at a stop is taxed as at home", "at_stop", "tax_rate_units"),
    ),
]
