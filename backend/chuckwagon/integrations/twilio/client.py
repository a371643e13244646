"""Twilio, through its own SDK. The only module that knows the account's secret and the base address.

Every call has a time limit and one try: sending has no idempotency key, so that whoever tries again must
first ask whether the earlier try arrived.
"""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from chuckwagon.gateways.circuit_breaker import CircuitBreaker, CircuitOpen
from chuckwagon.gateways.metrics import provider_call
from chuckwagon.settings import Settings

if TYPE_CHECKING:
    from twilio.rest import Client

T = TypeVar("T")
_circuit = CircuitBreaker("twilio")

OPTED_OUT = 21610
# Refusals that stay what they are, whatever status they come with.
PERMANENT = frozenset({21211, 21214, 21217, 21408, OPTED_OUT, 21612, 21614, 21635, 30034})
# The account's own queue is full: an answer of 400 that passes.
PASSING = frozenset({21611})
CLOCK_SLACK = timedelta(minutes=5)
LOOK_BACK = 50


class TextRefused(Exception):
    """The provider understood and said no; the same text would be refused again."""

    def __init__(self, code: int) -> None:
        super().__init__(f"refused with code {code}")
        self.code = code


class TextUnavailable(Exception):
    """No answer, or one that may be different later. The text may have been accepted all the same."""


class SentText(msgspec.Struct, frozen=True):
    """A text that the provider accepted, and what has become of it."""

    sid: str
    status: str
    error_code: int | None = None


class TwilioGateway:
    """One account of the provider. Safe to share between threads."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    @cached_property
    def _client(self) -> "Client":
        from twilio.rest import Client

        from chuckwagon.gateways.twilio_http import TwilioHttpClient

        account, secret = self._settings.twilio_account_sid, self._settings.twilio_auth_token
        return Client(account, secret, http_client=TwilioHttpClient(self._settings.twilio_api_base))

    def load(self) -> None:
        """Have at hand what the first text would have to load."""
        if self._settings.twilio_account_sid:
            _ = self._client.messages

    def send_text(self, to: str, body: str, status_callback: str | None) -> SentText:
        """Hand over one text. Raises TextRefused, TextUnavailable."""
        wanted = {"to": to, "from_": self._settings.twilio_from, "body": body}
        if status_callback:
            wanted["status_callback"] = status_callback
        return _call(lambda: _sent(self._client.messages.create(**wanted)))

    def find_sent_text(self, to: str, body: str, sent_after: datetime) -> SentText | None:
        """The text that an earlier try handed over, if it arrived. Raises TextRefused, TextUnavailable.

        The provider's date filters leave out what it has not sent yet, so the latest texts to the number
        are compared here; a trial account puts words of its own in front.
        """
        earliest = sent_after - CLOCK_SLACK

        def look() -> SentText | None:
            for message in self._client.messages.list(to=to, limit=LOOK_BACK):
                is_ours = message.direction.startswith("outbound") and (message.body or "").endswith(body)
                if is_ours and message.date_created >= earliest:
                    return _sent(message)
            return None

        return _call(look)

    def signature_is_valid(self, url: str, form: Mapping[str, str], signature: str) -> bool:
        """Whether the provider signed this form for this address; never without a secret."""
        from twilio.request_validator import RequestValidator

        secret = self._settings.twilio_auth_token
        return bool(secret and RequestValidator(secret).validate(url, dict(form), signature))


def _sent(message: Any) -> SentText:
    return SentText(message.sid, str(message.status), message.error_code)


def _is_outage(error: Exception) -> bool:
    from twilio.base.exceptions import TwilioRestException

    return not isinstance(error, TwilioRestException) or error.status >= 500


def _call(work: Callable[[], T]) -> T:
    """Run one call and translate its errors, without the phone numbers that they carry."""
    from twilio.base.exceptions import TwilioException, TwilioRestException
    from urllib3.exceptions import HTTPError

    try:
        with provider_call("twilio", work.__qualname__.split(".")[1]), _circuit.guard(_is_outage):
            return work()
    except CircuitOpen as error:
        raise TextUnavailable("circuit open") from error
    except TwilioRestException as error:
        is_final = error.code in PERMANENT or (error.status == 400 and error.code not in PASSING)
        if is_final and error.code:
            raise TextRefused(int(error.code)) from error
        raise TextUnavailable(f"status {error.status}, code {error.code}") from error
    except (HTTPError, TwilioException, OSError, ValueError) as error:
        raise TextUnavailable(type(error).__name__) from error


@lru_cache(maxsize=4)
def twilio_gateway(settings: Settings) -> TwilioGateway:
    """The gateway for these settings; one connection pool a process."""
    return TwilioGateway(settings)
