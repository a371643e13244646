"""An e-mail as it goes to the mail server: two equal parts, text and HTML, in 7-bit ASCII."""

import hashlib
from email import policy
from email.errors import HeaderParseError
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import format_datetime, parseaddr

import msgspec

from chuckwagon.kit import clock

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
