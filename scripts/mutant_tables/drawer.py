"""The drawer and the day's close: no cash is lost or counted twice, and no sheet changes."""

from mutant_tables.mutant import always, never, noticed_by, omit, skip, swap

MUTANTS = [
    *noticed_by("test_cash_of_before_belongs_to_the_next_drawer_and_is_not_expected_in_it")(
        skip("cash that was taken without a drawer is in none", "open_drawer", "take"),
    ),
    *noticed_by("test_a_sale_while_counting_is_told_with_the_new_sum")(
        never("a drawer is closed with a sum that is not true any more", "_close", "version"),
    ),
    *noticed_by("test_a_closed_drawer_takes_no_more")(
        never("cash is put into a drawer that was counted already", "lock_open_session", "closed_at"),
    ),
    *noticed_by("test_a_card_refund_on_another_device_never_leaves_the_drawer")(
        swap(
            "a refund to a card leaves the drawer",
            "_pay_out",
            "find_cash_session(...)",
            "day_events.find_cash_session(session, order.truck_id, 'cash')",
        ),
    ),
    *noticed_by("test_sales_while_the_drawer_is_counted_are_in_one_drawer_each", database="postgresql")(
        skip("a sale and a count do not wait for each other", "find_cash_session", "lock_drawer"),
    ),
    *noticed_by("test_a_late_sale_is_booked_on_the_day_it_was_made_until_that_day_is_closed")(
        swap("a day is closed by its close in the evening", "is_closed", "CLOSED_AFTER", "time(0)"),
        swap(
            "a closed day takes a late sale",
            "book",
            "recorded_at if self.is_closed(truck_id, day, zone, recorded_at) else at",
            "at",
        ),
    ),
    *noticed_by("test_a_day_without_a_close_is_closed_by_the_next_one")(
        swap("a day is closed by a close of before it", "is_closed", "bisect_left(...)", "0"),
    ),
    *noticed_by("test_only_days_that_are_closed_on_every_clock_are_kept")(
        swap(
            "a day is kept before its close is committed",
            "reporting/books/jobs/_list_due",
            "SETTLES_AFTER",
            "timedelta(0)",
        ),
        swap(
            "a day is kept that goes on in the far west",
            "reporting/books/jobs/_list_due",
            "CLOSED_AFTER",
            "timedelta(0)",
        ),
        swap(
            "a day is kept of which a part was never closed",
            "reporting/books/jobs/_list_due",
            "WESTERNMOST",
            "timedelta(0)",
        ),
    ),
    *noticed_by("test_a_deleted_day_counts_from_its_orders_and_is_kept_again")(
        always("a deleted day is not kept again", "_find_first_due", "count"),
        swap("a deleted day counts nothing", "book_days/read", "find_missing_day(...)", "next_day(newest)"),
    ),
    *noticed_by("test_orders_of_an_older_server_are_told_where_they_were_sold_before_their_day_is_kept")(
        skip(
            "days are kept of orders that do not say where they were sold", "keep_closed_days", "complete_sold_places"
        ),
    ),
    *noticed_by("test_doctor_finds_kept_sums_that_differ_and_another_release_makes_them_anew")(
        omit("reports take sums of another form", "book_days/read", "ClosedDay.form == FORM"),
    ),
    *noticed_by("test_a_closed_month_stays_when_its_truck_moves_to_another_time_zone")(
        omit("a closed day moves with the truck's time zone", "ZONE", "Order.sold_timezone"),
        omit("an order without a stop keeps no time zone", "_insert_order", "clock.scalar_subquery()"),
    ),
    *noticed_by("test_a_closed_day_has_what_a_refund_gave_back_when_it_was_made")(
        always("a closed day follows what came back later with its refund", "_keep_for_books", "fee_back_cents"),
        swap("the fee of an earlier refund is booked again", "_keep_for_books", "int(known or 0)", "0"),
    ),
    *noticed_by("test_a_closed_day_has_what_a_bank_took_then")(
        swap(
            "a closed day follows the amount of its dispute",
            "list_disputes",
            "dispute.amount_cents if dispute.withdrawn_cents is None else dispute.withdrawn_cents",
            "dispute.amount_cents",
        ),
    ),
    *noticed_by("test_a_dispute_of_a_held_payment_is_booked_when_it_has_an_order")(
        swap(
            "a dispute is booked on a closed day of before its order",
            "list_disputes",
            "max(read_at, order.created_at)",
            "read_at",
        ),
    ),
    *noticed_by("test_the_doctor_finds_cash_that_does_not_agree")(
        omit(
            "the doctor misses what a sheet does not give back",
            "_is_sheet_right",
            "all(to_cents(of.refunds) == back[name] for name, of in tenders)",
        ),
        omit(
            "the doctor misses a cancellation that a sheet lacks",
            "_is_sheet_right",
            "(to_cents(sheet.cancelled.total), sheet.cancelled.orders) == recorded.get((None, CANCELLED), (0, 0))",
        ),
    ),
    *noticed_by("test_sales_of_a_server_of_the_release_before_are_completed")(
        skip("cash that an earlier release took is in no drawer", "_record_missing_sale", "record_sale"),
        swap(
            "a counter order of an earlier release says that it was paid online",
            "repair_sales",
            "db.write(lambda session: set(session.scalars(wrong.returning(Order.id))))",
            "set()",
        ),
    ),
    *noticed_by("test_a_moved_order_stays_booked_at_the_place_where_it_was_sold")(
        omit("a moved order is booked at its new place", "PLACE_NAME", "Order.sold_place_name"),
    ),
    *noticed_by("test_orders_keep_where_they_were_sold_when_they_move")(
        swap(
            "an order that is paid during a move is sold at the new place",
            "_insert_order",
            "sa.case((places.c.name == name, 0), else_=1)",
            "sa.literal(0)",
        ),
    ),
    *noticed_by("test_a_rate_has_one_name_and_tax_an_account_of_its_own")(
        never("a tax rate has two names in the books", "_check", "one.rate"),
        never("sales tax shares its account", "_check_tax_account", "own"),
    ),
    *noticed_by("test_a_count_that_cannot_be_is_refused")(
        omit("half a bill is counted", "_read_pieces", "number != int(number)"),
    ),
]
