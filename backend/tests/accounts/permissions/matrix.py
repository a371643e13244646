"""For every route a request that an authorized user may make."""

import json
import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

import pyotp
import stripe
from twilio.request_validator import RequestValidator
from webauthn.helpers import bytes_to_base64url

from chuckwagon.accounts.models import AuthenticatorSetup
from chuckwagon.accounts.second_factors import passkeys
from chuckwagon.accounts.sessions import public_id
from chuckwagon.kit import clock
from chuckwagon.kit.clock import to_iso
from chuckwagon.kit.ids import hash_secret
from tests.accounts.sample_data import OTHER_PHONE, Case, Json, Request, SampleData
from tests.accounts.second_factors.software_passkey import SoftwarePasskey
from tests.cast import PASSWORD, ROLES
from tests.factories import checkout_body
from tests.media.corpus import corners, encoded


def of_truck(body: Json | None = None, **more: Any) -> Request:
    """A request whose path names the own truck."""
    given = {"json": body} if body is not None else {}
    return lambda data: {"address": {"truck_id": data.own.id, "slug": data.own.slug}, **given, **more}


def of_own_closed_truck(data: SampleData) -> Json:
    """A request about the own truck after it was deactivated."""
    data.close_own_truck()
    return {"address": {"truck_id": data.own.id, "slug": data.own.slug}}


def of_own_draft(data: SampleData) -> Json:
    """A request about the own truck, which is a draft with all that it needs."""
    data.make_own_truck_a_draft()
    return {"address": {"truck_id": data.own.id}}


def new_option_set(data: SampleData) -> Json:
    return {"json": {"truckId": data.own.id, "name": "Fillings", "options": [{"name": "Tofu"}]}}


def of_option_set(body: Json | None = None) -> Request:
    given = {"json": body} if body is not None else {}
    return lambda data: {"address": {"set_id": data.add_option_set()}, **given}


def changed_option_set(data: SampleData) -> Json:
    return of_option_set({"name": "Sauces", "options": [{"name": "Hot"}]})(data)


def of_item(body: Json | None = None) -> Request:
    given = {"json": body} if body is not None else {}
    return lambda data: {"address": {"item_id": data.taco.id}, **given}


def of_option(data: SampleData) -> Json:
    [extras] = data.taco.option_groups
    address = {"item_id": data.taco.id, "option_id": extras.options[0].id}
    return {"address": address, "json": {"isAvailable": False}}


def new_place(data: SampleData) -> Json:
    return {"json": {"truckId": data.own.id, "name": "Pier 7"}}


def of_place(body: Json | None = None) -> Request:
    given = {"json": body} if body is not None else {}
    return lambda data: {"address": {"place_id": data.add_place()}, **given}


def new_offer(data: SampleData) -> Json:
    return {"json": {"truckId": data.own.id, "code": "TACO10", "percent": 10}}


def of_offer(body: Json | None = None) -> Request:
    given = {"json": body} if body is not None else {}
    return lambda data: {"address": {"offer_id": data.add_offer()}, **given}


def offer_quote(data: SampleData) -> Json:
    data.add_offer()
    return {"json": {"slug": data.own.slug, "code": "taco10", "subtotal": 10}}


def new_stop(data: SampleData) -> Json:
    starts_at = clock.now() + timedelta(days=2)
    span = {"startsAt": to_iso(starts_at), "endsAt": to_iso(starts_at + timedelta(hours=3))}
    return {"json": {"truckId": data.own.id, "placeId": data.add_place(), **span}}


def new_series(data: SampleData) -> Json:
    """A series of the own truck."""
    times = {"weekdays": ["mon"], "startTime": "11:00", "endTime": "14:00", "fromDate": "2026-07-06"}
    return {"json": {"truckId": data.own.id, "placeId": data.add_place(), **times}}


def of_series(body: Json | None = None) -> Request:
    given = {"json": body} if body else {}
    return lambda data: {"address": {"series_id": data.add_series()}, **given}


def of_stop(body: Json | None = None) -> Request:
    given = {"json": body} if body is not None else {}
    return lambda data: {"address": {"stop_id": data.add_stop()}, **given}


def new_disruption(data: SampleData) -> Json:
    """A disruption as it was previewed."""
    given = {"address": {"stop_id": data.add_stop()}, "json": {"kind": "cancelled"}}
    preview = Case("POST", "/api/stops/{stop_id}/disruptions/preview", ())
    digest = data.send(preview, "superadmin", given).json()["digest"]
    return {**given, "json": {"kind": "cancelled", "digest": digest}}


def of_disruption(data: SampleData) -> Json:
    return {"address": {"disruption_id": data.add_disruption()}}


def of_order_at_a_stop(data: SampleData) -> Json:
    token, next_slot = data.order_at_stop()
    return {"address": {"token": token}, "json": {"slotAt": next_slot}}


def of_stock(data: SampleData) -> Json:
    counts = [{"menuItemId": data.taco.id, "initial": 40}]
    return {"address": {"stop_id": data.add_stop()}, "json": {"counts": counts}}


def of_counted_item(data: SampleData) -> Json:
    return {"address": {"stop_id": data.add_stop()}, "json": {"menuItemId": data.taco.id, "remaining": 40}}


def of_order(body: Json | None = None) -> Request:
    given = {"json": body} if body is not None else {}
    return lambda data: {"address": {"order_id": data.order.id}, **given}


def of_unpaid_counter_order(data: SampleData) -> Json:
    return {"address": {"order_id": data.owe()}, "json": {"payment": "cash"}}


def counter_offer_quote(data: SampleData) -> Json:
    data.add_offer()
    return {"address": {"truck_id": data.own.id}, "json": {"code": "taco10", "subtotal": 10}}


def of_due_refund(data: SampleData) -> Json:
    order_id, refund_id = data.owe_back()
    return {"address": {"order_id": order_id}, "json": {"refundId": refund_id}}


def of_token(data: SampleData) -> Json:
    return {"address": {"token": data.order.tracking_token}}


def of_own_contact(data: SampleData) -> Json:
    return of_token(data) | {"json": {"phone": OTHER_PHONE}}


def new_order_device(data: SampleData) -> Json:
    return of_token(data) | {"json": {"subscription": data.subscribe()}}


def of_order_device(data: SampleData) -> Json:
    made = data.post(f"track/{data.order.tracking_token}/devices", None, new_order_device(data)["json"])
    return {"address": {"token": data.order.tracking_token, "device_id": made["_id"]}}


def renewed_device(data: SampleData) -> Json:
    old = new_order_device(data)["json"]
    data.post(f"track/{data.order.tracking_token}/devices", None, old)
    return {"json": {"oldEndpoint": old["subscription"]["endpoint"], "subscription": data.subscribe()}}


def new_staff_device(data: SampleData) -> Json:
    return {"json": {"truckId": data.own.id, "subscription": data.subscribe()}}


def of_staff_device(data: SampleData) -> Json:
    made = data.post("push/devices", "truck_admin", new_staff_device(data)["json"])
    return {"address": {"device_id": made["_id"]}}


def of_review(data: SampleData) -> Json:
    return {"address": {"review_id": data.hold_payment()}, "json": {"decision": "looked_at"}}


def of_customer(data: SampleData) -> Json:
    return {"address": {"customer_id": data.order.customer_id}}


def of_finished_customer(data: SampleData) -> Json:
    """A customer of the own truck without open orders."""
    data.complete_order()
    return of_customer(data)


def of_truck_query(data: SampleData) -> Json:
    """A list request whose query names the own truck."""
    return {"params": {"truckId": data.own.id}}


def new_item(data: SampleData) -> Json:
    return {"json": {"name": "Torta", "basePrice": 8.5, "truckId": data.own.id}}


def new_order_of_menu(data: SampleData) -> Json:
    return {"json": {"truckId": data.own.id, "itemIds": [data.cola.id, data.taco.id]}}


def counter_order(data: SampleData) -> Json:
    line = {"menuItemId": data.taco.id, "quantity": 1, "optionIds": []}
    body = {"truckId": data.own.id, "customerName": "Ada", "items": [line], "payment": "cash"}
    return {"json": body}


def image_upload(_data: SampleData) -> Json:
    return {"files": {"file": ("a.png", encoded(corners((60, 40)), "PNG"))}, "data": {"folder": "trucks"}}


def csp_report(_data: SampleData) -> Json:
    body = {"csp-report": {"effective-directive": "script-src", "blocked-uri": "inline"}}
    return {"content": json.dumps(body), "headers": {"Content-Type": "application/csp-report"}}


def client_error(_data: SampleData) -> Json:
    return {"json": {"kind": "error", "name": "TypeError", "message": "x", "page": "/", "release": "index"}}


def checkout(data: SampleData) -> Json:
    return {"json": checkout_body(data.own, (data.taco, 2))}


def paid_checkout(data: SampleData) -> Json:
    return {"json": {"payment_intent_id": data.pay()}}


def order_sms(data: SampleData) -> Json:
    return {"json": {"orderId": data.order.id}}


def manual_sms(data: SampleData) -> Json:
    return {"json": {"phoneNumber": data.order.customer_phone, "message": "Your order is on the counter."}}


def unknown_link(_data: SampleData) -> Json:
    return {"json": {"token": "x", "password": "griddle-lantern-59"}}


def sign_in(_data: SampleData) -> Json:
    return {"json": {"email": "truck_admin@example.com", "password": PASSWORD}}


def new_user(_data: SampleData) -> Json:
    body = {"email": "new@example.com", "name": "New", "password": "griddle-lantern-59", "role": "superadmin"}
    return {"json": body}


def new_authenticator(data: SampleData) -> Json:
    """The code of a set-up that every user has started with the same secret."""
    secret = pyotp.random_base32()
    over = clock.now() + timedelta(minutes=30)
    setups = [AuthenticatorSetup(user_id=id_, secret=secret, expires_at=over) for id_ in data.user_ids()]
    data.add(setups)
    return {"json": {"code": pyotp.TOTP(secret).at(clock.now())}}


def of_own_factor(data: SampleData) -> Json:
    """A factor of the own truck's admin."""
    [factor_id] = data.add_factors([data.cast.truck_admin.id])
    return {"address": {"factor_id": factor_id}}


def with_factors(data: SampleData) -> Json:
    """A request of users who all have a second factor."""
    data.add_factors(data.user_ids())
    return {"address": {"user_id": data.cast.other_admin.id}}


def new_invitation(_data: SampleData) -> Json:
    return {"json": {"email": "new@example.com", "name": "New", "role": "superadmin", "language": "en"}}


def erased_user(data: SampleData) -> Json:
    return {"address": {"user_id": data.cast.truckless_admin.id}, "json": {"reason": "Asked for it"}}


def of_invited_user(data: SampleData) -> Json:
    return {"address": {"user_id": data.add_invited_user()}}


def new_passkey(data: SampleData) -> Json:
    """The answer to a challenge for the own truck's admin."""
    session_id = hash_secret(data.token_of("truck_admin"))
    challenge = data.make_challenge(passkeys.ADD, session_id)
    origin = data.settings.origin
    key = SoftwarePasskey(origin, urlsplit(origin).hostname or "")
    return {"json": {"credential": key.create({"challenge": bytes_to_base64url(challenge)})}}


def named_factor(data: SampleData) -> Json:
    return of_own_factor(data) | {"json": {"name": "New Name"}}


def with_two_sessions(data: SampleData) -> Json:
    for role in ROLES:
        data.open_second_session(role)
    return {}


def with_pending_emails(data: SampleData) -> Json:
    for role in ROLES:
        data.add_pending_email(role)
    return {}


def with_email_link(data: SampleData) -> Json:
    """The link that confirms a new address of the own truck's admin."""
    return {"json": {"token": data.add_pending_email("truck_admin")}}


def of_second_session(data: SampleData) -> Json:
    """Another session of the own truck's admin."""
    return {"address": {"session_id": public_id(hash_secret(data.open_second_session("truck_admin")))}}


def of_user(data: SampleData) -> Json:
    return {"address": {"user_id": data.cast.other_admin.id}, "json": {"isActive": False}}


def new_account(data: SampleData) -> Json:
    return {"json": {"truckId": data.own.id, "email": "ana@example.com", "businessType": "individual"}}


def account_link(data: SampleData) -> Json:
    data.open_account()
    back = f"{data.settings.origin}/admin/trucks"
    return {"json": {"truckId": data.own.id, "refreshUrl": back, "returnUrl": back}}


def _event() -> bytes:
    found = {
        "id": "pi_1", "object": "payment_intent", "status": "succeeded", "amount": 979,
        "amount_received": 979, "currency": "usd", "livemode": False, "metadata": {}, "client_secret": None,
    }  # fmt: skip
    told = {"id": "evt_1", "object": "event", "type": "payment_intent.created", "created": 1}
    return json.dumps(told | {"data": {"object": found}}).encode()


def signed_event(data: SampleData) -> Json:
    stamp, secret = int(time.time()), data.settings.stripe_webhook_secret
    signature = stripe.WebhookSignature._compute_signature(f"{stamp}.{_event().decode()}", secret)
    return {"content": _event(), "headers": {"Stripe-Signature": f"t={stamp},v1={signature}"}}


def unsigned_event(_data: SampleData) -> Json:
    return {"content": _event(), "headers": {"Stripe-Signature": f"t={int(time.time())},v1={'0' * 64}"}}


def delivery_report(data: SampleData) -> dict[str, str]:
    return {"MessageSid": data.text, "MessageStatus": "delivered"}


def inbound_sms(_data: SampleData) -> dict[str, str]:
    return {"From": OTHER_PHONE, "To": "+15005550006", "Body": "STOP"}


def signed_form(path: str, form: Callable[[SampleData], dict[str, str]]) -> Request:
    def make(data: SampleData) -> Json:
        validator = RequestValidator(data.settings.twilio_auth_token)
        signature = validator.compute_signature(data.settings.origin + path, form(data))
        return {"data": form(data), "headers": {"X-Twilio-Signature": signature}}

    return make


def unsigned_form(form: Callable[[SampleData], dict[str, str]]) -> Request:
    return lambda data: {"data": form(data), "headers": {"X-Twilio-Signature": "bm8="}}


def book_names(data: SampleData) -> Json:
    """Other account names for the own truck's books."""
    return {"params": {"truckId": data.own.id}, "json": {"noTax": "None", "version": 0}}
