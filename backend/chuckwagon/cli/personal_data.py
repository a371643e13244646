"""The commands for personal data."""

from pathlib import Path

import msgspec

from chuckwagon.core.db import Database
from chuckwagon.core.errors import InvalidInput
from chuckwagon.orders.phones import us_e164
from chuckwagon.privacy import export, service
from chuckwagon.settings import Settings

# Whose orders and phone are in it is nobody else's business on this machine.
OWNER_ONLY = 0o600


def read_phone(text: str) -> str:
    """A US number, with or without the country's code. Raises InvalidInput."""
    phone = us_e164(text)
    if phone is None:
        raise InvalidInput("Give a phone number of ten digits, such as (213) 373-4253.")
    return phone


def erase_phone(settings: Settings, phone: str) -> int | None:
    """Forget whoever has the phone; the number of orders, None for nobody. Raises CustomerBusy."""
    db = Database(settings.database)
    try:
        return db.write(lambda session: service.erase_by_phone(session, phone))
    finally:
        db.close()


def export_phone(settings: Settings, phone: str) -> bytes:
    """Everything that is kept of whoever has the phone, as JSON for people."""
    db = Database(settings.database)
    try:
        with db.reading() as session:
            found = export.export_phone(session, phone)
    finally:
        db.close()
    return msgspec.json.format(msgspec.json.encode(found)) + b"\n"


def write_private(file: Path, content: bytes) -> None:
    """Write a file that only its owner may read."""
    file.touch(mode=OWNER_ONLY)
    file.chmod(OWNER_ONLY)
    file.write_bytes(content)
