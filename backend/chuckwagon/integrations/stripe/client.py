"""Stripe, through its own SDK. The only module that knows the key and the base address.

Every call has a time limit for all its tries together, and every call that creates something has an
idempotency key. What comes back is a small struct; the SDK's objects stay here.
"""

from collections.abc import Callable
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from chuckwagon.core.errors import AppError, InvalidInput
from chuckwagon.gateways.circuit_breaker import CircuitBreaker
from chuckwagon.gateways.metrics import provider_call
from chuckwagon.gateways.stripe_accounts import (
    INCLUDE,
    Account,
    Business,
    account_params,
    account_refusal,
    link_params,
    read_account,
)
from chuckwagon.gateways.stripe_deadline import time_limit
from chuckwagon.gateways.stripe_event_log import LOG_PAGE, SUCCEEDED, LogPage, read_log_page
from chuckwagon.gateways.stripe_events import (
    SIGNATURE_TOLERANCE_SECONDS,
    Event,
    SignatureInvalid,
    is_thin,
    read_snapshot_event,
    read_thin_event,
    refuse_future,
)
from chuckwagon.gateways.stripe_payments import (
    Intent,
    PaymentRefused,
    outage,
    payment_refusal,
    read_intent,
)
from chuckwagon.gateways.stripe_refunds import (
    REFUND_DETAILS,
    DisputeSeen,
    RefundMade,
    read_dispute,
    read_refund,
    refund_params,
    refund_refusal,
)
from chuckwagon.settings import Settings

if TYPE_CHECKING:
    import stripe

T = TypeVar("T")
_circuit = CircuitBreaker("stripe")
MOST_CHARGES = 100  # of one payment; the provider's own limit is far below


class StripeGateway:
    """One account of the provider. Safe to share between threads."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    @cached_property
    def _client(self) -> "stripe.StripeClient":
        import stripe

        from chuckwagon.gateways.stripe_http import StripeHttpClient

        stripe.enable_telemetry = False
        base = self._settings.stripe_api_base
        return stripe.StripeClient(
            self._settings.stripe_secret_key,
            max_network_retries=2,
            http_client=StripeHttpClient(base or stripe.DEFAULT_API_BASE, self._settings.provider_seconds),
            base_addresses={"api": base} if base else {},
        )

    def load(self) -> None:
        """Have at hand what the first call would have to load, which takes a fifth of a second."""
        if self._settings.stripe_secret_key:
            _ = self._client.v1.payment_intents

    def create_intent(
        self,
        amount_cents: int,
        *,
        metadata: dict[str, str],
        destination: str | None,
        fee_cents: int,
        key: str,
    ) -> Intent:
        """Ask for a card payment in USD. The same key gives the same intent.

        Raises TransferRefused, PaymentRefused, Unavailable.
        """
        params: dict[str, Any] = {
            "amount": amount_cents,
            "currency": "usd",
            "allowed_payment_method_types": ["card"],
            "metadata": metadata,
        }
        if destination:
            params["transfer_data"] = {"destination": destination}
            params |= {"application_fee_amount": fee_cents} if fee_cents else {}
        service = self._client.v1.payment_intents
        return call_stripe(lambda: read_intent(service.create(params, {"idempotency_key": key})))  # type: ignore[arg-type]

    def get_intent(self, intent_id: str) -> Intent:
        """Read one. Raises PaymentRefused, Unavailable."""
        return call_stripe(lambda: read_intent(self._client.v1.payment_intents.retrieve(intent_id)))

    def change_metadata(self, intent_id: str, metadata: dict[str, str]) -> Intent:
        """Set what is given and take off what is given empty; the rest stays. Also of a finished payment.

        Raises PaymentRefused, Unavailable.
        """
        service, params = self._client.v1.payment_intents, {"metadata": metadata}
        return call_stripe(lambda: read_intent(service.update(intent_id, params)))  # type: ignore[arg-type]

    def change_metadata_of_charges(self, intent_id: str, metadata: dict[str, str]) -> None:
        """The same of every try to charge the card: each holds a copy of what the payment said at that time.

        Raises PaymentRefused, Unavailable.
        """
        service, params = self._client.v1.charges, {"metadata": metadata}
        found = call_stripe(lambda: service.list({"payment_intent": intent_id, "limit": MOST_CHARGES}).data)
        for charge in found:
            call_stripe(lambda charge_id=charge.id: service.update(charge_id, params))  # type: ignore[arg-type, misc]

    def cancel_intent(self, intent_id: str) -> Intent:
        """Cancel it, or find out what it has become: one that has succeeded comes back as it is.

        Raises Unavailable.
        """
        try:
            return call_stripe(lambda: read_intent(self._client.v1.payment_intents.cancel(intent_id)))
        except PaymentRefused:
            return self.get_intent(intent_id)

    def create_refund(
        self,
        intent_id: str,
        amount_cents: int,
        *,
        refund_id: str,
        reverse_transfer: bool,
        with_fee: bool,
        key: str,
    ) -> RefundMade:
        """Send money of a payment back, the seller's share and our fee with it. The same key sends it once.

        Raises RefundRefused, PaymentRefused, Unavailable.
        """
        params: Any = refund_params(
            intent_id, amount_cents, refund_id, reverse_transfer=reverse_transfer, with_fee=with_fee
        )
        service, options = self._client.v1.refunds, {"idempotency_key": key}
        return call_stripe(lambda: read_refund(service.create(params, options)), refund_refusal)  # type: ignore[arg-type]

    def list_refunds(self, intent_id: str) -> list[RefundMade]:
        """All refunds of a payment, whoever made them. Raises PaymentRefused, Unavailable."""
        expand = [f"data.{path}" for path in REFUND_DETAILS]
        query: Any = {"payment_intent": intent_id, "limit": 100, "expand": expand}

        def read() -> list[RefundMade]:
            return [read_refund(one) for one in self._client.v1.refunds.list(query).auto_paging_iter()]

        return call_stripe(read)

    def get_dispute(self, dispute_id: str) -> DisputeSeen:
        """Read one. Raises PaymentRefused, Unavailable."""
        return call_stripe(lambda: read_dispute(self._client.v1.disputes.retrieve(dispute_id)))

    def create_account(
        self, truck_id: str, name: str, email: str, business: Business, *, key: str
    ) -> Account:
        """Open a connected account for a truck. The same key gives the same account.

        Raises AccountRefused, Unavailable.
        """
        params = account_params(truck_id, name, email, business)
        service = self._client.v2.core.accounts
        options: Any = {"idempotency_key": key}
        return call_stripe(lambda: read_account(service.create(params, options)), account_refusal)  # type: ignore[arg-type]

    def get_account(self, account_id: str) -> Account:
        """Read one. Raises AccountUnknown, AccountRefused, Unavailable."""
        service, query = self._client.v2.core.accounts, {"include": INCLUDE}
        return call_stripe(lambda: read_account(service.retrieve(account_id, query)), account_refusal)  # type: ignore[arg-type]

    def create_account_link(self, account_id: str, refresh_url: str, return_url: str) -> str:
        """An address of the hosted onboarding, good for one visit. Raises AccountUnknown, Unavailable."""
        params: Any = link_params(account_id, refresh_url, return_url)
        return call_stripe(lambda: self._client.v2.core.account_links.create(params).url, account_refusal)

    def succeeded_page(self, created: dict[str, int], **cursor: str) -> LogPage:
        """One page of the payments that succeeded in a span of Unix seconds, newest first.

        `cursor` may be `starting_after` or `ending_before` an event's id. Raises PaymentRefused, Unavailable.
        """
        query: Any = {"type": SUCCEEDED, "created": created, "limit": LOG_PAGE, **cursor}
        return call_stripe(lambda: read_log_page(self._client.v1.events.list(query)))

    def read_event(self, payload: bytes, signature: str) -> Event:
        """Check the signature over the raw body, then read it. Raises SignatureInvalid and InvalidInput."""
        import stripe

        try:
            secret = self._matching_secret(payload, signature)
            refuse_future(signature)
            given = (payload, signature, secret, SIGNATURE_TOLERANCE_SECONDS)
            if is_thin(payload):
                found = read_thin_event(self._client.parse_event_notification(*given))
            else:
                found = read_snapshot_event(self._client.construct_event(*given))
            # The SDK takes any JSON for an event: what the tables cannot hold is refused here.
            return msgspec.convert(msgspec.to_builtins(found), Event)
        except stripe.SignatureVerificationError as error:
            raise SignatureInvalid from error
        except (ValueError, AttributeError, KeyError, TypeError, RecursionError) as error:
            raise InvalidInput("The event is not one of the provider's.") from error

    def _matching_secret(self, payload: bytes, signature: str) -> str:
        """The provider signs each of its destinations with another secret; the setting may name several."""
        import stripe

        secrets = self._settings.stripe_webhook_secret.split(",")
        for secret in secrets[:-1]:
            try:
                stripe.WebhookSignature.verify_header(
                    payload, signature, secret.strip(), SIGNATURE_TOLERANCE_SECONDS
                )
            except stripe.SignatureVerificationError:
                continue
            return secret.strip()
        return secrets[-1].strip()


def call_stripe(
    work: Callable[[], T], refusal: "Callable[[stripe.StripeError], AppError]" = payment_refusal
) -> T:
    """Run one call, its retries included, under the total time limit; translate its errors."""
    import stripe

    try:
        with time_limit(), provider_call("stripe", _operation_of(work)), _circuit.guard(_is_outage):
            return work()
    except (stripe.InvalidRequestError, stripe.IdempotencyError, stripe.PermissionError) as error:
        raise refusal(error) from error
    except stripe.StripeError as error:
        raise outage(error) from error


def _is_outage(error: Exception) -> bool:
    """Whether the provider did not answer, or answered that it cannot."""
    import stripe

    status = getattr(error, "http_status", None) or 0
    return isinstance(error, stripe.APIConnectionError) or status >= 500


def _operation_of(work: Callable[[], Any]) -> str:
    """The method of the gateway whose call this is, as its qualified name says it."""
    return work.__qualname__.split(".")[1]


@lru_cache(maxsize=4)
def stripe_gateway(settings: Settings) -> StripeGateway:
    """The gateway for these settings; one connection pool a process."""
    return StripeGateway(settings)
