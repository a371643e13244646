"""Keeping the trucks: a superadmin makes, changes and archives them, their own staff pause and resume them.

A change says which version it was made from, and a stale one changes nothing. Two trucks never share a slug,
not even with an archived one. What money is paid to (`stripe_account_id`) is never taken from a form.
"""

from typing import Any

import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.accounts.permissions import Actor
from chuckwagon.core import changes, clock, outbox
from chuckwagon.core.addresses import is_https
from chuckwagon.core.db import Database, changed_one, insert_if_absent
from chuckwagon.core.errors import Conflict, InvalidInput, NotFound
from chuckwagon.core.idempotency import once, read_repeat
from chuckwagon.core.ids import is_id, new_id
from chuckwagon.trucks import audited, queries, slugs
from chuckwagon.trucks.form import NAME_REQUIRED, Form, judge_slug, read_settings, read_truck
from chuckwagon.trucks.models import Truck
from chuckwagon.trucks.schemas import SettingsRequest, SlugAnswer, StaffTruck, ToggleRequest, TruckRequest
from chuckwagon.uploads.service import is_own_picture

SLUG_TAKEN = "Another truck has this address already. Please choose another"
PICTURE_ODD = "Upload a picture or give an address that starts with https://"
PICTURES = {"imageUrl": "image_url", "bannerImage": "banner_image"}
END_CHECKOUTS = "end_checkouts"  # worked off by the payments
NOTHING_TO_CHECK = "Send a slug, or a name to make one from."


class SlugTaken(Conflict):
    code = "slug_taken"
    sentence = SLUG_TAKEN

    def __init__(self) -> None:
        super().__init__(fields={"slug": SLUG_TAKEN})


class TruckChanged(Conflict):
    """Somebody else was faster; `truck` in the answer is how it stands now."""

    code = "changed_meanwhile"
    sentence = "Somebody else has changed this truck in the meantime. Please check and save again."


def create_truck(db: Database, actor: Actor, given: TruckRequest, key: str | None) -> StaffTruck:
    """A new truck, on the street unless it says otherwise; made once for each Idempotency-Key.

    Raises InvalidInput, SlugTaken, IdempotencyKeyReused.
    """
    repeat = read_repeat(actor.user_id, key, "create_truck", given)

    def make(session: Session) -> StaffTruck:
        return once(session, repeat, StaffTruck, lambda: _create(session, actor, given))

    return db.write(make)


def change_truck(db: Database, actor: Actor, truck_id: str, given: TruckRequest) -> StaffTruck:
    """Change what is sent and leave the rest. Raises InvalidInput, NotFound, SlugTaken, TruckChanged."""
    return db.write(lambda session: _change(session, actor, truck_id, given))


def archive_truck(db: Database, actor: Actor, truck_id: str) -> None:
    """Take a truck off every list for good; orders and slug stay, open checkouts end. Raises NotFound."""

    def archive(session: Session) -> None:
        truck = queries.lock_staff_truck(session, truck_id)
        _update(session, truck_id, {"archived_at": clock.now(), "version": Truck.version + 1})
        audited.note_truck(session, actor, audited.ARCHIVED, truck)
        outbox.leave(session, END_CHECKOUTS, f"truck:{truck_id}:end_checkouts", {"truckId": truck_id})

    db.write(archive)


def switch_truck(db: Database, actor: Actor, truck_id: str, given: ToggleRequest | None) -> StaffTruck:
    """Put a truck on the street or take it off; without a wish the other way round. Raises NotFound."""
    wish = given.is_active if given is not None else None

    def switch(session: Session) -> StaffTruck:
        before = queries.lock_staff_truck(session, truck_id)
        is_active = not before.is_active if wish is None else wish
        if is_active != before.is_active:
            _update(session, truck_id, {"is_active": is_active, "version": Truck.version + 1})
        after = queries.get_staff_truck(session, truck_id)
        audited.note_changes(session, actor, before, after)
        return after

    return db.write(switch)


def change_settings(db: Database, actor: Actor, truck_id: str, given: SettingsRequest) -> StaffTruck:
    """Pause, resume, set the lead time and what a busy kitchen adds. No part of the form, nor of its version.

    Raises InvalidInput, NotFound.
    """

    def change(session: Session) -> StaffTruck:
        before = queries.lock_staff_truck(session, truck_id)
        form = read_settings(given, clock.now())
        form.refuse()
        if form.values:
            _update(session, truck_id, _rest_of_extra(form.values))
        after = queries.get_staff_truck(session, truck_id)
        audited.note_settings(session, actor, before, after)
        return after

    return db.write(change)


def has_ended(session: Session) -> bool:
    """Whether a pause or extra minutes have ended; a cheap look that takes no write lock."""
    instant = clock.now()
    ended = sa.or_(Truck.paused_until <= instant, Truck.extra_lead_until <= instant)
    return session.scalar(sa.select(sa.exists().where(ended))) is True


def resume_ended(session: Session) -> None:
    """Forget the pauses and extra minutes that have ended and tell whoever watches.

    Their end was seen without this already.
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
            changes.announce(session, truck_id, changes.TRUCK, truck_id)


def _rest_of_extra(values: dict[str, Any]) -> dict[str, Any]:
    """Of the extra minutes and their end, the one that was not sent stays only while they run."""
    sent = values.keys() & {"extra_lead_minutes", "extra_lead_until"}
    if len(sent) != 1:
        return values
    runs = sa.or_(Truck.extra_lead_until.is_(None), Truck.extra_lead_until > clock.now())
    if "extra_lead_until" in sent:
        return values | {"extra_lead_minutes": sa.case((runs, Truck.extra_lead_minutes), else_=0)}
    until = sa.case((runs, Truck.extra_lead_until), else_=None) if values["extra_lead_minutes"] else None
    return values | {"extra_lead_until": until}


def check_slug(session: Session, slug: str, name: str, truck_id: str | None) -> SlugAnswer:
    """Whether the truck (None: a new one) may have the slug; with a name alone, a free one made from it.

    Raises InvalidInput.
    """
    if not slug:
        if not name.strip():
            raise InvalidInput(NOTHING_TO_CHECK, fields={"slug": NOTHING_TO_CHECK})
        return SlugAnswer(_free_slug(session, name), available=True, reason=None)
    holder = queries.find_slug_holder(session, slug) if slugs.is_slug(slug) else None
    if holder is not None and holder == truck_id:
        return SlugAnswer(slug, available=True, reason=None)
    reason = slugs.find_problem(slug) or (SLUG_TAKEN if holder is not None else None)
    return SlugAnswer(slug, reason is None, reason)


def _create(session: Session, actor: Actor, given: TruckRequest) -> StaffTruck:
    form = read_truck(given)
    if "name" not in form.values and "name" not in form.problems:
        form.problems["name"] = NAME_REQUIRED
    judge_slug(form, None)
    _judge_pictures(session, form, {})
    form.refuse()
    values = {"id": new_id(), **form.values}
    if "slug" not in values:
        _insert_with_free_slug(session, values)
    elif not insert_if_absent(session, Truck, values):
        raise SlugTaken
    changes.announce(session, values["id"], changes.TRUCK, values["id"])
    made = queries.get_staff_truck(session, values["id"])
    audited.note_truck(session, actor, audited.CREATED, made)
    return made


def _insert_with_free_slug(session: Session, values: dict[str, Any]) -> None:
    """Whoever takes the free slug in the meantime has it; then it is the next one."""
    while not insert_if_absent(session, Truck, values | {"slug": _free_slug(session, values["name"])}):
        continue


def _free_slug(session: Session, name: str) -> str:
    wanted = slugs.slug_from_name(name)
    taken = queries.list_slugs_like(session, wanted[:50])
    return next(slug for slug in slugs.candidates(wanted) if slug not in taken)


def _change(session: Session, actor: Actor, truck_id: str, given: TruckRequest) -> StaffTruck:
    present = queries.lock_staff_truck(session, truck_id)
    form = read_truck(given)
    judge_slug(form, present.slug)
    _judge_pictures(session, form, {path: getattr(present, column) for path, column in PICTURES.items()})
    form.refuse()
    made_from = given.version if isinstance(given.version, int) else None
    expected = () if made_from is None else (Truck.version == made_from,)
    try:
        _update(session, truck_id, form.values | {"version": Truck.version + 1}, *expected)
    except sa.exc.IntegrityError as error:
        raise SlugTaken from error
    except NotFound as error:
        raise TruckChanged(truck=queries.get_staff_truck(session, truck_id)) from error
    after = queries.get_staff_truck(session, truck_id)
    audited.note_changes(session, actor, present, after)
    return after


def _judge_pictures(session: Session, form: Form, present: dict[str, str | None]) -> None:
    """An address of our own store or an https one. What the truck shows already may stay as it is."""
    for path, column in PICTURES.items():
        url = form.values.get(column)
        if url is None or url == present.get(path):
            continue
        if not is_https(url) and not is_own_picture(session, url):
            form.problems[path] = PICTURE_ODD


def _update(
    session: Session, truck_id: str, values: dict[str, Any], *expected: sa.ColumnElement[bool]
) -> None:
    """One conditional update. Raises NotFound when there is no such truck in the expected state."""
    known = (Truck.id == truck_id, queries.NOT_ARCHIVED, *expected)
    if not is_id(truck_id) or not changed_one(session, sa.update(Truck).where(*known).values(values)):
        raise NotFound(queries.ABSENT)
    changes.announce(session, truck_id, changes.TRUCK, truck_id)
