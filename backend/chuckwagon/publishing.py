"""From a draft to a truck that customers see: what it still needs, who may do it, and its publication."""

from typing import Literal

import sqlalchemy as sa
from litestar.di import NamedDependency
from litestar.params import FromPath
from msgspec import Struct
from sqlalchemy.orm import Session

from chuckwagon.accounts.models import User
from chuckwagon.accounts.permissions import AccessDecision, AccessPolicy, Action, Actor, decide_access
from chuckwagon.db.database import Database
from chuckwagon.kit import clock
from chuckwagon.kit.errors import Conflict
from chuckwagon.kit.sentences import Sentence
from chuckwagon.menu.availability import is_on_sale
from chuckwagon.menu.models import MenuItem
from chuckwagon.schedule.models import SCHEDULED, Stop
from chuckwagon.trucks import queries as trucks
from chuckwagon.trucks import service as truck_service
from chuckwagon.trucks.models import ALWAYS, Truck
from chuckwagon.trucks.queries import HAS_ITEM_ON_SALE, NOT_ARCHIVED
from chuckwagon.trucks.routes import own_truck_only
from chuckwagon.trucks.schemas import StaffTruck
from chuckwagon.web.routing import get, post

PointName = Literal["menu", "tax", "schedule", "staff", "payments"]

DONE_BY: dict[PointName, Action] = {
    "menu": Action.EDIT_MENU,
    "tax": Action.MANAGE_TRUCKS,
    "schedule": Action.MANAGE_SCHEDULE,
    "staff": Action.MANAGE_USERS,
    "payments": Action.MANAGE_TRUCKS,
}
REQUIRED: frozenset[PointName] = frozenset({"menu", "tax", "schedule"})


class ChecklistPoint(Struct):
    """Something that a new truck needs. Without a `required` one no order can be taken, or none at the right price.

    `by` is who may do it, `admin` for the truck's own staff and superadmins; `allowed` says so of the user who asks.
    `count` is how many there are: items on sale, coming stops, staff.
    """

    name: PointName
    done: bool
    required: bool
    by: Literal["admin", "superadmin"]
    allowed: bool
    count: int | None = None


class Checklist(Struct, rename="camel"):
    """What a truck has and needs. `can_publish` is a draft in which every required point is done."""

    truck_id: str
    is_draft: bool
    can_publish: bool
    points: list[ChecklistPoint]


class ReadyDraft(Struct, rename="camel"):
    """A new truck that has all it needs, and waits for a superadmin to publish it."""

    truck_id: str
    name: str


class TruckNotReady(Conflict):
    """The draft lacks required points, which are in `open`."""

    code = "truck_not_ready"
    sentence = Sentence("This truck cannot be published yet, because it still needs something.", "truck_not_ready")


def read_checklist(session: Session, actor: Actor, truck_id: str) -> Checklist:
    """What the truck has and needs, draft or not. Raises NotFound, also for an archived truck."""
    return _check(session, actor, trucks.get_staff_truck(session, truck_id))


def publish(db: Database, actor: Actor, truck_id: str) -> StaffTruck:
    """Make a draft public. A truck that is published already stays as it is.

    Raises NotFound, also for an archived truck, and TruckNotReady.
    """

    def change(session: Session) -> StaffTruck:
        truck = trucks.lock_staff_truck(session, truck_id)
        if not truck.is_draft:
            return truck
        points = _check(session, actor, truck).points
        missing = [point.name for point in points if point.required and not point.done]
        if missing:
            raise TruckNotReady(open=missing)
        return truck_service.publish_truck(session, actor, truck)

    return db.write(change)


def list_ready_drafts(session: Session, limit: int) -> list[ReadyDraft]:
    """The first `limit` drafts by name in which every required point is done, in one statement."""
    coming = sa.exists().where(Stop.truck_id == Truck.id, *_is_coming())
    ready = (HAS_ITEM_ON_SALE, Truck.tax_confirmed, sa.or_(Truck.schedule_mode == ALWAYS, coming))
    drafts = sa.select(Truck.id, Truck.name).where(Truck.is_draft, NOT_ARCHIVED, *ready)
    rows = session.execute(drafts.order_by(sa.func.lower(Truck.name), Truck.id).limit(limit))
    return [ReadyDraft(row.id, row.name) for row in rows]


def _check(session: Session, actor: Actor, truck: StaffTruck) -> Checklist:
    row = session.execute(sa.select(Truck.tax_confirmed, Truck.transfers_active).where(Truck.id == truck.id)).one()
    items, stops, staff = (_count_items(session, truck), _count_stops(session, truck), _count_staff(session, truck))
    points = [
        _point(actor, truck, "menu", done=items > 0, count=items),
        _point(actor, truck, "tax", done=row.tax_confirmed),
        _point(actor, truck, "schedule", done=truck.schedule_mode == ALWAYS or stops > 0, count=stops),
        _point(actor, truck, "staff", done=staff > 0, count=staff),
        _point(actor, truck, "payments", done=row.transfers_active),
    ]
    can_publish = truck.is_draft and all(point.done for point in points if point.required)
    return Checklist(truck.id, truck.is_draft, can_publish, points)


def _point(actor: Actor, truck: StaffTruck, name: PointName, *, done: bool, count: int | None = None) -> ChecklistPoint:
    action = DONE_BY[name]
    allowed = decide_access(actor, action, truck.id) is AccessDecision.ALLOWED
    by = "superadmin" if action.policy is AccessPolicy.SUPERADMIN else "admin"
    return ChecklistPoint(name, done, name in REQUIRED, by, allowed, count)  # type: ignore[arg-type]


def _count_items(session: Session, truck: StaffTruck) -> int:
    """The menu items that are on sale."""
    rows = sa.select(MenuItem.is_available, MenuItem.sold_out_until)
    items = session.execute(rows.where(MenuItem.truck_id == truck.id, MenuItem.archived_at.is_(None)))
    return sum(is_on_sale(*item, clock.now()) for item in items)


def _count_stops(session: Session, truck: StaffTruck) -> int:
    coming = (Stop.truck_id == truck.id, *_is_coming())
    return session.scalar(sa.select(sa.func.count()).select_from(Stop).where(*coming)) or 0


def _is_coming() -> tuple[sa.ColumnElement[bool], ...]:
    """Whether a stop is neither cancelled nor over."""
    return Stop.status == SCHEDULED, sa.func.coalesce(Stop.ended_early_at, Stop.ends_at) > clock.now()


def _count_staff(session: Session, truck: StaffTruck) -> int:
    """The truck's own staff, those who are invited included."""
    own = (User.truck_id == truck.id, User.is_active)
    return session.scalar(sa.select(sa.func.count()).select_from(User).where(*own)) or 0


@get(
    "/api/trucks/{truck_id:str}/checklist",
    summary="Get what a truck still needs",
    errors=[401, 403, 404, 503],
    guards=[own_truck_only],
)
def get_checklist(actor: NamedDependency[Actor], db: NamedDependency[Database], truck_id: FromPath[str]) -> Checklist:
    """Menu, tax, schedule, staff and payments, with who may do each. For superadmins and the truck's own admins."""
    with db.reading() as session:
        return read_checklist(session, actor, truck_id)


@post(
    "/api/trucks/{truck_id:str}/publish",
    summary="Publish a draft",
    errors=[400, 401, 403, 404, 409, 413, 415, 503],
    status_code=200,
)
def publish_truck(actor: NamedDependency[Actor], db: NamedDependency[Database], truck_id: FromPath[str]) -> StaffTruck:
    """Superadmin only. 409 `truck_not_ready` with the names of the `open` points that are required.

    A truck that is published already stays as it is.
    """
    return publish(db, actor, truck_id)
