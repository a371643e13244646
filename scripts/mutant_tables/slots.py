"""Slots, stock, and the share that one network may hold of them."""

from mutant_tables.mutant import always, never, noticed_by, omit, skip, swap

MUTANTS = [
    *noticed_by("test_next_stop")(
        swap(
            "a stop is proposed on a day that is taken",
            "_find_free_day",
            "starts_at > now and is_free",
            "starts_at > now",
        ),
        swap("a stop is proposed that has begun", "_find_free_day", "starts_at > now and is_free", "is_free"),
        omit("a cancelled stop keeps its day", "_list_spans", "StopRow.status == SCHEDULED"),
    ),
    *noticed_by("test_create_payment_intent")(
        swap(
            "a stranger uses up the checkouts of a phone",
            "phone_key",
            "f'checkout:{phone}@{address}'",
            "f'checkout:{phone}'",
        ),
        skip("an address that is refused takes threads all the same", "refuse_remembered", "known.error"),
    ),
    *noticed_by("test_executors")(
        swap("one client takes all threads of a kind of work", "_part_of_one", "max(1, count * 3 // 4)", "count"),
    ),
    *noticed_by("test_unpaid_share")(
        swap(
            "unpaid checkouts of one network may hold all slots",
            "UnpaidShare.refuse_units",
            "refuse_large_share(...)",
            "refuse_large_share(0, units, held + free, self._percent)",
        ),
        swap(
            "unpaid checkouts of one network may hold all pieces",
            "hold_slot",
            "refuse_pieces(...)",
            "service.reserve(session, held, calendar, replaced)",
        ),
        never("unpaid checkouts of one network may hold all uses of an offer", "_count", "terms.max_uses is not None"),
    ),
    *noticed_by("test_unpaid_share", database="postgresql")(
        never("unpaid checkouts of one network do not wait for each other", "_consume_limits", "by_address <= 0"),
    ),
    *noticed_by("test_a_repeat_is_not_refused_by_what_its_first_request_holds", database="postgresql")(
        skip("a repeat without an attempt does not wait for its first request", "_find_existing", "lock_transaction"),
    ),
    *noticed_by("test_last_try", database="postgresql")(
        skip(
            "orders at the counter of a truck that is always open do not wait for each other",
            "orders/read_slots",
            "lock_truck_slots",
        ),
        never("the last try of a checkout does not keep others waiting", "lock_slots", "exclusive"),
        never(
            "the last try of a checkout relies on counts that were read before it has waited",
            "hold_slot",
            "hold.exclusive",
        ),
        never(
            "the last try of an order at the counter relies on counts that were read before it has waited",
            "reserve_counter_slot",
            "choice.exclusive",
        ),
        swap("the last try of a retry does not keep others waiting", "renew_hold", "exclusive", "False"),
    ),
    *noticed_by("test_release")(
        omit(
            "a retry holds a slot of a plan that the customer has not seen",
            "_lock_slots",
            "stop.plan_version != checkout.stop_plan_version",
        ),
        swap(
            "a cancelled order gives back by the slot that it had before",
            "_apply",
            "release_order(...)",
            "release_order(session, seen, before['status'])",
        ),
        omit("a payment whose slot a failed request has released can be paid", "_store_intent", "has_slot"),
        omit(
            "a late payment takes the slot of a newer payment of its attempt",
            "_release_unpayable",
            "newer.payment_intent_id is not None",
        ),
        never(
            "a late payment takes the slot of another purchase of its attempt",
            "_release_unpayable",
            "counts_as_payment_of",
        ),
        never("a checkout that is closed already holds its slot again", "renew_hold", "lock_open_checkout"),
        omit(
            "a failed request gives back the slot of another one's payment",
            "_release_unmade",
            "checkout.payment_intent_id is None",
        ),
        always(
            "a slot is given back although its payment succeeded", "ScheduledReconciler._cancel_unpaid", "'canceled'"
        ),
        skip("a closed checkout keeps its slot", "close_checkout", "release"),
        swap(
            "what was given back is given back again",
            "_RELEASE",
            "_reservations.c.status != RELEASED",
            "_reservations.c.status != ''",
        ),
        swap(
            "an order keeps what was given to someone else",
            "_CONFIRM",
            "_reservations.c.status == HELD",
            "_reservations.c.status != CONFIRMED",
        ),
        always("a replaced checkout keeps its slot", "release_earlier", "attempt is None"),
        omit("a cancelled order gives back a slot that has begun", "release_order", "order.slot_at > clock.now()"),
    ),
    *noticed_by("test_stock", database="postgresql")(
        swap(
            "what is not named any more is uncounted out of order",
            "set_stock",
            "sorted(...)",
            "[*_list_counted(session, stop), *sorted(wanted)]",
        ),
    ),
    *noticed_by("test_none_is_lost")(
        swap(
            "a change of plan leaves the holds of open checkouts to the reconciler",
            "expire_checkouts",
            "Reservation.status == HELD",
            "sa.false()",
        ),
    ),
    *noticed_by("test_checkout_attempts")(
        swap(
            "a payment that is made as its checkout is closed can be paid",
            "store_intent",
            "row is not None and (not row[0])",
            "row is None or not row[0]",
        ),
    ),
    *noticed_by("test_races", database="postgresql")(
        omit("two customers take the last units of a slot", "_build_reserve", "where"),
        omit("two customers take the last piece", "_RESERVE", "_stock.c.taken + _COUNT <= _stock.c.initial"),
        swap("a customer who was slower is not planned for again", "retry_on_conflict", "continue", "raise"),
        swap(
            "a count begins in the middle of a release",
            "OrderedStopUsage.lock_pieces",
            "active.with_for_update()",
            "active",
        ),
    ),
    *noticed_by("test_slot_allocation", "test_hold_a_slot")(
        never("online orders take the share of the counter", "count_free", "is_online"),
    ),
    *noticed_by("test_slot_allocation")(
        omit("an order spills into a slot that has begun", "_list_candidate_slots", "start_of(...) <= now"),
    ),
    *noticed_by("test_counter")(
        omit(
            "an order at the counter keeps the pieces of food that was not started",
            "release_order",
            "order.source == 'counter' and before in NOT_STARTED",
        ),
        omit(
            "an order at the counter gives back what the kitchen has started", "release_order", "before in NOT_STARTED"
        ),
        never("the counter prices for a stop that has changed", "choose_counter_stop", "stop.version"),
        omit("a new tax rate leaves the versions of its stops", "SHOWN_FIELDS", "'tax_rate'"),
        omit(
            "the counter takes an order for another truck's stop as closed",
            "choose_counter_stop",
            "known.truck_id != truck.id",
        ),
        never(
            "a pickup time without a slot is ignored",
            "reserve_counter_slot",
            "choice.slot_at is not None and (not has_slots)",
        ),
        swap(
            "the counter sells for a stop longer than an hour after its end",
            "list_counter_stops",
            "COUNTER_AFTER_END",
            "2 * COUNTER_AFTER_END",
        ),
        never("the counter overfills a slot without a confirmation", "reserve_counter_slot", "may_overfill"),
    ),
    *noticed_by("test_stock")(
        swap("a count that begins forgets what is ordered", "_begin_counts", "pieces.get(...)", "0"),
        swap(
            "a count goes below what is ordered",
            "_store",
            "sa.true() if initial is None else StopStock.taken <= initial",
            "sa.true()",
        ),
        swap(
            "a move to another slot stores the stock from before a refund",
            "_reserve_slot",
            "try_release(...)",
            "rows.try_release(session, slots.own.id) and slots.own",
        ),
        swap(
            "a move to another slot hides that an order has too many pieces",
            "_reserve_slot",
            "gone.is_over_capacity",
            "False",
        ),
        never("a cart gets more pieces than are left", "find_shortages", "needed[counted.id] > available"),
    ),
]
