"""Audit events of orders. They name the order's number and never its customer."""

from typing import Any

from sqlalchemy.orm import Session

from chuckwagon.accounts.permissions import Actor
from chuckwagon.audit.log import MAX_TEXT_LENGTH, AuditActor, FieldChange, record
from chuckwagon.kit.money import format_usd, to_cents
from chuckwagon.kit.validation import mask_phone
from chuckwagon.orders.late.models import OfflineSale
from chuckwagon.orders.models import Order
from chuckwagon.orders.schemas import StaffOrder

TAKEN, PAID, REFUNDED, PAID_OUT = "order.taken", "order.paid", "order.refunded", "order.paid_out"
CONTACT_CORRECTED, RECEIPT_SENT, PRINTED = "order.contact_corrected", "order.receipt_sent", "order.printed"
TAKEN_OFFLINE, VOIDED, ENTERED_LATE = "order.taken_offline", "order.voided", "order.entered_late"
DISCARDED = "order.discarded"
STATUS_CHANGED, CHANGED = "order.status_changed", "order.changed"


def record_counter_order(session: Session, actor: Actor, order: StaffOrder, payment: str) -> None:
    """Record an order taken at the counter."""
    _record(session, actor, TAKEN, order, {"total": format_usd(to_cents(order.total)), "payment": payment})


def record_late_order(session: Session, actor: Actor, order: StaffOrder) -> None:
    """Record an order that was taken without network: what was charged, and what the owner is to look at."""
    sale = order.offline
    if sale is None:
        return
    action = VOIDED if sale.void_reason else ENTERED_LATE if sale.refusal else TAKEN_OFFLINE
    details = {
        "total": format_usd(to_cents(order.total)),
        "payment": order.tender,
        "offlineNumber": order.offline_number,
        "takenAt": sale.taken_at,
        "flags": ", ".join(order.flags),
        "reason": sale.void_reason or sale.refusal,
        "price": describe_differences(sale),
    }
    _record(session, actor, action, order, {name: value for name, value in details.items() if value is not None})


def describe_differences(sale: OfflineSale) -> str | None:
    """What was charged, beside what the published prices say, of the first few differences; None without one."""
    told = [
        f"{one.name or one.what}: {format_usd(to_cents(one.charged))} / "
        + ("-" if one.published is None else format_usd(to_cents(one.published)))
        for one in sale.differences
    ]
    return "; ".join(told)[:MAX_TEXT_LENGTH] or None


def record_counter_payment(session: Session, actor: Actor, order: StaffOrder, payment: str) -> None:
    """Record a payment at the counter."""
    _record(session, actor, PAID, order, {"total": format_usd(to_cents(order.total)), "payment": payment})


def record_order_changes(
    session: Session, actor: Actor, order: StaffOrder, before: dict[str, Any], after: dict[str, Any]
) -> None:
    """Record a change of the status and one of the estimated pickup time, each as an event.

    `before` and `after` hold the values of the changed columns.
    """
    if "status" in after:
        step = {"status": FieldChange(before["status"], after["status"]), "version": order.version}
        _record(session, actor, STATUS_CHANGED, order, step)
    if "estimated_pickup_at" in after:
        change = FieldChange(before["estimated_pickup_at"], after["estimated_pickup_at"])
        _record(session, actor, CHANGED, order, {"estimatedPickupTime": change})


def record_cancellation(session: Session, author: AuditActor, order: Order, before: str) -> None:
    """Record a cancellation by a disruption of the order's stop, or by its customer.

    `before` is the status before it.
    """
    step = {"number": str(order.order_number), "status": FieldChange(before, order.status), "version": order.version}
    record(session, author, STATUS_CHANGED, order.id, truck_id=order.truck_id, details=step)


def record_plan_change(session: Session, author: AuditActor, order: Order, changed: dict[str, Any]) -> None:
    """Record a change of the time or the place by a disruption, or of the slot by the customer."""
    details = {"number": str(order.order_number), **changed}
    record(session, author, CHANGED, order.id, truck_id=order.truck_id, details=details)


def record_contact_correction(session: Session, author: AuditActor, order: Order, before: dict[str, Any]) -> None:
    """Record that the phone (its last digits) or the e-mail address was corrected. `before` holds the old columns.

    A phone in it says that it was changed, which decides what may be sent to it (`notifications/queries.py`).
    """
    details: dict[str, Any] = {"number": str(order.order_number)}
    if before.get("customer_phone", order.customer_phone) != order.customer_phone:
        masked = [mask_phone(phone or "") for phone in (before["customer_phone"], order.customer_phone)]
        details["phone"] = FieldChange(*masked)
    if before.get("customer_email", order.customer_email) != order.customer_email:
        details["email"] = True
    record(session, author, CONTACT_CORRECTED, order.id, truck_id=order.truck_id, details=details)


def record_refund(session: Session, author: AuditActor, order: Order, cents: int) -> None:
    """Record that `author` requested a refund of `cents` cents."""
    details = {"number": str(order.order_number), "amount": format_usd(cents)}
    record(session, author, REFUNDED, order.id, truck_id=order.truck_id, details=details)


def record_pay_out(session: Session, actor: Actor, order: StaffOrder, cents: int) -> None:
    """Record that a refund at the counter was paid out."""
    _record(session, actor, PAID_OUT, order, {"amount": format_usd(cents)})


def record_receipt(session: Session, actor: Actor, order: StaffOrder) -> None:
    """Record that the receipt was sent to an address that staff have typed. The address is not kept."""
    _record(session, actor, RECEIPT_SENT, order, {})


def record_paper(session: Session, actor: Actor, order: StaffOrder, what: str, printer: str) -> None:
    """Record that a ticket or a receipt was asked of a printer."""
    _record(session, actor, PRINTED, order, {"what": what, "printer": printer})


def _record(session: Session, actor: Actor, action: str, order: StaffOrder, details: dict[str, Any]) -> None:
    numbered = {"number": order.order_number, **details}
    record(session, actor.author, action, order.id, truck_id=order.truck_id, details=numbered)
