"""The mail server, through the standard library. The only module that knows its password.

SMTP has no idempotency key and cannot be asked what became of an earlier try. So the caller is told before the content
is handed over, and a try that ends without a reply after that is reported as uncertain, never as failed.
The socket's own time limit holds for one read, so a server that sends a byte now and then could hold a worker for
hours. A timer ends the connection as a whole.
"""

import hashlib
import os
import smtplib
import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from email import policy
from email.errors import HeaderParseError
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import format_datetime, parseaddr
from functools import cached_property, lru_cache
from typing import Any
from urllib.parse import unquote, urlsplit

import certifi
import msgspec

from chuckwagon.integrations.circuit_breaker import CircuitBreaker, CircuitOpen, measure_provider_call
from chuckwagon.integrations.http_pool import READ_SECONDS
from chuckwagon.kit import clock
from chuckwagon.settings import Settings
from chuckwagon.settings_validation import is_loopback

CONNECTION_SECONDS = 20.0  # less than MAX_JOB_DURATION of the outbox


class _Bounded(smtplib.SMTP):
    """A connection that is cut CONNECTION_SECONDS after it was opened."""

    _timer: threading.Timer | None = None

    def connect(self, *args: Any, **kwargs: Any) -> tuple[int, bytes]:
        """Connect; called by the constructor."""
        self._timer = threading.Timer(CONNECTION_SECONDS, self._cut)
        self._timer.daemon = True
        self._timer.start()
        try:
            return super().connect(*args, **kwargs)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Close the connection."""
        if self._timer is not None:
            self._timer.cancel()
        super().close()

    def _cut(self) -> None:
        found = self.sock
        if found is not None:
            with suppress(OSError):
                found.shutdown(socket.SHUT_RDWR)  # wakes the thread that reads


class BoundedSmtp(_Bounded):
    """A connection without TLS, which may be started later."""

    def __init__(self, host: str, port: int) -> None:
        super().__init__(host, port, timeout=READ_SECONDS)


class BoundedSmtpOverTls(_Bounded, smtplib.SMTP_SSL):
    """A connection with TLS from the first byte."""

    def __init__(self, host: str, port: int, context: ssl.SSLContext) -> None:
        super().__init__(host, port, timeout=READ_SECONDS, context=context)


_POLICY = policy.SMTP.clone(cte_type="7bit")  # every mail server takes it


class AddressUnusable(ValueError):
    """The e-mail address cannot be written into the commands of SMTP."""


class Email(msgspec.Struct, frozen=True):
    """One e-mail to one address. Two with the same `key` are the same e-mail to every mail program."""

    key: str
    to: str
    subject: str
    text: str
    html: str


def build_message(sender: Address, email: Email) -> tuple[str, bytes]:
    """Return (recipient, content): the recipient's address in ASCII, and the bytes of the message.

    Raises AddressUnusable.
    """
    recipient = to_ascii_address(email.to)
    message = EmailMessage(policy=_POLICY)
    message["From"], message["To"], message["Subject"] = sender, recipient, email.subject
    message["Date"] = format_datetime(clock.now())
    message["Message-ID"] = f"<{hashlib.sha256(email.key.encode()).hexdigest()[:32]}@{sender.domain}>"
    message["Auto-Submitted"] = "auto-generated"  # asks for no out-of-office replies
    message.set_content(email.text)
    message.add_alternative(email.html, subtype="html")
    return recipient.addr_spec, message.as_bytes()


def to_ascii_address(text: str) -> Address:
    """Parse an e-mail address; an international domain is written in ASCII. Raises AddressUnusable.

    The API takes more addresses than SMTP can carry, such as those with letters of other alphabets before the @.
    """
    local, _, domain = text.rpartition("@")
    try:
        found = Address(addr_spec=f"{local}@{domain.encode('idna').decode()}")
        is_whole = found.addr_spec.isascii() and found.addr_spec.isprintable() and found.username == local
    except (HeaderParseError, ValueError, IndexError):
        is_whole = False
    if not is_whole:
        raise AddressUnusable("This address cannot be written in ASCII.")
    return found


def parse_sender(text: str) -> Address:
    """Parse `Name <address>` or a plain address. Raises AddressUnusable."""
    name, address = parseaddr(text)
    found = to_ascii_address(address)
    return Address(name or "Chuckwagon", found.username, found.domain)


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
