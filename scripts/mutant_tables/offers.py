"""Offers: who may use one, how often, and what it takes off."""

from mutant_tables.mutant import always, never, noticed_by, omit, skip, swap

MUTANTS = [
    *noticed_by("test_a_network_learns_of_five_phones_an_hour_that_they_have_used_a_code")(
        skip("a stranger learns of any number of phones whether they have used a code", "_count", "refuse_phones"),
        swap(
            "a network shuts itself out of codes by checkouts that it leaves", "_count", "holder != hold.holder", "True"
        ),
    ),
    *noticed_by("test_offers")(
        omit("an offer is used more often than it may be", "_COUNT_USE", "or_(...)"),
        swap(
            "a code is used up for the customer who holds its last use",
            "UseCounts.is_used_up",
            "self.max_uses is not None and self.uses - self.held >= self.max_uses",
            "not self.is_one_left",
        ),
        always("a phone that holds a code has used it", "_count", "status != HELD"),
        swap(
            "a use is counted for terms that are no longer those of the price",
            "_COUNT_USE",
            "_offers.c.version == bindparam(...)",
            "sa.bindparam('version', type_=sa.Integer) > 0",
        ),
        never("a phone uses an offer twice", "_count", "other is not None"),
        skip("a checkout that is closed keeps its use", "close_checkout", "release_use"),
        omit("a use whose time is over waits for the next reconciliation", "has_expired_holds", "held_uses"),
        skip("a checkout whose payment could not be made keeps its use", "_release_unmade", "release_held_use"),
        omit("a checkout is paid whose use was released", "_store_intent", "has_use"),
        skip("a use that was released is not held again", "_reopen_checkout", "renew_offer_use"),
        never("a use is held again at a price of earlier terms", "renew_offer_use", "apply_offer"),
        swap("a use is given back twice", "_RELEASE_USE", "where(...)", "_released"),
        skip("a checkout that is sent again holds another use", "_save_checkout", "release_earlier_uses"),
        skip("a late payment is not counted", "_take_what_it_holds", "confirm_use"),
        skip("a cancelled order keeps its use", "release_order", "release_use"),
        omit("a use is held for as long as a checkout without an offer", "_save_checkout", "offer is None"),
        skip("codes may be guessed without a limit at the checkout", "_open_checkout", "refuse_mass_guessing"),
        skip("unknown codes are answered without a limit at the checkout", "_count_guess", "refuse_guessing"),
        skip("codes may be guessed without a limit", "find_quote", "refuse_guessing"),
        never("less is left to pay than a card can pay", "check_total", "discount_cents"),
    ),
    *noticed_by("test_discounts", "test_offers")(
        never("an offer has no minimum", "check_terms", "min_subtotal_cents"),
        omit("an offer never ends", "check_terms", "terms.ends_at is not None and terms.ends_at <= now"),
        omit("an ended offer goes on", "check_terms", "terms.ended_at is not None"),
        never("an offer begins before its start", "check_terms", "starts_at"),
        never("a paused offer goes on", "check_terms", "terms.is_paused"),
        swap(
            "tax is on the price before the discount",
            "sum_lines",
            "taxed(left[STANDARD], rate_units)",
            "taxed(subtotal, rate_units)",
        ),
    ),
    *noticed_by("test_discounts")(
        swap(
            "an amount off is more than the subtotal", "compute_discount_cents", "min(...)", "terms.amount_cents or 0"
        ),
    ),
    *noticed_by("test_manage_offers")(
        swap(
            "a code of the platform is free at a truck that has it",
            "_check_room",
            "is_code_taken(...)",
            "truck_id is not None and queries.is_code_taken(session, truck_id, code)",
        ),
        skip("an offer that is over runs again although its code is taken", "_change", "_check_room"),
        never("an offer that another user has changed is overwritten", "offers/_change", "isinstance"),
    ),
    *noticed_by("test_refund_amount")(
        swap("a refund of an item returns the discount too", "_get_paid", "cents - get_share(...)", "cents"),
    ),
    *noticed_by("test_intent_metadata")(
        omit(
            "a payment's copy is believed whose discount or taxes are more than the subtotal",
            "_totals_match",
            "left >= checkout.exempt_cents + checkout.reduced_taxable_cents + inner_tax",
        ),
    ),
    *noticed_by("test_reconcile_after_restore")(
        swap(
            "an order that is recovered from its payment loses its discount",
            "list_checkout_columns",
            "copy_fields(...)",
            "copy_fields(OrderTotals, copy, discount_cents=0)",
        ),
    ),
]
