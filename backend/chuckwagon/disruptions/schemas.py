"""JSON of disruptions, and their validation against the stop: a plan, or a sentence for each invalid field."""

import datetime as dt
from datetime import timedelta
from typing import Annotated, Literal

from msgspec import Meta, Struct, field
from sqlalchemy.orm import Session

from chuckwagon.disruptions.effects import DisruptionPlan, list_stop_changes
from chuckwagon.disruptions.models import ENDS_EARLY, KINDS, LATE, MOVED
from chuckwagon.kit import clock
from chuckwagon.kit.errors import InvalidInput, raise_if_any
from chuckwagon.kit.sentences import UNPRINTABLE, Language, Sentence, choose_one_of, too_long
from chuckwagon.kit.validation import collapse_whitespace, has_control_characters
from chuckwagon.orders.schemas import CounterPaymentMethod
from chuckwagon.schedule import models, states
from chuckwagon.schedule.places_service import draft_place
from chuckwagon.schedule.schemas import PlaceRequest, Stop
from chuckwagon.schedule.stops_service import PLACE_REQUIRED, PLACE_UNKNOWN, find_place, refuse_overlap
from chuckwagon.schedule.validation import MAX_DURATION, MAX_HOURS

Kind = Literal["late", "moved", "ends_early", "cancelled"]
State = Literal["scheduled", "running", "done", "withdrawn"]
Text = Annotated[str, Meta(max_length=1000)]


class DisruptionRequest(Struct, rename="camel"):
    """A change of plan. What does not belong to the kind is ignored; `digest` is that of the preview.

    `minutes` and `extend_end` belong to `late`, `place_id` to `moved`, `ends_at` to `ends_early`. `new_place` is sent
    with `moved` in place of `place_id`; it is saved when the change of plan is scheduled, not by the preview. Customers
    read `sentence` after the product's own words.
    """

    kind: Annotated[str, Meta(max_length=40)] | None = None
    minutes: int | None = None
    extend_end: bool | None = None
    place_id: Annotated[str, Meta(max_length=64)] | None = None
    new_place: PlaceRequest | None = None
    ends_at: Annotated[dt.datetime, Meta(tz=True)] | None = None
    sentence: Text | None = None
    digest: Annotated[str, Meta(max_length=100)] | None = None


class AffectedOrders(Struct, rename="camel"):
    """How many open orders of the stop get a new time or a new place, are refunded, or stay as they are."""

    new_time: int = 0
    new_place: int = 0
    refunded: int = 0
    unchanged: int = 0


class DisruptionPreview(Struct, rename="camel"):
    """What a disruption would do now. `refund_total` is in dollars, `checkouts` are released.

    `pay_outs` of the refunded orders were paid at the counter: staff pay `pay_out_total` of the total back themselves.
    `sentence` are the words with which every SMS begins, in the language of the member of staff; `sentences` has them
    in all languages.
    """

    kind: Kind
    orders: AffectedOrders
    messages: int
    refund_total: float
    pay_outs: int
    pay_out_total: float
    checkouts: int
    sentence: str
    sentences: dict[Language, str]
    digest: str
    stop: Stop


class FailedStep(Struct, rename="camel"):
    """An order that needs attention: it could not be changed, its refund was refused, or its SMS did not arrive.

    `problem` says which of them, `reason` why, in English.
    """

    order_id: str
    order_number: str
    customer_name: str
    phone: str | None
    problem: Literal["order", "refund", "text"]
    reason: str


class DuePayOut(Struct, rename="camel"):
    """A refund of a cancelled order that staff have to pay out: it was paid at the counter, by `method`."""

    order_id: str
    order_number: str
    customer_name: str
    phone: str | None
    refund_id: str
    amount: float
    method: CounterPaymentMethod


class DisruptionAnswer(Struct, rename="camel"):
    """A disruption and its progress. An order counts as `done` once it is changed and its SMS, if any, is sent.

    `total` is 0 until the start. `by` is the name of the member of staff. `seconds_left` says how long
    it can still be taken back, by the clock of the server. `allows_next` is true once all orders are
    changed: another disruption of the stop may be started, although texts may still be on the way. `pay_outs` are the
    refunds of its orders that are not paid out yet.
    """

    id: str = field(name="_id")
    stop_id: str
    kind: Kind
    minutes: int | None
    extend_end: bool
    place_id: str | None
    ends_at: dt.datetime | None
    sentence: str
    state: State
    starts_at: dt.datetime
    seconds_left: float
    created_at: dt.datetime
    by: str
    done: int
    total: int
    allows_next: bool
    failed: list[FailedStep]
    # The default is for idempotent responses that were stored before this field existed.
    pay_outs: list[DuePayOut] = field(default_factory=list)


MIN_MINUTES, MAX_MINUTES, MAX_SENTENCE = 5, 180, 140
TOLERANCE = timedelta(minutes=5)  # a form that was open for a while may still end a stop "now"
STOP_IS_OVER = Sentence("This stop is over.", "disruption_stop_over")
STOP_IS_CANCELLED = Sentence("This stop is cancelled.", "disruption_stop_cancelled")
MINUTES_INVALID = Sentence(
    f"Please enter a number from {MIN_MINUTES} to {MAX_MINUTES}",
    "number_out_of_range",
    min=MIN_MINUTES,
    max=MAX_MINUTES,
)
PAST_THE_END = Sentence("So late, the stop would begin after its end. Extend it, or cancel it.", "late_past_the_end")
LASTS_TOO_LONG = Sentence(
    f"So late, the stop would last longer than {MAX_HOURS} hours. Let it end as planned, or cancel it.",
    "late_too_long",
    hours=MAX_HOURS,
)
SAME_PLACE = Sentence("The stop is at this place already.", "same_place")
END_REQUIRED = Sentence("Say when the stop ends.", "early_end_required")
END_OUTSIDE = Sentence("Choose an end between the start of the stop and its present end.", "early_end_outside")
END_PASSED = Sentence("This time has passed.", "early_end_passed")


def read_plan(session: Session, stop: models.Stop, request: DisruptionRequest) -> DisruptionPlan:
    """Validate the request and return its plan.

    Raises InvalidInput for a cancelled or ended stop and for invalid fields, and StopOverlaps if the extended end meets
    another stop.
    """
    if stop.status == models.CANCELLED:
        raise InvalidInput(STOP_IS_CANCELLED)
    if clock.now() >= states.closes_at(stop):
        raise InvalidInput(STOP_IS_OVER)
    problems: dict[str, Sentence] = {}
    sentence = _read_sentence(problems, request.sentence)
    plan = _read_kind(session, stop, request, problems)
    raise_if_any(problems)
    if plan.extend_end:
        changed = list_stop_changes(plan, stop)
        ends_at = changed.get("ends_at") or changed["ended_early_at"]
        refuse_overlap(session, stop.truck_id, (stop.starts_at, ends_at), stop.id)
    return DisruptionPlan(
        kind=plan.kind,
        minutes=plan.minutes,
        extend_end=plan.extend_end,
        place_id=plan.place_id,
        ends_at=plan.ends_at,
        sentence=sentence,
    )


def _read_sentence(problems: dict[str, Sentence], text: str | None) -> str:
    sentence = collapse_whitespace(text or "")
    if len(sentence) > MAX_SENTENCE:
        problems["sentence"] = too_long(MAX_SENTENCE)
    elif has_control_characters(sentence):
        problems["sentence"] = UNPRINTABLE
    return sentence


def _read_kind(
    session: Session, stop: models.Stop, request: DisruptionRequest, problems: dict[str, Sentence]
) -> DisruptionPlan:
    if request.kind == LATE:
        return _read_late(stop, request, problems)
    if request.kind == MOVED:
        return _read_moved(session, stop, request, problems)
    if request.kind == ENDS_EARLY:
        return _read_early_end(stop, request, problems)
    if request.kind not in KINDS:
        problems["kind"] = choose_one_of(KINDS)
    return DisruptionPlan(kind=request.kind or "")


def _read_late(stop: models.Stop, request: DisruptionRequest, problems: dict[str, Sentence]) -> DisruptionPlan:
    minutes, extends = request.minutes or 0, bool(request.extend_end)
    if not MIN_MINUTES <= minutes <= MAX_MINUTES:
        problems["minutes"] = MINUTES_INVALID
    elif not extends and states.opens_at(stop) + timedelta(minutes=minutes) >= states.closes_at(stop):
        problems["minutes"] = PAST_THE_END
    elif extends and states.closes_at(stop) + timedelta(minutes=minutes) - stop.starts_at > MAX_DURATION:
        problems["minutes"] = LASTS_TOO_LONG
    return DisruptionPlan(kind=LATE, minutes=minutes, extend_end=extends)


def read_new_place(session: Session, stop: models.Stop, request: DisruptionRequest) -> models.Place | None:
    """The place that is sent with a move, not stored yet; None for a saved one. Raises InvalidInput."""
    if request.kind != MOVED or request.new_place is None:
        return None
    return draft_place(session, stop.truck_id, request.new_place)


def _read_moved(
    session: Session, stop: models.Stop, request: DisruptionRequest, problems: dict[str, Sentence]
) -> DisruptionPlan:
    if request.new_place is not None:
        return DisruptionPlan(kind=MOVED)
    place = find_place(session, stop.truck_id, request.place_id)
    if place is None:
        problems["placeId"] = PLACE_UNKNOWN if request.place_id else PLACE_REQUIRED
    elif place.id == stop.place_id:
        problems["placeId"] = SAME_PLACE
    return DisruptionPlan(kind=MOVED, place_id=place.id if place else None)


def _read_early_end(stop: models.Stop, request: DisruptionRequest, problems: dict[str, Sentence]) -> DisruptionPlan:
    ends_at = request.ends_at
    if ends_at is None:
        problems["endsAt"] = END_REQUIRED
    elif not states.opens_at(stop) < ends_at < states.closes_at(stop):
        problems["endsAt"] = END_OUTSIDE
    elif ends_at < clock.now() - TOLERANCE:
        problems["endsAt"] = END_PASSED
    return DisruptionPlan(kind=ENDS_EARLY, ends_at=ends_at)
