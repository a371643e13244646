"""Every route for every caller, with valid requests.

Who is allowed, that a refusal changes nothing, and that what staff change is in the audit log.
"""

import pytest
import sqlalchemy as sa

from chuckwagon.accounts.permissions import ROUTES, AccessPolicy
from chuckwagon.audit.log import AuditEvent
from tests.accounts.permissions import device_requests as devices
from tests.accounts.permissions import import_requests, matrix, printer_requests
from tests.accounts.permissions import reader_requests as readers
from tests.accounts.sample_data import Case, Json, Request, SampleData, all_routes
from tests.cast import PASSWORD, ROLES

CALLERS = (None, *ROLES)

# Answers to the visitor, the own truck's admin, another's, an admin without a truck, and the superadmin.
ALL = (200,) * 5
STAFF = (401, 200, 200, 200, 200)
WITH_TRUCK = (401, 200, 200, 403, 200)
READER, COUNTER_PAYMENT = "/api/readers/{reader_id}", "/api/counter-payments/{payment_id}"
DRAWER = "/api/drawer-sessions/{session_id}"
OWN, OWN_MADE = (401, 200, 403, 403, 200), (401, 201, 403, 403, 201)
OWN_ELSE_HIDDEN = (401, 200, 404, 404, 200)
OWN_ELSE_ABSENT = (404, 200, 404, 404, 200)
SUPER, SUPER_MADE = (401, 403, 403, 403, 200), (401, 403, 403, 403, 201)

TRUCKS, TRUCK, BY_SLUG = "/api/trucks", "/api/trucks/{truck_id}", "/api/trucks/by-slug/{slug}"
MENU, ITEM, MENU_OF = "/api/menu-items", "/api/menu-items/{item_id}", "/api/menu-items/truck/{truck_id}"
ORDERS, ORDER, CUSTOMER = "/api/orders", "/api/orders/{order_id}", "/api/customers/{customer_id}"
CONNECT = "/api/stripe/connect"
FACTORS = "/api/auth/second-factors"
DISRUPTIONS, DISRUPTION = "/api/stops/{stop_id}/disruptions", "/api/disruptions/{disruption_id}"
SMS_STATUS, SMS_INBOUND = "/api/sms/status", "/api/sms/inbound"
PRINTER = "/api/printers/{printer_id}"
RENAMED, READY = {"name": "New Name"}, {"status": "confirmed"}
NOT_STAFF = (AccessPolicy.PUBLIC, AccessPolicy.SIGNATURE)
AUDITED_READS = {"/api/customers/export", f"{CUSTOMER}/export", "/api/audit/export"}


def _of_drawer(body: Json) -> Request:
    return lambda data: {"address": {"session_id": data.add_drawer()}, "json": body}


def _of_close(data: SampleData) -> Json:
    return {"address": {"close_id": data.add_close()}}


CASES = [
    Case("GET", "/health", ALL),
    Case("GET", "/api/config", ALL),
    Case("GET", "/api/openapi.json", ALL),
    Case("POST", "/api/auth/login", ALL, matrix.sign_in),
    Case("POST", "/api/auth/logout", ALL, traces=False),
    Case("POST", "/api/auth/password-reset", (202,) * 5, lambda _data: {"json": {"email": "no@example.com"}}),
    Case("POST", "/api/auth/password-link", (404,) * 5, lambda _data: {"json": {"token": "x"}}, traces=False),
    Case("POST", "/api/auth/password-link/password", (404,) * 5, matrix.unknown_link, traces=False),
    Case("POST", "/api/auth/password-link/device", (400,) * 5, lambda _data: {"json": {"token": "x"}}, traces=False),
    Case("POST", "/api/auth/second-factor", (401,) * 5, lambda _data: {"json": {"token": "x"}}, traces=False),
    Case("POST", "/api/auth/proof", STAFF, lambda _data: {"json": {"password": PASSWORD}}),
    Case("GET", FACTORS, STAFF),
    Case("POST", f"{FACTORS}/authenticator", STAFF, traces=False),
    Case("POST", f"{FACTORS}/authenticator/confirm", STAFF, matrix.new_authenticator),
    Case("POST", f"{FACTORS}/recovery-codes", STAFF, matrix.with_factors),
    Case("DELETE", f"{FACTORS}/{{factor_id}}", (401, 200, 404, 404, 404), matrix.of_own_factor),
    Case("GET", "/api/auth/verify", STAFF),
    Case("GET", "/api/auth/profile", STAFF),
    Case("PUT", "/api/auth/profile", STAFF, lambda _data: {"json": RENAMED}),
    Case("POST", "/api/auth/email-change", STAFF, matrix.with_pending_emails),
    Case("DELETE", "/api/auth/email-change", STAFF, matrix.with_pending_emails),
    Case("POST", "/api/auth/email-change/confirm", (401, 200, 404, 404, 404), matrix.with_email_link),
    Case("POST", "/api/auth/passkey/options", ALL, lambda _data: {"json": {}}),
    Case("POST", "/api/auth/passkey", (401,) * 5, lambda _data: {"json": {"credential": {}}}, traces=False),
    Case("POST", "/api/auth/proof/options", STAFF, traces=False),
    Case("POST", "/api/auth/second-factors/passkey", STAFF, traces=False),
    Case("POST", "/api/auth/second-factors/passkey/confirm", (401, 200, 400, 400, 400), matrix.new_passkey),
    Case("PATCH", "/api/auth/second-factors/{factor_id}", (401, 200, 404, 404, 404), matrix.named_factor),
    Case("GET", "/api/auth/sessions", STAFF),
    Case("DELETE", "/api/auth/sessions", STAFF, matrix.with_two_sessions),
    Case("DELETE", "/api/auth/sessions/{session_id}", (401, 200, 404, 404, 404), matrix.of_second_session),
    Case("POST", "/api/auth/register", SUPER_MADE, matrix.new_user),
    Case("POST", "/api/invitations", SUPER_MADE, matrix.new_invitation),
    Case("POST", "/api/users/{user_id}/invitation", SUPER, matrix.of_invited_user),
    Case("DELETE", "/api/users/{user_id}/invitation", SUPER, matrix.of_invited_user),
    Case("GET", "/api/users", SUPER),
    Case("PATCH", "/api/users/{user_id}", SUPER, matrix.of_user),
    Case("DELETE", "/api/users/{user_id}/second-factors", SUPER, matrix.with_factors),
    Case("GET", "/api/trucks/public", ALL),
    Case("GET", TRUCKS, STAFF),
    Case("GET", "/api/trucks/slug-check", SUPER, lambda _data: {"params": {"name": "New Name"}}),
    Case("GET", TRUCK, ALL, matrix.of_truck()),
    Case("GET", TRUCK, OWN_ELSE_ABSENT, matrix.of_own_closed_truck, "inactive"),
    Case("GET", f"{TRUCK}/stream", ALL, matrix.of_truck()),
    Case("GET", f"{TRUCK}/stream", (404,) * 5, matrix.of_own_closed_truck, "inactive"),
    Case("GET", "/api/stops/today", ALL),
    Case("GET", "/api/trucks/{slug}/stops", ALL, matrix.of_truck()),
    Case("GET", "/api/trucks/{slug}/stops.ics", ALL, matrix.of_truck()),
    Case("GET", "/api/embed/{slug}", ALL, matrix.of_truck()),
    Case("GET", "/api/embed/{slug}", (404,) * 5, matrix.of_own_closed_truck, "inactive"),
    Case("GET", "/robots.txt", ALL),
    Case("GET", "/sitemap.xml", ALL),
    Case("GET", "/api/trucks/{slug}/slots", ALL, matrix.of_truck()),
    Case("POST", "/api/trucks/{slug}/demand", (204,) * 5, matrix.of_truck({"kind": "sold_out"})),
    Case("GET", BY_SLUG, ALL, matrix.of_truck()),
    Case("GET", BY_SLUG, OWN_ELSE_ABSENT, matrix.of_own_closed_truck, "inactive"),
    Case("GET", f"{BY_SLUG}/manifest", ALL, matrix.of_truck()),
    Case("GET", f"{BY_SLUG}/manifest", (404,) * 5, matrix.of_own_closed_truck, "inactive"),
    Case("POST", TRUCKS, SUPER_MADE, lambda _data: {"json": RENAMED}),
    Case("PUT", TRUCK, SUPER, matrix.of_truck(RENAMED)),
    Case("DELETE", TRUCK, SUPER, matrix.of_truck()),
    Case("PATCH", f"{TRUCK}/toggle-active", SUPER, matrix.of_truck({"isActive": False})),
    Case("PATCH", f"{TRUCK}/toggle-active", SUPER, matrix.of_truck(), "without a body"),
    Case("PATCH", f"{TRUCK}/toggle-status", SUPER, matrix.of_truck({"isActive": False})),
    Case("PATCH", f"{TRUCK}/settings", OWN, matrix.of_truck({"acceptingOrders": False})),
    Case("GET", "/api/menu-items/public/{truck_id}", ALL, matrix.of_truck()),
    Case("GET", MENU_OF, ALL, matrix.of_truck()),
    Case("GET", MENU_OF, OWN_ELSE_ABSENT, matrix.of_own_closed_truck, "inactive"),
    Case("GET", MENU, ALL, matrix.of_truck_query),
    Case("GET", ITEM, ALL, matrix.of_item()),
    Case("POST", MENU, OWN_MADE, matrix.new_item),
    Case("PUT", ITEM, OWN, matrix.of_item({"basePrice": 1})),
    Case("DELETE", ITEM, OWN, matrix.of_item()),
    Case("PATCH", f"{ITEM}/toggle-availability", OWN, matrix.of_item({"isAvailable": False})),
    Case("PATCH", f"{ITEM}/toggle-availability", OWN, matrix.of_item(), "without a body"),
    Case("PATCH", f"{ITEM}/options/{{option_id}}/availability", OWN, matrix.of_option),
    Case("POST", f"{ITEM}/duplicate", OWN_MADE, matrix.of_item()),
    Case("PUT", f"{MENU}/order", OWN, matrix.new_order_of_menu),
    Case("GET", f"{MENU}/export", OWN, matrix.of_truck_query),
    *import_requests.CASES,
    Case("POST", "/api/upload", (401, 201, 201, 403, 201), matrix.image_upload),
    Case("GET", "/api/places", OWN, matrix.of_truck_query),
    Case("POST", "/api/places", OWN_MADE, matrix.new_place),
    Case("PUT", "/api/places/{place_id}", OWN, matrix.of_place(RENAMED)),
    Case("DELETE", "/api/places/{place_id}", OWN, matrix.of_place()),
    Case("GET", "/api/offers", OWN, matrix.of_truck_query),
    Case("POST", "/api/offers", OWN_MADE, matrix.new_offer),
    Case("PUT", "/api/offers/{offer_id}", OWN, matrix.of_offer({"isPaused": True})),
    Case("DELETE", "/api/offers/{offer_id}", OWN, matrix.of_offer()),
    Case("POST", "/api/offers/quote", ALL, matrix.offer_quote, traces=False),
    Case("GET", "/api/readers", OWN, matrix.of_truck_query),
    Case("POST", "/api/readers", OWN_MADE, readers.new_reader),
    Case("PATCH", READER, OWN, readers.of_reader({"label": "Back"})),
    Case("DELETE", READER, OWN, readers.of_reader()),
    Case("GET", "/api/counter-payments", OWN, matrix.of_truck_query),
    Case("POST", "/api/counter-payments", OWN_MADE, readers.new_payment),
    Case("GET", COUNTER_PAYMENT, OWN, readers.of_payment()),
    Case("POST", f"{COUNTER_PAYMENT}/retry", OWN, readers.of_payment({}, is_off=True)),
    Case("POST", f"{COUNTER_PAYMENT}/cancel", OWN, readers.of_payment()),
    Case("POST", f"{COUNTER_PAYMENT}/cash", OWN, readers.of_payment()),
    Case("GET", "/api/drawer-sessions", OWN, matrix.of_truck_query),
    Case("POST", "/api/drawer-sessions", OWN_MADE, lambda data: {"json": {"truckId": data.own.id, "float": 100}}),
    Case("POST", f"{DRAWER}/movements", OWN_MADE, _of_drawer({"kind": "pay_in", "amount": 5, "reason": "Coins"})),
    Case("POST", f"{DRAWER}/close", OWN, _of_drawer({"counted": 100, "version": 1})),
    Case("GET", "/api/day-closes", OWN, matrix.of_truck_query),
    Case("GET", "/api/day-closes/{close_id}", OWN, _of_close),
    Case("GET", "/api/day-closes/{close_id}/export", OWN, _of_close),
    Case("GET", "/api/printers", OWN, matrix.of_truck_query),
    Case("POST", "/api/printers", OWN_MADE, printer_requests.new_printer),
    Case("PATCH", PRINTER, OWN, printer_requests.of_printer({"label": "Grill"})),
    Case("DELETE", PRINTER, OWN, printer_requests.of_printer()),
    Case("POST", f"{PRINTER}/renew", OWN, printer_requests.of_printer()),
    Case("POST", f"{PRINTER}/test", OWN, printer_requests.of_printer()),
    Case("GET", "/api/print-jobs", OWN, matrix.of_truck_query),
    Case("POST", "/api/print-jobs/{job_id}/print", OWN, printer_requests.of_failed_job),
    Case("POST", "/api/print-jobs/{job_id}/drop", OWN, printer_requests.of_failed_job),
    Case("POST", f"{ORDER}/print", OWN_MADE, printer_requests.paper_of_order),
    Case("POST", "/print/{secret}", (404,) * 5, printer_requests.unknown_printer, traces=False),
    Case("GET", "/print/{secret}", (404,) * 5, printer_requests.unknown_printer),
    Case("DELETE", "/print/{secret}", (404,) * 5, printer_requests.unknown_printer, traces=False),
    Case("GET", "/api/stop-series", OWN, matrix.of_truck_query),
    Case("POST", "/api/stop-series", OWN_MADE, matrix.new_series),
    Case("PUT", "/api/stop-series/{series_id}", OWN, matrix.of_series({"startTime": "11:30"})),
    Case("DELETE", "/api/stop-series/{series_id}", OWN, matrix.of_series()),
    Case("GET", "/api/stops", OWN, matrix.of_truck_query),
    Case("GET", "/api/stops/proposal", OWN, matrix.of_truck_query),
    Case("POST", "/api/stops", OWN_MADE, matrix.new_stop),
    Case("PUT", "/api/stops/{stop_id}", OWN, matrix.of_stop({"note": "By the gate"})),
    Case("DELETE", "/api/stops/{stop_id}", OWN, matrix.of_stop()),
    Case("POST", f"{DISRUPTIONS}/preview", OWN, matrix.of_stop({"kind": "cancelled"}), traces=False),
    Case("POST", DISRUPTIONS, OWN_MADE, matrix.new_disruption),
    Case("GET", DISRUPTIONS, OWN, matrix.of_stop()),
    Case("GET", "/api/disruptions", OWN, matrix.of_truck_query),
    Case("GET", DISRUPTION, OWN, matrix.of_disruption),
    Case("DELETE", DISRUPTION, OWN, matrix.of_disruption),
    Case("POST", f"{DISRUPTION}/retry", OWN, matrix.of_disruption),
    Case("GET", "/api/stops/{stop_id}/slots", OWN, matrix.of_stop()),
    Case("GET", "/api/trucks/{truck_id}/slot-loads", OWN, matrix.of_truck()),
    Case("POST", "/api/trucks/{truck_id}/counter/offer-quote", OWN, matrix.counter_offer_quote, traces=False),
    *devices.list_cases(OWN),
    Case("GET", f"{TRUCK}/open-orders", OWN, matrix.of_truck()),
    Case("GET", f"{TRUCK}/checklist", OWN, matrix.of_truck()),
    Case("GET", "/api/option-sets", OWN, matrix.of_truck_query),
    Case("POST", "/api/option-sets", OWN_MADE, matrix.new_option_set),
    Case("PUT", "/api/option-sets/{set_id}", OWN, matrix.changed_option_set),
    Case("DELETE", "/api/option-sets/{set_id}", OWN, matrix.of_option_set()),
    Case("POST", f"{TRUCK}/publish", SUPER, matrix.of_own_draft),
    Case("GET", "/api/stops/{stop_id}/stock", OWN, matrix.of_stop()),
    Case("PUT", "/api/stops/{stop_id}/stock", OWN, matrix.of_stock),
    Case("POST", "/api/stops/{stop_id}/stock/adjust", OWN, matrix.of_counted_item),
    Case("GET", ORDERS, OWN, matrix.of_truck_query),
    Case("GET", ORDERS, WITH_TRUCK, name="without a truck named"),
    Case("GET", f"{ORDERS}/counts", OWN, matrix.of_truck_query),
    Case("GET", f"{ORDERS}/counts", WITH_TRUCK, name="without a truck named"),
    Case("GET", f"{ORDERS}/stream", OWN, matrix.of_truck_query),
    Case("GET", f"{ORDERS}/stream", (401, 200, 200, 403, 400), name="without a truck named"),
    Case("GET", f"{ORDERS}/truck/{{truck_id}}", OWN, matrix.of_truck()),
    Case("GET", ORDER, OWN, matrix.of_order()),
    Case("POST", ORDERS, OWN_MADE, matrix.counter_order),
    Case("PATCH", ORDER, OWN, matrix.of_order(READY)),
    Case("PATCH", f"{ORDER}/status", OWN, matrix.of_order(READY)),
    Case("POST", f"{ORDER}/refunds", OWN_MADE, matrix.of_order({"amount": 1, "reason": "Cold"})),
    Case("POST", f"{ORDER}/contact", OWN, matrix.of_order({"email": "ada@example.org"})),
    Case("POST", f"{ORDER}/payment", OWN, matrix.of_unpaid_counter_order),
    Case("POST", f"{ORDER}/pay-outs", OWN, matrix.of_due_refund),
    Case("POST", f"{ORDER}/receipt", OWN, matrix.of_order({"email": "ada@example.org"})),
    Case("GET", f"{ORDERS}/customer/{{customer_id}}", OWN_ELSE_HIDDEN, matrix.of_customer),
    Case("GET", "/api/track/{token}", ALL, matrix.of_token),
    Case("GET", "/api/track/{token}/manifest", ALL, matrix.of_token),
    Case("GET", "/api/track/{token}/stream", ALL, matrix.of_token),
    Case("GET", "/api/track/{token}/slots", ALL, matrix.of_order_at_a_stop),
    Case("POST", "/api/track/{token}/slot", ALL, matrix.of_order_at_a_stop),
    Case("POST", "/api/track/{token}/cancel", ALL, matrix.of_order_at_a_stop),
    Case("POST", "/api/track/{token}/contact", ALL, matrix.of_own_contact),
    Case("GET", "/api/track/{token}/devices", ALL, matrix.of_token),
    Case("POST", "/api/track/{token}/devices", (201,) * 5, matrix.new_order_device),
    Case("DELETE", "/api/track/{token}/devices/{device_id}", ALL, matrix.of_order_device),
    Case("POST", "/api/push/renewals", ALL, matrix.renewed_device),
    Case("GET", "/api/push/devices", STAFF),
    Case("POST", "/api/push/devices", OWN_MADE, matrix.new_staff_device),
    Case("DELETE", "/api/push/devices/{device_id}", (401, 200, 404, 404, 404), matrix.of_staff_device),
    Case("GET", "/api/customers", OWN, matrix.of_truck_query),
    Case("GET", "/api/customers", WITH_TRUCK, name="without a truck named"),
    Case("GET", "/api/customers/export", OWN, matrix.of_truck_query),
    Case("GET", CUSTOMER, OWN_ELSE_HIDDEN, matrix.of_customer),
    Case("GET", f"{CUSTOMER}/orders", OWN_ELSE_HIDDEN, matrix.of_customer),
    Case("GET", f"{CUSTOMER}/export", SUPER, matrix.of_customer),
    Case("POST", f"{CUSTOMER}/erasure", SUPER, matrix.of_finished_customer),
    Case("POST", "/api/users/{user_id}/erasure", SUPER, matrix.erased_user),
    Case("GET", "/api/analytics", OWN, matrix.of_truck_query),
    Case("GET", "/api/analytics", WITH_TRUCK, name="without a truck named"),
    Case("GET", "/api/analytics/export", OWN, matrix.of_truck_query),
    Case("GET", "/api/analytics/trucks", SUPER),
    Case("GET", "/api/books", OWN, matrix.of_truck_query),
    Case("GET", "/api/books/export", OWN, matrix.of_truck_query),
    Case("GET", "/api/books/accounts", OWN, matrix.of_truck_query),
    Case("PUT", "/api/books/accounts", OWN, matrix.book_names),
    Case("GET", "/api/orders/export", OWN, matrix.of_truck_query),
    Case("GET", "/api/orders/lines/export", OWN, matrix.of_truck_query),
    Case("GET", "/api/tax-report", OWN, matrix.of_truck_query),
    Case("GET", "/api/tax-report/export", OWN, matrix.of_truck_query),
    Case("GET", "/api/dashboard", SUPER),
    Case("GET", "/api/trucks/{truck_id}/dashboard", OWN, matrix.of_truck()),
    Case("GET", "/api/analytics/stops", OWN, matrix.of_truck_query),
    Case("GET", "/api/analytics/stops/export", OWN, matrix.of_truck_query),
    Case("GET", "/api/stops/{stop_id}/result", OWN, matrix.of_stop()),
    Case("GET", "/api/stops/{stop_id}/prep-sheet", OWN, matrix.of_stop()),
    Case("GET", "/api/stops/{stop_id}/prep-sheet/export", OWN, matrix.of_stop()),
    Case("GET", "/api/ledger", SUPER, matrix.of_truck_query),
    Case("GET", "/api/ledger/export", SUPER, matrix.of_truck_query),
    Case("GET", "/api/audit", SUPER, matrix.of_truck_query),
    Case("GET", "/api/audit/export", SUPER, matrix.of_truck_query),
    Case("GET", "/api/payments/disputes", OWN, matrix.of_truck_query),
    Case("GET", "/api/payments/disputes", WITH_TRUCK, name="without a truck named"),
    Case("GET", "/api/payments/waiting", OWN, matrix.of_truck_query),
    Case("GET", "/api/payments/reviews", SUPER),
    Case("POST", "/api/payments/reviews/{review_id}/decision", SUPER, matrix.of_review),
    Case("POST", "/api/csp-report", (204,) * 5, matrix.csp_report),
    Case("POST", "/api/client-errors", (204,) * 5, matrix.client_error),
    Case("POST", "/api/create-payment-intent", ALL, matrix.checkout),
    Case("POST", "/api/verify-payment", ALL, matrix.paid_checkout),
    Case("POST", "/api/confirm-payment", ALL, matrix.paid_checkout),
    Case("POST", "/api/send-order-sms", ALL, matrix.order_sms),
    Case("POST", "/api/send-notification", OWN, matrix.manual_sms),
    Case("GET", f"{CONNECT}/account-status/{{truck_id}}", SUPER, matrix.of_truck()),
    Case("GET", f"{CONNECT}/account-statuses", SUPER),
    Case("POST", f"{CONNECT}/create-account", SUPER, matrix.new_account),
    Case("POST", f"{CONNECT}/account-link", SUPER, matrix.account_link),
    Case("POST", "/api/stripe/webhook", ALL, matrix.signed_event, "signed"),
    Case("POST", "/api/stripe/webhook", (400,) * 5, matrix.unsigned_event, "unsigned"),
    Case("POST", SMS_STATUS, (204,) * 5, matrix.signed_form(SMS_STATUS, matrix.delivery_report), "signed"),
    Case("POST", SMS_STATUS, (403,) * 5, matrix.unsigned_form(matrix.delivery_report), "unsigned"),
    Case("POST", SMS_INBOUND, ALL, matrix.signed_form(SMS_INBOUND, matrix.inbound_sms), "signed"),
    Case("POST", SMS_INBOUND, (403,) * 5, matrix.unsigned_form(matrix.inbound_sms), "unsigned"),
]  # fmt: skip


def groups_of(case):
    """Which callers share one test: all who read, and all who are refused, with the first who gets through at the end.

    Each other caller who gets through changes something, and has a test with data of its own. A change that is open to
    all is called as a visitor and as the superadmin in the change suite, and as each caller in the proof suite.
    """
    if case.method == "GET":
        yield pytest.param(case, CALLERS, id=f"{case.method} {case.path} {case.name}")
        return
    by_answer = sorted(CALLERS, key=lambda role: case.answers[CALLERS.index(role)] < 400)
    refused = sum(answer >= 400 for answer in case.answers)
    for roles in (tuple(by_answer[: refused + 1]), *((role,) for role in by_answer[refused + 1 :])):
        only_in_proof = refused == 0 and roles[0] not in (None, "superadmin")
        marks = [pytest.mark.proof] if only_in_proof else []
        yield pytest.param(case, roles, id=f"{case.method} {case.path} {case.name} {roles[-1]}", marks=marks)


CASES_AND_ROLES = [param for case in CASES for param in groups_of(case)]


@pytest.fixture
def data(db, client, sandbox, settings) -> SampleData:
    return SampleData(db, client, sandbox, settings)


def test_every_route_is_in_the_table(app):
    assert {case.route for case in CASES} == all_routes(app)


@pytest.mark.parametrize(("case", "roles"), CASES_AND_ROLES)
def test_the_right_people_get_through_and_nobody_else_changes_anything(data, db, case, roles):
    request = case.request(data)
    known = {event.id for event in audit_events(db)}
    answers = {role: case.answers[CALLERS.index(role)] for role in roles}
    before = data.state()
    if 400 in answers.values():  # what was tried in vain may count against a limit
        del before["limit_windows"]
    if case.path == devices.COUNTER:  # what it reads is kept for what is sold by it without network
        del before["published_prices"]
    for role, wanted in answers.items():
        is_change = wanted < 400 and case.method != "GET"
        if is_change and role != roles[0]:
            assert before.items() <= data.state().items(), f"one of {roles} changed something before {role}"
        answer = data.send(case, role, request)
        assert answer.status_code == wanted, (role, answer.text)
        if wanted in (401, 403, 404):
            assert ("WWW-Authenticate" in answer.headers) == (wanted == 401)
            assert set(answer.json()) - {"params"} == {"error", "message", "code", "reason"}
    after = data.state()
    if case.path in AUDITED_READS:
        reads = list(answers.values()).count(200)
        assert len(after["audit_events"]) == len(before["audit_events"]) + reads
        before["audit_events"] = after["audit_events"]
    if not is_change:
        assert before.items() <= after.items(), roles
    elif case.traces:  # so the same request would have changed something for the callers that were refused
        assert not before.items() <= after.items(), role
        if ROUTES[case.route].policy not in NOT_STAFF:
            require_recorded([event for event in audit_events(db) if event.id not in known], data, role, answer)


def audit_events(db):
    with db.reading() as session:
        return list(session.scalars(sa.select(AuditEvent)))


def require_recorded(written, data, role, answer):
    """What is done leaves a row."""
    user = getattr(data.cast, role)
    assert written
    for event in written:
        assert (event.actor_id, event.actor_role) == (user.id, user.role)
        assert event.actor_name in (user.name, "New Name")  # who renames themselves
        assert event.subject_id
        assert event.action.startswith(f"{event.subject_kind}.")
        assert (event.address, event.request_id) == ("127.0.0.0/24", answer.headers["X-Request-Id"])


@pytest.mark.parametrize("role", CALLERS)
def test_only_its_own_staff_see_a_truck_whole(data, role):
    """Other staff see what customers see."""
    is_staff = role in ("truck_admin", "superadmin")
    own, private = data.own, {"owner", "stripeAccountId", "settings", "applicationFeeBps"}
    for path in (f"trucks/{own.id}", f"trucks/by-slug/{own.slug}"):
        assert bool(private & data.get(path, role).keys()) == is_staff
    assert ("version" in data.get(f"menu-items/{data.taco.id}", role)) == is_staff
    for path in (f"menu-items?truckId={own.id}", f"menu-items/truck/{own.id}"):
        assert {"version" in item for item in data.get(path, role)} == {is_staff}
    assert not any(private & each.keys() for each in data.get("trucks/public", role))
    assert not any("version" in each for each in data.get(f"menu-items/public/{own.id}", role))


def test_lists_hold_what_is_ones_own(data):
    own, other = data.own.id, data.other.id
    everything = {
        "truck_admin": {own}, "other_admin": {other}, "truckless_admin": set(),
        "superadmin": {own, other, data.closed.id},
    }  # fmt: skip
    for role, ids in everything.items():
        assert {truck["_id"] for truck in data.get("trucks", role)} == ids
    for role in ("truck_admin", "other_admin", "superadmin"):
        ids = everything[role] - {data.closed.id}
        assert {order["truckId"] for order in data.get("orders", role)["orders"]} == ids
        assert data.get("orders/counts", role)["pending"] == len(ids)
        assert data.get("customers", role)["total"] == len(ids)
        assert data.get("analytics", role)["totals"]["orders"] == len(ids)


def test_everybody_is_themselves(data):
    for role in ROLES:
        assert data.get("auth/verify", role)["user"]["email"] == f"{role}@example.com"
        assert data.get("auth/profile", role)["user"]["email"] == f"{role}@example.com"
