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


SETTLEMENT = ("tests/payments/fulfillment/test_fulfillment.py",)
DOOR = ("tests/payments/fulfillment/test_webhook_signature.py",)
ATTEMPTS = ("tests/payments/checkout/test_checkout_attempts.py",)
CHECKOUT = ("tests/payments/checkout/test_create_payment_intent.py",)
REFUNDS = ("tests/payments/refunds/test_partial_refunds.py",)
CANCELLED = ("tests/payments/refunds/test_refund_a_cancelled_order.py",)
UNENDING = ("tests/payments/refunds/test_refunds_never_given_up.py",)
CATCH_UP = ("tests/payments/reconciliation/test_catch_up.py",)
SLOW_REFUNDS = ("tests/payments/refunds/test_slow_refunds.py",)
KILLS = ("tests/payments/test_kill_points.py",)
GUARDS = ("tests/payments/test_concurrency_guards.py",)
STATUS = ("tests/orders/board/test_change_status.py",)
SENDING = ("tests/notifications/test_send_the_text.py",)
RESETS = ("tests/accounts/test_password_reset.py",)
INVITATIONS = ("tests/accounts/test_invitations.py",)
OWN_SESSIONS = ("tests/accounts/test_own_sessions.py",)
EMAILS = ("tests/mail/test_send_once.py",)
WORKERS = ("tests/worker/test_many_processes.py",)
ERASURES, RECONCILE = (
    "tests/privacy/test_erasures_outlive_a_restore.py",
    "tests/cli/reconcile/test_reconcile.py",
)
