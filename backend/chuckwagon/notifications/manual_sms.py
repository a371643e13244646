"""SMS that staff write to their own customers, rate limited.

The SMS is saved and counted before Twilio is called, outside any transaction, and updated after. A repeated
Idempotency-Key returns the first response. Where that response was lost, with or without a key, Twilio is first
asked whether the SMS was sent.
"""

from datetime import datetime, timedelta

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.accounts.permissions import Action, Actor, authorize
from chuckwagon.audit import log
from chuckwagon.db import database, rate_limits
from chuckwagon.db.database import Database
from chuckwagon.db.idempotency import parse_idempotency_key
from chuckwagon.integrations.twilio import (
    OPTED_OUT_CODE,
    SmsReceipt,
    SmsRejected,
    SmsUnavailable,
    TwilioGateway,
    twilio_gateway,
)
from chuckwagon.kit import clock
from chuckwagon.kit.errors import (
    Conflict,
    IdempotencyKeyReused,
    InvalidInput,
    NotAllowed,
    TooManyRequests,
    Unavailable,
)
from chuckwagon.kit.ids import new_id
from chuckwagon.kit.sentences import UNPRINTABLE, Sentence, too_long
from chuckwagon.kit.validation import has_control_characters, mask_phone, us_e164, why_no_us_phone
from chuckwagon.notifications import daily_sms_limit, delivery_status, opt_outs, queries
from chuckwagon.notifications.models import ManualSms
from chuckwagon.notifications.schemas import NotificationAnswer, NotificationRequest
from chuckwagon.orders.models import Order
from chuckwagon.orders.status_changes import NOT_COMPLETED
from chuckwagon.settings import Settings

MAX_LENGTH = 320
SMS_WRITTEN = "text.written"
SEND_LEASE = timedelta(seconds=60)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
SMS_EMPTY = Sentence("Write a message.", "sms_empty")
SMS_NOT_SET_UP = Sentence(delivery_status.NOT_SET_UP, "sms_not_set_up")
SMS_NO_ANSWER = Sentence(delivery_status.NO_ANSWER, "sms_no_answer")


SMS_NEW_NUMBERS = Sentence(delivery_status.OVER_NEW_NUMBERS, "sms_new_numbers")
SMS_DAY_USED_UP = {
    delivery_status.OVER_DAILY_LIMIT: Sentence(delivery_status.OVER_DAILY_LIMIT, "sms_budget_used_up"),
    delivery_status.OVER_TRUCK_SHARE: Sentence(delivery_status.OVER_TRUCK_SHARE, "sms_share_used_up"),
}


class SmsLimitReached(TooManyRequests):
    """The texts of the truck, of the day, or to new numbers are used up until the window of `seconds` ends."""

    code = "sms_limit"

    def __init__(self, sentence: Sentence, seconds: int) -> None:
        super().__init__(seconds - int(clock.now().timestamp()) % seconds, sentence)


class OptedOut(Conflict):
    code = "opted_out"
    sentence = "This customer asked for no texts (STOP). Please call instead."


class SmsRefusedByTwilio(Conflict):
    """Twilio refuses the SMS for good, so it is not sent again."""

    code = "text_refused"


class StillSending(Conflict):
    """An earlier request is sending this SMS, or its process ended less than SEND_LEASE ago."""

    code = "still_sending"
    sentence = "This message is being sent right now. Please wait a moment."


class ManualSmsToSend(msgspec.Struct, frozen=True):
    """An SMS to send now. `was_tried`: an earlier call ended without a known result."""

    sms_id: str
    to: str
    body: str
    begun_at: datetime
    was_tried: bool


def send_manual_sms(
    db: Database,
    settings: Settings,
    actor: Actor,
    request: NotificationRequest,
    key: str | None,
) -> NotificationAnswer:
    """Send the SMS, once per key, and return Twilio's ID.

    Raises InvalidInput, NotAllowed for a phone that is no recent customer of the admin's truck, OptedOut,
    TooManyRequests, SmsLimitReached, SmsRefusedByTwilio when Twilio refuses it for good, StillSending,
    IdempotencyKeyReused, and Unavailable without a Twilio account or an answer.
    """
    phone = validate_phone(request.phone_number)
    with db.reading() as session:
        is_new = _require_own_customer(session, settings, actor, phone)
    body = validate_body(request.message)
    if not settings.twilio_account_sid:
        raise Unavailable(SMS_NOT_SET_UP)
    prepared = db.write(lambda session: _prepare_sms(session, settings, actor, (phone, is_new), body, key))
    if isinstance(prepared, NotificationAnswer):
        return prepared
    try:
        sent = _find_or_send(twilio_gateway(settings), settings, prepared)
    except SmsRejected as refusal:
        code = refusal.code
        db.write(lambda session: _record_refusal(session, prepared, code))
        raise SmsRefusedByTwilio(_refusal_sentence(code)) from refusal
    except SmsUnavailable as outage:
        db.write(lambda session: _release_sms(session, prepared))
        raise Unavailable(SMS_NO_ANSWER) from outage
    return db.write(lambda session: _record_sent(session, prepared, sent))


def validate_phone(value: str | None) -> str:
    """Return a US number in E.164; the input may omit the country code. Raises InvalidInput."""
    phone = us_e164(value or "")
    if phone is None:
        problem = why_no_us_phone(value or "")
        raise InvalidInput(problem, fields={"phoneNumber": problem})
    return phone


def validate_body(value: str | None) -> str:
    """Return the body, trimmed. Raises InvalidInput for an empty, too long or unprintable one."""
    body = (value or "").replace("\r\n", "\n").strip()
    problem = None if body else SMS_EMPTY
    if len(body) > MAX_LENGTH:
        problem = too_long(MAX_LENGTH)
    elif has_control_characters(body):
        problem = UNPRINTABLE
    if problem is not None:
        raise InvalidInput(problem, fields={"message": problem})
    return body


def _require_own_customer(session: Session, settings: Settings, actor: Actor, phone: str) -> bool:
    """Raise NotAllowed unless this phone is of a customer of the admin's truck within the set days.

    That is who paid online or has answered an SMS. A number that staff typed may be anyone's, so it is a customer's
    only while its order is open, and True is returned for one that is new on the platform. Superadmins may write to
    all.
    """
    authorize(actor, Action.MESSAGE_CUSTOMER, actor.truck_id)
    days = settings.notification_customer_days
    since = clock.now() - timedelta(days=days)
    mine = (Order.truck_id == (actor.truck_id or ""), Order.created_at >= since)
    if actor.is_superadmin or queries.has_proven_number(session, phone, *mine):
        return False
    if queries.has_order(session, phone, Order.status.in_(NOT_COMPLETED), *mine):
        return not queries.has_proven_number(session, phone)
    text = f"You may only write to customers who paid online or answered a text here in the last {days} days, or "
    text += "whose order is open."
    raise NotAllowed(Sentence(text, "not_own_customer", days=days))


def _refusal_sentence(code: int | None) -> Sentence:
    """The sentence for staff about Twilio's error code."""
    return Sentence(delivery_status.describe_error_code(code), SmsRefusedByTwilio.code, number=code or 0)


def _prepare_sms(
    session: Session, settings: Settings, actor: Actor, number: tuple[str, bool], body: str, key: str | None
) -> ManualSmsToSend | NotificationAnswer:
    """Count, save and lease the SMS. For a known key, return its response or lease its SMS again.

    Without a key, the same text to the same phone whose response was lost within a day is known too. `number` is the
    phone, and whether it is new. Raises IdempotencyKeyReused, OptedOut, TooManyRequests, SmsLimitReached, and the
    errors of `_resume_sms`.
    """
    phone, is_new = number
    repeat = parse_idempotency_key(actor.user_id, key, "send_notification", phone, body)
    database.lock_transaction(session, f"notify:{actor.user_id}")
    if repeat is None:
        existing = queries.find_unanswered_sms(session, actor.user_id, phone, body, clock.now() - DAY)
    else:
        existing = queries.find_manual_sms(session, repeat.user_id, repeat.key)
    if existing is not None:
        if repeat is not None and existing.request_hash != repeat.request_hash:
            raise IdempotencyKeyReused
        return _resume_sms(session, existing)
    if opt_outs.has_opted_out(session, phone):
        raise OptedOut
    database.lock_transaction(session, f"notify:{phone}")
    _enforce_limits(session, settings, actor, phone)
    _claim_sms(session, settings, actor, is_new=is_new)
    instant = clock.now()
    row = ManualSms(
        id=new_id(), user_id=actor.user_id, idempotency_key=repeat.key if repeat else None,
        request_hash=repeat.request_hash if repeat else "", to_phone=phone, body=body,
        status=delivery_status.SENDING, held_until=instant + SEND_LEASE, created_at=instant, updated_at=instant,
    )  # fmt: skip
    session.add(row)
    session.flush()
    details = {"to": mask_phone(phone), "characters": len(body)}
    log.record(session, actor.author, SMS_WRITTEN, row.id, truck_id=actor.truck_id, details=details)
    return ManualSmsToSend(row.id, phone, body, instant, was_tried=False)


def _claim_sms(session: Session, settings: Settings, actor: Actor, *, is_new: bool) -> None:
    """Count the SMS toward the limits of the truck, the day and new numbers. Raises SmsLimitReached."""
    truck_id = actor.truck_id or ""
    if is_new and not daily_sms_limit.claim_new_number(session, settings, truck_id, actor.user_id):
        raise SmsLimitReached(SMS_NEW_NUMBERS, rate_limits.HOUR_SECONDS)
    reason = daily_sms_limit.claim_daily_sms(session, settings, truck_id, is_paid=False)
    if reason is not None:
        raise SmsLimitReached(SMS_DAY_USED_UP[reason], rate_limits.DAY_SECONDS)


def _resume_sms(session: Session, existing: ManualSms) -> ManualSmsToSend | NotificationAnswer:
    """Return the first response, or lease the SMS again if the result of the earlier try is unknown.

    Raises SmsRefusedByTwilio for one that Twilio has refused, and StillSending while its lease is held.
    """
    if existing.provider_sid is not None:
        existing.held_until = None
        session.flush()
        return NotificationAnswer(existing.provider_sid, existing.body)
    if existing.status == delivery_status.REFUSED:
        raise SmsRefusedByTwilio(_refusal_sentence(existing.error_code))
    if existing.held_until is not None and existing.held_until > clock.now():
        raise StillSending
    existing.held_until = clock.now() + SEND_LEASE
    session.flush()
    return ManualSmsToSend(existing.id, existing.to_phone, existing.body, existing.created_at, was_tried=True)


def _enforce_limits(session: Session, settings: Settings, actor: Actor, phone: str) -> None:
    """Raise TooManyRequests when a limit in a sliding window is reached. An SMS that Twilio refused does not count."""
    gap = timedelta(seconds=settings.notification_gap_seconds)
    by_user = queries.list_created_at(session, ManualSms.user_id == actor.user_id, _created_within(HOUR))
    to_phone = queries.list_created_at(session, ManualSms.to_phone == phone, _created_within(max(DAY, gap)))
    _enforce_limit(by_user, settings.limit_notifications_per_user, HOUR)
    _enforce_limit([at for at in to_phone if at > clock.now() - gap], 1 if gap else 0, gap)
    _enforce_limit(to_phone, settings.limit_notifications_per_phone, DAY)


def _created_within(window: timedelta) -> sa.ColumnElement[bool]:
    return ManualSms.created_at > clock.now() - window


def _enforce_limit(sent_at: list[datetime], limit: int, window: timedelta) -> None:
    """Raise TooManyRequests if `limit` SMS are in the window, with the seconds until one has left it.

    `sent_at` is newest first; a limit of 0 is no limit.
    """
    if limit > 0 and len(sent_at) >= limit:
        raise TooManyRequests(int((sent_at[limit - 1] + window - clock.now()).total_seconds()) + 1)


def _find_or_send(twilio: TwilioGateway, settings: Settings, sms: ManualSmsToSend) -> SmsReceipt:
    if sms.was_tried:
        found = twilio.find_sent_sms(sms.to, sms.body, sms.begun_at)
        if found is not None:
            return found
    return twilio.send_sms(sms.to, sms.body, delivery_status.status_callback_url(settings, sms.sms_id))


def _record_sent(session: Session, sms: ManualSmsToSend, sent: SmsReceipt) -> NotificationAnswer:
    row = session.get_one(ManualSms, sms.sms_id, with_for_update=True)
    if row.provider_sid is None:
        row.status = delivery_status.normalize_status(sent.status) or "queued"
        row.provider_sid, row.error_code = sent.sid, sent.error_code
    row.held_until, row.updated_at = None, clock.now()
    session.flush()
    return NotificationAnswer(row.provider_sid or sent.sid, sms.body)


def _record_refusal(session: Session, sms: ManualSmsToSend, code: int) -> None:
    if code == OPTED_OUT_CODE:
        opt_outs.record_opt_out(session, sms.to)
    row = session.get_one(ManualSms, sms.sms_id, with_for_update=True)
    row.status, row.error_code, row.reason = delivery_status.REFUSED, code, delivery_status.describe_error_code(code)
    row.held_until, row.updated_at = None, clock.now()
    session.flush()


def _release_sms(session: Session, sms: ManualSmsToSend) -> None:
    """Release the lease for an immediate retry. The SMS still counts, because Twilio may have accepted it."""
    row = session.get_one(ManualSms, sms.sms_id, with_for_update=True)
    row.held_until = row.updated_at = clock.now()
    session.flush()
