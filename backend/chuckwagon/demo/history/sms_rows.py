"""The SMS about an order: most were delivered, some failed."""

from datetime import datetime

from chuckwagon.demo.history.row_buffer import Row, RowBuffer
from chuckwagon.demo.history.sales import Sale
from chuckwagon.demo.history.seeded_random import SeededRandom
from chuckwagon.demo.history.status_times import Steps
from chuckwagon.notifications.delivery_status import describe_error_code
from chuckwagon.notifications.templates import CANCELLED, CONFIRMED, READY, REFUNDED, SmsFacts, render_sms
from chuckwagon.orders.board import status as statuses
from chuckwagon.orders.models import OrderSms

KINDS_OF_STEPS = ((READY, statuses.READY), (CANCELLED, statuses.CANCELLED))
FAILED_SHARE, FAILURE_CODES = 0.03, (30003, 30005, 30006)


def add_sms(rng: SeededRandom, buffer: RowBuffer, sale: Sale, order: Row, steps: Steps, origin: str) -> None:
    """Add the confirmation of an online order, and one SMS each when it was ready, cancelled or refunded."""
    reached = dict(steps)
    facts = SmsFacts(
        order_number=order["order_number"],
        truck_name=sale.shop.truck.name,
        total_cents=order["total_cents"],
        zone=order["place_timezone"] or sale.shop.truck.timezone,
        ordered_at=sale.at,
        pickup_at=order["pickup_at"],
        place=order["place_name"] or "",
        link=f"{origin}/track/{order['tracking_token']}",
        language=order["language"],
    )
    code = rng.choice(FAILURE_CODES) if rng.happens(FAILED_SHARE) else None
    kinds = [(CONFIRMED, sale.at)]
    kinds += [(kind, reached[name]) for kind, name in KINDS_OF_STEPS if name in reached]
    if sale.refunded_share and sale.status != statuses.CANCELLED:
        kinds.append((REFUNDED, steps[-1][1]))
    for kind, at in kinds:
        _add_sms_row(rng, buffer, order, kind, render_sms(kind, facts), at, code)


def _add_sms_row(
    rng: SeededRandom, buffer: RowBuffer, order: Row, kind: str, body: str, at: datetime, code: int | None
) -> None:
    buffer.add(
        OrderSms,
        id=rng.new_id(),
        order_id=order["id"],
        kind=kind,
        to_phone=order["customer_phone"],
        body=body,
        status="undelivered" if code else "delivered",
        reason=describe_error_code(code) if code else None,
        provider_sid=f"SM{rng.getrandbits(128):032x}",
        error_code=code,
        created_at=at,
        updated_at=at,
    )
