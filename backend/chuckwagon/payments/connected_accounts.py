"""Connected accounts: a truck gets one, its owner is sent through the provider's onboarding, and we learn
whether money can be passed on to it.

The provider is asked outside any transaction. A truck never gets a second account, and what an event says
about an account is never believed: the account itself is read, and the newest reading counts.
"""

from collections.abc import Callable
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.accounts.permissions import Actor
from chuckwagon.core import audit, changes, clock
from chuckwagon.core.addresses import is_email
from chuckwagon.core.db import Database, changed_one, insert_if_absent
from chuckwagon.core.errors import Conflict, InvalidInput, NotFound, Unavailable
from chuckwagon.core.idempotency import once, read_repeat
from chuckwagon.core.ids import digest
from chuckwagon.gateways.stripe_accounts import AccountKeyBusy, AccountKeyReused, AccountUnknown
from chuckwagon.gateways.stripe_api import StripeGateway
from chuckwagon.gateways.stripe_events import Event
from chuckwagon.payments.account_schemas import (
    AccountMade,
    AccountRequest,
    AccountRequirements,
    AccountStatus,
    LinkMade,
    LinkRequest,
)
from chuckwagon.payments.models import SyncMark, WebhookEvent
from chuckwagon.payments.queries import store_event
from chuckwagon.payments.return_addresses import is_own_staff_address
from chuckwagon.settings import Settings
from chuckwagon.trucks.models import Truck
from chuckwagon.trucks.queries import get_staff_truck

EMAIL_ODD = "Please enter a valid email address"
CREATED, LINKED = "payment_account.created", "payment_account.linked"


class NoAccount(Conflict):
    code = "no_account"
    sentence = "This truck has no payment account yet. Create one first."


class _NoneYet(Exception):
    """The truck has no account, so that the provider has to be asked."""


def create_account(
    db: Database, stripe: StripeGateway, actor: Actor, given: AccountRequest, key: str | None
) -> AccountMade:
    """The truck's account, opened now if it has none; however often and from wherever, it is the same.

    Raises InvalidInput, NotFound, AccountRefused, IdempotencyKeyReused, Unavailable.
    """
    repeat = read_repeat(actor.user_id, key, "create_account", given)

    def answer(find: Callable[[Session], str]) -> AccountMade:
        def made(session: Session) -> AccountMade:
            return once(session, repeat, AccountMade, lambda: AccountMade(account_id=find(session)))

        return db.write(made)

    try:
        return answer(lambda session: _present_account(session, given.truck_id))
    except _NoneYet:
        account_id = _open_account(db, stripe, given)
    return answer(lambda session: _keep_account(session, actor, given.truck_id, account_id))


def link_to_onboarding(
    db: Database, stripe: StripeGateway, settings: Settings, actor: Actor, given: LinkRequest
) -> LinkMade:
    """One visit to the provider's onboarding, which comes back to our staff area only. Its address is as good
    as a key and is kept nowhere; that it was given out is.

    Raises InvalidInput, NotFound, NoAccount, AccountUnknown, Unavailable.
    """
    sentence = f"The address has to lie under {settings.origin}/admin/."
    urls = {"refreshUrl": given.refresh_url, "returnUrl": given.return_url}
    wrong = [name for name, url in urls.items() if not is_own_staff_address(url, settings.origin)]
    if wrong:
        raise InvalidInput(sentence, fields=dict.fromkeys(wrong, sentence))
    with db.reading() as session:
        account_id = get_staff_truck(session, given.truck_id).stripe_account_id
    if account_id is None:
        raise NoAccount
    made = LinkMade(url=stripe.create_account_link(account_id, given.refresh_url, given.return_url))
    db.write(lambda session: _note(session, actor, LINKED, given.truck_id, account_id))
    return made


def check_account(db: Database, stripe: StripeGateway, truck_id: str) -> AccountStatus:
    """What the truck's account can do at this moment, remembered for the next checkout.

    Raises NotFound, AccountUnknown, Unavailable.
    """
    with db.reading() as session:
        account_id = get_staff_truck(session, truck_id).stripe_account_id
    if account_id is None:
        return AccountStatus(has_stripe_account=False)
    asked_at = clock.now()
    account = stripe.get_account(account_id)
    db.write(lambda session: note_transfers(session, account_id, account.transfers_active, asked_at))
    return AccountStatus(
        has_stripe_account=True,
        onboarding_complete=not account.past_due and not account.currently_due,
        charges_enabled=account.transfers_active,
        payouts_enabled=account.payouts_active,
        requirements=AccountRequirements(account.past_due, account.currently_due),
    )


def receive_account_event(db: Database, stripe: StripeGateway, event: Event) -> None:
    """Something about an account has changed: read it, and store what it can do together with the event.

    Raises Unavailable when the provider cannot be asked, so that it sends the event again.
    """
    account_id = event.account_id or ""
    with db.reading() as session:
        is_news = session.get(WebhookEvent, event.id) is None and _is_ours(session, account_id)
    asked_at = clock.now()
    can_receive = is_news and _can_receive(stripe, account_id)

    def store(session: Session) -> None:
        if store_event(session, event) and is_news:
            note_transfers(session, account_id, can_receive, asked_at)

    db.write(store)


def note_transfers(session: Session, account_id: str, can_receive: bool, asked_at: datetime) -> None:
    """Keep whether money can be passed on to an account, as it was said at `asked_at`.

    Of two readings the one that was begun later counts: every change is announced, and read after that.
    """
    name = f"account:{account_id}"[:60]
    if not insert_if_absent(session, SyncMark, {"name": name, "at": asked_at}):
        not_newer = (SyncMark.name == name, SyncMark.at <= asked_at)
        if not changed_one(session, sa.update(SyncMark).where(*not_newer).values(at=asked_at)):
            return
    other = (Truck.stripe_account_id == account_id, Truck.transfers_active.is_(not can_receive))
    changed_one(session, sa.update(Truck).where(*other).values(transfers_active=can_receive))


def _can_receive(stripe: StripeGateway, account_id: str) -> bool:
    try:
        return stripe.get_account(account_id).transfers_active
    except AccountUnknown:
        return False


def _is_ours(session: Session, account_id: str) -> bool:
    return session.scalar(sa.select(Truck.id).where(Truck.stripe_account_id == account_id)) is not None


def _present_account(session: Session, truck_id: str) -> str:
    account_id = get_staff_truck(session, truck_id).stripe_account_id
    if account_id is None:
        raise _NoneYet
    return account_id


def _open_account(db: Database, stripe: StripeGateway, given: AccountRequest) -> str:
    """One key for each truck, so that an answer that got lost is found again instead of a second account.

    Only when the details have changed since then does the provider refuse the key; with them in it, it is
    another key, and the lost account stays one that nobody uses.
    """
    with db.reading() as session:
        truck = get_staff_truck(session, given.truck_id)
    email = (given.email or truck.owner.email or truck.email).strip()
    if not is_email(email):
        raise InvalidInput(EMAIL_ODD, fields={"email": EMAIL_ODD})
    details = (truck.id, truck.name, email, given.business_type or "individual")
    key = f"account:{truck.id}"
    try:
        return stripe.create_account(*details, key=key).id
    except AccountKeyBusy as error:
        raise Unavailable from error
    except AccountKeyReused:
        with db.reading() as session:
            present = get_staff_truck(session, truck.id).stripe_account_id
        return present or stripe.create_account(*details, key=f"{key}:{digest(repr(details))[:32]}").id


def _keep_account(session: Session, actor: Actor, truck_id: str, account_id: str) -> str:
    """Whoever stores first has given the truck its account; the other one takes that."""
    without = (Truck.id == truck_id, Truck.stripe_account_id.is_(None), Truck.archived_at.is_(None))
    if changed_one(session, sa.update(Truck).where(*without).values(stripe_account_id=account_id)):
        changes.announce(session, truck_id, changes.TRUCK, truck_id)
        _note(session, actor, CREATED, truck_id, account_id)
    try:
        return _present_account(session, truck_id)
    except _NoneYet as error:
        raise NotFound from error


def _note(session: Session, actor: Actor, action: str, truck_id: str, account_id: str) -> None:
    audit.record(session, actor.author, action, account_id, truck_id=truck_id)
