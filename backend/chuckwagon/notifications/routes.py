"""The confirmation text as the browser asks for it, and the provider's reports and replies."""

from typing import Annotated
from xml.sax.saxutils import escape

from litestar import Response, post
from litestar.di import NamedDependency
from litestar.params import HeaderParameter, JSONBody, RawBody

from chuckwagon.accounts.guards import BEARER
from chuckwagon.accounts.permissions import Actor
from chuckwagon.core.db import Database
from chuckwagon.core.http import AnyRequest, client_address, errors
from chuckwagon.core.idempotency import IdempotencyKey
from chuckwagon.core.limits import address_key
from chuckwagon.gateways.twilio_api import twilio_gateway
from chuckwagon.notifications import opt_outs, reports, service, staff_texts
from chuckwagon.notifications.provider_form import is_e164, read_signed_form, target
from chuckwagon.notifications.schemas import (
    NotificationAnswer,
    NotificationRequest,
    OrderSmsAnswer,
    OrderSmsRequest,
    delivery_report,
)
from chuckwagon.settings import Settings

Signature = Annotated[str | None, HeaderParameter(name="X-Twilio-Signature", required=False)]
REPLY = '<?xml version="1.0" encoding="UTF-8"?><Response>{}</Response>'


@post(
    "/api/send-order-sms",
    status_code=200,
    sync_to_thread=True,
    summary="Where the confirmation text is",
    responses=errors(400, 404, 413, 415, 429, 503),
)
def send_order_sms(
    data: JSONBody[OrderSmsRequest],
    request: AnyRequest,
    db: NamedDependency[Database],
    settings: NamedDependency[Settings],
) -> OrderSmsAnswer:
    """Make sure that the confirmation is queued. It is sent even if nobody ever asks."""
    data.check()
    return service.confirm_by_text(db, settings, data, address_key(client_address(request)))


@post(
    "/api/sms/status",
    status_code=204,
    sync_to_thread=True,
    summary="Delivery reports of the text provider",
    responses=errors(403, 413, 503),
)
def receive_delivery_report(
    request: AnyRequest,
    body: RawBody,
    db: NamedDependency[Database],
    settings: NamedDependency[Settings],
    signature: Signature = None,
) -> None:
    """Known texts move forward; everything else is taken and forgotten."""
    form = read_signed_form(settings, target(request), body, signature)
    report = delivery_report(form, request.query_params.get("message"))
    db.write(lambda session: reports.record_report(session, report))


@post(
    "/api/sms/inbound",
    status_code=200,
    sync_to_thread=True,
    summary="Replies of customers",
    responses=errors(403, 413, 503),
)
def receive_reply(
    request: AnyRequest,
    body: RawBody,
    db: NamedDependency[Database],
    settings: NamedDependency[Settings],
    signature: Signature = None,
) -> Response[str]:
    """STOP and START are honoured, HELP is answered, and nobody answers the rest."""
    form = read_signed_form(settings, target(request), body, signature)
    phone, text, meaning = form.get("From", ""), form.get("Body", ""), form.get("OptOutType", "")
    answer = None
    if is_e164(phone):
        answer = db.write(lambda session: opt_outs.take_reply(session, settings, phone, text, meaning))
    words = f"<Message>{escape(answer)}</Message>" if answer else ""
    return Response(REPLY.format(words), media_type="text/xml")


@post(
    "/api/send-notification",
    status_code=200,
    sync_to_thread=True,
    summary="A text of the staff to a customer",
    security=BEARER,
    responses=errors(400, 401, 403, 409, 413, 415, 422, 429, 503),
)
def send_notification(
    data: JSONBody[NotificationRequest],
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    settings: NamedDependency[Settings],
    idempotency_key: IdempotencyKey = None,
) -> NotificationAnswer:
    """To a US number; an admin may write to customers who ordered from its truck lately. Limited."""
    return staff_texts.send_notification(db, settings, twilio_gateway(settings), actor, data, idempotency_key)


routes = [send_order_sms, receive_delivery_report, receive_reply, send_notification]
