"""Truck commands: superadmins add, change and archive trucks, and a truck's own staff change its settings."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.accounts.permissions import Actor
from chuckwagon.accounts.sessions import require_proof_above
from chuckwagon.audit.log import FieldChange, diff_fields, pick_fields, record
from chuckwagon.db.database import Database, insert_if_absent, try_update_one
from chuckwagon.db.idempotency import parse_idempotency_key, write_once
from chuckwagon.jobs import outbox
from chuckwagon.kit import clock
from chuckwagon.kit.errors import Conflict, InvalidInput, NotFound
from chuckwagon.kit.ids import is_id, new_id
from chuckwagon.kit.money import format_usd, to_cents
from chuckwagon.kit.sentences import NAME_REQUIRED, Sentence
from chuckwagon.kit.validation import is_https_url, mask_email, mask_phone
from chuckwagon.media.service import is_uploaded_image
from chuckwagon.realtime import change_log
from chuckwagon.trucks import queries, slugs
from chuckwagon.trucks.models import STOPS, Truck, TruckSlug
from chuckwagon.trucks.schemas import (
    OpenOrders,
    SettingsRequest,
    SlugAnswer,
    StaffTruck,
    ToggleRequest,
    TruckRequest,
)
from chuckwagon.trucks.validation import TruckForm, read_settings, read_truck, validate_slug

CREATED, CHANGED, ARCHIVED = "truck.created", "truck.changed", "truck.archived"
ACTIVATED, DEACTIVATED, PUBLISHED = "truck.activated", "truck.deactivated", "truck.published"
SETTINGS_CHANGED = "truck.settings_changed"
MASKS = {"phone": mask_phone, "email": mask_email, "ownerEmail": mask_email}


def record_truck_event(session: Session, actor: Actor, action: str, truck: StaffTruck) -> None:
    """Record an event of the whole truck, such as CREATED, with its name and slug."""
    details = {"name": truck.name, "slug": truck.slug}
    record(session, actor.author, action, truck.id, truck_id=truck.id, details=details)


def record_truck_changes(
    session: Session, actor: Actor, before: StaffTruck, after: StaffTruck, *, without: Sequence[str] = ()
) -> None:
    """Record the changed fields, phones and e-mail addresses masked; nothing if there are none.

    Activation and deactivation are separate actions. `without` are fields that another event records.
    """
    if before.is_active != after.is_active:
        record_truck_event(session, actor, ACTIVATED if after.is_active else DEACTIVATED, after)
    changed = diff_fields(_audited_fields(before), _audited_fields(after))
    masked = {name: _masked(name, change) for name, change in changed.items() if name not in without}
    _record(session, actor, CHANGED, after, masked)


def record_truck_settings(session: Session, actor: Actor, before: StaffTruck, after: StaffTruck) -> None:
    """Record the changed settings, such as pauses and lead times; nothing if there are none."""
    _record(session, actor, SETTINGS_CHANGED, after, diff_fields(_settings(before), _settings(after)))


def _record(session: Session, actor: Actor, action: str, truck: StaffTruck, changed: dict[str, FieldChange]) -> None:
    if changed:
        details = {"truck": truck.name, **changed}
        record(session, actor.author, action, truck.id, truck_id=truck.id, details=details)


def _audited_fields(truck: StaffTruck) -> dict[str, Any]:
    return {
        **pick_fields(truck, "name", "slug", "shortDescription", "description", "cuisine"),
        "city": truck.location.city,
        "state": truck.location.state,
        **pick_fields(truck, "phone", "email", "imageUrl", "bannerImage", "timezone", "taxRate", "accentHue"),
        **pick_fields(truck, "reducedTaxRate", "pricesIncludeTax"),
        "ownerName": truck.owner.name,
        "ownerEmail": truck.owner.email,
        **pick_fields(truck, "applicationFeeBps", "scheduleMode"),
    }


def _settings(truck: StaffTruck) -> dict[str, Any]:
    settings = truck.settings
    return {**pick_fields(settings, *settings.__struct_encode_fields__), "scheduleMode": truck.schedule_mode}


def _masked(name: str, change: FieldChange) -> FieldChange:
    mask = MASKS.get(name)
    return FieldChange(mask(change.before), mask(change.after)) if mask else change


SLUG_TAKEN = Sentence("Another truck has this address already. Please choose another", "slug_taken")
IMAGE_URL_INVALID = Sentence("Upload a picture or give an address that starts with https://", "truck_image_url_invalid")
IMAGE_COLUMNS = {"imageUrl": "image_url", "bannerImage": "banner_image"}
EDITED = ("short_description", "description", "phone", *IMAGE_COLUMNS.values())  # what forms show in versions
END_CHECKOUTS = "end_checkouts"  # the outbox kind; payments handles it
MOVE_READERS = "location_of_reader"  # the same; the location at Stripe of a truck's card readers
OF_READERS = ("business_address", "tip_presets")
SECOND_LOOK = timedelta(minutes=1)
SLUG_OR_NAME_REQUIRED = Sentence("Send a slug, or a name to make one from.", "slug_or_name_required")


class TruckUsage(ABC):
    """What the slices above know of a truck: its customers' orders, and its stops. They implement it."""

    @abstractmethod
    def read(self, session: Session, truck_id: str) -> OpenOrders:
        """The open orders and checkouts of the truck, active or not."""

    @abstractmethod
    def renew_stops(self, session: Session, truck_id: str) -> None:
        """Give the coming and open stops that follow the truck's prices with tax a new version, for the counter."""


class SlugTaken(Conflict):
    code = "slug_taken"
    sentence = SLUG_TAKEN

    def __init__(self) -> None:
        super().__init__(fields={"slug": SLUG_TAKEN})


class TruckHasOrders(Conflict):
    """The truck has other open orders than the user has agreed to cancel; `openOrders` are the present ones."""

    code = "truck_has_orders"

    def __init__(self, found: OpenOrders) -> None:
        orders = "1 open order" if found.orders == 1 else f"{found.orders} open orders"
        text = f"This truck has {orders} now, {format_usd(to_cents(found.total))} in all."
        values = {"count": found.orders, "cents": to_cents(found.total)}
        super().__init__(Sentence(text, self.code, **values), openOrders=msgspec.to_builtins(found))


class TruckIsDraft(Conflict):
    code = "truck_is_draft"
    sentence = Sentence("This truck is a draft. Publish it, and customers can see it.", "truck_is_draft")


class TruckChanged(Conflict):
    """Another user was faster; `truck` in the response is its current state."""

    code = "changed_meanwhile"
    sentence = "Somebody else has changed this truck in the meantime. Please check and save again."
    reason = "truck_changed"


def create_truck(db: Database, actor: Actor, request: TruckRequest, key: str | None) -> StaffTruck:
    """Add a truck, active unless it is a draft or the request says otherwise; once for each idempotency key.

    Without a slug it gets a free one made from its name. Raises InvalidInput, SlugTaken, and IdempotencyKeyReused.
    """
    repeat = parse_idempotency_key(actor.user_id, key, "create_truck", request)
    return write_once(db, repeat, StaffTruck, lambda session: _create(session, actor, request))


def change_truck(db: Database, actor: Actor, truck_id: str, request: TruckRequest) -> StaffTruck:
    """Change the fields that were sent.

    Raises InvalidInput, NotFound, also for an archived truck, SlugTaken, and TruckChanged for a stale version.
    """
    return db.write(lambda session: _change(session, actor, truck_id, request))


def archive_truck(
    db: Database, usage: TruckUsage, actor: Actor, truck_id: str, expected_orders: int | None, free_cents: int
) -> None:
    """Archive a truck, and enqueue the end of its open orders and checkouts. Its slug and its closed orders stay.

    The open orders are cancelled and refunded, and their customers told. Raises NotFound, also for an archived truck,
    TruckHasOrders when it has another number of open orders than `expected_orders`, unless that is None, and
    ReauthenticationRequired for a user with a second factor if more than `free_cents` is refunded.
    """

    def archive(session: Session) -> None:
        truck = queries.lock_staff_truck(session, truck_id)
        found = usage.read(session, truck_id)
        if expected_orders is not None and found.orders != expected_orders:
            raise TruckHasOrders(found)
        require_proof_above(session, actor, to_cents(found.refund_total), free_cents)
        _update(session, truck_id, {"archived_at": clock.now(), "version": Truck.version + 1})
        record_truck_event(session, actor, ARCHIVED, truck)
        payload = {"truckId": truck_id, "by": [actor.user_id, actor.name, actor.role]}
        outbox.enqueue(session, END_CHECKOUTS, f"truck:{truck_id}:end_checkouts", payload)
        # A payment that was being stored at this moment may not have seen that the truck is archived.
        outbox.enqueue(session, END_CHECKOUTS, f"truck:{truck_id}:end_checkouts:again", payload, delay=SECOND_LOOK)

    db.write(archive)


def set_active(db: Database, actor: Actor, truck_id: str, request: ToggleRequest | None) -> StaffTruck:
    """Activate or deactivate a truck; without `is_active` in the request, toggle it.

    Raises NotFound, also for an archived truck, and TruckIsDraft.
    """
    wanted = request.is_active if request is not None else None

    def switch(session: Session) -> StaffTruck:
        before = queries.lock_staff_truck(session, truck_id)
        is_active = not before.is_active if wanted is None else wanted
        if before.is_draft and is_active:
            raise TruckIsDraft
        if is_active != before.is_active:
            _update(session, truck_id, {"is_active": is_active, "version": Truck.version + 1})
        after = queries.get_staff_truck(session, truck_id)
        record_truck_changes(session, actor, before, after)
        return after

    return db.write(switch)


def publish_truck(session: Session, actor: Actor, truck: StaffTruck) -> StaffTruck:
    """Make a draft public. What has to be there first is checked by the caller, which has locked the truck."""
    values = {"is_draft": False, "is_active": True, "version": Truck.version + 1}
    _update(session, truck.id, values, Truck.is_draft.is_(True))
    record_truck_event(session, actor, PUBLISHED, truck)
    return queries.get_staff_truck(session, truck.id)


def change_settings(
    db: Database, usage: TruckUsage, actor: Actor, truck_id: str, request: SettingsRequest
) -> StaffTruck:
    """Change the settings that were sent, such as a pause or the lead time.

    The truck gets a new version only when a text, its phone or an image changes. Raises InvalidInput, NotFound, also
    for an archived truck, and TruckChanged for a stale version.
    """

    def change(session: Session) -> StaffTruck:
        before = queries.lock_staff_truck(session, truck_id)
        if isinstance(request.version, int) and request.version != before.version:
            raise TruckChanged(truck=before)
        form = read_settings(request, clock.now())
        _check_image_urls(session, form, _list_image_urls(before))
        form.raise_if_invalid()
        if form.values:
            is_edited = any(getattr(before, name) != form.values.get(name, getattr(before, name)) for name in EDITED)
            version = {"version": Truck.version + 1} if is_edited else {}
            _update(session, truck_id, _complete_extra_lead(form.values) | version)
        after = queries.get_staff_truck(session, truck_id)
        if before.prices_include_tax != after.prices_include_tax:
            usage.renew_stops(session, truck_id)
        if any(getattr(before.settings, name) != getattr(after.settings, name) for name in OF_READERS):
            key = f"truck:{truck_id}:{MOVE_READERS}:{new_id()}"
            outbox.enqueue(session, MOVE_READERS, key, {"truckId": truck_id})
        record_truck_changes(session, actor, before, after, without=("scheduleMode",))
        record_truck_settings(session, actor, before, after)
        return after

    return db.write(change)


def has_expired_pause(session: Session) -> bool:
    """True when a pause or extra lead time has ended. A cheap query without a write lock."""
    instant = clock.now()
    ended = sa.or_(Truck.paused_until <= instant, Truck.extra_lead_until <= instant)
    return session.scalar(sa.select(sa.exists().where(ended))) is True


def clear_expired_pauses(session: Session) -> None:
    """Clear the pauses and extra lead times that have ended and publish the change, so that live screens update.

    Readers compare the instants themselves, so nothing else depends on this.
    """
    instant = clock.now()
    same: dict[str, Any] = {"updated_at": Truck.updated_at}
    steps = [
        (Truck.paused_until, same | {"paused_until": None}),
        (Truck.extra_lead_until, same | {"extra_lead_until": None, "extra_lead_minutes": 0}),
    ]
    for until, values in steps:
        ended = sa.update(Truck).where(until <= instant).values(values).returning(Truck.id)
        for truck_id in session.scalars(ended, execution_options={"synchronize_session": False}).all():
            change_log.publish_change(session, truck_id, change_log.TRUCK, truck_id)


def _complete_extra_lead(values: dict[str, Any]) -> dict[str, Any]:
    """The values for an UPDATE, completed when only the extra minutes or only their end is changed.

    The other column gets an SQL expression: its stored value while the extra lead time is running, else none.
    """
    sent = values.keys() & {"extra_lead_minutes", "extra_lead_until"}
    if len(sent) != 1:
        return values
    is_running = sa.or_(Truck.extra_lead_until.is_(None), Truck.extra_lead_until > clock.now())
    if "extra_lead_until" in sent:
        return values | {"extra_lead_minutes": sa.case((is_running, Truck.extra_lead_minutes), else_=0)}
    until = sa.case((is_running, Truck.extra_lead_until), else_=None) if values["extra_lead_minutes"] else None
    return values | {"extra_lead_until": until}


def check_slug(session: Session, slug: str, name: str, truck_id: str | None) -> SlugAnswer:
    """Whether the truck (None: a new one) may have the slug. With only a name, propose a free slug. Reserves nothing.

    Raises InvalidInput without a slug and a name.
    """
    if not slug:
        if not name.strip():
            raise InvalidInput(SLUG_OR_NAME_REQUIRED, fields={"slug": SLUG_OR_NAME_REQUIRED})
        return SlugAnswer(_free_slug(session, name), available=True, reason=None)
    holder = queries.find_truck_id_by_slug(session, slug) if slugs.is_slug(slug) else None
    if holder is not None and holder == truck_id:
        return SlugAnswer(slug, available=True, reason=None)
    reason = slugs.find_slug_problem(slug) or (SLUG_TAKEN if holder is not None else None)
    return SlugAnswer(slug, reason is None, reason and str(reason))


def _create(session: Session, actor: Actor, request: TruckRequest) -> StaffTruck:
    form = read_truck(request)
    if "name" not in form.values and "name" not in form.problems:
        form.problems["name"] = NAME_REQUIRED
    validate_slug(form, None)
    _check_image_urls(session, form, {})
    form.raise_if_invalid()
    values = {"id": new_id(), **form.values}
    if request.is_draft is True:
        values = {"schedule_mode": STOPS, **values, "is_draft": True, "is_active": False}
    if "slug" not in values:
        _insert_with_free_slug(session, values)
    elif not (_claim_slug(session, values["id"], values["slug"]) and insert_if_absent(session, Truck, values)):
        raise SlugTaken
    change_log.publish_change(session, values["id"], change_log.TRUCK, values["id"])
    truck = queries.get_staff_truck(session, values["id"])
    record_truck_event(session, actor, CREATED, truck)
    return truck


def _insert_with_free_slug(session: Session, values: dict[str, Any]) -> None:
    """Insert the truck with a free slug; if another transaction takes it first, try the next one."""
    while True:
        slug = _free_slug(session, values["name"])
        is_claimed = _claim_slug(session, values["id"], slug)
        if is_claimed and insert_if_absent(session, Truck, values | {"slug": slug}):
            return


def _claim_slug(session: Session, truck_id: str, slug: str) -> bool:
    """Store that the truck has the slug, for ever. False when another truck has or had it."""
    if insert_if_absent(session, TruckSlug, {"slug": slug, "truck_id": truck_id, "created_at": clock.now()}):
        return True
    return session.get_one(TruckSlug, slug).truck_id == truck_id


def _free_slug(session: Session, name: str) -> str:
    preferred = slugs.slug_from_name(name)
    used = queries.list_slugs_like(session, preferred[:50])
    return next(slug for slug in slugs.slug_candidates(preferred) if slug not in used)


def _change(session: Session, actor: Actor, truck_id: str, request: TruckRequest) -> StaffTruck:
    present = queries.lock_staff_truck(session, truck_id)
    form = read_truck(request)
    validate_slug(form, present.slug)
    _check_image_urls(session, form, _list_image_urls(present))
    form.raise_if_invalid()
    if present.is_draft and form.values.get("is_active"):
        raise TruckIsDraft
    if form.values.get("slug", present.slug) != present.slug:
        _claim_slug(session, truck_id, present.slug)  # an older truck has not claimed its first one
        if not _claim_slug(session, truck_id, form.values["slug"]):
            raise SlugTaken
    version = request.version if isinstance(request.version, int) else None
    conditions = () if version is None else (Truck.version == version,)
    try:
        _update(session, truck_id, form.values | {"version": Truck.version + 1}, *conditions)
    except sa.exc.IntegrityError as error:
        raise SlugTaken from error
    except NotFound as error:
        raise TruckChanged(truck=queries.get_staff_truck(session, truck_id)) from error
    after = queries.get_staff_truck(session, truck_id)
    record_truck_changes(session, actor, present, after)
    return after


def _list_image_urls(truck: StaffTruck) -> dict[str, str | None]:
    return {path: getattr(truck, column) for path, column in IMAGE_COLUMNS.items()}


def _check_image_urls(session: Session, form: TruckForm, present: dict[str, str | None]) -> None:
    """Accept https URLs, uploaded images, and the present URLs. Adds a problem for any other."""
    for path, column in IMAGE_COLUMNS.items():
        url = form.values.get(column)
        if url is None or url == present.get(path):
            continue
        if not is_https_url(url) and not is_uploaded_image(session, url):
            form.problems[path] = IMAGE_URL_INVALID


def _update(session: Session, truck_id: str, values: dict[str, Any], *conditions: sa.ColumnElement[bool]) -> None:
    """Update the truck and publish the change. Raises NotFound when no truck fulfills the conditions."""
    row = (Truck.id == truck_id, queries.NOT_ARCHIVED, *conditions)
    if not is_id(truck_id) or not try_update_one(session, sa.update(Truck).where(*row).values(values)):
        raise NotFound(queries.TRUCK_NOT_FOUND)
    change_log.publish_change(session, truck_id, change_log.TRUCK, truck_id)
