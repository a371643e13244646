"""Texts that staff write themselves, to customers of their own and at most so many.

The text is saved and counted before the provider is called, outside any transaction, and marked after it.
Under an Idempotency-Key a repeat gets the first answer; where that one got lost, with a key or without, the
provider is asked first what became of it.
"""

from datetime import datetime, timedelta

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.accounts.permissions import Action, Actor, require
from chuckwagon.core import audit, clock, limits
from chuckwagon.core.db import Database
from chuckwagon.core.errors import (
    Conflict,
    IdempotencyKeyReused,
    InvalidInput,
    NotAllowed,
    TooManyRequests,
    Unavailable,
)
from chuckwagon.core.idempotency import read_repeat
from chuckwagon.core.ids import new_id
from chuckwagon.core.masks import masked_phone
from chuckwagon.core.text import has_control_characters
from chuckwagon.gateways.twilio_api import OPTED_OUT, SentText, TextRefused, TextUnavailable, TwilioGateway
from chuckwagon.notifications import budget, delivery, opt_outs, queries, reports
from chuckwagon.notifications.models import StaffText
from chuckwagon.notifications.schemas import NotificationAnswer, NotificationRequest
from chuckwagon.orders.phones import us_e164
from chuckwagon.settings import Settings

LONGEST = 320
WRITTEN = "text.written"
HOLD = timedelta(seconds=60)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
PHONE = "Please enter a valid 10-digit phone number"
EMPTY = "Write a message."
TOO_LONG = f"Use at most {LONGEST} characters."
UNPRINTABLE = "This text holds characters that cannot be printed."


class OptedOut(Conflict):
    code = "opted_out"
    sentence = "This customer asked for no texts (STOP). Please call instead."


class NotDelivered(Conflict):
    """The provider said no, for good."""

    code = "text_refused"


class StillSending(Conflict):
    code = "still_sending"
    sentence = "This message is being sent right now. Please wait a moment."


class Held(msgspec.Struct, frozen=True):
    """A text to hand over now; `was_tried` by a call whose end nobody knows."""

    text_id: str
    to: str
    body: str
    begun_at: datetime
    was_tried: bool


def send_notification(
    db: Database,
    settings: Settings,
    twilio: TwilioGateway,
    actor: Actor,
    request: NotificationRequest,
    key: str | None,
) -> NotificationAnswer:
    """Send the text, once for each key.

    Raises InvalidInput, NotAllowed, OptedOut, TooManyRequests, NotDelivered, StillSending,
    IdempotencyKeyReused, Unavailable.
    """
    phone = read_phone(request.phone_number)
    with db.reading() as session:
        _require_own_customer(session, settings, actor, phone)
    body = read_message(request.message)
    if not settings.twilio_account_sid:
        raise Unavailable(delivery.NOT_SET_UP)
    kept = db.write(lambda session: _take(session, settings, actor, phone, body, key))
    if isinstance(kept, NotificationAnswer):
        return kept
    try:
        sent = _hand_over(twilio, settings, kept)
    except TextRefused as refusal:
        code = refusal.code
        db.write(lambda session: _record_refusal(session, kept, code))
        raise NotDelivered(delivery.reason_for(code)) from refusal
    except TextUnavailable as outage:
        db.write(lambda session: _let_go(session, kept))
        raise Unavailable(delivery.NO_ANSWER) from outage
    return db.write(lambda session: _record_sent(session, kept, sent))


def read_phone(given: str | None) -> str:
    """A US number in E.164, with or without the country's code. Raises InvalidInput."""
    phone = us_e164(given or "")
    if phone is None:
        raise InvalidInput(PHONE, fields={"phoneNumber": PHONE})
    return phone


def read_message(given: str | None) -> str:
    """The words, trimmed. Raises InvalidInput."""
    body = (given or "").replace("\r\n", "\n").strip()
    problem = (not body and EMPTY) or (len(body) > LONGEST and TOO_LONG)
    problem = problem or (has_control_characters(body) and UNPRINTABLE)
    if problem:
        raise InvalidInput(problem, fields={"message": problem})
    return body


def _require_own_customer(session: Session, settings: Settings, actor: Actor, phone: str) -> None:
    require(actor, Action.WRITE_TO_CUSTOMER, actor.truck_id)
    days = settings.notification_customer_days
    since = clock.now() - timedelta(days=days)
    if actor.is_superadmin or queries.has_ordered_since(session, phone, actor.truck_id or "", since):
        return
    raise NotAllowed(f"You may only write to customers who ordered here in the last {days} days.")


def _take(
    session: Session, settings: Settings, actor: Actor, phone: str, body: str, key: str | None
) -> Held | NotificationAnswer:
    """Save the text and hold it; under a known key, its answer or another try of it."""
    repeat = read_repeat(actor.user_id, key, "send_notification", phone, body)
    limits.queue_up(session, f"notify:{actor.user_id}")
    if repeat is None:
        known = queries.find_unfinished(session, actor.user_id, phone, body, clock.now() - DAY)
    else:
        known = queries.find_staff_text(session, repeat.user_id, repeat.key)
    if known is not None:
        if repeat is not None and known.request_hash != repeat.request_hash:
            raise IdempotencyKeyReused
        return _take_again(session, known)
    if opt_outs.has_opted_out(session, phone):
        raise OptedOut
    limits.queue_up(session, f"notify:{phone}")
    _refuse_too_many(session, settings, actor, phone)
    if not budget.take_one(session, settings):
        raise TooManyRequests(limits.DAY_SECONDS - int(clock.now().timestamp()) % limits.DAY_SECONDS)
    instant = clock.now()
    text = StaffText(
        id=new_id(), user_id=actor.user_id, idempotency_key=repeat.key if repeat else None,
        request_hash=repeat.request_hash if repeat else "", to_phone=phone, body=body,
        status=delivery.SENDING, held_until=instant + HOLD, created_at=instant, updated_at=instant,
    )  # fmt: skip
    session.add(text)
    session.flush()
    details = {"to": masked_phone(phone), "characters": len(body)}
    audit.record(session, actor.author, WRITTEN, text.id, truck_id=actor.truck_id, details=details)
    return Held(text.id, phone, body, instant, was_tried=False)


def _take_again(session: Session, known: StaffText) -> Held | NotificationAnswer:
    """The first answer, whatever it was; a try whose end nobody knows is taken up again."""
    if known.provider_sid is not None:
        known.held_until = None
        session.flush()
        return NotificationAnswer(known.provider_sid, known.body)
    if known.status == delivery.REFUSED:
        raise NotDelivered(known.reason)
    if known.held_until is not None and known.held_until > clock.now():
        raise StillSending
    known.held_until = clock.now() + HOLD
    session.flush()
    return Held(known.id, known.to_phone, known.body, known.created_at, was_tried=True)


def _refuse_too_many(session: Session, settings: Settings, actor: Actor, phone: str) -> None:
    """Sliding windows over what was sent: what was refused leaves no row, or one that does not count."""
    gap = timedelta(seconds=settings.notification_gap_seconds)
    by_user = queries.list_counted(session, StaffText.user_id == actor.user_id, _since(HOUR))
    to_phone = queries.list_counted(session, StaffText.to_phone == phone, _since(max(DAY, gap)))
    _refuse_full(by_user, settings.limit_notifications_per_user, HOUR)
    _refuse_full([at for at in to_phone if at > clock.now() - gap], 1 if gap else 0, gap)
    _refuse_full(to_phone, settings.limit_notifications_per_phone, DAY)


def _since(window: timedelta) -> sa.ColumnElement[bool]:
    return StaffText.created_at > clock.now() - window


def _refuse_full(sent_at: list[datetime], limit: int, window: timedelta) -> None:
    """Raises TooManyRequests until enough of the texts (newest first) have left the window; 0 is no limit."""
    if limit > 0 and len(sent_at) >= limit:
        raise TooManyRequests(int((sent_at[limit - 1] + window - clock.now()).total_seconds()) + 1)


def _hand_over(twilio: TwilioGateway, settings: Settings, held: Held) -> SentText:
    if held.was_tried:
        found = twilio.find_sent_text(held.to, held.body, held.begun_at)
        if found is not None:
            return found
    return twilio.send_text(held.to, held.body, reports.report_address(settings, held.text_id))


def _record_sent(session: Session, held: Held, sent: SentText) -> NotificationAnswer:
    text = session.get_one(StaffText, held.text_id, with_for_update=True)
    if text.provider_sid is None:
        text.status = delivery.our_status(sent.status) or "queued"
        text.provider_sid, text.error_code = sent.sid, sent.error_code
    text.held_until, text.updated_at = None, clock.now()
    session.flush()
    return NotificationAnswer(text.provider_sid or sent.sid, held.body)


def _record_refusal(session: Session, held: Held, code: int) -> None:
    if code == OPTED_OUT:
        opt_outs.opt_out(session, held.to)
    text = session.get_one(StaffText, held.text_id, with_for_update=True)
    text.status, text.error_code, text.reason = delivery.REFUSED, code, delivery.reason_for(code)
    text.held_until, text.updated_at = None, clock.now()
    session.flush()


def _let_go(session: Session, held: Held) -> None:
    """It may have been accepted all the same, so it counts; the same words can be tried again at once."""
    text = session.get_one(StaffText, held.text_id, with_for_update=True)
    text.held_until = text.updated_at = clock.now()
    session.flush()
