"""Stripe through its own SDK. The only module that knows the API key and the base URL.

Every call has a time limit for all its tries together, and every call that creates something has an
idempotency key. Calls return small structs; the SDK's objects stay in this package.
"""

from collections.abc import Callable
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from chuckwagon.integrations.circuit_breaker import CircuitBreaker, measure_provider_call
from chuckwagon.integrations.stripe.accounts import (
    ACCOUNT_INCLUDE,
    ConnectedAccount,
    account_params,
    link_params,
    read_account,
    to_account_error,
)
from chuckwagon.integrations.stripe.events import (
    LOG_PAGE_SIZE,
    SIGNATURE_TOLERANCE_SECONDS,
    SUCCEEDED,
    NewestFirstPage,
    StripeEvent,
    StripeSignatureInvalid,
    is_thin_event,
    read_log_page,
    read_snapshot_event,
    read_thin_event,
    refuse_future_signature,
)
from chuckwagon.integrations.stripe.payment_intents import (
    REFUND_DETAILS,
    Intent,
    PaymentRefused,
    StatementText,
    StripeDispute,
    StripeRefund,
    read_dispute,
    read_intent,
    read_refund,
    refund_params,
    to_payment_error,
    to_refund_error,
    to_unavailable,
)
from chuckwagon.kit.decoding import convert
from chuckwagon.kit.errors import AppError, InvalidInput
from chuckwagon.kit.sentences import Sentence
from chuckwagon.observability.logging import log
from chuckwagon.settings import Settings
from chuckwagon.web.security_headers import CspSources

if TYPE_CHECKING:
    import stripe

T = TypeVar("T")
_circuit = CircuitBreaker("stripe")
WALLETS = ("apple_pay", "google_pay", "link")
STATEMENT_SUFFIX = "statement_descriptor_suffix"
MAX_CHARGES = 100  # of one payment; Stripe's own limit is far lower


class StripeGateway:
    """One Stripe account. Safe to share between threads."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    @cached_property
    def _client(self) -> "stripe.StripeClient":
        import stripe

        from chuckwagon.integrations.stripe.http_client import StripeHttpClient

        stripe.enable_telemetry = False
        base = self._settings.stripe_api_base
        return stripe.StripeClient(
            self._settings.stripe_secret_key,
            max_network_retries=2,
            http_client=StripeHttpClient(base or stripe.DEFAULT_API_BASE, self._settings.provider_timeout_seconds),
            base_addresses={"api": base} if base else {},
        )

    def load(self) -> None:
        """Load the SDK now, because loading it during the first call takes 0.2 seconds."""
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
        statement: StatementText | None = None,
        on_reader: bool = False,
    ) -> Intent:
        """Create a card payment in USD. The same key returns the same intent.

        With `on_reader` only a reader can pay it. A suffix of the card statement that Stripe refuses is left out,
        because a name must never cost a sale. Raises TransferRefused, PaymentRefused, Unavailable.
        """
        params: dict[str, Any] = {
            "amount": amount_cents,
            "currency": "usd",
            "allowed_payment_method_types": ["card_present" if on_reader else "card"],
            "metadata": metadata,
        }
        if destination:
            params["transfer_data"] = {"destination": destination}
            params |= {"application_fee_amount": fee_cents} if fee_cents else {}
        params |= {"description": statement.description} if statement else {}
        named = params | ({STATEMENT_SUFFIX: statement.suffix} if statement and statement.suffix else {})
        return call_stripe("create_intent", lambda: self._create_named(params, named, key))

    def _create_named(self, params: Any, named: Any, key: str) -> Intent:
        import stripe

        service = self._client.v1.payment_intents
        try:
            return read_intent(service.create(named, {"idempotency_key": key}))
        except stripe.InvalidRequestError as error:
            if error.param != STATEMENT_SUFFIX:
                raise
            log.error("statement_suffix_refused", reason=error.user_message)
            return read_intent(service.create(params, {"idempotency_key": f"{key}:unnamed"}))

    def get_intent(self, intent_id: str) -> Intent:
        """Fetch a payment intent. Raises PaymentRefused, Unavailable."""
        return call_stripe("get_intent", lambda: read_intent(self._client.v1.payment_intents.retrieve(intent_id)))

    def change_metadata(self, intent_id: str, metadata: dict[str, str]) -> Intent:
        """Set these keys of the metadata and remove those with an empty value, also of a finished payment.

        Raises PaymentRefused, Unavailable.
        """
        service, params = self._client.v1.payment_intents, {"metadata": metadata}
        return call_stripe("change_metadata", lambda: read_intent(service.update(intent_id, params)))  # type: ignore[arg-type]

    def change_metadata_of_charges(self, intent_id: str, metadata: dict[str, str]) -> None:
        """Change the metadata of every charge of the payment; Stripe copies the metadata to each charge.

        Raises PaymentRefused, Unavailable.
        """
        service, params = self._client.v1.charges, {"metadata": metadata}
        charges = call_stripe(
            "change_metadata_of_charges", lambda: service.list({"payment_intent": intent_id, "limit": MAX_CHARGES}).data
        )
        for charge in charges:
            call_stripe("change_metadata_of_charges", lambda charge_id=charge.id: service.update(charge_id, params))  # type: ignore[arg-type, misc]

    def cancel_intent(self, intent_id: str) -> Intent:
        """Cancel an intent and return it. One that can no longer be cancelled is returned as it is.

        Raises Unavailable, and PaymentRefused for an intent that Stripe does not know.
        """
        try:
            return call_stripe("cancel_intent", lambda: read_intent(self._client.v1.payment_intents.cancel(intent_id)))
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
    ) -> StripeRefund:
        """Refund part of a payment, with the truck's share and our fee. The same key refunds once.

        Raises RefundRefused, which is final, PaymentRefused, Unavailable.
        """
        params: Any = refund_params(
            intent_id, amount_cents, refund_id, reverse_transfer=reverse_transfer, with_fee=with_fee
        )
        service, options = self._client.v1.refunds, {"idempotency_key": key}
        return call_stripe("create_refund", lambda: read_refund(service.create(params, options)), to_refund_error)  # type: ignore[arg-type]

    def list_refunds(self, intent_id: str) -> list[StripeRefund]:
        """List all refunds of a payment, also those made in the dashboard. Raises PaymentRefused, Unavailable."""
        expand = [f"data.{path}" for path in REFUND_DETAILS]
        query: Any = {"payment_intent": intent_id, "limit": 100, "expand": expand}

        def read() -> list[StripeRefund]:
            return [read_refund(one) for one in self._client.v1.refunds.list(query).auto_paging_iter()]

        return call_stripe("list_refunds", read)

    def get_dispute(self, dispute_id: str) -> StripeDispute:
        """Fetch a dispute. Raises PaymentRefused, Unavailable."""
        return call_stripe("get_dispute", lambda: read_dispute(self._client.v1.disputes.retrieve(dispute_id)))

    def create_account(self, truck_id: str, name: str, email: str, business: str, *, key: str) -> ConnectedAccount:
        """Create a connected account for a truck. The same key returns the same account.

        Raises AccountRefused, Unavailable.
        """
        params = account_params(truck_id, name, email, business)
        service = self._client.v2.core.accounts
        options: Any = {"idempotency_key": key}
        return call_stripe("create_account", lambda: read_account(service.create(params, options)), to_account_error)  # type: ignore[arg-type]

    def get_account(self, account_id: str) -> ConnectedAccount:
        """Fetch a connected account. Raises AccountUnknown, AccountRefused, Unavailable."""
        service, query = self._client.v2.core.accounts, {"include": ACCOUNT_INCLUDE}
        return call_stripe("get_account", lambda: read_account(service.retrieve(account_id, query)), to_account_error)  # type: ignore[arg-type]

    def create_account_link(self, account_id: str, refresh_url: str, return_url: str) -> str:
        """Create a URL of the hosted onboarding, good for one visit. Raises AccountUnknown, Unavailable."""
        params: Any = link_params(account_id, refresh_url, return_url)
        return call_stripe(
            "create_account_link", lambda: self._client.v2.core.account_links.create(params).url, to_account_error
        )

    def succeeded_page(self, created: dict[str, int], **cursor: str) -> NewestFirstPage:
        """Fetch a page of the events of succeeded payments, newest first; `created` is a range of Unix seconds.

        `cursor` may be `starting_after` or `ending_before` an event's ID. Raises PaymentRefused, Unavailable.
        """
        query: Any = {"type": SUCCEEDED, "created": created, "limit": LOG_PAGE_SIZE, **cursor}
        return call_stripe("succeeded_page", lambda: read_log_page(self._client.v1.events.list(query)))

    def list_active_wallets(self, domain: str) -> list[str] | None:
        """The wallets that pages of the domain may show; None unless it is registered.

        Raises PaymentRefused, Unavailable.
        """
        query: Any = {"domain_name": domain, "enabled": True}

        def read() -> list[str] | None:
            found = self._client.v1.payment_method_domains.list(query).data
            return [name for name in WALLETS if found[0][name]["status"] == "active"] if found else None

        return call_stripe("list_active_wallets", read)

    def read_event(self, payload: bytes, signature: str) -> StripeEvent:
        """Verify the signature over the raw body and parse the event.

        Raises StripeSignatureInvalid, and InvalidInput for signed content that is not an event of Stripe.
        """
        import stripe

        try:
            secret = self._matching_secret(payload, signature)
            refuse_future_signature(signature)
            arguments = (payload, signature, secret, SIGNATURE_TOLERANCE_SECONDS)
            if is_thin_event(payload):
                event = read_thin_event(self._client.parse_event_notification(*arguments))
            else:
                event = read_snapshot_event(self._client.construct_event(*arguments))
            # The SDK accepts any JSON as an event, so values that the tables cannot store are refused here.
            return convert(msgspec.to_builtins(event), StripeEvent)
        except stripe.SignatureVerificationError as error:
            raise StripeSignatureInvalid from error
        except (ValueError, AttributeError, KeyError, TypeError, RecursionError) as error:
            raise InvalidInput(Sentence("The event is not one of the provider's.", "event_invalid")) from error

    def _matching_secret(self, payload: bytes, signature: str) -> str:
        """Find the secret that signed the payload. Each webhook endpoint has its own; the setting may list several."""
        import stripe

        secrets = self._settings.stripe_webhook_secret.split(",")
        for secret in secrets[:-1]:
            try:
                stripe.WebhookSignature.verify_header(payload, signature, secret.strip(), SIGNATURE_TOLERANCE_SECONDS)
            except stripe.SignatureVerificationError:
                continue
            return secret.strip()
        return secrets[-1].strip()


def call_stripe(
    operation: str, work: Callable[[], T], refusal: "Callable[[stripe.StripeError], AppError]" = to_payment_error
) -> T:
    """Run one call, retries included, under the total time limit, and translate its errors.

    A refusal becomes what `refusal` returns, any other error Unavailable. `operation` is a label value of a published
    metric, so it stays when a method is renamed.
    """
    import stripe

    from chuckwagon.integrations.stripe.http_client import time_limit

    try:
        with time_limit(), measure_provider_call("stripe", operation), _circuit.guard(_is_outage):
            return work()
    except (stripe.InvalidRequestError, stripe.IdempotencyError, stripe.PermissionError) as error:
        raise refusal(error) from error
    except stripe.StripeError as error:
        raise to_unavailable(error) from error


def _is_outage(error: Exception) -> bool:
    """Whether Stripe did not answer, or answered with a server error."""
    import stripe

    status = getattr(error, "http_status", None) or 0
    return isinstance(error, stripe.APIConnectionError) or status >= 500


@lru_cache(maxsize=4)
def stripe_gateway(settings: Settings) -> StripeGateway:
    """Return the gateway for these settings; one connection pool per process."""
    return StripeGateway(settings)


SCRIPT_ORIGINS = ("https://js.stripe.com", "https://*.js.stripe.com")
API_ORIGIN = "https://api.stripe.com"
BANK_ORIGIN = "https://hooks.stripe.com"
# The billing address form autocompletes places.
MAPS_ORIGIN = "https://maps.googleapis.com"


def payment_sources(settings: Settings) -> CspSources:
    """Stripe's origins, and in sandbox mode also the sandbox's."""
    sandbox = (settings.sandbox_origin,) if settings.sandbox else ()
    return CspSources(
        scripts=(*SCRIPT_ORIGINS, MAPS_ORIGIN, *sandbox),
        connections=(API_ORIGIN, MAPS_ORIGIN, *sandbox),
        frames=(*SCRIPT_ORIGINS, BANK_ORIGIN, *sandbox),
        payment_frames=(SCRIPT_ORIGINS[0], *sandbox),
        push=sandbox,
    )
