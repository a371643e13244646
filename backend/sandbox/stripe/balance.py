"""Balance transactions: the effect of each payment, fee, transfer and refund on the platform's balance."""

from typing import Any, NamedTuple

from sandbox.clock import unix_now
from sandbox.ids import new_id
from sandbox.state import Sandbox
from sandbox.store import Record

AVAILABLE_AFTER = 2 * 86_400
KINDS = {  # transaction type: reporting category
    "charge": "charge",
    "refund": "refund",
    "transfer": "transfer",
    "transfer_refund": "transfer_reversal",
    "application_fee": "platform_earning",
    "application_fee_refund": "platform_earning_refund",
    "adjustment": "dispute",
    "refund_failure": "refund_failure",
}


class Movement(NamedTuple):
    """A signed amount in cents, its type and its source object."""

    kind: str
    amount: int
    currency: str
    source: str
    description: str | None = None


def book(sandbox: Sandbox, movement: Movement, fee: int = 0) -> Record:
    now = unix_now()
    details = [] if not fee else [_fee_detail(fee, movement.currency)]
    return sandbox.save(
        {
            "id": new_id("txn_3"),
            "object": "balance_transaction",
            "amount": movement.amount,
            "available_on": now + AVAILABLE_AFTER,
            "balance_type": "payments",
            "created": now,
            "currency": movement.currency,
            "description": movement.description,
            "exchange_rate": None,
            "fee": fee,
            "fee_details": details,
            "net": movement.amount - fee,
            "reporting_category": KINDS[movement.kind],
            "source": movement.source,
            "status": "pending",
            "type": movement.kind,
        }
    )


def processing_fee(amount: int) -> int:
    """Stripe's fee in cents: 2.9 %, rounded half up, and 30 cents."""
    return (amount * 29 + 500) // 1000 + 30


def _fee_detail(fee: int, currency: str) -> dict[str, Any]:
    return {
        "amount": fee,
        "application": None,
        "currency": currency,
        "description": "Stripe processing fees",
        "type": "stripe_fee",
    }
