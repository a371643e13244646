"""Stripe Terminal, driven by the server: locations, readers, and payments that are handed to a reader."""

from datetime import UTC, datetime
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec

from chuckwagon.integrations.stripe.client import StripeGateway, call_stripe
from chuckwagon.integrations.stripe.payment_intents import PaymentRefused, to_payment_error
from chuckwagon.kit.errors import AppError
from chuckwagon.kit.sentences import Sentence
from chuckwagon.settings import Settings

if TYPE_CHECKING:
    import stripe

OFFLINE, BUSY, TIMEOUT = "terminal_reader_offline", "terminal_reader_busy", "terminal_reader_timeout"
MAX_TIP_CHOICES = 3
MAX_WORDS = 200
MAX_READERS = 100


class ReaderRefused(PaymentRefused):
    """Stripe or the reader refuses the call. `provider_code` is Stripe's."""

    code = "reader_refused"
    sentence = "The card reader refused this."
    provider_code: str = ""


class ReaderAction(msgspec.Struct, frozen=True):
    """What a reader does or did last; `status` is in_progress, succeeded or failed."""

    intent_id: str
    status: str
    failure_code: str = ""
    failure_message: str = ""


class ProviderReader(msgspec.Struct, frozen=True):
    """A reader at Stripe; `status` is online or offline."""

    id: str
    device_type: str
    status: str
    seen_at: datetime | None
    action: ReaderAction | None


class ReaderReceipt(msgspec.Struct, frozen=True, rename="camel"):
    """The fields of a charge on a reader that card networks require on a receipt."""

    brand: str | None = None
    last4: str | None = None
    read_method: str | None = None
    application_name: str | None = None
    aid: str | None = None
    account_type: str | None = None
    response_code: str | None = None


class TerminalGateway(StripeGateway):
    """A gateway that also drives readers."""

    def create_location(self, name: str, address: dict[str, str], percents: list[int], key: str) -> tuple[str, str]:
        """Create a configuration with suggested tips and a location with it; return the IDs of both.

        Raises ReaderRefused, Unavailable.
        """
        terminal = self._client.v1.terminal
        tips: Any = {"tipping": {"usd": {"percentages": percents[:MAX_TIP_CHOICES]}}}

        def create() -> tuple[str, str]:
            made = terminal.configurations.create(tips, {"idempotency_key": f"{key}:tips"})
            asked: Any = {"display_name": name, "address": address, "configuration_overrides": made.id}
            return terminal.locations.create(asked, {"idempotency_key": key}).id, made.id

        return call_stripe("create_location", create, _to_reader_error)

    def update_location(
        self,
        location_id: str,
        configuration_id: str | None,
        name: str,
        address: dict[str, str] | None,
        percents: list[int],
    ) -> None:
        """Change the name, the address and the suggested tips of a location. Raises ReaderRefused, Unavailable."""
        terminal = self._client.v1.terminal
        tips: Any = {"tipping": {"usd": {"percentages": percents[:MAX_TIP_CHOICES]}}}
        changed: Any = {"display_name": name} | ({"address": address} if address else {})

        def update() -> None:
            if configuration_id is not None:
                terminal.configurations.update(configuration_id, tips)
            terminal.locations.update(location_id, changed)

        call_stripe("update_location", update, _to_reader_error)

    def create_reader(self, registration_code: str, label: str, location_id: str, key: str) -> ProviderReader:
        """Register a reader by the code on its screen. Raises ReaderRefused, Unavailable."""
        asked: Any = {"registration_code": registration_code, "label": label, "location": location_id}
        readers = self._client.v1.terminal.readers
        return call_stripe(
            "create_reader", lambda: _read(readers.create(asked, {"idempotency_key": key})), _to_reader_error
        )

    def rename_reader(self, reader_id: str, label: str) -> ProviderReader:
        """Change the reader's label. Raises ReaderRefused, Unavailable."""
        readers, asked = self._client.v1.terminal.readers, {"label": label}
        return call_stripe("update_reader", lambda: _read(readers.update(reader_id, asked)), _to_reader_error)  # type: ignore[arg-type]

    def delete_reader(self, reader_id: str) -> None:
        """Remove the reader from the account; one that is gone is no error. Raises ReaderRefused, Unavailable."""
        try:
            call_stripe("delete_reader", lambda: self._client.v1.terminal.readers.delete(reader_id), _to_reader_error)
        except ReaderRefused as refused:
            if refused.provider_code != "resource_missing":
                raise

    def get_reader(self, reader_id: str) -> ProviderReader:
        """Fetch a reader with what it does. Raises ReaderRefused, Unavailable."""
        readers = self._client.v1.terminal.readers
        return call_stripe("get_reader", lambda: _read(readers.retrieve(reader_id)), _to_reader_error)

    def list_readers(self, location_id: str) -> list[ProviderReader]:
        """List the readers of a location, at most 100. Raises ReaderRefused, Unavailable."""
        readers, asked = self._client.v1.terminal.readers, {"location": location_id, "limit": MAX_READERS}
        return call_stripe("list_readers", lambda: [_read(one) for one in readers.list(asked).data], _to_reader_error)  # type: ignore[arg-type]

    def get_reader_location(self, reader_id: str) -> str | None:
        """Fetch the ID of the reader's location; None for a reader without one. Raises ReaderRefused, Unavailable."""
        readers = self._client.v1.terminal.readers
        found = call_stripe("get_reader", lambda: readers.retrieve(reader_id).to_dict(), _to_reader_error)
        location = found.get("location")
        return location["id"] if isinstance(location, dict) else location

    def process_intent(self, reader_id: str, intent_id: str, tip_base_cents: int | None, key: str) -> ProviderReader:
        """Hand an intent to the reader, which asks for a tip on `tip_base_cents` first, unless that is None.

        Raises ReaderRefused, Unavailable.
        """
        tipping = {"skip_tipping": True} if tip_base_cents is None else {"tipping": {"amount_eligible": tip_base_cents}}
        asked: Any = {
            "payment_intent": intent_id,
            "process_config": tipping | {"enable_customer_cancellation": True},
        }
        readers = self._client.v1.terminal.readers
        return call_stripe(
            "process_intent",
            lambda: _read(readers.process_payment_intent(reader_id, asked, {"idempotency_key": key})),
            _to_reader_error,
        )

    def cancel_action(self, reader_id: str) -> None:
        """End what the reader does. Raises ReaderRefused, Unavailable."""
        readers = self._client.v1.terminal.readers
        call_stripe("cancel_action", lambda: readers.cancel_action(reader_id), _to_reader_error)

    def get_receipt(self, intent_id: str) -> ReaderReceipt | None:
        """Fetch the receipt's fields of a paid intent; None without a charge on a reader.

        Raises PaymentRefused, Unavailable.
        """
        asked: Any = {"expand": ["latest_charge"]}
        intents = self._client.v1.payment_intents
        found = call_stripe("get_receipt", lambda: intents.retrieve(intent_id, asked)).to_dict()
        charge = found.get("latest_charge")
        details = (charge.get("payment_method_details") or {}) if isinstance(charge, dict) else {}
        card = details.get("card_present")
        if card is None:
            return None
        receipt = card.get("receipt") or {}
        return ReaderReceipt(
            brand=card.get("brand"),
            last4=card.get("last4"),
            read_method=card.get("read_method"),
            application_name=receipt.get("application_preferred_name"),
            aid=receipt.get("dedicated_file_name"),
            account_type=receipt.get("account_type"),
            response_code=receipt.get("authorization_response_code"),
        )


def _read(reader: Any) -> ProviderReader:
    data = reader.to_dict()
    seen, action = data.get("last_seen_at"), data.get("action")
    return ProviderReader(
        id=data["id"],
        device_type=data["device_type"],
        status=data.get("status") or "offline",
        seen_at=datetime.fromtimestamp(seen / 1000, tz=UTC) if seen else None,
        action=read_action(action) if action else None,
    )


def read_action(action: dict[str, Any]) -> ReaderAction:
    """Convert the action of a reader; one that is no payment has no intent."""
    asked = action.get("process_payment_intent") or {}
    intent = asked.get("payment_intent") or ""
    return ReaderAction(
        intent_id=intent if isinstance(intent, str) else intent["id"],
        status=action["status"],
        failure_code=action.get("failure_code") or "",
        failure_message=(action.get("failure_message") or "")[:MAX_WORDS],
    )


def _to_reader_error(error: "stripe.StripeError") -> AppError:
    import stripe

    if not isinstance(error, stripe.InvalidRequestError):
        return to_payment_error(error)
    words = (error.user_message or "")[:MAX_WORDS]
    refused = ReaderRefused(Sentence(words, "payment_service_says", words=words) if words else None)
    refused.provider_code = error.code or ""
    return refused


@lru_cache(maxsize=4)
def terminal_gateway(settings: Settings) -> TerminalGateway:
    """Return the gateway for these settings."""
    return TerminalGateway(settings)
