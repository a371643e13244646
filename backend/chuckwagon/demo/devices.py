"""Gives one truck of the demo what stands at its window: a printer, and a card reader. The sandbox plays both.

So the first order prints without a press, and a newcomer sells with a card at once. The printer is connected at each
start of the demo, because the sandbox may have forgotten its printers.
"""

import json
import urllib.request
from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.accounts.models import SUPERADMIN, User
from chuckwagon.accounts.permissions import Actor
from chuckwagon.db.database import Database
from chuckwagon.kit import clock
from chuckwagon.kit.errors import AppError
from chuckwagon.kit.ids import hash_secret, new_id, new_secret
from chuckwagon.kit.languages import ENGLISH
from chuckwagon.observability.logging import log
from chuckwagon.payments.counter.models import CardReader
from chuckwagon.payments.counter.readers import register_reader
from chuckwagon.payments.counter.schemas import ReaderRequest
from chuckwagon.printers.models import PLACED, STAR, Printer
from chuckwagon.settings import Settings
from chuckwagon.trucks.models import Truck

TRUCK_SLUG, LABEL = "spicy-burritos", "Kitchen"
READER_LABEL, READER_CODE = "Window", "simulated-wpe"
TIMEOUT_SECONDS = 10


def connect_printer(db: Database, settings: Settings) -> None:
    """Make sure that the demo's printer exists and that the sandbox plays it. Raises OSError without the sandbox."""
    known = _call(settings, "GET", "/_sandbox/printers")
    digests = [hash_secret(str(one["url"]).rpartition("/")[2]) for one in known]
    secret = new_secret()
    if db.write(lambda session: _needs_address(session, digests, secret)):
        _call(settings, "POST", "/_sandbox/printers", {"kind": STAR, "url": f"{settings.origin}/print/{secret}"})


def _needs_address(session: Session, digests: list[str], secret: str) -> bool:
    """Whether the sandbox has to be told the secret, which the printer got then. Not if the printer was deleted."""
    truck_id = session.scalar(sa.select(Truck.id).where(Truck.slug == TRUCK_SLUG))
    if truck_id is None:
        return False
    printers = sa.select(Printer).where(Printer.truck_id == truck_id, Printer.label == LABEL, Printer.kind == STAR)
    printer = session.scalars(printers.order_by(Printer.created_at).limit(1)).first()
    if printer is None:
        if session.scalar(sa.select(Printer.id).where(Printer.truck_id == truck_id).limit(1)) is not None:
            return False
        printer = Printer(
            id=new_id(), truck_id=truck_id, label=LABEL, kind=STAR, paper_mm=80, prints_tickets=True,
            prints_receipts=True, print_on=PLACED, language=ENGLISH, drawer_kick=True, created_at=clock.now(),
        )  # fmt: skip
    elif printer.deleted_at is not None or printer.secret_hash in digests:
        return False
    printer.secret_hash = hash_secret(secret)
    session.add(printer)
    return True


def add_reader(db: Database, settings: Settings) -> bool:
    """Register the reader. False for a truck that has or had one, has no address, or if the provider does not answer.

    Raises ValueError outside of the sandbox.
    """
    if not settings.sandbox or settings.moves_real_money:
        raise ValueError("The simulated reader belongs to the demo.")
    with db.reading() as session:
        truck = session.scalar(sa.select(Truck).where(Truck.slug == TRUCK_SLUG, Truck.archived_at.is_(None)))
        user = session.scalar(sa.select(User).where(User.role == SUPERADMIN).limit(1))
        known = sa.select(CardReader.id).where(CardReader.truck_id == truck.id).limit(1) if truck else None
        is_known = known is not None and session.scalar(known) is not None
    if truck is None or user is None or is_known or not truck.business_address:
        return False
    actor = Actor(user.id, SUPERADMIN, None, "", user.name)
    try:
        register_reader(
            db, settings, actor, ReaderRequest(registration_code=READER_CODE, label=READER_LABEL, truck_id=truck.id)
        )
    except AppError as problem:
        log.warning("demo_reader_not_registered", reason=type(problem).__name__)
        return False
    return True


def _call(settings: Settings, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
    data = json.dumps(body).encode() if body is not None else None
    headers = {"Content-Type": "application/json"}
    request = urllib.request.Request(  # noqa: S310 - the sandbox's own address
        f"{settings.sandbox_origin}{path}", data=data, headers=headers, method=method
    )
    with urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS) as response:  # noqa: S310
        return json.load(response)
