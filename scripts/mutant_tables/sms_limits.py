"""SMS: no truck silences another one, and staff write to no strangers."""

from mutant_tables.mutant import Mutant

BUDGET = ("tests/notifications/test_daily_budget.py",)
WRITTEN = ("tests/notifications/test_write_to_a_customer.py",)
MUTANTS = [
    Mutant(
        "the day has no budget",
        "chuckwagon/notifications/daily_sms_limit.py",
        "is_within_share else all_limit):\n",
        "is_within_share else all_limit) or True:\n",
        BUDGET,
    ),
    Mutant(
        "a text about a paid order is skipped for another truck's sake",
        "chuckwagon/notifications/daily_sms_limit.py",
        "UNLIMITED if is_paid and is_within_share else all_limit",
        "all_limit",
        BUDGET,
    ),
    Mutant(
        "texts about unpaid orders use up what is kept for paid ones",
        "chuckwagon/notifications/daily_sms_limit.py",
        "limit if is_paid else limit - limit // RESERVED_PART",
        "limit",
        BUDGET,
    ),
    Mutant(
        "one truck takes all texts of a day",
        "chuckwagon/notifications/daily_sms_limit.py",
        "    if not (is_paid or is_within_share):\n",
        "    if False:\n",
        BUDGET,
    ),
    Mutant(
        "orders at the counter text any number of strangers",
        "chuckwagon/notifications/service.py",
        "    return daily_sms_limit.claim_new_number(session, settings, truck_id, typed_by)\n",
        "    return True\n",
        BUDGET,
    ),
    Mutant(
        "a number that staff wrote into a paid order is texted without a limit",
        "chuckwagon/notifications/service.py",
        "found.typed_by or claimed.payload",
        "claimed.payload",
        BUDGET,
    ),
    Mutant(
        "a payer is not told of a refund because the day's texts are used up",
        "chuckwagon/notifications/daily_sms_limit.py",
        "    if is_owed:\n",
        "    if False:\n",
        BUDGET,
    ),
    Mutant(
        "staff write to any number that they have ever typed",
        "chuckwagon/notifications/manual_sms/service.py",
        "    if queries.has_order(session, phone, Order.status.in_(NOT_COMPLETED), *mine):\n",
        "    if queries.has_order(session, phone, *mine):\n",
        WRITTEN,
    ),
    Mutant(
        "a number that staff wrote into a paid order counts as the one that paid",
        "chuckwagon/notifications/queries.py",
        "Order.payment_status != UNPAID, _TYPED_BY.is_(None))",
        "Order.payment_status != UNPAID)",
        WRITTEN,
    ),
    Mutant(
        "staff write to any number of new numbers in an hour",
        "chuckwagon/notifications/manual_sms/service.py",
        "    if is_new and not daily_sms_limit",
        "    if False and not daily_sms_limit",
        WRITTEN,
    ),
]
