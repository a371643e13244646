"""The checkout: prices, tips, keys, attempts, and a provider that is down."""

from mutant_tables.mutant import always, never, noticed_by, omit, skip, swap

MUTANTS = [
    *noticed_by("test_a_flood_of_refusals_waits_for_its_answers")(
        never("a flood of refusals is answered at once", "pause_flood", "count > FREE_REFUSALS"),
    ),
    *noticed_by("test_one_address_reads_so_much_and_the_others_go_on")(
        skip("reads of one address have no limit", "find_refusal", "count_here"),
    ),
    *noticed_by("test_searches_have_a_lower_limit_than_what_is_kept")(
        skip("searches of one address have no limit of their own", "list_trucks_of_today", "count_search"),
    ),
    *noticed_by("test_one_address_has_a_part_of_the_threads_of_public_reads")(
        swap("one address takes all threads of public reads", "get_public", "client=client", "client=client and ''"),
    ),
    *noticed_by("test_refused_carts_of_a_flood_are_answered_after_a_pause")(
        skip("refused carts of a flood are answered at once", "create_payment_intent", "pause_refused_checkout"),
    ),
    *noticed_by("test_a_phone_over_its_limit_is_refused_before_its_cart_is_priced")(
        skip("a phone over its limit is priced again each time", "open_checkout_counting_refusals", "phone_key"),
    ),
    *noticed_by("test_only_payments_that_are_not_paid_count_against_the_limit_of_their_address")(
        swap(
            "who has paid is refused because others behind the address have, too",
            "count_unless",
            "not is_good(result)",
            "True",
        ),
        swap(
            "Stripe's failures use up the confirmations of an address",
            "count_unless",
            "refused.status < HTTPStatus.INTERNAL_SERVER_ERROR",
            "True",
        ),
        swap(
            "an order is not told where the confirmations of an address are used up",
            "verify_payment",
            "find_fulfilled_payment(...)",
            "None",
        ),
    ),
    *noticed_by("test_a_crowd_behind_one_address_is_counted_over_ten_minutes_and_each_customer_once")(
        omit(
            "one attempt with ever new phones takes one checkout of its address", "_consume_limits", "get_consumed(...)"
        ),
    ),
    *noticed_by("test_create_payment_intent")(
        never("the browser's totals are not compared", "_price_and_compare", "_totals_match"),
        swap(
            "the browser's total is charged",
            "_price_and_compare",
            "(lines, total)",
            "(lines, msgspec.structs.replace(total, total_cents=to_cents(cart.total or 0)))",
        ),
        omit("another truck's menu item is sold", "_check_line", "item.truck_id != truck_id"),
    ),
    *noticed_by("test_checkout_attempts")(
        swap(
            "a price that changed since the cart was priced is not seen",
            "price_checkout",
            "(truck.id, _terms_of(truck), truck.takes_tips, items)",
            "(truck.id, _terms_of(truck), truck.takes_tips, earlier.items if earlier else items)",
        ),
        swap(
            "a tax rate that changed since the cart was priced is not seen",
            "price_checkout",
            "(truck.id, _terms_of(truck), truck.takes_tips, items)",
            "(truck.id, earlier.terms if earlier else _terms_of(truck), truck.takes_tips, items)",
        ),
        swap("an earlier payment of the attempt stays payable", "open_checkout", "earlier", "earlier[:0]"),
        swap(
            "a replaced checkout is closed before the provider has cancelled its payment",
            "_cancel_replaced",
            "_cancel_intent(...)",
            "(db.write(lambda session: close_checkout(session, checkout.id)), _cancel_intent(db, stripe, checkout))[1]",
        ),
        swap("the repeat of a replaced checkout is payable", "ensure_intent", "not has_newer_checkout(...)", "True"),
        never("a key takes any request", "_save_or_reopen", "hash_request"),
        swap("a failure is replayed for ever", "_fail_intent_try", "checkout.intent_try + 1", "checkout.intent_try"),
        swap(
            "tips that were turned off since the cart was priced are taken",
            "price_checkout",
            "(truck.id, _terms_of(truck), truck.takes_tips, items)",
            "(truck.id, _terms_of(truck), earlier.takes_tips if earlier else truck.takes_tips, items)",
        ),
    ),
    *noticed_by("test_checkout_attempts", "test_concurrency_guards")(
        omit("of two submissions at once both stay payable", "store_intent", "not row[0]"),
    ),
    *noticed_by("test_kill_points")(
        swap(
            "a payment's key changes from try to try",
            "_create_intent",
            "f'pi:{checkout.id}:{checkout.intent_try}'",
            "f'pi:{new_id()}'",
        ),
    ),
    *noticed_by("test_settled_payments_and_webhooks_never_wait_for_it")(
        swap("a settled payment waits for the provider's threads", "verify_payment", "await to_thread(...)", "None"),
        swap(
            "a payment's event waits for the provider's threads",
            "receive_webhook",
            "asyncio.to_thread",
            "WEBHOOKS.call",
        ),
    ),
    *noticed_by("test_another_attempt_is_left_alone_and_so_is_the_same_short_one_of_another_phone")(
        always("an attempt is that of every phone that sends it", "bind_attempt", "len(attempt) >= MIN_RANDOM_LENGTH"),
    ),
    *noticed_by("test_another_cart_under_a_paid_attempt_is_a_new_purchase")(
        omit("a paid attempt answers for every later cart", "open_checkout", "counts_as_payment_of(...)"),
    ),
    *noticed_by("test_until_two_hours_after_its_pickup_the_same_cart_is_the_paid_one")(
        swap(
            "the same cart is paid twice after its prices have changed",
            "counts_as_payment_of",
            "_count_wanted(...) == _count_wanted(...)",
            "earlier.lines == checkout.lines",
        ),
        swap(
            "a paid attempt answers for the same cart for ever",
            "is_recent",
            "checkout.created_at < earlier.pickup_at + SAME_PURCHASE_AFTER_PICKUP",
            "True",
        ),
    ),
    *noticed_by("test_a_key_that_comes_again_and_again_is_counted")(
        skip("a key that comes again costs nothing", "_reopen_checkout", "consume"),
    ),
    *noticed_by("test_a_checkout_whose_time_is_over_is_not_made_payable_again")(
        never("a checkout whose time is over becomes payable again", "_reopen_checkout", "expires_at"),
    ),
    *noticed_by("test_archive_ends_checkouts")(
        swap("an archived truck's checkouts stay payable", "end_checkouts", "clock.now()", "Checkout.expires_at"),
        omit("a checkout is closed while its payment is being made", "list_overdue_checkouts", "is_made"),
    ),
    *noticed_by("test_executors")(
        never("the queue for the provider has no end", "BoundedExecutor.call", "self._calls >= self._max_calls"),
    ),
    *noticed_by("test_tips", "test_counter_tips")(
        never("a truck without tips takes one", "check_tip", "tip_cents and (not takes_tips)"),
        never("a tip has no limit", "check_tip", "tip_cents > limit"),
    ),
    *noticed_by("test_counter_tips")(
        omit("parts of a cent are rounded away from a tip", "read_tip_cents", "to_dollars(...) != dollars"),
        skip("the tip of the counter is not checked", "_sum", "check_tip"),
    ),
    *noticed_by("test_tips")(
        skip("the tip of the checkout is not checked", "_price_and_compare", "check_tip"),
        swap(
            "new prices come with more tip than the truck takes",
            "_prices_changed",
            "min(...) if truck.takes_tips else 0",
            "total.tip_cents",
        ),
        swap(
            "the platform's fee is taken of the tip too",
            "list_transfer_values",
            "total.total_cents - total.tip_cents",
            "total.total_cents",
        ),
    ),
    *noticed_by("test_intent_metadata")(
        swap(
            "a payment's copy is believed whose parts are not its total",
            "_totals_match",
            "left + added_tax + checkout.tip_cents",
            "checkout.total_cents",
        ),
    ),
    *noticed_by("test_reconcile_after_restore")(
        swap(
            "an order that is recovered from its payment loses its tip",
            "list_checkout_columns",
            "copy_fields(...)",
            "copy_fields(OrderTotals, copy, tip_cents=0)",
        ),
    ),
    *noticed_by("test_pricing")(
        swap(
            "an option is taken more often than its menu allows",
            "placement/options/choose_options",
            "one.quantity > one.option.max_quantity",
            "False",
        ),
        swap(
            "pieces of one option count once in a group",
            "placement/options/choose_options",
            "min(one.quantity, one.option.max_quantity)",
            "1",
        ),
        swap("no piece of a group is free", "price_options", "group.free_count", "0"),
    ),
    *noticed_by("test_each_piece_of_an_option_is_counted")(
        swap(
            "an option that is taken twice takes one piece of its stock",
            "reservations/count_pieces",
            "one.quantity",
            "1",
        ),
        swap("a refund puts one piece of each option back", "service/_count_pieces", "count * named['quantity']", "1"),
    ),
    *noticed_by("test_one_more_of_an_option_under_a_paid_attempt_is_a_new_purchase")(
        swap("one more of an option is the same purchase", "_count_wanted", "one.get('quantity', 1)", "1"),
    ),
    *noticed_by("test_no_piece_is_called_free_that_was_charged_something_else")(
        never("a price that is no whole number of pieces has free ones", "count_free_pieces", "charged_cents % cents"),
    ),
    *noticed_by("test_tax_classes")(
        swap("the tax class of a menu item is not looked at", "placement/pricing/_line", "item.tax_class", "STANDARD"),
    ),
    *noticed_by("test_taxes")(
        swap(
            "each class of one rate is rounded apart",
            "sum_lines",
            "reduced_rate_units not in (None, rate_units)",
            "reduced_rate_units is not None",
        ),
        swap("a discount is not taken off its line", "sum_lines", "total - share", "total"),
        swap("tax is added to prices that include it", "sum_lines", "0 if prices_include_tax else tax", "tax"),
        swap(
            "tax in a price is rounded down",
            "compute_included_tax_cents",
            "2 * cents * rate_units + with_tax",
            "2 * cents * rate_units",
        ),
        swap("what is left of a division goes to no one", "divide_cents", "cents - sum(shares)", "0"),
        swap(
            "an item goes back with the tax of another rate",
            "find_line_rate",
            "order.reduced_tax_rate_units if is_reduced else order.tax_rate_units",
            "order.tax_rate_units",
        ),
    ),
    *noticed_by("test_a_reduced_rate_of_zero_is_a_rate_of_its_own_for_refunds")(
        swap(
            "a reduced rate of 0 % is taken for the standard rate",
            "find_line_rate",
            "order.reduced_tax_rate_units is not None",
            "bool(order.reduced_tax_rate_units)",
        ),
    ),
    *noticed_by("test_what_is_not_taxed_is_not_on_the_line_of_a_rate")(
        swap(
            "exempt sales are booked at the standard rate",
            "post_sale",
            "sums.gross - sums.reduced_gross - sums.exempt_gross",
            "sums.gross - sums.reduced_gross",
        ),
    ),
    *noticed_by("test_refund_parts")(
        swap(
            "a refund of an amount keeps the tax",
            "_Returned._take_amount",
            "taxes if is_all else _share(taxes, self._by_amount, base)",
            "0",
        ),
    ),
]
