"""Tips: who takes them, how large they may be, and whose they are."""

from mutant_tables.mutant import ATTEMPTS, Mutant

TIPS = ("tests/payments/checkout/test_tips.py",)
COUNTER_TIPS = ("tests/orders/placement/test_counter_tips.py",)
METADATA = ("tests/payments/checkout/test_intent_metadata.py",)
RECOVERY = ("tests/cli/reconcile/test_reconcile_after_restore.py",)

MUTANTS = [
    Mutant(
        "a truck without tips takes one",
        "chuckwagon/orders/placement/tips.py",
        "    if tip_cents and not takes_tips:\n",
        "    if False:\n",
        (*TIPS, *COUNTER_TIPS),
        is_quick=True,
    ),
    Mutant(
        "a tip has no limit",
        "chuckwagon/orders/placement/tips.py",
        "    if tip_cents > limit:\n",
        "    if False:\n",
        (*TIPS, *COUNTER_TIPS),
    ),
    Mutant(
        "parts of a cent are rounded away from a tip",
        "chuckwagon/orders/placement/tips.py",
        " or to_dollars(to_cents(dollars)) != dollars:\n",
        ":\n",
        COUNTER_TIPS,
    ),
    Mutant(
        "the tip of the checkout is not checked",
        "chuckwagon/payments/checkout/cart_prices.py",
        '    check_tip(tip, total.subtotal_cents, "cart.tip", takes_tips=truck.takes_tips)\n',
        "",
        TIPS,
    ),
    Mutant(
        "the tip of the counter is not checked",
        "chuckwagon/orders/placement/counter_orders.py",
        '    check_tip(order.tip_cents, total.subtotal_cents, "tip", takes_tips=truck.takes_tips)\n',
        "",
        COUNTER_TIPS,
    ),
    Mutant(
        "tips that were turned off since the cart was priced are taken",
        "chuckwagon/payments/checkout/cart_prices.py",
        "        truck.takes_tips,\n        items,\n    ):",
        "        earlier.takes_tips,\n        items,\n    ):",
        ATTEMPTS,
    ),
    Mutant(
        "new prices come with more tip than the truck takes",
        "chuckwagon/payments/checkout/cart_prices.py",
        "min(total.tip_cents, max_tip_cents(total.subtotal_cents)) if truck.takes_tips else 0",
        "total.tip_cents",
        TIPS,
    ),
    Mutant(
        "the platform's fee is taken of the tip too",
        "chuckwagon/payments/checkout/save.py",
        "(total.total_cents - total.tip_cents) * truck.application_fee_bps",
        "total.total_cents * truck.application_fee_bps",
        TIPS,
    ),
    Mutant(
        "a payment's copy whose sums ignore the tip is believed",
        "chuckwagon/payments/checkout/intent_metadata.py",
        "        == checkout.subtotal_cents - checkout.discount_cents + checkout.tax_cents + checkout.tip_cents\n",
        "        >= checkout.subtotal_cents - checkout.discount_cents + checkout.tax_cents\n",
        METADATA,
    ),
    Mutant(
        "an order that is recovered from its payment loses its tip",
        "chuckwagon/payments/checkout/intent_metadata.py",
        "asdict(copy_fields(OrderTotals, copy))",
        "asdict(copy_fields(OrderTotals, copy, tip_cents=0))",
        RECOVERY,
    ),
]
