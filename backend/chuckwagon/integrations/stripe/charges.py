"""What was paid in a span of time, page by page, as the provider has it in its books."""

from collections.abc import Iterator
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

import msgspec

from chuckwagon.gateways.stripe_api import StripeGateway, call_stripe
from chuckwagon.gateways.stripe_payments import Intent, read_intent
from chuckwagon.gateways.stripe_refunds import DisputeSeen, read_dispute
from chuckwagon.settings import Settings

PAGE = 100


class Payment(msgspec.Struct, frozen=True):
    """A card payment that went through, in cents; phone and e-mail are those of the card's owner."""

    charge_id: str
    intent: Intent
    paid_at: datetime
    refunded_cents: int
    destination: str | None
    fee_cents: int
    phone: str | None
    email: str | None


class StripeHistory(StripeGateway):
    """The same account, read backwards in time. Every page is a call with a time limit of its own."""

    def payments_between(self, since: datetime, until: datetime) -> Iterator[list[Payment]]:
        """Payments from `since` to before `until`, newest first. Raises PaymentRefused, Unavailable."""
        created = {"gte": int(since.timestamp()), "lt": int(until.timestamp()) + 1}
        query: dict[str, Any] = {"created": created, "limit": PAGE, "expand": ["data.payment_intent"]}
        while True:
            page = self._page(query)
            found = (_payment(charge.to_dict(), charge) for charge in page.data)
            yield [payment for payment in found if payment is not None]
            if not page.has_more or not page.data:
                return
            query = query | {"starting_after": page.data[-1].id}

    def disputes_between(self, since: datetime, until: datetime) -> Iterator[list[DisputeSeen]]:
        """Disputes that were opened from `since` to before `until`, newest first.

        Raises PaymentRefused, Unavailable.
        """
        created = {"gte": int(since.timestamp()), "lt": int(until.timestamp()) + 1}
        query: dict[str, Any] = {"created": created, "limit": PAGE}
        while True:
            page = self._dispute_page(query)
            yield [read_dispute(one) for one in page.data]
            if not page.has_more or not page.data:
                return
            query = query | {"starting_after": page.data[-1].id}

    def _dispute_page(self, query: dict[str, Any]) -> Any:
        return call_stripe(lambda: self._client.v1.disputes.list(query))  # type: ignore[arg-type]

    def _page(self, query: dict[str, Any]) -> Any:
        return call_stripe(lambda: self._client.v1.charges.list(query))  # type: ignore[arg-type]


def _payment(whole: dict[str, Any], charge: Any) -> Payment | None:
    """None for a charge that failed, took nothing yet, or was made without an intent."""
    if not (whole["paid"] and whole["captured"] and whole.get("payment_intent")):
        return None
    billing = whole.get("billing_details") or {}
    return Payment(
        charge_id=whole["id"],
        intent=read_intent(charge.payment_intent),
        paid_at=datetime.fromtimestamp(whole["created"], tz=UTC),
        refunded_cents=whole["amount_refunded"],
        destination=(whole.get("transfer_data") or {}).get("destination"),
        fee_cents=whole.get("application_fee_amount") or 0,
        phone=billing.get("phone"),
        email=billing.get("email") or whole.get("receipt_email"),
    )


@lru_cache(maxsize=4)
def stripe_history(settings: Settings) -> StripeHistory:
    """The history for these settings."""
    return StripeHistory(settings)
