"""The drawer and the day's close: no cash is lost or counted twice, and no sheet changes."""

from mutant_tables.mutant import never, noticed_by, skip, swap

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
]
