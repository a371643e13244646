"""Successful card payments and disputes of a period, listed by Stripe page by page."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import lru_cache, partial
from typing import Any

import msgspec

from chuckwagon.integrations.stripe.client import StripeGateway, call_stripe
from chuckwagon.integrations.stripe.payment_intents import Intent, StripeDispute, read_dispute, read_intent
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


class StripePeriodGateway(StripeGateway):
    """A gateway that also lists the payments and disputes of a period. Every page is a call with its own time limit."""

    def payments_between(self, since: datetime, until: datetime) -> Iterator[list[CardPayment]]:
        """Yield pages of successful payments from `since` to `until`, newest first, in whole seconds, both included.

        Raises PaymentRefused, Unavailable.
        """
        query = _period(since, until) | {"expand": ["data.payment_intent"]}
        for page in _pages("list_charges", self._client.v1.charges.list, query):
            payments = (_read_charge(charge.to_dict(), charge) for charge in page)
            yield [payment for payment in payments if payment is not None]

    def disputes_between(self, since: datetime, until: datetime) -> Iterator[list[StripeDispute]]:
        """Yield pages of the disputes opened from `since` to `until`, newest first, in whole seconds, both included.

        Raises PaymentRefused, Unavailable.
        """
        for page in _pages("list_disputes", self._client.v1.disputes.list, _period(since, until)):
            yield [read_dispute(one) for one in page]


def _period(since: datetime, until: datetime) -> dict[str, Any]:
    """Query for what was created in these seconds, both included."""
    return {"created": {"gte": int(since.timestamp()), "lt": int(until.timestamp()) + 1}, "limit": PAGE_SIZE}


def _pages(operation: str, list_page: Callable[[Any], Any], query: dict[str, Any]) -> Iterator[list[Any]]:
    """Yield the objects page by page. Raises PaymentRefused, Unavailable."""
    while True:
        page = call_stripe(operation, partial(list_page, query))
        yield page.data
        if not page.has_more or not page.data:
            return
        query = query | {"starting_after": page.data[-1].id}


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
def stripe_period_gateway(settings: Settings) -> StripePeriodGateway:
    """Return the history for these settings; one connection pool per process."""
    return StripePeriodGateway(settings)
