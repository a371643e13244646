"""Stripe, through its own SDK. The only module that knows the key and the base address.

Every call has a time limit for all its tries together, and every call that creates something has an
idempotency key. What comes back is a small struct; the SDK's objects stay here.
"""

import threading
import time
from collections.abc import Callable, Mapping
from datetime import datetime
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import msgspec

from chuckwagon.core.errors import AppError, InvalidInput, Unavailable
from chuckwagon.gateways.stripe_accounts import (
    INCLUDE,
    Account,
    Business,
    account_params,
    account_refusal,
    link_params,
    read_account,
)
from chuckwagon.settings import Settings

if TYPE_CHECKING:
    import stripe

T = TypeVar("T")

CONNECT_SECONDS, READ_SECONDS, TOTAL_SECONDS = 3.0, 10.0, 15.0
SIGNATURE_TOLERANCE_SECONDS = 300


class PaymentRefused(AppError):
    """Stripe understood the call and said no."""

    status = 409
    code = "payment_refused"
    sentence = "There was an error processing your order. Please try again."


class TransferRefused(PaymentRefused):
    """The account that the money was meant for cannot receive it."""


class ProviderFailed(Unavailable):
    """Stripe answered with a failure of its own, and would answer the same key with it again."""

    sentence = "The payment service is not available right now. Please try again."


class SignatureInvalid(AppError):
    code = "signature_invalid"
    sentence = "The webhook signature is not valid."


PRINTABLE = r"^[!-~]*$"
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=255, pattern=PRINTABLE)]


class Intent(msgspec.Struct, frozen=True):
    """A payment intent; amounts in cents."""

    id: Name
    status: str
    amount: int
    amount_received: int
    currency: str
    livemode: bool
    metadata: dict[str, str]
    client_secret: str = ""


class RefundMade(msgspec.Struct, frozen=True):
    """A refund that the provider has taken; `refund_id` is ours, from the call that asked for it."""

    id: Name
    status: str
    refund_id: str = ""


class Event(msgspec.Struct, frozen=True):
    """A webhook event and what it is about: a payment intent, a refund, or a connected account."""

    id: Name
    type: Annotated[str, msgspec.Meta(min_length=1, max_length=100, pattern=PRINTABLE)]
    created: int
    intent: Intent | None
    refund: RefundMade | None = None
    account_id: Name | None = None


class StripeGateway:
    """One account of the provider. Safe to share between threads."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    @cached_property
    def _client(self) -> "stripe.StripeClient":
        import stripe

        stripe.enable_telemetry = False
        base = self._settings.stripe_api_base
        return stripe.StripeClient(
            self._settings.stripe_secret_key,
            max_network_retries=2,
            http_client=_deadline_client(),
            base_addresses={"api": base} if base else {},
        )

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
        return _call(lambda: _intent(service.create(params, {"idempotency_key": key})))  # type: ignore[arg-type]

    def get_intent(self, intent_id: str) -> Intent:
        """Read one. Raises PaymentRefused, Unavailable."""
        return _call(lambda: _intent(self._client.v1.payment_intents.retrieve(intent_id)))

    def cancel_intent(self, intent_id: str) -> Intent:
        """Cancel it, or find out what it has become: one that has succeeded comes back as it is.

        Raises Unavailable.
        """
        try:
            return _call(lambda: _intent(self._client.v1.payment_intents.cancel(intent_id)))
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

        Raises PaymentRefused, Unavailable.
        """
        params: dict[str, Any] = {
            "payment_intent": intent_id,
            "amount": amount_cents,
            "metadata": {"refundId": refund_id},
        }
        params |= {"reverse_transfer": True} if reverse_transfer else {}
        params |= {"refund_application_fee": True} if with_fee else {}
        service = self._client.v1.refunds
        return _call(lambda: _refund(service.create(params, {"idempotency_key": key})))  # type: ignore[arg-type]

    def find_refund(self, intent_id: str, refund_id: str) -> RefundMade | None:
        """What an earlier call made under our id, if it did. Raises PaymentRefused, Unavailable."""

        def read() -> RefundMade | None:
            pages = self._client.v1.refunds.list({"payment_intent": intent_id, "limit": 100})
            found = (_refund(one) for one in pages.auto_paging_iter())
            return next((one for one in found if one.refund_id == refund_id), None)

        return _call(read)

    def create_account(
        self, truck_id: str, name: str, email: str, business: Business, *, key: str
    ) -> Account:
        """Open a connected account for a truck. The same key gives the same account.

        Raises AccountRefused, Unavailable.
        """
        params = account_params(truck_id, name, email, business)
        service = self._client.v2.core.accounts
        options: Any = {"idempotency_key": key}
        return _call(lambda: read_account(service.create(params, options)), account_refusal)  # type: ignore[arg-type]

    def get_account(self, account_id: str) -> Account:
        """Read one. Raises AccountUnknown, AccountRefused, Unavailable."""
        service, query = self._client.v2.core.accounts, {"include": INCLUDE}
        return _call(lambda: read_account(service.retrieve(account_id, query)), account_refusal)  # type: ignore[arg-type]

    def create_account_link(self, account_id: str, refresh_url: str, return_url: str) -> str:
        """An address of the hosted onboarding, good for one visit. Raises AccountUnknown, Unavailable."""
        params: Any = link_params(account_id, refresh_url, return_url)
        return _call(lambda: self._client.v2.core.account_links.create(params).url, account_refusal)

    def succeeded_since(self, since: datetime) -> list[Event]:
        """Every payment that succeeded since then, from the provider's own event log, oldest first."""
        query = {"type": "payment_intent.succeeded", "created": {"gte": int(since.timestamp())}, "limit": 100}

        def read() -> list[Event]:
            pages = self._client.v1.events.list(query)  # type: ignore[arg-type]
            return [_event(event) for event in pages.auto_paging_iter()]

        return _call(read)[::-1]

    def read_event(self, payload: bytes, signature: str) -> Event:
        """Check the signature over the raw body, then read it. Raises SignatureInvalid and InvalidInput."""
        import stripe

        try:
            secret = self._matching_secret(payload, signature)
            _refuse_future(signature)
            given = (payload, signature, secret, SIGNATURE_TOLERANCE_SECONDS)
            if _is_thin(payload):
                found = _thin_event(self._client.parse_event_notification(*given))
            else:
                found = _event(self._client.construct_event(*given))
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


def _refuse_future(signature: str) -> None:
    """The SDK refuses old signatures only; a timestamp ahead of us is as wrong."""
    stamps = [int(part[2:]) for part in signature.split(",") if part.startswith("t=") and part[2:].isdigit()]
    if not stamps or stamps[0] - time.time() > SIGNATURE_TOLERANCE_SECONDS:
        raise SignatureInvalid


def _event(found: Any) -> Event:
    about = found.data.object
    return Event(
        found.id,
        found.type,
        found.created,
        _intent(about) if found.type.startswith("payment_intent.") else None,
        _refund(about) if found.type.startswith("refund.") else None,
        about.id if found.type == "account.updated" else None,
    )


class _Kind(msgspec.Struct):
    object: str = ""


def _is_thin(payload: bytes) -> bool:
    """Accounts v2 tell only that something has changed, in another shape than the other events."""
    return msgspec.json.decode(payload, type=_Kind).object == "v2.core.event"


def _thin_event(found: Any) -> Event:
    about = found.related_object
    is_account = about is not None and about.type == "v2.core.account"
    created = int(datetime.fromisoformat(found.created).timestamp())
    return Event(found.id, found.type, created, None, None, about.id if is_account else None)


def _refund(found: Any) -> RefundMade:
    status = "pending" if found.status == "requires_action" else found.status or ""
    return RefundMade(found.id, status, _metadata(found).get("refundId", ""))


def _intent(found: Any) -> Intent:
    return Intent(
        id=found.id,
        status=found.status,
        amount=found.amount,
        amount_received=found.amount_received or 0,
        currency=found.currency,
        livemode=bool(found.livemode),
        metadata=_metadata(found),
        client_secret=found.client_secret or "",
    )


def _metadata(found: Any) -> dict[str, str]:
    return found.metadata.to_dict() if found.metadata else {}


_deadline = threading.local()


def _payment_refusal(error: "stripe.StripeError") -> AppError:
    import stripe

    if isinstance(error, stripe.PermissionError):
        return ProviderFailed()
    is_transfer = isinstance(error, stripe.InvalidRequestError) and (
        error.code == "insufficient_capabilities_for_transfer"
        or (error.param or "").startswith("transfer_data")
    )
    return TransferRefused() if is_transfer else PaymentRefused()


def _call(work: Callable[[], T], refusal: "Callable[[stripe.StripeError], AppError]" = _payment_refusal) -> T:
    """Run one call, its retries included, under the total time limit; translate its errors."""
    import stripe

    _deadline.at = time.monotonic() + TOTAL_SECONDS
    try:
        return work()
    except (stripe.APIConnectionError, stripe.RateLimitError) as error:
        raise Unavailable(ProviderFailed.sentence) from error
    except (stripe.InvalidRequestError, stripe.IdempotencyError, stripe.PermissionError) as error:
        raise refusal(error) from error
    except stripe.StripeError as error:
        raise ProviderFailed from error
    finally:
        _deadline.at = None


def _deadline_client() -> "stripe.HTTPClient":
    """The SDK's client with a time limit that shrinks from try to try."""
    import stripe

    class DeadlineClient(stripe.RequestsClient):
        @property
        def _timeout(self) -> tuple[float, float]:
            left = _seconds_left()
            return min(CONNECT_SECONDS, left), min(READ_SECONDS, left)

        @_timeout.setter
        def _timeout(self, _given: object) -> None:
            """The parent sets a fixed one; ours depends on the call's own deadline."""

        def request(  # type: ignore[override]
            self, *args: Any, **kwargs: Any
        ) -> tuple[bytes, int, Mapping[str, str]]:
            if _seconds_left() < 0.2:
                raise _time_is_up()
            return super().request(*args, **kwargs)

    return DeadlineClient()


def _time_is_up() -> Exception:
    import stripe

    error: Exception = stripe.APIConnectionError("The time for this call is used up.", should_retry=False)  # type: ignore[no-untyped-call]
    return error


def _seconds_left() -> float:
    deadline: float | None = getattr(_deadline, "at", None)
    return READ_SECONDS if deadline is None else deadline - time.monotonic()


@lru_cache(maxsize=4)
def stripe_gateway(settings: Settings) -> StripeGateway:
    """The gateway for these settings; one connection pool a process."""
    return StripeGateway(settings)
