"""The mail server, through the standard library. The only module that knows its password.

SMTP has no idempotency key and cannot be asked what became of an earlier try. So the caller is told before the content
is handed over, and a try that ends without a reply after that is reported as uncertain, never as failed.
"""

import os
import smtplib
import ssl
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cached_property, lru_cache
from urllib.parse import unquote, urlsplit

import certifi

from chuckwagon.integrations.circuit_breaker import CircuitBreaker, CircuitOpen
from chuckwagon.integrations.metrics import measure_provider_call
from chuckwagon.integrations.smtp.connection import BoundedSmtp, BoundedSmtpOverTls
from chuckwagon.integrations.smtp.message import Email, build_message, parse_sender
from chuckwagon.settings import Settings
from chuckwagon.settings_validation import is_loopback

DEFAULT_PORTS = {"smtp": 587, "smtps": 465}
OK, WILL_FORWARD = 250, 251
_circuit = CircuitBreaker("smtp", guards_worker=True)


class EmailRejected(Exception):
    """The mail server refused the address or the content for good. The same e-mail would be refused again."""

    def __init__(self, code: int) -> None:
        super().__init__(f"refused with code {code}")
        self.code = code


class EmailUnavailable(Exception):
    """The mail server did not take the e-mail, so it may be sent again later."""


class EmailUncertain(Exception):
    """The content was handed over, and no reply came. The e-mail may have been accepted."""


class MailServerDown(Exception):
    """The mail server was not called, because it has been failing. It may be tried after OPEN_SECONDS."""


class SmtpGateway:
    """One mail server. Each e-mail has a connection of its own, so it is safe to share between threads."""

    def __init__(self, settings: Settings) -> None:
        self._address = urlsplit(settings.smtp_url)
        self._sender = parse_sender(settings.mail_from)
        self._host = self._address.hostname or ""
        self._port = self._address.port or DEFAULT_PORTS[self._address.scheme]

    def send(self, email: Email, before_handover: Callable[[], None]) -> None:
        """Send one e-mail. `before_handover` is called when the server has accepted sender and recipient.

        Raises AddressUnusable, EmailRejected, EmailUnavailable, EmailUncertain, MailServerDown, and what
        `before_handover` raises. Only after EmailUncertain may the e-mail have been accepted.
        """
        recipient, content = build_message(self._sender, email)
        try:
            with (
                measure_provider_call("smtp", "send"),
                _circuit.guard(_is_outage),
                self._open_session() as smtp,
            ):
                _announce(smtp, self._sender.addr_spec, recipient)
                before_handover()
                _hand_over(smtp, content)
        except CircuitOpen as error:
            raise MailServerDown("circuit open") from error
        except smtplib.SMTPResponseException as error:
            raise EmailUnavailable(f"{type(error).__name__}, code {error.smtp_code}") from error
        except (smtplib.SMTPException, OSError) as error:
            raise EmailUnavailable(type(error).__name__) from error

    def probe(self) -> None:
        """Connect and sign in, and send nothing. Raises EmailUnavailable."""
        try:
            with self._open_session():
                pass
        except (smtplib.SMTPException, OSError) as error:
            raise EmailUnavailable(type(error).__name__) from error

    @contextmanager
    def _open_session(self) -> Iterator[smtplib.SMTP]:
        smtp = self._connect()
        try:
            self._secure_and_sign_in(smtp)
            yield smtp
            with suppress(smtplib.SMTPException, OSError):
                smtp.quit()
        finally:
            smtp.close()

    def _connect(self) -> smtplib.SMTP:
        if self._address.scheme == "smtps":
            return BoundedSmtpOverTls(self._host, self._port, self._tls_context)
        return BoundedSmtp(self._host, self._port)

    def _secure_and_sign_in(self, smtp: smtplib.SMTP) -> None:
        """Start TLS, and sign in. Only a server of this machine is trusted without TLS."""
        if self._address.scheme == "smtp" and not is_loopback(self._host):
            smtp.starttls(context=self._tls_context)
        if self._address.username:
            smtp.login(unquote(self._address.username), unquote(self._address.password or ""))

    @cached_property
    def _tls_context(self) -> ssl.SSLContext:
        bundle = os.environ.get("REQUESTS_CA_BUNDLE") or os.environ.get("CURL_CA_BUNDLE") or certifi.where()
        is_folder = os.path.isdir(bundle)  # noqa: PTH112 - a text of the environment
        return ssl.create_default_context(
            cafile=None if is_folder else bundle,
            capath=bundle if is_folder else None,
        )


def _announce(smtp: smtplib.SMTP, sender: str, recipient: str) -> None:
    smtp.ehlo_or_helo_if_needed()
    code, reply = smtp.mail(sender)
    if code != OK:
        raise smtplib.SMTPResponseException(code, reply)
    code, reply = smtp.rcpt(recipient)
    if code not in (OK, WILL_FORWARD):
        _raise_refusal(code, reply)


def _hand_over(smtp: smtplib.SMTP, content: bytes) -> None:
    try:
        code, reply = smtp.data(content)
    except smtplib.SMTPDataError as refusal:  # before the content was sent
        _raise_refusal(refusal.smtp_code, refusal.smtp_error)
    except (smtplib.SMTPException, OSError) as error:
        raise EmailUncertain(type(error).__name__) from error
    else:
        if code != OK:
            _raise_refusal(code, reply)


def _raise_refusal(code: int, reply: bytes | str) -> None:
    """Raise EmailRejected for a permanent refusal (RFC 5321: 5xx), else SMTPResponseException, an outage."""
    if 500 <= code < 600:
        raise EmailRejected(code)
    raise smtplib.SMTPResponseException(code, reply)


def _is_outage(error: Exception) -> bool:
    return isinstance(error, smtplib.SMTPException | OSError | EmailUncertain)


@lru_cache(maxsize=4)
def smtp_gateway(settings: Settings) -> SmtpGateway:
    """Return the gateway for these settings."""
    return SmtpGateway(settings)
