"""One order for each payment: guards of the settlement and of held payments."""

from mutant_tables.mutant import GUARDS, SETTLEMENT, Mutant

WEBHOOKS = "tests/payments/fulfillment/test_webhook_signature.py"
DELETIONS = ("tests/payments/checkout/test_archive_ends_checkouts.py",)
MUTANTS = [
    Mutant(
        "a payment after the deletion of its truck is kept",
        "chuckwagon/payments/fulfillment/service.py",
        "    if is_orphaned:\n        ids",
        "    if False:\n        ids",
        DELETIONS,
    ),
    Mutant(
        "a deletion cancels other orders than were agreed to",
        "chuckwagon/trucks/service.py",
        "        if expected_orders is not None and found.orders != expected_orders:\n",
        "        if False:\n",
        DELETIONS,
    ),
    Mutant(
        "a payment claims its checkout more than once",
        "chuckwagon/payments/checkout/checkout_rows.py",
        '_checkouts.c.id == sa.bindparam("checkout_id"), _checkouts.c.status != PAID)',
        '_checkouts.c.id == sa.bindparam("checkout_id"))',
        (f"{SETTLEMENT[0]}::test_fifty_verifications_at_once_make_one_order_and_one_text",),
        database="postgresql",
    ),
    Mutant(
        "the amount is not compared",
        "chuckwagon/payments/fulfillment/service.py",
        '        "amount": (intent.amount_received, checkout.total_cents),\n',
        "",
        (f"{SETTLEMENT[0]}::test_an_amount_that_is_not_the_checkouts_is_held_for_review",),
        is_quick=True,
    ),
    Mutant(
        "the cancelled intent of a failed try closes the checkout",
        "chuckwagon/payments/fulfillment/service.py",
        "    if checkout is not None and checkout.payment_intent_id in (None, intent_id):\n",
        "    if checkout is not None:\n",
        (f"{WEBHOOKS}::test_the_cancelled_intent_of_a_failed_try_leaves_the_checkout_open",),
    ),
    Mutant(
        "the currency is not compared",
        "chuckwagon/payments/fulfillment/service.py",
        '        "currency": (intent.currency, checkout.currency),\n',
        "",
        GUARDS,
    ),
    Mutant(
        "test money counts as real money",
        "chuckwagon/payments/fulfillment/service.py",
        '        "mode": (intent.livemode, expect_live),\n',
        "",
        GUARDS,
    ),
    Mutant(
        "another payment settles the checkout",
        "chuckwagon/payments/fulfillment/service.py",
        '        "payment intent": (intent.id, checkout.payment_intent_id or intent.id),\n',
        "",
        GUARDS,
    ),
    Mutant(
        "a payment that has not succeeded settles",
        "chuckwagon/payments/fulfillment/service.py",
        '        "status": (intent.status, "succeeded"),\n',
        "",
        GUARDS,
    ),
    Mutant(
        "the page believes any status",
        "chuckwagon/payments/fulfillment/service.py",
        'if intent.status != "succeeded":',
        "if False:",
        SETTLEMENT,
    ),
    Mutant(
        "a decided payment becomes an order",
        "chuckwagon/payments/fulfillment/service.py",
        "if review is not None and review.decision is not None:",
        "if False:",
        ("tests/payments/fulfillment/test_held_payments.py",),
    ),
    Mutant(
        "the payment of an order is given back beside it",
        "chuckwagon/payments/fulfillment/reviews.py",
        "if decision == REFUND and find_order_by_intent(session, review.payment_intent_id) is not None:",
        "if False:",
        ("tests/payments/fulfillment/test_held_payments.py",),
    ),
    Mutant(
        "the second payment of a checkout is dropped where writers meet",
        "chuckwagon/payments/fulfillment/service.py",
        "        return _read_concurrent_result(session, intent)\n",
        "        return FulfillmentResult(won) if (won := find_order_by_intent(session, intent.id)) else None\n",
        (f"{GUARDS[0]}::test_two_payments_of_one_checkout_at_the_same_instant_are_an_order_and_a_held_payment",),
        database="postgresql",
    ),
    Mutant(
        "a held payment that has become an order stays on the list",
        "chuckwagon/payments/fulfillment/service.py",
        "        reviews.close_review(session, review)\n",
        "        pass\n",
        ("tests/payments/fulfillment/test_held_payments.py",),
    ),
]
