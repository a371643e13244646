"""What staff see first: a truck's day and what needs someone there, and the same of the whole platform.

Each is a bounded number of statements, so that it can be asked for twice a minute, also by the navigation.
"""

from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime, timedelta
from statistics import median
from typing import Any
from zoneinfo import ZoneInfo

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.orm import Session

from chuckwagon.accounts.permissions import Actor
from chuckwagon.kit import clock
from chuckwagon.kit.money import to_dollars
from chuckwagon.menu.models import MenuItem, Option, OptionGroup
from chuckwagon.menu.stock_rows import SHOWN_UP_TO, list_remaining, list_subjects
from chuckwagon.notifications.delivery_status import UNSUCCESSFUL
from chuckwagon.orders.counts import count_by_status
from chuckwagon.orders.models import HAS_BODY, IS_DUE, Order, OrderSms, Refund
from chuckwagon.orders.schemas import OrderCounts
from chuckwagon.orders.status import CANCELLED, IS_SALE, PENDING, REVENUE_CENTS, UNPAID
from chuckwagon.payments.fulfillment.disputes import WaitingPayments, count_waiting
from chuckwagon.publishing import ReadyDraft, list_ready_drafts
from chuckwagon.reporting.periods import start_of_day
from chuckwagon.reporting.prep_sheet import BasisKind, PrepItem, build_prep_sheet
from chuckwagon.reporting.truck_comparison import MAX_TRUCKS, TruckRow, count_late_orders, list_truck_rows
from chuckwagon.schedule.queries import list_stops
from chuckwagon.schedule.schemas import Instant, ScheduleState, StaffStop, TruckSchedule
from chuckwagon.schedule.truck_queries import is_open, read_schedules
from chuckwagon.schedule.usage import StopUsage
from chuckwagon.trucks.models import STOPS, Truck
from chuckwagon.trucks.queries import get_staff_truck

DAY, WEEK = timedelta(days=1), timedelta(days=7)
TEXTS_SINCE = timedelta(days=1)
QUIET_STOP, QUIET_ALWAYS = timedelta(minutes=30), timedelta(hours=2)
MAX_LISTED, MAX_PREPARED = 10, 5


class DayFigures(Struct, rename="camel"):
    """The four figures of a day, as the analytics count them: money in dollars, the median in minutes.

    The median is null when no order became ready.
    """

    orders: int
    revenue: float
    average_order: float
    median_minutes_to_ready: float | None


class ComparedDay(Struct, rename="camel"):
    """The same weekday a week ago: until the same time of day, and the whole day."""

    date: date
    until_now: DayFigures
    whole_day: DayFigures


class PrepHead(Struct, rename="camel", kw_only=True):
    """The beginning of a stop's prep sheet: the items of which most is expected, and how many more it has.

    The sums are of all items; `expected` is null without a comparable stop.
    """

    stop_id: str
    basis: BasisKind
    compared_stops: int
    expected: int | None
    preordered: int
    items: list[PrepItem]
    more_items: int


class LowCount(Struct, rename="camel"):
    """An item or option of which few pieces are left at the present or next stop."""

    menu_item_id: str
    option_id: str | None
    name: str
    remaining: int


class SoldOut(Struct, rename="camel"):
    """An item or option that is sold out: by hand, until staff resume it or `until`; or because none is left."""

    menu_item_id: str
    option_id: str | None
    name: str
    is_counted: bool
    until: Instant | None


class DuePayOuts(Struct):
    """Refunds at the counter that staff have not paid out yet, in dollars."""

    count: int
    amount: float


class UntoldOrder(Struct, rename="camel"):
    """An order whose customer did not get a text."""

    order_id: str
    order_number: int


class TruckNeeds(Struct, rename="camel", kw_only=True):
    """What needs someone at a truck now. The lists have at most ten entries; `more…` says how many are left out.

    An order is late when its promised time has come and it is not ready. `failed_texts` are of the last 24 hours,
    `untold_orders` the newest orders that they belong to.
    """

    late_orders: int
    unconfirmed_orders: int
    unconfirmed_since: Instant | None
    due_pay_outs: DuePayOuts
    low_counts: list[LowCount]
    more_low_counts: int
    sold_out: list[SoldOut]
    more_sold_out: int
    failed_texts: int
    untold_orders: list[UntoldOrder]
    payments: WaitingPayments


class TruckDashboard(Struct, rename="camel", kw_only=True):
    """A truck's day on its own clock. `current` is the stop at which it is, `next` the one after it."""

    truck_id: str
    timezone: str
    date: date
    today: DayFigures
    week_ago: ComparedDay
    state: ScheduleState
    current: StaffStop | None
    next: StaffStop | None
    prep_sheet: PrepHead | None
    orders: OrderCounts
    needs: TruckNeeds


class LateTruck(Struct, rename="camel"):
    truck_id: str
    name: str
    late_orders: int


class QuietTruck(Struct, rename="camel"):
    """A truck that is open and sells nothing. `since` is when its stop opened, null without stops."""

    truck_id: str
    name: str
    place_name: str | None
    since: Instant | None


class PlatformDashboard(Struct, rename="camel", kw_only=True):
    """What needs a superadmin now, of the first 100 trucks by name, active ones first. `more_trucks` are left out.

    `quiet_trucks` are open without orders: at a stop that opened half an hour ago or earlier and has none; or always,
    when none came for two hours in which some did a week ago. The lists have at most ten entries.
    """

    payments: WaitingPayments
    failed_texts: int
    untold_orders: list[UntoldOrder]
    late_orders: int
    late_trucks: list[LateTruck]
    more_late_trucks: int
    unconfirmed_orders: int
    open_trucks: int
    quiet_trucks: list[QuietTruck]
    more_quiet_trucks: int
    ready_drafts: list[ReadyDraft]
    more_trucks: int


def read_truck_dashboard(session: Session, usage: StopUsage, actor: Actor, truck: Truck) -> TruckDashboard:
    """The day of a truck, and what needs someone there. The caller has checked the access."""
    now, local = clock.now(), clock.now().astimezone(ZoneInfo(truck.timezone))
    shown = get_staff_truck(session, truck.id, with_archived=True)
    schedule = read_schedules(session, [shown], now)[truck.id]
    current, following = _list_staff_stops(session, usage, truck.id, schedule, now)
    head = following or current
    today, week_ago = _read_days(session, truck, local)
    return TruckDashboard(
        truck_id=truck.id,
        timezone=truck.timezone,
        date=local.date(),
        today=today,
        week_ago=week_ago,
        state=schedule.state,
        current=current,
        next=following,
        prep_sheet=_read_prep_head(session, actor, head.id) if head else None,
        orders=count_by_status(session, truck.id),
        needs=_read_needs(session, actor, truck, now),
    )


def read_platform_dashboard(session: Session) -> PlatformDashboard:
    """What needs a superadmin now."""
    now = clock.now()
    trucks, more = list_truck_rows(session, MAX_TRUCKS, now)
    schedules = read_schedules(session, trucks, now)
    opened = [truck for truck in trucks if truck.is_active and is_open(schedules[truck.id], truck.orderable)]
    late = count_late_orders(session, [truck.id for truck in trucks], now)
    late_trucks = [LateTruck(truck.id, truck.name, late[truck.id]) for truck in trucks if truck.id in late]
    late_trucks.sort(key=lambda truck: -truck.late_orders)
    quiet = _list_quiet(session, opened, schedules, now)
    return PlatformDashboard(
        payments=count_waiting(session, None, decides=True),
        failed_texts=_count_failed_texts(session, None, now),
        untold_orders=_list_untold_orders(session, None, now),
        late_orders=sum(late.values()),
        late_trucks=late_trucks[:MAX_LISTED],
        more_late_trucks=max(0, len(late_trucks) - MAX_LISTED),
        unconfirmed_orders=count_by_status(session, None).pending,
        open_trucks=len(opened),
        quiet_trucks=quiet[:MAX_LISTED],
        more_quiet_trucks=max(0, len(quiet) - MAX_LISTED),
        ready_drafts=list_ready_drafts(session, MAX_LISTED),
        more_trucks=more,
    )


def _read_days(session: Session, truck: Truck, local: datetime) -> tuple[DayFigures, ComparedDay]:
    """Return (today, a week ago) from the orders of the two days, in one statement."""
    before = local.date() - WEEK
    days = [
        (start_of_day(one, truck.timezone), start_of_day(one + DAY, truck.timezone)) for one in (before, local.date())
    ]
    same_time = (local - WEEK).astimezone(UTC)  # on the clock, also across a clock change
    columns = (Order.created_at, sa.case((IS_SALE, 1), else_=0).label("sales"), REVENUE_CENTS.label("cents"))
    ready = sa.case((Order.payment_status != UNPAID, Order.seconds_to_ready)).label("seconds")
    spans = [sa.and_(Order.created_at >= since, Order.created_at < until) for since, until in days]
    query = sa.select(*columns, ready).where(Order.truck_id == truck.id, sa.or_(*spans))
    rows = session.execute(query).all()
    (begins_at, ends_at), (today_at, _) = days

    def of(is_meant: Callable[[datetime], bool]) -> DayFigures:
        return _sum_up([row for row in rows if is_meant(row.created_at)])

    until_now, whole_day = of(lambda at: begins_at <= at <= same_time), of(lambda at: at < ends_at)
    return of(lambda at: at >= today_at), ComparedDay(before, until_now, whole_day)


def _sum_up(rows: Sequence[Any]) -> DayFigures:
    sales, cents = sum(row.sales for row in rows), sum(int(row.cents) for row in rows)
    seconds = [row.seconds for row in rows if row.seconds is not None]
    average = (2 * cents + sales) // (2 * sales) if sales else 0
    minutes = round(median(seconds) / 60, 2) if seconds else None
    return DayFigures(sales, to_dollars(cents), to_dollars(average), minutes)


def _list_staff_stops(
    session: Session, usage: StopUsage, truck_id: str, schedule: TruckSchedule, now: datetime
) -> tuple[StaffStop | None, StaffStop | None]:
    """Return (current, next) as staff read them: with orders, revenue and units."""
    stops = [stop for stop in (schedule.current, schedule.next) if stop is not None]
    if not stops:
        return None, None
    until = max(stop.starts_at for stop in stops) + timedelta(seconds=1)
    found = {stop.id: stop for stop in list_stops(session, usage, truck_id, now, until)}
    return tuple(found.get(stop.id) if stop else None for stop in (schedule.current, schedule.next))  # type: ignore[return-value]


def _read_prep_head(session: Session, actor: Actor, stop_id: str) -> PrepHead:
    sheet = build_prep_sheet(session, actor, stop_id)
    wanted = [item for item in sheet.items if item.expected or item.preordered]
    wanted.sort(key=lambda item: -max(item.expected or 0, item.preordered))
    expected = [item.expected for item in sheet.items if item.expected is not None]
    return PrepHead(
        stop_id=stop_id,
        basis=sheet.basis.kind,
        compared_stops=len(sheet.basis.stops),
        expected=sum(expected) if expected else None,
        preordered=sum(item.preordered for item in sheet.items),
        items=wanted[:MAX_PREPARED],
        more_items=max(0, len(wanted) - MAX_PREPARED),
    )


def _read_needs(session: Session, actor: Actor, truck: Truck, now: datetime) -> TruckNeeds:
    pending = sa.select(sa.func.count(), sa.func.min(Order.created_at))
    count, since = session.execute(pending.where(Order.truck_id == truck.id, Order.status == PENDING)).one()
    low, sold_out = _list_scarce(session, truck.id, now)
    return TruckNeeds(
        late_orders=count_late_orders(session, [truck.id], now).get(truck.id, 0),
        unconfirmed_orders=count,
        unconfirmed_since=since,
        due_pay_outs=_sum_due_pay_outs(session, truck.id),
        low_counts=low[:MAX_LISTED],
        more_low_counts=max(0, len(low) - MAX_LISTED),
        sold_out=sold_out[:MAX_LISTED],
        more_sold_out=max(0, len(sold_out) - MAX_LISTED),
        failed_texts=_count_failed_texts(session, truck.id, now),
        untold_orders=_list_untold_orders(session, truck.id, now),
        payments=count_waiting(session, truck.id, decides=actor.is_superadmin),
    )


def _sum_due_pay_outs(session: Session, truck_id: str) -> DuePayOuts:
    of_truck = sa.exists().where(Order.id == Refund.order_id, Order.truck_id == truck_id)
    sums = sa.select(sa.func.count(), sa.func.coalesce(sa.func.sum(Refund.amount_cents), 0))
    count, cents = session.execute(sums.where(IS_DUE, of_truck)).one()  # the condition names no table, so no join
    return DuePayOuts(count, to_dollars(int(cents)))


def _list_scarce(session: Session, truck_id: str, now: datetime) -> tuple[list[LowCount], list[SoldOut]]:
    """Return (low counts, sold out), in the order of the menu: items, then options."""
    by_hand = _list_sold_out_by_hand(session, truck_id, now)
    remaining = list_remaining(session, truck_id)
    scarce = {one for one, left in remaining.items() if left <= SHOWN_UP_TO}
    if not scarce and not by_hand:
        return [], []
    low, sold_out = [], []
    for subject in list_subjects(session, truck_id).values():
        option_id = subject.id if subject.is_option else None
        if subject.id in by_hand:
            sold_out.append(SoldOut(subject.item_id, option_id, subject.name, False, by_hand[subject.id]))
        elif subject.id in scarce and remaining[subject.id] == 0:
            sold_out.append(SoldOut(subject.item_id, option_id, subject.name, True, None))
        elif subject.id in scarce:
            low.append(LowCount(subject.item_id, option_id, subject.name, remaining[subject.id]))
    return low, sold_out


def _list_sold_out_by_hand(session: Session, truck_id: str, now: datetime) -> dict[str, datetime | None]:
    """Until when each item and option is sold out, by ID; None until staff resume it."""
    on_menu = (MenuItem.truck_id == truck_id, MenuItem.archived_at.is_(None))
    items = sa.select(MenuItem.id, MenuItem.is_available, MenuItem.sold_out_until)
    options = sa.select(Option.id, Option.is_available, Option.sold_out_until).join(OptionGroup).join(MenuItem)
    queries = (items.where(*on_menu, _is_sold_out(MenuItem, now)), options.where(*on_menu, _is_sold_out(Option, now)))
    rows = [row for query in queries for row in session.execute(query)]
    return {row.id: row.sold_out_until if row.is_available else None for row in rows}


def _is_sold_out(model: type[MenuItem] | type[Option], now: datetime) -> sa.ColumnElement[bool]:
    return sa.or_(model.is_available.is_(False), model.sold_out_until > now)


def _count_failed_texts(session: Session, truck_id: str | None, now: datetime) -> int:
    return session.scalar(sa.select(sa.func.count(OrderSms.id)).where(HAS_BODY, *_is_failed_text(truck_id, now))) or 0


def _list_untold_orders(session: Session, truck_id: str | None, now: datetime) -> list[UntoldOrder]:
    """The orders of the failed texts, that of the newest one first."""
    query = sa.select(Order.id, Order.order_number).join(OrderSms).where(HAS_BODY, *_is_failed_text(truck_id, now))
    newest = query.group_by(Order.id, Order.order_number).order_by(sa.func.max(OrderSms.created_at).desc())
    return [UntoldOrder(*row) for row in session.execute(newest.limit(MAX_LISTED))]


def _is_failed_text(truck_id: str | None, now: datetime) -> list[sa.ColumnElement[bool]]:
    """The texts of the last day that did not arrive. Their words are erased later, so the index of words has them."""
    recent: list[sa.ColumnElement[bool]] = [OrderSms.created_at > now - TEXTS_SINCE, OrderSms.status.in_(UNSUCCESSFUL)]
    if truck_id is not None:
        of_truck = sa.exists().where(Order.id == OrderSms.order_id, Order.truck_id == truck_id)
        recent.append(of_truck.correlate(OrderSms))
    return recent


def _list_quiet(
    session: Session, opened: Sequence[TruckRow], schedules: dict[str, TruckSchedule], now: datetime
) -> list[QuietTruck]:
    """The open trucks that sell nothing, by name."""
    moving = [truck for truck in opened if truck.schedule_mode == STOPS]
    always = [truck.id for truck in opened if truck.schedule_mode != STOPS]
    stops = {truck.id: stop for truck in moving if (stop := schedules[truck.id].current) is not None}
    of_stops = (Order.stop_id.in_([stop.id for stop in stops.values()]), Order.status != CANCELLED)
    busy = set(session.scalars(sa.select(Order.stop_id).where(*of_stops).distinct())) if stops else set()
    usual = _list_selling(session, always, now - WEEK) - _list_selling(session, always, now)
    quiet = []
    for truck in opened:
        stop = stops.get(truck.id)
        if stop is None:
            if truck.id in usual:
                quiet.append(QuietTruck(truck.id, truck.name, None, None))
            continue
        since = stop.starts_at + timedelta(minutes=stop.delay_minutes)
        if stop.id not in busy and since <= now - QUIET_STOP:
            quiet.append(QuietTruck(truck.id, truck.name, stop.place.name, since))
    return quiet


def _list_selling(session: Session, truck_ids: Sequence[str], until: datetime) -> set[str]:
    """The trucks that got an order in the two hours before."""
    if not truck_ids:
        return set()
    made = (Order.truck_id.in_(truck_ids), Order.created_at > until - QUIET_ALWAYS, Order.created_at <= until)
    return set(session.scalars(sa.select(Order.truck_id).where(*made).distinct()))
