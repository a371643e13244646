"""The confirmation text as the browser asks for it, and the provider's reports and replies."""

from typing import Annotated

from litestar import Response, post
from litestar.params import HeaderParameter

from chuckwagon.core.db import Database
from chuckwagon.notifications import opt_outs, service
from chuckwagon.notifications.provider_form import read_signed_form
from chuckwagon.notifications.schemas import OrderSmsAnswer, OrderSmsRequest
from chuckwagon.settings import Settings

Signature = Annotated[str | None, HeaderParameter(name="X-Twilio-Signature", required=False)]
STATUS_PATH, INBOUND_PATH = "/api/sms/status", "/api/sms/inbound"
NO_REPLY = '<?xml version="1.0" encoding="UTF-8"?><Response></Response>'


@post("/api/send-order-sms", status_code=200, sync_to_thread=True, summary="Where the confirmation text is")
def send_order_sms(data: OrderSmsRequest, db: Database) -> OrderSmsAnswer:
    """Make sure that the confirmation is queued. It is sent even if nobody ever asks."""
    data.check()
    return service.confirm_by_text(db, data.intent_id, data.order_id)


@post(STATUS_PATH, status_code=204, sync_to_thread=True, summary="Delivery reports of the text provider")
def receive_delivery_report(
    body: bytes, db: Database, settings: Settings, signature: Signature = None
) -> None:
    """Known texts move forward; everything else is taken and forgotten."""
    form = read_signed_form(settings, STATUS_PATH, body, signature)
    code = form.get("ErrorCode", "")
    error_code = int(code) if code.isdecimal() and len(code) <= 9 else None
    sid, reported = form.get("MessageSid", ""), form.get("MessageStatus", "")
    db.write(lambda session: service.record_report(session, sid, reported, error_code))


@post(INBOUND_PATH, status_code=200, sync_to_thread=True, summary="Replies of customers")
def receive_reply(
    body: bytes, db: Database, settings: Settings, signature: Signature = None
) -> Response[str]:
    """STOP and START are honoured; nobody answers the rest."""
    form = read_signed_form(settings, INBOUND_PATH, body, signature)
    phone, text, meaning = form.get("From", ""), form.get("Body", ""), form.get("OptOutType", "")
    db.write(lambda session: opt_outs.take_reply(session, phone, text, meaning))
    return Response(NO_REPLY, media_type="text/xml")


routes = [send_order_sms, receive_delivery_report, receive_reply]
