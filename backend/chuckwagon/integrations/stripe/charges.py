"""Card payments and disputes of a period, page by page, as Stripe has them."""

from collections.abc import Iterator
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

import msgspec

from chuckwagon.integrations.stripe.client import StripeGateway, call_stripe
from chuckwagon.integrations.stripe.payments import Intent, read_intent
from chuckwagon.integrations.stripe.refunds import StripeDispute, read_dispute
from chuckwagon.settings import Settings

PAGE_SIZE = 100


class CardPayment(msgspec.Struct, frozen=True):
    """A successful card payment, amounts in cents. Phone and e-mail are from the card's billing details."""

    charge_id: str
    intent: Intent
    paid_at: datetime
    refunded_cents: int
    destination: str | None
    fee_cents: int
    phone: str | None
    email: str | None


class StripeHistory(StripeGateway):
    """The same Stripe account, read by period. Every page is a call with its own time limit."""

    def payments_between(self, since: datetime, until: datetime) -> Iterator[list[CardPayment]]:
        """Yield the payments from `since` to before `until`, newest first. Raises PaymentRefused, Unavailable."""
        created = {"gte": int(since.timestamp()), "lt": int(until.timestamp()) + 1}
        query: dict[str, Any] = {"created": created, "limit": PAGE_SIZE, "expand": ["data.payment_intent"]}
        while True:
            page = self._charge_page(query)
            payments = (_read_charge(charge.to_dict(), charge) for charge in page.data)
            yield [payment for payment in payments if payment is not None]
            if not page.has_more or not page.data:
                return
            query = query | {"starting_after": page.data[-1].id}

    def disputes_between(self, since: datetime, until: datetime) -> Iterator[list[StripeDispute]]:
        """Yield the disputes opened from `since` to before `until`, newest first.

        Raises PaymentRefused, Unavailable.
        """
        created = {"gte": int(since.timestamp()), "lt": int(until.timestamp()) + 1}
        query: dict[str, Any] = {"created": created, "limit": PAGE_SIZE}
        while True:
            page = self._dispute_page(query)
            yield [read_dispute(one) for one in page.data]
            if not page.has_more or not page.data:
                return
            query = query | {"starting_after": page.data[-1].id}

    def _dispute_page(self, query: dict[str, Any]) -> Any:
        return call_stripe(lambda: self._client.v1.disputes.list(query))  # type: ignore[arg-type]

    def _charge_page(self, query: dict[str, Any]) -> Any:
        return call_stripe(lambda: self._client.v1.charges.list(query))  # type: ignore[arg-type]


def _read_charge(data: dict[str, Any], charge: Any) -> CardPayment | None:
    """Convert a charge; None for one that failed, was not captured, or was made without an intent."""
    if not (data["paid"] and data["captured"] and data.get("payment_intent")):
        return None
    billing = data.get("billing_details") or {}
    return CardPayment(
        charge_id=data["id"],
        intent=read_intent(charge.payment_intent),
        paid_at=datetime.fromtimestamp(data["created"], tz=UTC),
        refunded_cents=data["amount_refunded"],
        destination=(data.get("transfer_data") or {}).get("destination"),
        fee_cents=data.get("application_fee_amount") or 0,
        phone=billing.get("phone"),
        email=billing.get("email") or data.get("receipt_email"),
    )


@lru_cache(maxsize=4)
def stripe_history(settings: Settings) -> StripeHistory:
    """Return the history for these settings; one connection pool per process."""
    return StripeHistory(settings)
