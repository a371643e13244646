"""Offers: when a code may be used and how often, and that what is not used is given back."""

from mutant_tables.mutant import Mutant

OFFERS = ("tests/payments/checkout/test_offers.py",)
RULES = ("tests/offers/test_discounts.py",)
MANAGE = ("tests/offers/test_manage_offers.py",)
REFUND_AMOUNT = ("tests/orders/refunds/test_refund_amount.py",)
RECOVERY = ("tests/cli/reconcile/test_reconcile_after_restore.py",)
METADATA = ("tests/payments/checkout/test_intent_metadata.py",)
TOTAL_CHECK = ("tests/orders/placement/test_total_check.py",)

MUTANTS = [
    Mutant(
        "an offer is used more often than it may be",
        "chuckwagon/offers/rows.py",
        "        sa.or_(_offers.c.max_uses.is_(None), _offers.c.uses < _offers.c.max_uses),\n",
        "",
        OFFERS,
        is_quick=True,
    ),
    Mutant(
        "a use is counted for terms that are no longer those of the price",
        "chuckwagon/offers/rows.py",
        '        _offers.c.version == sa.bindparam("version"),\n',
        '        sa.bindparam("version", type_=sa.Integer) > 0,\n',
        OFFERS,
    ),
    Mutant(
        "a phone uses an offer twice",
        "chuckwagon/offers/uses.py",
        "    if digest is not None and rows.has_phone_used(session, terms.id, digest):\n",
        "    if False:\n",
        OFFERS,
        is_quick=True,
    ),
    Mutant(
        "an offer has no minimum",
        "chuckwagon/offers/discounts.py",
        "    if subtotal_cents < terms.min_subtotal_cents:\n",
        "    if False:\n",
        (*RULES, *OFFERS),
        is_quick=True,
    ),
    Mutant(
        "an offer never ends",
        "chuckwagon/offers/discounts.py",
        " or (terms.ends_at is not None and terms.ends_at <= now):\n",
        ":\n",
        (*RULES, *OFFERS),
    ),
    Mutant(
        "an ended offer goes on",
        "chuckwagon/offers/discounts.py",
        "    if terms.ended_at is not None or ",
        "    if ",
        (*RULES, *OFFERS),
    ),
    Mutant(
        "an offer begins before its start",
        "chuckwagon/offers/discounts.py",
        "    if terms.starts_at is not None and now < terms.starts_at:\n",
        "    if False:\n",
        (*RULES, *OFFERS),
    ),
    Mutant(
        "a paused offer goes on",
        "chuckwagon/offers/discounts.py",
        "    if terms.is_paused:\n",
        "    if False:\n",
        (*RULES, *OFFERS),
    ),
    Mutant(
        "an amount off is more than the subtotal",
        "chuckwagon/offers/discounts.py",
        "    return min(terms.amount_cents or 0, subtotal_cents)\n",
        "    return terms.amount_cents or 0\n",
        RULES,
    ),
    Mutant(
        "a checkout that is closed keeps its use",
        "chuckwagon/payments/checkout/service.py",
        "        release_use(session, checkout_id)\n",
        "        pass\n",
        OFFERS,
        is_quick=True,
    ),
    Mutant(
        "a use whose time is over waits for the next reconciliation",
        "chuckwagon/payments/reconciliation/holds.py",
        " for held in (slots, held_uses))\n",
        " for held in (slots,))\n",
        OFFERS,
    ),
    Mutant(
        "a use is given back twice",
        "chuckwagon/offers/rows.py",
        "_RELEASE_USE = CompiledStatement(_released.where(_uses.c.status != RELEASED))\n",
        "_RELEASE_USE = CompiledStatement(_released)\n",
        OFFERS,
    ),
    Mutant(
        "a checkout that is sent again holds another use",
        "chuckwagon/payments/checkout/save.py",
        "    release_earlier_uses(session, terms.truck.id, hold.replaces)\n",
        "",
        OFFERS,
    ),
    Mutant(
        "a late payment is not counted",
        "chuckwagon/payments/fulfillment/service.py",
        "    confirm_use(session, checkout.offer_id, checkout.id)\n",
        "",
        OFFERS,
    ),
    Mutant(
        "a cancelled order keeps its use",
        "chuckwagon/orders/reservations/service.py",
        "        release_use(session, order.checkout_id or order.id)\n",
        "        pass\n",
        OFFERS,
    ),
    Mutant(
        "a use is held for as long as a checkout without an offer",
        "chuckwagon/payments/checkout/save.py",
        "unpaid_until if slot_at is None and current.offer is None else hold.expires_at",
        "unpaid_until if slot_at is None else hold.expires_at",
        OFFERS,
    ),
    Mutant(
        "codes may be guessed without a limit at the checkout",
        "chuckwagon/payments/checkout/lost_demand.py",
        "            guesses.refuse_flood(session, settings, caller.address)\n",
        "            pass\n",
        OFFERS,
    ),
    Mutant(
        "unknown codes are answered without a limit at the checkout",
        "chuckwagon/payments/checkout/lost_demand.py",
        "    guesses.refuse_guessing(session, settings, address, truck.id)\n",
        "",
        OFFERS,
    ),
    Mutant(
        "codes may be guessed without a limit",
        "chuckwagon/offers/quotes.py",
        "        guesses.refuse_guessing(session, settings, address, truck.id)\n",
        "",
        OFFERS,
    ),
    Mutant(
        "tax is on the price before the discount",
        "chuckwagon/orders/placement/pricing.py",
        "compute_tax_cents(subtotal - discount_cents, rate_units)",
        "compute_tax_cents(subtotal, rate_units)",
        (*RULES, *OFFERS),
    ),
    Mutant(
        "less is left to pay than a card can pay",
        "chuckwagon/offers/discounts.py",
        "    if discount_cents and total_cents < MIN_TOTAL_CENTS <= subtotal_cents:\n",
        "    if False:\n",
        OFFERS,
    ),
    Mutant(
        "a code of the platform is free at a truck that has it",
        "chuckwagon/offers/service.py",
        "    if queries.is_code_taken(session, truck_id, code):\n",
        "    if truck_id is not None and queries.is_code_taken(session, truck_id, code):\n",
        MANAGE,
    ),
    Mutant(
        "an offer that another user has changed is overwritten",
        "chuckwagon/offers/service.py",
        "    if isinstance(request.version, int) and request.version != row.version:\n",
        "    if False:\n",
        MANAGE,
    ),
    Mutant(
        "a refund of an item returns the discount too",
        "chuckwagon/orders/refunds/refund_amount.py",
        "    return cents - _share(paid, paid.discount_cents, cents) + _share(paid, paid.tax_cents, cents)\n",
        "    return cents + _share(paid, paid.tax_cents, cents)\n",
        REFUND_AMOUNT,
    ),
    Mutant(
        "a payment's copy is believed whose discount is more than the subtotal",
        "chuckwagon/payments/checkout/intent_metadata.py",
        "        checkout.discount_cents <= checkout.subtotal_cents\n        and checkout",
        "        checkout",
        METADATA,
    ),
    Mutant(
        "an order that is recovered from its payment loses its discount",
        "chuckwagon/payments/reconciliation/checkout_recovery.py",
        '        "discount_cents": copy.discount_cents,\n',
        "",
        RECOVERY,
    ),
    Mutant(
        "an order whose total lacks its tip or its discount is stored",
        "migrations/versions/0044_total_with_discount.py",
        '    "AND total_cents = subtotal_cents - discount_cents + tax_cents + tip_cents"\n',
        '    "AND total_cents >= 0"\n',
        TOTAL_CHECK,
    ),
]
