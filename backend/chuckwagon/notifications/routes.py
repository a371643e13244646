"""Routes of SMS, of corrected contacts, of Twilio's reports and replies, and of the devices that get push messages.

Twilio's forms are verified by its signature over our public URL. Devices are those of staff and, by the order's token,
those of customers; a service worker reports a new subscription.
"""

import re
from typing import Annotated
from urllib.parse import parse_qsl
from xml.sax.saxutils import escape

from litestar import Response
from litestar.di import NamedDependency
from litestar.params import FromPath, HeaderParameter, JSONBody, RawBody

from chuckwagon.accounts.permissions import Actor
from chuckwagon.audit.log import AuditActor
from chuckwagon.db.database import Database
from chuckwagon.db.idempotency import IdempotencyKey
from chuckwagon.db.rate_limits import client_ip_key
from chuckwagon.kit.errors import AppError
from chuckwagon.notifications import contact_correction, delivery_status, manual_sms, opt_outs, push_devices, service
from chuckwagon.notifications.contact_correction import ContactRequest, OwnContact
from chuckwagon.notifications.push_devices import (
    DeviceRemoved,
    OrderDeviceOut,
    OrderDeviceRemoved,
    OrderDeviceRequest,
    RenewalAnswer,
    RenewalRequest,
    StaffDeviceOut,
    StaffDeviceRequest,
)
from chuckwagon.notifications.schemas import (
    NotificationAnswer,
    NotificationRequest,
    OrderSmsAnswer,
    OrderSmsRequest,
    read_delivery_report,
)
from chuckwagon.notifications.service import is_signature_valid
from chuckwagon.orders.routes import may_work_on_order
from chuckwagon.orders.schemas import StaffOrder
from chuckwagon.orders.self_service_routes import LINK_AUTHOR
from chuckwagon.settings import Settings
from chuckwagon.web.executors import MESSAGES
from chuckwagon.web.requests import AnyRequest, choose_language, client_address
from chuckwagon.web.routing import delete, get, post

MAX_FIELDS = 200


class TwilioSignatureInvalid(AppError):
    status = 403
    code = "signature_invalid"
    sentence = "The signature is not valid."


def request_target(request: AnyRequest) -> str:
    """Return the path and query exactly as Twilio signed them."""
    query: bytes = request.scope["query_string"]
    return request.scope["path"] + (f"?{query.decode('latin-1')}" if query else "")


def is_e164(phone: str) -> bool:
    """Whether the sender is a phone number in E.164. Short codes and names cannot opt out."""
    return re.fullmatch(r"\+[1-9][0-9]{6,14}", phone) is not None


def read_signed_form(settings: Settings, target: str, payload: bytes, signature: str | None) -> dict[str, str]:
    """Return the fields of a signed form. Raises TwilioSignatureInvalid, also for a form that cannot be read.

    The URL is built from the settings, because behind a proxy the request's own URL is not the signed one.
    """
    try:
        pairs = parse_qsl(payload.decode("ascii"), keep_blank_values=True, max_num_fields=MAX_FIELDS)
    except ValueError as error:
        raise TwilioSignatureInvalid from error
    form = dict(pairs)
    if not signature or not is_signature_valid(settings, f"{settings.origin}{target}", form, signature):
        raise TwilioSignatureInvalid
    return form


Signature = Annotated[str | None, HeaderParameter(name="X-Twilio-Signature", required=False)]
REPLY = '<?xml version="1.0" encoding="UTF-8"?><Response>{}</Response>'


@post(
    "/api/send-order-sms",
    summary="Get the status of the confirmation SMS",
    errors=[400, 404, 413, 415, 429, 503],
    status_code=200,
    headers=(),
)
def send_order_sms(
    data: JSONBody[OrderSmsRequest],
    request: AnyRequest,
    db: NamedDependency[Database],
    settings: NamedDependency[Settings],
) -> OrderSmsAnswer:
    """Makes sure that the confirmation is queued. It is sent without this request, too."""
    data.check()
    return service.ensure_confirmation_sms(db, settings, data, client_ip_key(client_address(request)))


@post("/api/sms/status", summary="Receive SMS delivery reports", errors=[403, 413, 503], status_code=204, headers=())
def receive_delivery_report(
    request: AnyRequest,
    body: RawBody,
    db: NamedDependency[Database],
    settings: NamedDependency[Settings],
    signature: Signature = None,
) -> None:
    """Updates known SMS, forward only. Reports about other messages are ignored."""
    form = read_signed_form(settings, request_target(request), body, signature)
    report = read_delivery_report(form, request.query_params.get("message"))
    db.write(lambda session: delivery_status.record_delivery_report(session, report))


@post("/api/sms/inbound", summary="Receive SMS replies", errors=[403, 413, 503], status_code=200, headers=())
def receive_reply(
    request: AnyRequest,
    body: RawBody,
    db: NamedDependency[Database],
    settings: NamedDependency[Settings],
    signature: Signature = None,
) -> Response[str]:
    """STOP and START are applied, HELP is answered. Other replies go to the open order of the phone, answered once."""
    form = read_signed_form(settings, request_target(request), body, signature)
    phone, reply, opt_out_type = form.get("From", ""), form.get("Body", ""), form.get("OptOutType", "")
    answer = None
    if is_e164(phone):
        sid = form.get("MessageSid", "")[:64]
        answer = db.write(lambda session: opt_outs.handle_reply(session, settings, phone, reply, opt_out_type, sid))
    content = f"<Message>{escape(answer)}</Message>" if answer else ""
    return Response(REPLY.format(content), media_type="text/xml")


@post(
    "/api/send-notification",
    summary="Send an SMS to a customer",
    errors=[400, 401, 403, 409, 413, 415, 422, 429, 503],
    status_code=200,
    headers=(),
)
async def send_notification(
    data: JSONBody[NotificationRequest],
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    settings: NamedDependency[Settings],
    idempotency_key: IdempotencyKey = None,
) -> NotificationAnswer:
    """To a US number. An admin may write to recent customers, by phones that have proven themselves. Rate limited."""
    return await MESSAGES.call(manual_sms.send_manual_sms, db, settings, actor, data, idempotency_key)


@post(
    "/api/orders/{order_id:str}/contact",
    summary="Correct the phone or email of an order",
    errors=[400, 401, 403, 404, 409, 413, 415, 422, 429, 503],
    status_code=200,
    guards=[may_work_on_order],
)
def correct_contact(
    data: JSONBody[ContactRequest],
    actor: NamedDependency[Actor],
    db: NamedDependency[Database],
    order_id: FromPath[str],
    idempotency_key: IdempotencyKey = None,
) -> StaffOrder:
    """The confirmation goes to the new one with a new link, and the old link ends.

    409 `order_over` for a finished order, `contact_busy` while a message to the old one is being sent.
    """
    return contact_correction.correct_contact(db, actor, order_id, data, idempotency_key)


@post(
    "/api/track/{token:str}/contact",
    summary="Correct the phone or email of an own order",
    errors=[400, 404, 409, 413, 415, 422, 429, 503],
    status_code=200,
    dependencies=LINK_AUTHOR,
)
def correct_own_contact(
    data: JSONBody[ContactRequest],
    db: NamedDependency[Database],
    author: NamedDependency[AuditActor],
    token: FromPath[str],
    idempotency_key: IdempotencyKey = None,
) -> OwnContact:
    """Until `contactUntil`, after that 409 `too_late`. The token of the call ends, and the answer has the new one."""
    return contact_correction.correct_own_contact(db, (token, author), data, idempotency_key)


@post(
    "/api/push/renewals",
    summary="Replace a push subscription",
    errors=[400, 413, 415, 429, 503],
    status_code=200,
)
def renew_subscription(
    data: JSONBody[RenewalRequest],
    request: AnyRequest,
    db: NamedDependency[Database],
    settings: NamedDependency[Settings],
) -> RenewalAnswer:
    """Only the browser knows the old endpoint, so knowing it is the permission."""
    push_devices.renew_subscription(db, settings, data, client_ip_key(client_address(request)))
    return RenewalAnswer(accepted=True)


@get("/api/push/devices", summary="List own devices that hear of new orders", errors=[401, 503])
def list_push_devices(actor: NamedDependency[Actor], db: NamedDependency[Database]) -> list[StaffDeviceOut]:
    """The devices of the caller, the oldest first. Never their endpoints."""
    return push_devices.list_staff_devices(db, actor)


@post(
    "/api/push/devices",
    summary="Have a device told about new orders",
    errors=[400, 401, 403, 404, 409, 413, 415, 503],
)
def add_push_device(
    data: JSONBody[StaffDeviceRequest],
    actor: NamedDependency[Actor],
    request: AnyRequest,
    db: NamedDependency[Database],
    settings: NamedDependency[Settings],
) -> StaffDeviceOut:
    """A superadmin names the truck. 409 `push_not_set_up` without keys, `push_devices_too_many` at the limit."""
    headers = request.headers
    language = choose_language(cookie=headers.get("cookie", ""), accept_language=headers.get("accept-language", ""))
    return push_devices.add_staff_device(db, settings, actor, data, language)


@delete(
    "/api/push/devices/{device_id:str}", summary="Tell a device nothing more", errors=[401, 404, 503], status_code=200
)
def remove_push_device(
    actor: NamedDependency[Actor], db: NamedDependency[Database], device_id: FromPath[str]
) -> DeviceRemoved:
    """One of the caller's own devices."""
    push_devices.remove_staff_device(db, actor, device_id)
    return DeviceRemoved(deleted=True)


@get("/api/track/{token:str}/devices", summary="List the devices that hear of an order", errors=[404, 503])
def list_order_devices(db: NamedDependency[Database], token: FromPath[str]) -> list[OrderDeviceOut]:
    """Never their endpoints."""
    return push_devices.list_devices_of_order(db, token)


@post(
    "/api/track/{token:str}/devices",
    summary="Have a device told about an order",
    errors=[400, 404, 409, 413, 415, 429, 503],
)
def add_order_device(
    data: JSONBody[OrderDeviceRequest],
    db: NamedDependency[Database],
    settings: NamedDependency[Settings],
    token: FromPath[str],
) -> OrderDeviceOut:
    """When it is ready, cancelled, or its plan changes. Repeating it replaces the keys and the choice.

    409 `push_not_set_up` without keys, `push_devices_too_many` at the limit, `push_order_over` for a finished order.
    """
    return push_devices.add_order_device(db, settings, token, data)


@delete(
    "/api/track/{token:str}/devices/{device_id:str}",
    summary="Tell a device nothing more about an order",
    errors=[404, 429, 503],
    status_code=200,
)
def remove_order_device(
    db: NamedDependency[Database],
    settings: NamedDependency[Settings],
    token: FromPath[str],
    device_id: FromPath[str],
) -> OrderDeviceRemoved:
    """404 for a device of another order."""
    push_devices.remove_order_device(db, settings, token, device_id)
    return OrderDeviceRemoved(deleted=True)
