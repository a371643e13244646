"""Late orders: sold without network, kept as they were charged, once, by the staff of the truck alone."""

from mutant_tables.mutant import always, never, noticed_by, omit, skip, swap

MUTANTS = [
    *noticed_by("test_late_orders")(
        never("a late order that was sent again with other sums is refused", "place_late_order", "earlier is not None"),
        skip("a device sends as many late orders as it likes", "late/service/_place", "consume"),
        swap(
            "a tablet whose clock is an hour fast sells in the future",
            "check_late_order",
            "min(taken_at, sent_at) + ahead",
            "min(taken_at, sent_at)",
        ),
        swap(
            "what was taken after it was sent is of tomorrow",
            "check_late_order",
            "min(taken_at, sent_at) + ahead",
            "taken_at + ahead",
        ),
        never("an instant beyond all clocks is a fault of the server", "late/schemas/_find_problems", "is_of_a_clock"),
        never("a late order of last year is taken", "check_late_order", "taken < now - OLDEST"),
        swap(
            "what was voided is refused for its sums",
            "check_late_order",
            "is_of_now or isinstance(request.void, SentReason)",
            "is_of_now",
        ),
        never("an old server takes a record that it cannot read", "check_late_order", "request.format"),
        never("sums that contradict each other are taken", "check_sums", "wrong"),
        omit("a late order has items of another truck", "late/service/_find_item", "item.truck_id == truck.id"),
        omit("the drawer opens for cash of yesterday", "orders/service/_print", "order.offline is None"),
        always("what was handed out yesterday is printed for the kitchen", "orders/service/_print", "not has_ticket"),
        never("the customer of a late order gets a text on arrival", "_tell_customer", "draft.offline is not None"),
    ),
    *noticed_by("test_quantities_and_free_ones_are_compared_with_the_prices_that_were_read")(
        swap("a late order is compared with what is free now", "find_prices", "now | then", "now"),
        swap(
            "nothing of a late order was free",
            "_charge_published",
            "charge_options(pieces, count)",
            "[cents * of for cents, of in pieces]",
        ),
        swap("the prices that are kept forget what is free", "publish_prices", "menu.free", "()"),
    ),
    *noticed_by("test_late_orders_stock")(
        omit("a late order is counted only as far as stock is left", "take_late_slot", "forces_stock"),
        omit("a full slot refuses a late order", "take_late_slot", "forces_slots"),
        swap(
            "a late order takes units of a slot that is over",
            "take_late_slot",
            "0 if is_over_now else needs.units",
            "needs.units",
        ),
        omit("new prices are published an hour late", "is_publishing_due", "PublishedPrices.version == version"),
        swap("the tax of a deleted stop is the truck's", "find_prices", "late.stop_id or OF_TRUCK", "OF_TRUCK"),
        never("a price of last year is the published one", "find_prices", "found is None"),
        skip("a late order takes no stock", "late/service/_place", "take_late_slot"),
    ),
    *noticed_by("test_device_letters")(
        never("two devices have one letter within 30 days", "_free_letter", "holder is None"),
        swap("a letter is another device's at once", "_free_letter", "holder.last_seen_at < too_old", "True"),
        always("a full disk closes the counter of a known device", "read_counter", "letter is None"),
        never("a device without a letter sells without one", "read_counter", "letter is None"),
        swap("a letter that another may have is read", "find_letter", "unseen_for <= KEPT_FOR", "True"),
        never("an order that has arrived is discarded", "discard_order", "find_order_of_draft"),
        never("what a reader asks a card for is discarded", "discard_order", "is_kept"),
        swap(
            "another tab sells what was discarded",
            "discard_order",
            "keep_discarded(session, truck.id, draft_id)",
            "True",
        ),
    ),
]
