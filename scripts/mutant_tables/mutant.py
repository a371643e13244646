"""One guard of the product, and the paths of those that are named most often."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Mutant:
    """`old` stands once in the file; `database` names the one on which alone the guard matters."""

    name: str
    path: str
    old: str
    new: str
    tests: tuple[str, ...]
    database: str = ""
    is_quick: bool = False


PAYMENTS, GATEWAYS, ORDERS = (
    "chuckwagon/payments",
    "chuckwagon/gateways",
    "chuckwagon/orders",
)
TEXTS, CORE, PRIVACY = "chuckwagon/notifications", "chuckwagon/core", "chuckwagon/privacy"
SETTLEMENT = ("tests/payments/test_settlement.py",)
DOOR = ("tests/payments/test_webhook_door.py",)
ATTEMPTS = ("tests/payments/test_checkout_attempts.py",)
CHECKOUT = ("tests/payments/test_create_payment_intent.py",)
REFUNDS = ("tests/payments/test_partial_refunds.py",)
CANCELLED = ("tests/payments/test_refund_a_cancelled_order.py",)
UNENDING = ("tests/payments/test_refunds_never_given_up.py",)
CATCH_UP = ("tests/payments/test_catch_up.py",)
SLOW_REFUNDS = ("tests/payments/test_slow_refunds.py",)
KILLS = ("tests/payments/test_kill_points.py",)
GUARDS = ("tests/payments/test_last_guards.py",)
STATUS = ("tests/orders/test_change_status.py",)
SENDING = ("tests/notifications/test_send_the_text.py",)
WORKERS = ("tests/worker/test_many_processes.py",)
ERASURES, RECONCILE = "tests/privacy/test_erasures_outlive_a_restore.py", "tests/cli/test_reconcile.py"
