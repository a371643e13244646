"""Twilio through its own SDK. The only module that knows the account's secret and the base URL.

Every call has a time limit and one try. Sending has no idempotency key, so a caller that retries must first ask
whether the earlier try arrived.
"""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from chuckwagon.integrations.circuit_breaker import CircuitBreaker, CircuitOpen, measure_provider_call
from chuckwagon.settings import Settings

if TYPE_CHECKING:
    from twilio.rest import Client

T = TypeVar("T")
_circuit = CircuitBreaker("twilio")

OPTED_OUT_CODE = 21610
# Error codes of permanent refusals, with any HTTP status.
PERMANENT_CODES = frozenset({21211, 21214, 21217, 21408, OPTED_OUT_CODE, 21612, 21614, 21635, 30034})
# The account's queue is full, which is a temporary 400.
TEMPORARY_CODES = frozenset({21611})
CLOCK_SLACK = timedelta(minutes=5)
MAX_SEARCHED = 50


class SmsRejected(Exception):
    """Twilio understood the call and refused it. The same SMS would be refused again."""

    def __init__(self, code: int) -> None:
        super().__init__(f"refused with code {code}")
        self.code = code


class SmsUnavailable(Exception):
    """Twilio gave no answer, or a temporary error. The SMS may have been accepted all the same."""


class SmsReceipt(msgspec.Struct, frozen=True):
    """An SMS that Twilio accepted, and its status."""

    sid: str
    status: str
    error_code: int | None = None


class TwilioGateway:
    """One Twilio account. Safe to share between threads."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    @cached_property
    def _client(self) -> "Client":
        from twilio.rest import Client

        from chuckwagon.integrations.twilio_http_client import TwilioHttpClient

        account, secret = self._settings.twilio_account_sid, self._settings.twilio_auth_token
        return Client(account, secret, http_client=TwilioHttpClient(self._settings.twilio_api_base))

    def load(self) -> None:
        """Load the SDK now instead of during the first SMS."""
        if self._settings.twilio_account_sid:
            _ = self._client.messages

    def send_sms(self, to: str, body: str, status_callback: str | None) -> SmsReceipt:
        """Send one SMS. Raises SmsRejected, and SmsUnavailable, after which it may have been sent all the same."""
        params = {"to": to, "from_": self._settings.twilio_from, "body": body}
        if status_callback:
            params["status_callback"] = status_callback
        return _call("send_text", lambda: _to_receipt(self._client.messages.create(**params)))

    def find_sent_sms(self, to: str, body: str, sent_after: datetime) -> SmsReceipt | None:
        """Find the SMS that an earlier try sent, if it arrived. Raises SmsRejected, SmsUnavailable.

        Compares the latest messages to the number, because Twilio's date filters leave out queued messages. A trial
        account puts words of its own in front of the body.
        """
        earliest = sent_after - CLOCK_SLACK

        def search() -> SmsReceipt | None:
            for message in self._client.messages.list(to=to, limit=MAX_SEARCHED):
                is_ours = message.direction.startswith("outbound") and (message.body or "").endswith(body)
                if is_ours and message.date_created >= earliest:
                    return _to_receipt(message)
            return None

        return _call("find_sent_text", search)

    def is_signature_valid(self, url: str, form: Mapping[str, str], signature: str) -> bool:
        """Whether Twilio signed this form for this URL; never without a secret."""
        from twilio.request_validator import RequestValidator

        secret = self._settings.twilio_auth_token
        return bool(secret and RequestValidator(secret).validate(url, dict(form), signature))


def _to_receipt(message: Any) -> SmsReceipt:
    return SmsReceipt(message.sid, str(message.status), message.error_code)


def _is_outage(error: Exception) -> bool:
    from twilio.base.exceptions import TwilioRestException

    return not isinstance(error, TwilioRestException) or error.status >= 500


def _call(operation: str, work: Callable[[], T]) -> T:
    """Run one call and translate its errors, without the phone numbers that they contain.

    `operation` is a label value of a published metric, so it stays when a method is renamed.
    """
    from twilio.base.exceptions import TwilioException, TwilioRestException
    from urllib3.exceptions import HTTPError

    try:
        with measure_provider_call("twilio", operation), _circuit.guard(_is_outage):
            return work()
    except CircuitOpen as error:
        raise SmsUnavailable("circuit open") from error
    except TwilioRestException as error:
        is_final = error.code in PERMANENT_CODES or (error.status == 400 and error.code not in TEMPORARY_CODES)
        if is_final and error.code:
            raise SmsRejected(int(error.code)) from error
        raise SmsUnavailable(f"status {error.status}, code {error.code}") from error
    except (HTTPError, TwilioException, OSError, ValueError) as error:
        raise SmsUnavailable(type(error).__name__) from error


@lru_cache(maxsize=4)
def twilio_gateway(settings: Settings) -> TwilioGateway:
    """Return the gateway for these settings; one connection pool per process."""
    return TwilioGateway(settings)
