"""Connected accounts: creation, onboarding links, whether an account can receive transfers, and their JSON.

Stripe is called outside any transaction. A truck never gets a second account. The content of an account event is
not trusted: the account is fetched, and the newest fetch counts. Return URLs must be in our own staff area.

Why: docs/decisions/0007-accounts-v2.md
"""

import re
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from datetime import datetime
from functools import partial
from typing import Annotated, Literal
from urllib.parse import unquote, urlsplit

import sqlalchemy as sa
from litestar.params import Body
from msgspec import Meta, Struct, field
from sqlalchemy.orm import Session

from chuckwagon.accounts.permissions import Actor
from chuckwagon.audit import log
from chuckwagon.db.database import Database, insert_if_absent, try_update_one
from chuckwagon.db.idempotency import parse_idempotency_key, write_once
from chuckwagon.integrations.stripe.accounts import AccountKeyBusy, AccountKeyReused, AccountUnknown
from chuckwagon.integrations.stripe.client import StripeGateway, stripe_gateway
from chuckwagon.integrations.stripe.events import StripeEvent
from chuckwagon.jobs.leases import MAX_CLOCK_ERROR
from chuckwagon.kit import clock
from chuckwagon.kit.errors import AppError, Conflict, InvalidInput, NotFound, Unavailable
from chuckwagon.kit.ids import hash_secret
from chuckwagon.kit.sentences import EMAIL_INVALID, Sentence
from chuckwagon.kit.validation import is_email
from chuckwagon.payments.models import SyncCursor, WebhookEvent
from chuckwagon.payments.queries import store_event
from chuckwagon.realtime import change_log
from chuckwagon.settings import Settings
from chuckwagon.trucks.models import Truck
from chuckwagon.trucks.queries import get_staff_truck
from chuckwagon.web.executors import requested_at

BusinessType = Literal["individual", "company", "non_profit", "government_entity"]
Id = Annotated[str, Meta(max_length=64)]
Url = Annotated[str, Meta(max_length=2000)]


class AccountRequest(Struct, rename="camel"):
    """The truck that gets an account. The default e-mail address is the owner's, else the truck's."""

    truck_id: Id
    email: Annotated[str, Meta(max_length=254)] | None = None
    business_type: BusinessType | None = None


class AccountMade(Struct, rename="camel"):
    """The truck's account at Stripe."""

    account_id: str
    success: bool = True


class LinkRequest(Struct, rename="camel"):
    """The truck whose owner goes to the onboarding, and the return URLs, both under `/admin/`."""

    truck_id: Id
    refresh_url: Url
    return_url: Url


# Its name in the OpenAPI document stays as it was published.
LinkBody = Annotated[LinkRequest, Body(schema_component_key="payments_connect_schemas_LinkRequest")]


class LinkMade(Struct, rename="camel"):
    """The URL of the onboarding, good for one visit."""

    url: str
    success: bool = True


class AccountRequirements(Struct):
    """Details that Stripe still needs from the owner."""

    past_due: list[str] = field(default_factory=list)
    currently_due: list[str] = field(default_factory=list)


class AccountStatus(Struct, rename="camel"):
    """The state of a truck's account. `charges_enabled`: it can receive its share of a charge."""

    has_stripe_account: bool
    onboarding_complete: bool = False
    charges_enabled: bool = False
    payouts_enabled: bool = False
    requirements: AccountRequirements = field(default_factory=AccountRequirements)


class TruckAccountStatus(Struct, rename="camel"):
    """The state of the account of one truck; null where the truck is gone or Stripe did not tell it."""

    truck_id: str
    status: AccountStatus | None


class AccountStatuses(Struct):
    """The states of the accounts of several trucks, in the order of the request."""

    statuses: list[TruckAccountStatus]


MAX_URL_LENGTH = 1000
MAX_STATUSES, STATUSES_AT_ONCE = 50, 4
# Of the time of one provider call. Later no fetch of a page begins, because it would fail for want of time.
STATUSES_BEGIN_WITHIN = 0.5
TOO_MANY_TRUCKS = Sentence(f"Choose at most {MAX_STATUSES}.", "too_many", max=MAX_STATUSES)
# No backslash or space, because URL parsers disagree about them.
_SAFE_URL = re.compile(r"[A-Za-z0-9\-._~!$&'()*+,;=:@%/?#]+")


def is_own_staff_url(url: str, origin: str) -> bool:
    """Whether the URL is on this origin under `/admin/`, also after any decoding of its path."""
    if len(url) > MAX_URL_LENGTH or not _SAFE_URL.fullmatch(url):
        return False
    try:
        given, own = urlsplit(url), urlsplit(origin)
    except ValueError:
        return False
    same_origin = (given.scheme, given.netloc.lower()) == (own.scheme, own.netloc.lower())
    return same_origin and _stays_under_admin(given.path)


def _stays_under_admin(path: str) -> bool:
    """Check the path after each round of decoding, because a proxy on the way may decode it."""
    seen: str | None = None
    while path != seen:
        segments = path.split("/")
        if segments[:2] != ["", "admin"] or len(segments) < 3 or "\\" in path or not path.isprintable():
            return False
        if any(segment in (".", "..") for segment in segments) or "" in segments[1:-1]:
            return False
        seen, path = path, unquote(path)
        if path.count("/") != seen.count("/"):
            return False
    return True


ACCOUNT_CREATED, ACCOUNT_LINKED = "payment_account.created", "payment_account.linked"


class NoAccount(Conflict):
    code = "no_account"
    sentence = "This truck has no payment account yet. Create one first."


class _NoAccountYet(Exception):
    """The truck has no account, so Stripe has to be called."""


def create_account(
    db: Database, settings: Settings, actor: Actor, request: AccountRequest, key: str | None
) -> AccountMade:
    """Return the truck's account, creating it at Stripe if there is none. Every repetition returns the same account.

    Raises InvalidInput for a missing or invalid e-mail address, NotFound for the truck, AccountRefused and Unavailable
    from Stripe, and IdempotencyKeyReused.
    """
    repeat = parse_idempotency_key(actor.user_id, key, "create_account", request)

    def answer(find: Callable[[Session], str]) -> AccountMade:
        return write_once(db, repeat, AccountMade, lambda session: AccountMade(account_id=find(session)))

    try:
        return answer(lambda session: _get_account_id(session, request.truck_id))
    except _NoAccountYet:
        account_id = _create_stripe_account(db, stripe_gateway(settings), request)
    return answer(lambda session: _assign_account(session, actor, request.truck_id, account_id))


def create_onboarding_link(db: Database, settings: Settings, actor: Actor, request: LinkRequest) -> LinkMade:
    """Create a link for one visit to Stripe's onboarding, which returns to our staff area only.

    The link grants access, so it is not stored; that it was created is recorded in the audit log. Raises InvalidInput
    for a return URL elsewhere, NotFound for the truck, NoAccount, AccountUnknown, and Unavailable.
    """
    text = f"The URL must be under {settings.origin}/admin/."
    sentence = Sentence(text, "url_not_own", origin=settings.origin)
    urls = {"refreshUrl": request.refresh_url, "returnUrl": request.return_url}
    wrong = [name for name, url in urls.items() if not is_own_staff_url(url, settings.origin)]
    if wrong:
        raise InvalidInput(sentence, fields=dict.fromkeys(wrong, sentence))
    with db.reading() as session:
        account_id = get_staff_truck(session, request.truck_id).stripe_account_id
    if account_id is None:
        raise NoAccount
    url = stripe_gateway(settings).create_account_link(account_id, request.refresh_url, request.return_url)
    db.write(lambda session: _record_audit(session, actor, ACCOUNT_LINKED, request.truck_id, account_id))
    return LinkMade(url=url)


def refresh_account_status(db: Database, settings: Settings, truck_id: str) -> AccountStatus:
    """Fetch what the truck's account can do, and store it for the next checkout. Without an account nothing is fetched.

    Raises NotFound for the truck, AccountUnknown, and Unavailable.
    """
    with db.reading() as session:
        account_id = get_staff_truck(session, truck_id).stripe_account_id
    if account_id is None:
        return AccountStatus(has_stripe_account=False)
    asked_at = clock.now()
    account = stripe_gateway(settings).get_account(account_id)
    db.write(lambda session: record_transfer_capability(session, account_id, account.transfers_active, asked_at))
    return AccountStatus(
        has_stripe_account=True,
        onboarding_complete=not account.past_due and not account.currently_due,
        charges_enabled=account.transfers_active,
        payouts_enabled=account.payouts_active,
        requirements=AccountRequirements(account.past_due, account.currently_due),
    )


def refresh_account_statuses(db: Database, settings: Settings, truck_ids: Sequence[str]) -> list[TruckAccountStatus]:
    """Fetch the states of several trucks, some at a time. What fails for one truck leaves the others alone.

    All of them have the time of one call together. The fetches are the request's, not the worker's, so the circuit
    breaker guards them. Raises InvalidInput for more than MAX_STATUSES trucks.
    """
    if len(truck_ids) > MAX_STATUSES:
        raise InvalidInput(TOO_MANY_TRUCKS, fields={"truckIds": TOO_MANY_TRUCKS})

    began_at = requested_at.get() or time.monotonic()
    last_begin = began_at + settings.provider_timeout_seconds * STATUSES_BEGIN_WITHIN

    def fetch(truck_id: str) -> TruckAccountStatus:
        if time.monotonic() >= last_begin:
            return TruckAccountStatus(truck_id, None)
        try:
            return TruckAccountStatus(truck_id, refresh_account_status(db, settings, truck_id))
        except AppError:
            return TruckAccountStatus(truck_id, None)

    with ThreadPoolExecutor(STATUSES_AT_ONCE, thread_name_prefix="account-status") as threads:
        fetches = [threads.submit(partial(copy_context().run, fetch, truck_id)) for truck_id in truck_ids]
        return [one.result() for one in fetches]


def handle_account_event(db: Database, stripe: StripeGateway, event: StripeEvent) -> None:
    """Fetch the account that the event is about, and store whether it receives transfers together with the event.

    An event that was stored before, or about an account of no truck, changes no capability. Raises
    Unavailable when Stripe does not answer, so that Stripe sends the event again.
    """
    account_id = event.account_id or ""
    with db.reading() as session:
        is_news = session.get(WebhookEvent, event.id) is None and _is_truck_account(session, account_id)
    asked_at = clock.now()
    can_receive = is_news and _can_receive_transfers(stripe, account_id)

    def store(session: Session) -> None:
        if store_event(session, event.id, event.type, event.created) and is_news:
            record_transfer_capability(session, account_id, can_receive, asked_at)

    db.write(store)


def record_transfer_capability(session: Session, account_id: str, can_receive: bool, asked_at: datetime) -> None:
    """Store whether the account can receive transfers, as fetched at `asked_at` (UTC).

    The fetch that began later wins, because Stripe sends an event after every change.
    """
    name = f"account:{account_id}"[:60]
    if not insert_if_absent(session, SyncCursor, {"name": name, "at": asked_at}):
        # A mark ahead of the clock is of one that was set back since, and would refuse the truth until then.
        is_older = sa.or_(SyncCursor.at <= asked_at, SyncCursor.at > clock.now() + MAX_CLOCK_ERROR)
        not_newer = (SyncCursor.name == name, is_older)
        if not try_update_one(session, sa.update(SyncCursor).where(*not_newer).values(at=asked_at)):
            return
    other = (Truck.stripe_account_id == account_id, Truck.transfers_active.is_(not can_receive))
    try_update_one(session, sa.update(Truck).where(*other).values(transfers_active=can_receive))


def _can_receive_transfers(stripe: StripeGateway, account_id: str) -> bool:
    try:
        return stripe.get_account(account_id).transfers_active
    except AccountUnknown:
        return False


def _is_truck_account(session: Session, account_id: str) -> bool:
    return session.scalar(sa.select(Truck.id).where(Truck.stripe_account_id == account_id)) is not None


def _get_account_id(session: Session, truck_id: str) -> str:
    account_id = get_staff_truck(session, truck_id).stripe_account_id
    if account_id is None:
        raise _NoAccountYet
    return account_id


def _create_stripe_account(db: Database, stripe: StripeGateway, request: AccountRequest) -> str:
    """Create the account under one idempotency key per truck, so that a lost response never makes a second account.

    Returns its ID. Stripe refuses the key only when the details have changed since. Then the key gets a digest of the
    details, and the account of the lost response stays unused.
    """
    with db.reading() as session:
        truck = get_staff_truck(session, request.truck_id)
    email = (request.email or truck.owner.email or truck.email).strip()
    if not is_email(email):
        raise InvalidInput(EMAIL_INVALID, fields={"email": EMAIL_INVALID})
    details = (truck.id, truck.name, email, request.business_type or "individual")
    key = f"account:{truck.id}"
    try:
        return stripe.create_account(*details, key=key).id
    except AccountKeyBusy as error:
        raise Unavailable from error
    except AccountKeyReused:
        with db.reading() as session:
            present = get_staff_truck(session, truck.id).stripe_account_id
        return present or stripe.create_account(*details, key=f"{key}:{hash_secret(repr(details))[:32]}").id


def _assign_account(session: Session, actor: Actor, truck_id: str, account_id: str) -> str:
    """Assign the account to a truck that has none and is not archived, and return the ID of the account that it has.

    Of two concurrent requests, the first assigns; both return its account. Raises NotFound.
    """
    without = (Truck.id == truck_id, Truck.stripe_account_id.is_(None), Truck.archived_at.is_(None))
    if try_update_one(session, sa.update(Truck).where(*without).values(stripe_account_id=account_id)):
        change_log.publish_change(session, truck_id, change_log.TRUCK, truck_id)
        _record_audit(session, actor, ACCOUNT_CREATED, truck_id, account_id)
    try:
        return _get_account_id(session, truck_id)
    except _NoAccountYet as error:
        raise NotFound from error


def _record_audit(session: Session, actor: Actor, action: str, truck_id: str, account_id: str) -> None:
    log.record(session, actor.author, action, account_id, truck_id=truck_id)
