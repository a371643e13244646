"""Validates places, stops and series: a request becomes column values, and a sentence for each invalid field.

The readers do not raise; the caller calls `raise_if_invalid` on the form.
"""

from datetime import date, datetime, time, timedelta
from typing import Any

from msgspec import UNSET, UnsetType

from chuckwagon.kit.money import to_rate_units
from chuckwagon.kit.sentences import NAME_REQUIRED, Sentence, choose_one_of
from chuckwagon.schedule.models import STATUSES, StopSeries
from chuckwagon.schedule.schemas import (
    LAST_ORDER_MINUTES,
    LATITUDES,
    LONGITUDES,
    MAX_ADDRESS_LENGTH,
    MAX_DIRECTIONS_LENGTH,
    MAX_NAME_LENGTH,
    MAX_NOTE_LENGTH,
    PREORDER_MINUTES,
    SLOT_CAPACITIES,
    SLOT_MINUTES,
    WALK_UP_SHARES,
    PlaceRequest,
    SeriesRequest,
    StopRequest,
    StopSettingsRequest,
)
from chuckwagon.schedule.wall_clock import WEEKDAYS, parse_time, to_local, to_span
from chuckwagon.trucks.schemas import TAX_RATES
from chuckwagon.trucks.validation import TruckForm, read_reduced_rate, read_zone

BOTH_OR_NEITHER = Sentence("Give both latitude and longitude, or neither", "position_incomplete")
TIME_INVALID = Sentence("Please enter a time such as 11:30", "time_of_day_invalid")
TIME_REQUIRED = Sentence("Please choose a date, a start and an end", "stop_times_required")
END_BEFORE_START = Sentence("The end must be after the start", "end_before_start")
MAX_HOURS = 18
TOO_LONG = Sentence(f"A stop lasts at most {MAX_HOURS} hours", "stop_too_long", hours=MAX_HOURS)
IN_THE_PAST = Sentence("A stop that is over cannot be added or changed", "stop_in_the_past")
WEEKDAYS_INVALID = Sentence("Choose at least one day of the week, such as mon", "weekdays_invalid")
DAY_REQUIRED = Sentence("Please choose the first day", "first_day_required")
UNTIL_BEFORE_FROM = Sentence("The last day must not be before the first", "last_day_before_first")
SLOT_INVALID = Sentence("Choose 5, 10, 15, 20 or 30 minutes", "slot_length_invalid")
MAX_DURATION = timedelta(hours=MAX_HOURS)
MIN_YEAR, MAX_YEAR = 2000, 9000
DEFAULT_SETTINGS: dict[str, Any] = {
    "note": "",
    "preorder_minutes": 1440,
    "last_order_minutes": 15,
    "slot_minutes": 10,
    "slot_capacity": None,
    "walk_up_share": 0,
}


def read_place(request: PlaceRequest) -> TruckForm:
    """Validate the fields that were sent. The form has the columns and a sentence for each invalid field."""
    form = TruckForm()
    if form.read_text("name", "name", request.name, MAX_NAME_LENGTH) == "":
        form.problems["name"] = NAME_REQUIRED
    form.read_text("address", "address", request.address, MAX_ADDRESS_LENGTH)
    form.read_text("directions", "directions", request.directions, MAX_DIRECTIONS_LENGTH)
    read_zone(form, request.timezone)
    form.read_number("taxRate", "tax_rate_units", request.tax_rate, TAX_RATES)
    if "tax_rate_units" in form.values:
        form.values["tax_rate_units"] = to_rate_units(form.values["tax_rate_units"])
    read_reduced_rate(form, request.reduced_tax_rate)
    _read_position(form, request)
    return form


def _read_position(form: TruckForm, request: PlaceRequest) -> None:
    axes = {"latitude": (request.latitude, LATITUDES), "longitude": (request.longitude, LONGITUDES)}
    for name, (value, bounds) in axes.items():
        form.read_number(name, name, value, bounds)
        if name in form.values:
            form.values[name] = round(form.values[name], 6)
        elif value is None:
            form.values[name] = None


def check_position(form: TruckForm, latitude: float | None, longitude: float | None) -> None:
    """Add a problem when the place would have only one of latitude and longitude."""
    if form.problems.keys() & {"latitude", "longitude"}:
        return  # a number out of range says more
    if (latitude is None) != (longitude is None):
        form.problems["latitude" if latitude is None else "longitude"] = BOTH_OR_NEITHER


def read_stop_settings(request: StopSettingsRequest) -> TruckForm:
    """Read the note and the numbers of a stop or a series that were sent into a new form."""
    form = TruckForm()
    form.read_text("note", "note", request.note, MAX_NOTE_LENGTH)
    form.read_number("preorderMinutes", "preorder_minutes", request.preorder_minutes, PREORDER_MINUTES)
    form.read_number("lastOrderMinutes", "last_order_minutes", request.last_order_minutes, LAST_ORDER_MINUTES)
    form.read_number("slotCapacity", "slot_capacity", request.slot_capacity, SLOT_CAPACITIES)
    if request.slot_capacity is None:
        form.values["slot_capacity"] = None
    form.read_number("walkUpShare", "walk_up_share", request.walk_up_share, WALK_UP_SHARES)
    if isinstance(request.slot_minutes, int):
        form.values["slot_minutes"] = request.slot_minutes
        if request.slot_minutes not in SLOT_MINUTES:
            form.problems["slotMinutes"] = SLOT_INVALID
    return form


def read_status(form: TruckForm, value: str | UnsetType | None) -> None:
    """Read whether the stop is scheduled or cancelled into the form; null means not sent."""
    if not isinstance(value, str):
        return
    if value in STATUSES:
        form.values["status"] = value
    else:
        form.problems["status"] = choose_one_of(STATUSES)


def read_prices_with_tax(form: TruckForm, value: bool | UnsetType | None) -> None:
    """Read whether the prices at the stop include tax into the form; null means as at the truck."""
    if not isinstance(value, UnsetType):
        form.values["prices_include_tax"] = value


def has_times(request: StopRequest) -> bool:
    """True when the request carries a start or an end in either form."""
    sent = (request.starts_at, request.ends_at, request.date, request.start_time, request.end_time)
    return any(value is not UNSET and value is not None for value in sent)


def read_span(
    form: TruckForm, request: StopRequest, timezone: str, present: tuple[datetime, datetime] | None
) -> tuple[datetime, datetime] | None:
    """Return (start, end) in UTC; what was not sent stays as it is in `present`.

    Returns None when a problem was added to the form.
    """
    if any(isinstance(value, str) for value in (request.start_time, request.end_time)) or _is_given(request.date):
        return _read_wall_span(form, request, timezone, present)
    start = request.starts_at if isinstance(request.starts_at, datetime) else present and present[0]
    end = request.ends_at if isinstance(request.ends_at, datetime) else present and present[1]
    if start is None or end is None:
        form.problems["startsAt" if start is None else "endsAt"] = TIME_REQUIRED
        return None
    return _check_span(form, start, end, ("startsAt", "endsAt"))


def _read_wall_span(
    form: TruckForm, request: StopRequest, timezone: str, present: tuple[datetime, datetime] | None
) -> tuple[datetime, datetime] | None:
    local = _to_wall(timezone, present)
    day = request.date if _is_given(request.date) else local and local[0].date()
    times = []
    for index, (name, sent) in enumerate((("startTime", request.start_time), ("endTime", request.end_time))):
        value = parse_time(sent) if isinstance(sent, str) else local and local[index].time()
        if value is None:
            form.problems[name] = TIME_INVALID
        times.append(value)
    if day is None or isinstance(day, UnsetType):
        form.problems["date"] = TIME_REQUIRED
        return None
    if times[0] is None or times[1] is None:
        return None
    if not MIN_YEAR <= day.year < MAX_YEAR:
        form.problems["date"] = IN_THE_PAST if day.year < MIN_YEAR else TIME_REQUIRED
        return None
    return _check_span(form, *to_span(day, times[0], times[1], timezone), ("startTime", "endTime"))


def _to_wall(timezone: str, present: tuple[datetime, datetime] | None) -> tuple[datetime, datetime] | None:
    return (to_local(present[0], timezone), to_local(present[1], timezone)) if present else None


def _check_span(
    form: TruckForm, start: datetime, end: datetime, paths: tuple[str, str]
) -> tuple[datetime, datetime] | None:
    if not (MIN_YEAR <= start.year < MAX_YEAR and MIN_YEAR <= end.year < MAX_YEAR):
        form.problems[paths[0]] = TIME_REQUIRED
    elif end <= start:
        form.problems[paths[1]] = END_BEFORE_START
    elif end - start > MAX_DURATION:
        form.problems[paths[1]] = TOO_LONG
    else:
        return start, end
    return None


def _is_given(value: object) -> bool:
    return value is not None and not isinstance(value, UnsetType)


def read_series(request: SeriesRequest, present: StopSeries | None) -> TruckForm:
    """Read a new series, or with `present` the changed fields of one, into a new form. The caller checks the place."""
    form = read_stop_settings(request)
    _read_weekdays(form, request.weekdays, is_new=present is None)
    for name, column, sent in (
        ("startTime", "start_time", request.start_time),
        ("endTime", "end_time", request.end_time),
    ):
        if isinstance(sent, str) and parse_time(sent) is not None:
            form.values[column] = sent
        elif isinstance(sent, str) or present is None:
            form.problems[name] = TIME_INVALID
    _read_days(form, request, present)
    start, end = (form.values.get(name) or getattr(present, name, None) for name in ("start_time", "end_time"))
    if start is not None and end is not None:
        first_day = date(2001, 1, 1)  # without a clock change, which would lengthen or shorten the stop
        start_at, end_at = to_span(first_day, time.fromisoformat(start), time.fromisoformat(end), "UTC")
        _check_span(form, start_at, end_at, ("startTime", "endTime"))
    return form


def _read_weekdays(form: TruckForm, sent: list[str] | UnsetType | None, *, is_new: bool) -> None:
    if isinstance(sent, UnsetType) and not is_new:
        return
    days = [] if isinstance(sent, UnsetType) else sent or []
    if days and all(day in WEEKDAYS for day in days):
        form.values["weekdays"] = ",".join(day for day in WEEKDAYS if day in days)
    else:
        form.problems["weekdays"] = WEEKDAYS_INVALID


def _read_days(form: TruckForm, request: SeriesRequest, present: StopSeries | None) -> None:
    first = present.from_date if present is not None else request.from_date
    if not isinstance(first, date) or not MIN_YEAR <= first.year < MAX_YEAR:
        form.problems["fromDate"] = DAY_REQUIRED
        return
    form.values["from_date"] = first
    if isinstance(request.until_date, UnsetType):
        return
    if request.until_date is not None and not first <= request.until_date < date(MAX_YEAR, 1, 1):
        form.problems["untilDate"] = UNTIL_BEFORE_FROM
    form.values["until_date"] = request.until_date
