"""Authorization: the policy of every action and the action of every route."""

from enum import Enum, auto

import msgspec

from chuckwagon.accounts.models import SUPERADMIN
from chuckwagon.audit.log import AuditActor, RequestSource
from chuckwagon.kit.errors import NotAllowed, NotFound, SignInNeeded


class Actor(msgspec.Struct, frozen=True):
    """Signed-in user with the current role and truck, and the source of the request.

    `truck_id` is None for a superadmin, and for staff without a truck or of an archived one. `session_id` is the digest
    of the token. `lacks_factor`: the user has to set up a second factor first, because a setting requires one.
    """

    user_id: str
    role: str
    truck_id: str | None
    session_id: str
    name: str = ""
    origin: RequestSource = RequestSource()
    lacks_factor: bool = False

    @property
    def is_superadmin(self) -> bool:
        return self.role == SUPERADMIN

    @property
    def author(self) -> AuditActor:
        """The user as the audit log stores them."""
        return AuditActor(self.user_id, self.name, self.role, self.origin)


class AccessDecision(Enum):
    """Decision, with the status of the response. HIDDEN answers 404, so that the object's existence stays secret."""

    ALLOWED = 200
    SIGN_IN = 401
    DENIED = 403
    HIDDEN = 404


class AccessPolicy(Enum):
    """Rule of an action. OWN_TRUCK allows the truck's admin and every superadmin.

    OWN_TRUCK_ELSE_HIDDEN allows the same users, and answers 404 to all others. SIGNATURE leaves the check to the
    webhook. CLOSED allows no one.
    """

    PUBLIC = auto()
    SIGNATURE = auto()
    SIGNED_IN = auto()
    OWN_TRUCK = auto()
    OWN_TRUCK_ELSE_HIDDEN = auto()
    SUPERADMIN = auto()
    CLOSED = auto()


class Action(Enum):
    """Action with its name and policy."""

    BROWSE = ("browse", AccessPolicy.PUBLIC)
    PAY = ("pay", AccessPolicy.PUBLIC)
    TRACK_ORDER = ("track_order", AccessPolicy.PUBLIC)
    CHANGE_OWN_ORDER = ("change_own_order", AccessPolicy.PUBLIC)
    SIGN_IN_AND_OUT = ("sign_in_and_out", AccessPolicy.PUBLIC)
    SEND_BROWSER_REPORT = ("send_browser_report", AccessPolicy.PUBLIC)
    RENEW_PUSH = ("renew_push", AccessPolicy.PUBLIC)
    RECEIVE_WEBHOOK = ("receive_webhook", AccessPolicy.SIGNATURE)
    MANAGE_OWN_ACCOUNT = ("manage_own_account", AccessPolicy.SIGNED_IN)
    MANAGE_USERS = ("manage_users", AccessPolicy.SUPERADMIN)
    MANAGE_TRUCKS = ("manage_trucks", AccessPolicy.SUPERADMIN)
    LIST_TRUCKS = ("list_trucks", AccessPolicy.SIGNED_IN)
    VIEW_TRUCK_DETAILS = ("view_truck_details", AccessPolicy.OWN_TRUCK)
    OPERATE_TRUCK = ("operate_truck", AccessPolicy.OWN_TRUCK)
    UPLOAD_IMAGE = ("upload_image", AccessPolicy.OWN_TRUCK)
    EDIT_MENU = ("edit_menu", AccessPolicy.OWN_TRUCK)
    MANAGE_SCHEDULE = ("manage_schedule", AccessPolicy.OWN_TRUCK)
    MANAGE_DISRUPTIONS = ("manage_disruptions", AccessPolicy.OWN_TRUCK)
    MANAGE_STOCK = ("manage_stock", AccessPolicy.OWN_TRUCK)
    MANAGE_OFFERS = ("manage_offers", AccessPolicy.OWN_TRUCK)
    MANAGE_ORDERS = ("manage_orders", AccessPolicy.OWN_TRUCK)
    MANAGE_DRAWER = ("manage_drawer", AccessPolicy.OWN_TRUCK)
    MANAGE_READERS = ("manage_readers", AccessPolicy.OWN_TRUCK)
    TAKE_CARDS = ("take_cards", AccessPolicy.OWN_TRUCK)
    MANAGE_PRINTERS = ("manage_printers", AccessPolicy.OWN_TRUCK)
    ASK_FOR_PAPER = ("ask_for_paper", AccessPolicy.PUBLIC)
    MESSAGE_CUSTOMER = ("message_customer", AccessPolicy.OWN_TRUCK)
    VIEW_ANALYTICS = ("view_analytics", AccessPolicy.OWN_TRUCK)
    MANAGE_BOOKS = ("manage_books", AccessPolicy.OWN_TRUCK)
    COMPARE_TRUCKS = ("compare_trucks", AccessPolicy.SUPERADMIN)
    VIEW_CUSTOMER = ("view_customer", AccessPolicy.OWN_TRUCK_ELSE_HIDDEN)
    MANAGE_PAYMENTS = ("manage_payments", AccessPolicy.SUPERADMIN)
    MANAGE_PERSONAL_DATA = ("manage_personal_data", AccessPolicy.SUPERADMIN)
    VIEW_AUDIT_LOG = ("view_audit_log", AccessPolicy.SUPERADMIN)
    UNLISTED = ("unlisted", AccessPolicy.CLOSED)

    @property
    def policy(self) -> AccessPolicy:
        return self.value[1]


ROUTES: dict[tuple[str, str], Action] = {
    ("GET", "/health"): Action.BROWSE,
    ("GET", "/api/config"): Action.BROWSE,
    ("GET", "/api/openapi.json"): Action.BROWSE,
    ("GET", "/api/trucks/public"): Action.BROWSE,
    ("GET", "/api/trucks/by-slug/{slug}"): Action.BROWSE,
    ("GET", "/api/trucks/by-slug/{slug}/manifest"): Action.BROWSE,
    ("GET", "/api/trucks/{truck_id}"): Action.BROWSE,
    ("GET", "/api/trucks/{truck_id}/stream"): Action.BROWSE,
    ("GET", "/api/stops/today"): Action.BROWSE,
    ("POST", "/api/trucks/{slug}/demand"): Action.BROWSE,
    ("GET", "/api/trucks/{slug}/stops"): Action.BROWSE,
    ("GET", "/api/trucks/{slug}/stops.ics"): Action.BROWSE,
    ("GET", "/api/embed/{slug}"): Action.BROWSE,
    ("GET", "/robots.txt"): Action.BROWSE,
    ("GET", "/sitemap.xml"): Action.BROWSE,
    ("GET", "/api/trucks/{slug}/slots"): Action.BROWSE,
    ("GET", "/api/menu-items"): Action.BROWSE,
    ("GET", "/api/menu-items/public/{truck_id}"): Action.BROWSE,
    ("GET", "/api/menu-items/truck/{truck_id}"): Action.BROWSE,
    ("GET", "/api/menu-items/{item_id}"): Action.BROWSE,
    ("POST", "/api/csp-report"): Action.SEND_BROWSER_REPORT,
    ("POST", "/api/client-errors"): Action.SEND_BROWSER_REPORT,
    ("POST", "/api/create-payment-intent"): Action.PAY,
    ("POST", "/api/offers/quote"): Action.PAY,
    ("POST", "/api/verify-payment"): Action.PAY,
    ("POST", "/api/confirm-payment"): Action.PAY,
    ("POST", "/api/send-order-sms"): Action.PAY,
    ("GET", "/api/track/{token}"): Action.TRACK_ORDER,
    ("GET", "/api/track/{token}/manifest"): Action.TRACK_ORDER,
    ("GET", "/api/track/{token}/stream"): Action.TRACK_ORDER,
    ("GET", "/api/track/{token}/slots"): Action.TRACK_ORDER,
    ("POST", "/api/track/{token}/slot"): Action.CHANGE_OWN_ORDER,
    ("POST", "/api/track/{token}/cancel"): Action.CHANGE_OWN_ORDER,
    ("POST", "/api/track/{token}/contact"): Action.CHANGE_OWN_ORDER,
    ("GET", "/api/track/{token}/devices"): Action.TRACK_ORDER,
    ("POST", "/api/track/{token}/devices"): Action.CHANGE_OWN_ORDER,
    ("DELETE", "/api/track/{token}/devices/{device_id}"): Action.CHANGE_OWN_ORDER,
    ("POST", "/api/push/renewals"): Action.RENEW_PUSH,
    ("GET", "/api/push/devices"): Action.MANAGE_OWN_ACCOUNT,
    ("POST", "/api/push/devices"): Action.MANAGE_ORDERS,
    ("DELETE", "/api/push/devices/{device_id}"): Action.MANAGE_OWN_ACCOUNT,
    ("POST", "/api/send-notification"): Action.MESSAGE_CUSTOMER,
    ("POST", "/api/stripe/webhook"): Action.RECEIVE_WEBHOOK,
    ("POST", "/api/sms/status"): Action.RECEIVE_WEBHOOK,
    ("POST", "/api/sms/inbound"): Action.RECEIVE_WEBHOOK,
    ("POST", "/api/auth/login"): Action.SIGN_IN_AND_OUT,
    ("POST", "/api/auth/logout"): Action.SIGN_IN_AND_OUT,
    ("POST", "/api/auth/password-reset"): Action.SIGN_IN_AND_OUT,
    ("POST", "/api/auth/password-link"): Action.SIGN_IN_AND_OUT,
    ("POST", "/api/auth/password-link/password"): Action.SIGN_IN_AND_OUT,
    ("POST", "/api/auth/password-link/device"): Action.SIGN_IN_AND_OUT,
    ("POST", "/api/auth/second-factor"): Action.SIGN_IN_AND_OUT,
    ("POST", "/api/auth/proof"): Action.MANAGE_OWN_ACCOUNT,
    ("GET", "/api/auth/second-factors"): Action.MANAGE_OWN_ACCOUNT,
    ("POST", "/api/auth/second-factors/authenticator"): Action.MANAGE_OWN_ACCOUNT,
    ("POST", "/api/auth/second-factors/authenticator/confirm"): Action.MANAGE_OWN_ACCOUNT,
    ("POST", "/api/auth/second-factors/recovery-codes"): Action.MANAGE_OWN_ACCOUNT,
    ("DELETE", "/api/auth/second-factors/{factor_id}"): Action.MANAGE_OWN_ACCOUNT,
    ("GET", "/api/auth/verify"): Action.MANAGE_OWN_ACCOUNT,
    ("GET", "/api/auth/profile"): Action.MANAGE_OWN_ACCOUNT,
    ("PUT", "/api/auth/profile"): Action.MANAGE_OWN_ACCOUNT,
    ("POST", "/api/auth/email-change"): Action.MANAGE_OWN_ACCOUNT,
    ("DELETE", "/api/auth/email-change"): Action.MANAGE_OWN_ACCOUNT,
    ("POST", "/api/auth/email-change/confirm"): Action.MANAGE_OWN_ACCOUNT,
    ("POST", "/api/auth/passkey/options"): Action.SIGN_IN_AND_OUT,
    ("POST", "/api/auth/passkey"): Action.SIGN_IN_AND_OUT,
    ("POST", "/api/auth/proof/options"): Action.MANAGE_OWN_ACCOUNT,
    ("POST", "/api/auth/second-factors/passkey"): Action.MANAGE_OWN_ACCOUNT,
    ("POST", "/api/auth/second-factors/passkey/confirm"): Action.MANAGE_OWN_ACCOUNT,
    ("PATCH", "/api/auth/second-factors/{factor_id}"): Action.MANAGE_OWN_ACCOUNT,
    ("GET", "/api/auth/sessions"): Action.MANAGE_OWN_ACCOUNT,
    ("DELETE", "/api/auth/sessions"): Action.MANAGE_OWN_ACCOUNT,
    ("DELETE", "/api/auth/sessions/{session_id}"): Action.MANAGE_OWN_ACCOUNT,
    ("POST", "/api/auth/register"): Action.MANAGE_USERS,
    ("POST", "/api/invitations"): Action.MANAGE_USERS,
    ("POST", "/api/users/{user_id}/invitation"): Action.MANAGE_USERS,
    ("DELETE", "/api/users/{user_id}/invitation"): Action.MANAGE_USERS,
    ("POST", "/api/users/{user_id}/erasure"): Action.MANAGE_USERS,
    ("GET", "/api/users"): Action.MANAGE_USERS,
    ("PATCH", "/api/users/{user_id}"): Action.MANAGE_USERS,
    ("DELETE", "/api/users/{user_id}/second-factors"): Action.MANAGE_USERS,
    ("GET", "/api/trucks"): Action.LIST_TRUCKS,
    ("POST", "/api/trucks"): Action.MANAGE_TRUCKS,
    ("GET", "/api/trucks/slug-check"): Action.MANAGE_TRUCKS,
    ("PUT", "/api/trucks/{truck_id}"): Action.MANAGE_TRUCKS,
    ("DELETE", "/api/trucks/{truck_id}"): Action.MANAGE_TRUCKS,
    ("PATCH", "/api/trucks/{truck_id}/toggle-active"): Action.MANAGE_TRUCKS,
    ("PATCH", "/api/trucks/{truck_id}/toggle-status"): Action.MANAGE_TRUCKS,
    ("PATCH", "/api/trucks/{truck_id}/settings"): Action.OPERATE_TRUCK,
    ("GET", "/api/trucks/{truck_id}/checklist"): Action.OPERATE_TRUCK,
    ("POST", "/api/trucks/{truck_id}/publish"): Action.MANAGE_TRUCKS,
    ("GET", "/api/trucks/{truck_id}/open-orders"): Action.OPERATE_TRUCK,
    ("GET", "/api/stripe/connect/account-status/{truck_id}"): Action.MANAGE_TRUCKS,
    ("GET", "/api/stripe/connect/account-statuses"): Action.MANAGE_TRUCKS,
    ("POST", "/api/stripe/connect/create-account"): Action.MANAGE_TRUCKS,
    ("POST", "/api/stripe/connect/account-link"): Action.MANAGE_TRUCKS,
    ("POST", "/api/menu-items"): Action.EDIT_MENU,
    ("PUT", "/api/menu-items/order"): Action.EDIT_MENU,
    ("GET", "/api/menu-items/export"): Action.EDIT_MENU,
    ("POST", "/api/menu-imports"): Action.EDIT_MENU,
    ("GET", "/api/menu-imports"): Action.EDIT_MENU,
    ("GET", "/api/menu-imports/{import_id}"): Action.EDIT_MENU,
    ("POST", "/api/menu-imports/{import_id}/answers"): Action.EDIT_MENU,
    ("POST", "/api/menu-imports/{import_id}/confirm"): Action.EDIT_MENU,
    ("POST", "/api/menu-imports/{import_id}/undo"): Action.EDIT_MENU,
    ("PUT", "/api/menu-items/{item_id}"): Action.EDIT_MENU,
    ("DELETE", "/api/menu-items/{item_id}"): Action.EDIT_MENU,
    ("PATCH", "/api/menu-items/{item_id}/toggle-availability"): Action.EDIT_MENU,
    ("PATCH", "/api/menu-items/{item_id}/options/{option_id}/availability"): Action.EDIT_MENU,
    ("POST", "/api/menu-items/{item_id}/duplicate"): Action.EDIT_MENU,
    ("GET", "/api/option-sets"): Action.EDIT_MENU,
    ("POST", "/api/option-sets"): Action.EDIT_MENU,
    ("PUT", "/api/option-sets/{set_id}"): Action.EDIT_MENU,
    ("DELETE", "/api/option-sets/{set_id}"): Action.EDIT_MENU,
    ("POST", "/api/upload"): Action.UPLOAD_IMAGE,
    ("GET", "/api/places"): Action.MANAGE_SCHEDULE,
    ("POST", "/api/places"): Action.MANAGE_SCHEDULE,
    ("PUT", "/api/places/{place_id}"): Action.MANAGE_SCHEDULE,
    ("DELETE", "/api/places/{place_id}"): Action.MANAGE_SCHEDULE,
    ("GET", "/api/stop-series"): Action.MANAGE_SCHEDULE,
    ("POST", "/api/stop-series"): Action.MANAGE_SCHEDULE,
    ("PUT", "/api/stop-series/{series_id}"): Action.MANAGE_SCHEDULE,
    ("DELETE", "/api/stop-series/{series_id}"): Action.MANAGE_SCHEDULE,
    ("GET", "/api/stops"): Action.MANAGE_SCHEDULE,
    ("GET", "/api/stops/proposal"): Action.MANAGE_SCHEDULE,
    ("POST", "/api/stops"): Action.MANAGE_SCHEDULE,
    ("PUT", "/api/stops/{stop_id}"): Action.MANAGE_SCHEDULE,
    ("DELETE", "/api/stops/{stop_id}"): Action.MANAGE_SCHEDULE,
    ("GET", "/api/stops/{stop_id}/disruptions"): Action.MANAGE_DISRUPTIONS,
    ("POST", "/api/stops/{stop_id}/disruptions/preview"): Action.MANAGE_DISRUPTIONS,
    ("POST", "/api/stops/{stop_id}/disruptions"): Action.MANAGE_DISRUPTIONS,
    ("GET", "/api/disruptions"): Action.MANAGE_DISRUPTIONS,
    ("GET", "/api/disruptions/{disruption_id}"): Action.MANAGE_DISRUPTIONS,
    ("DELETE", "/api/disruptions/{disruption_id}"): Action.MANAGE_DISRUPTIONS,
    ("POST", "/api/disruptions/{disruption_id}/retry"): Action.MANAGE_DISRUPTIONS,
    ("GET", "/api/stops/{stop_id}/slots"): Action.MANAGE_SCHEDULE,
    ("GET", "/api/trucks/{truck_id}/slot-loads"): Action.MANAGE_SCHEDULE,
    ("GET", "/api/stops/{stop_id}/stock"): Action.MANAGE_STOCK,
    ("PUT", "/api/stops/{stop_id}/stock"): Action.MANAGE_STOCK,
    ("POST", "/api/stops/{stop_id}/stock/adjust"): Action.MANAGE_STOCK,
    ("GET", "/api/offers"): Action.MANAGE_OFFERS,
    ("POST", "/api/offers"): Action.MANAGE_OFFERS,
    ("PUT", "/api/offers/{offer_id}"): Action.MANAGE_OFFERS,
    ("DELETE", "/api/offers/{offer_id}"): Action.MANAGE_OFFERS,
    ("GET", "/api/orders"): Action.MANAGE_ORDERS,
    ("POST", "/api/orders"): Action.MANAGE_ORDERS,
    ("GET", "/api/orders/counts"): Action.MANAGE_ORDERS,
    ("GET", "/api/orders/stream"): Action.MANAGE_ORDERS,
    ("GET", "/api/orders/truck/{truck_id}"): Action.MANAGE_ORDERS,
    ("GET", "/api/orders/{order_id}"): Action.MANAGE_ORDERS,
    ("PATCH", "/api/orders/{order_id}"): Action.MANAGE_ORDERS,
    ("PATCH", "/api/orders/{order_id}/status"): Action.MANAGE_ORDERS,
    ("POST", "/api/orders/{order_id}/refunds"): Action.MANAGE_ORDERS,
    ("POST", "/api/orders/{order_id}/pay-outs"): Action.MANAGE_ORDERS,
    ("POST", "/api/orders/{order_id}/contact"): Action.MANAGE_ORDERS,
    ("POST", "/api/orders/{order_id}/payment"): Action.MANAGE_ORDERS,
    ("GET", "/api/trucks/{truck_id}/counter"): Action.MANAGE_ORDERS,
    ("POST", "/api/trucks/{truck_id}/counter/offer-quote"): Action.MANAGE_ORDERS,
    ("POST", "/api/trucks/{truck_id}/late-orders/discard"): Action.MANAGE_ORDERS,
    ("GET", "/api/devices"): Action.MANAGE_ORDERS,
    ("DELETE", "/api/devices/{device_id}"): Action.MANAGE_ORDERS,
    ("POST", "/api/orders/{order_id}/receipt"): Action.MANAGE_ORDERS,
    ("GET", "/api/readers"): Action.MANAGE_READERS,
    ("POST", "/api/readers"): Action.MANAGE_READERS,
    ("PATCH", "/api/readers/{reader_id}"): Action.MANAGE_READERS,
    ("DELETE", "/api/readers/{reader_id}"): Action.MANAGE_READERS,
    ("GET", "/api/counter-payments"): Action.TAKE_CARDS,
    ("POST", "/api/counter-payments"): Action.TAKE_CARDS,
    ("GET", "/api/counter-payments/{payment_id}"): Action.TAKE_CARDS,
    ("POST", "/api/counter-payments/{payment_id}/retry"): Action.TAKE_CARDS,
    ("POST", "/api/counter-payments/{payment_id}/cancel"): Action.TAKE_CARDS,
    ("POST", "/api/counter-payments/{payment_id}/cash"): Action.TAKE_CARDS,
    ("GET", "/api/drawer-sessions"): Action.MANAGE_DRAWER,
    ("POST", "/api/drawer-sessions"): Action.MANAGE_DRAWER,
    ("POST", "/api/drawer-sessions/{session_id}/movements"): Action.MANAGE_DRAWER,
    ("POST", "/api/drawer-sessions/{session_id}/close"): Action.MANAGE_DRAWER,
    ("GET", "/api/day-closes"): Action.MANAGE_DRAWER,
    ("GET", "/api/day-closes/{close_id}"): Action.MANAGE_DRAWER,
    ("GET", "/api/day-closes/{close_id}/export"): Action.MANAGE_DRAWER,
    ("GET", "/api/printers"): Action.MANAGE_PRINTERS,
    ("POST", "/api/printers"): Action.MANAGE_PRINTERS,
    ("PATCH", "/api/printers/{printer_id}"): Action.MANAGE_PRINTERS,
    ("DELETE", "/api/printers/{printer_id}"): Action.MANAGE_PRINTERS,
    ("POST", "/api/printers/{printer_id}/renew"): Action.MANAGE_PRINTERS,
    ("POST", "/api/printers/{printer_id}/test"): Action.MANAGE_PRINTERS,
    ("GET", "/api/print-jobs"): Action.MANAGE_PRINTERS,
    ("POST", "/api/print-jobs/{job_id}/print"): Action.MANAGE_PRINTERS,
    ("POST", "/api/print-jobs/{job_id}/drop"): Action.MANAGE_PRINTERS,
    ("POST", "/api/orders/{order_id}/print"): Action.MANAGE_ORDERS,
    ("POST", "/print/{secret}"): Action.ASK_FOR_PAPER,
    ("GET", "/print/{secret}"): Action.ASK_FOR_PAPER,
    ("DELETE", "/print/{secret}"): Action.ASK_FOR_PAPER,
    ("GET", "/api/orders/customer/{customer_id}"): Action.VIEW_CUSTOMER,
    ("GET", "/api/customers"): Action.VIEW_ANALYTICS,
    ("GET", "/api/customers/export"): Action.VIEW_ANALYTICS,
    ("GET", "/api/customers/{customer_id}"): Action.VIEW_CUSTOMER,
    ("GET", "/api/customers/{customer_id}/orders"): Action.VIEW_CUSTOMER,
    ("GET", "/api/customers/{customer_id}/export"): Action.MANAGE_PERSONAL_DATA,
    ("POST", "/api/customers/{customer_id}/erasure"): Action.MANAGE_PERSONAL_DATA,
    ("GET", "/api/analytics"): Action.VIEW_ANALYTICS,
    ("GET", "/api/analytics/export"): Action.VIEW_ANALYTICS,
    ("GET", "/api/analytics/trucks"): Action.COMPARE_TRUCKS,
    ("GET", "/api/dashboard"): Action.COMPARE_TRUCKS,
    ("GET", "/api/trucks/{truck_id}/dashboard"): Action.VIEW_ANALYTICS,
    ("GET", "/api/analytics/stops"): Action.VIEW_ANALYTICS,
    ("GET", "/api/analytics/stops/export"): Action.VIEW_ANALYTICS,
    ("GET", "/api/stops/{stop_id}/result"): Action.VIEW_ANALYTICS,
    ("GET", "/api/stops/{stop_id}/prep-sheet"): Action.VIEW_ANALYTICS,
    ("GET", "/api/stops/{stop_id}/prep-sheet/export"): Action.VIEW_ANALYTICS,
    ("GET", "/api/payments/disputes"): Action.MANAGE_ORDERS,
    ("GET", "/api/payments/waiting"): Action.MANAGE_ORDERS,
    ("GET", "/api/payments/reviews"): Action.MANAGE_PAYMENTS,
    ("POST", "/api/payments/reviews/{review_id}/decision"): Action.MANAGE_PAYMENTS,
    ("GET", "/api/ledger"): Action.MANAGE_PAYMENTS,
    ("GET", "/api/ledger/export"): Action.MANAGE_PAYMENTS,
    ("GET", "/api/books"): Action.MANAGE_BOOKS,
    ("GET", "/api/books/export"): Action.MANAGE_BOOKS,
    ("GET", "/api/books/accounts"): Action.MANAGE_BOOKS,
    ("PUT", "/api/books/accounts"): Action.MANAGE_BOOKS,
    ("GET", "/api/orders/export"): Action.MANAGE_BOOKS,
    ("GET", "/api/orders/lines/export"): Action.MANAGE_BOOKS,
    ("GET", "/api/tax-report"): Action.MANAGE_BOOKS,
    ("GET", "/api/tax-report/export"): Action.MANAGE_BOOKS,
    ("GET", "/api/audit"): Action.VIEW_AUDIT_LOG,
    ("GET", "/api/audit/export"): Action.VIEW_AUDIT_LOG,
}


def get_action(method: str, path: str) -> Action:
    """Action of a route. A route that is missing from the table is closed to everyone."""
    return ROUTES.get((method, path), Action.UNLISTED)


def decide_access(actor: Actor | None, action: Action, truck_id: str | None = None) -> AccessDecision:
    """Decide whether the actor (None: not signed in) may do this to an object of the truck."""
    policy = action.policy
    if policy in (AccessPolicy.PUBLIC, AccessPolicy.SIGNATURE):
        return AccessDecision.ALLOWED
    if actor is None:
        return AccessDecision.SIGN_IN
    if policy is AccessPolicy.SIGNED_IN or (actor.is_superadmin and policy is not AccessPolicy.CLOSED):
        return AccessDecision.ALLOWED
    is_own = truck_id is not None and actor.truck_id == truck_id
    if is_own and policy in (AccessPolicy.OWN_TRUCK, AccessPolicy.OWN_TRUCK_ELSE_HIDDEN):
        return AccessDecision.ALLOWED
    return AccessDecision.HIDDEN if policy is AccessPolicy.OWN_TRUCK_ELSE_HIDDEN else AccessDecision.DENIED


def authorize(actor: Actor | None, action: Action, truck_id: str | None = None) -> None:
    """Raise SignInNeeded, NotAllowed or, for a hidden object, NotFound unless `decide_access` allows the action."""
    decision = decide_access(actor, action, truck_id)
    if decision is AccessDecision.SIGN_IN:
        raise SignInNeeded
    if decision is AccessDecision.DENIED:
        raise NotAllowed
    if decision is AccessDecision.HIDDEN:
        raise NotFound
