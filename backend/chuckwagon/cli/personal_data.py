"""Finds, erases and exports the personal data of one customer for the commands in `admin.py`."""

from contextlib import closing
from pathlib import Path

import msgspec

from chuckwagon.audit.log import SYSTEM_ACTOR
from chuckwagon.db.database import Database
from chuckwagon.kit.errors import InvalidInput
from chuckwagon.kit.sentences import Sentence
from chuckwagon.orders.phones import us_e164
from chuckwagon.privacy import export, service
from chuckwagon.privacy.restore_carry_over import OWNER_ONLY_MODE
from chuckwagon.settings import Settings


def read_phone(text: str) -> str:
    """Parse a US phone number, with or without the country code. Raises InvalidInput."""
    phone = us_e164(text)
    if phone is None:
        raise InvalidInput(Sentence("Give a 10-digit phone number, such as (213) 373-4253.", "phone_invalid"))
    return phone


def erase_phone(settings: Settings, phone: str) -> int | None:
    """Erase all data of this phone number. Returns the number of orders; None without a customer and a checkout.

    Raises CustomerBusy while an open order, payment or SMS needs it.
    """
    with closing(Database(settings.direct_database)) as db:
        return db.write(lambda session: service.erase_by_phone(session, phone))


def export_phone(settings: Settings, phone: str) -> bytes:
    """All data about this phone number, which may belong to no customer, as indented JSON."""
    with closing(Database(settings.direct_database)) as db:
        with db.reading() as session:
            found = export.export_phone(session, phone)
        db.write(lambda session: export.record_export(session, SYSTEM_ACTOR, found))
    return msgspec.json.format(msgspec.json.encode(found)) + b"\n"


def write_private(file: Path, content: bytes) -> None:
    """Write a file that only its owner can read. Replaces an existing file."""
    file.touch(mode=OWNER_ONLY_MODE)
    file.chmod(OWNER_ONLY_MODE)
    file.write_bytes(content)
