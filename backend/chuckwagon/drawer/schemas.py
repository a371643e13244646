"""JSON of drawer sessions and day closes. Amounts are dollars here and cents everywhere else."""

from datetime import datetime
from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from chuckwagon.kit.validation import between, limited, trimmed

MAX_DOLLARS, MAX_PIECES, MAX_REASON_LENGTH, MAX_NOTE_LENGTH, MAX_MOVEMENTS = 100_000, 100_000, 200, 500, 200
DENOMINATIONS = ("100", "50", "20", "10", "5", "2", "1", "0.50", "0.25", "0.10", "0.05", "0.01")
Text = Annotated[str, Meta(max_length=1000)]
DENOMINATION_NAMES = limited(property_names={"enum": list(DENOMINATIONS)})
MovementKind = Literal["pay_in", "pay_out"]


class DrawerRequest(Struct, rename="camel"):
    """The body of POST /drawer-sessions: the `float`, in dollars, with which the drawer starts."""

    truck_id: Annotated[str, Meta(max_length=64)] | None = None
    float_dollars: Annotated[float | None, between((0, MAX_DOLLARS))] = field(name="float", default=None)


class MovementRequest(Struct, rename="camel"):
    """Cash that is put into the drawer (`pay_in`) or taken out of it (`pay_out`), and why."""

    kind: Annotated[str, Meta(max_length=20)] | None = None
    amount: Annotated[float | None, between((0.01, MAX_DOLLARS))] = None
    reason: Annotated[Text, trimmed(MAX_REASON_LENGTH, min_length=1)] | None = None


class CloseRequest(Struct, rename="camel"):
    """The body of POST /drawer-sessions/{id}/close: the sum that was `counted`, or the pieces by `denominations`.

    `denominations` names bills and coins by their value in dollars, each with a whole number of pieces:
    `{"20": 7, "0.25": 12}`. `version` is that of the session whose `expected` the count was compared with.
    """

    counted: Annotated[float | None, between((0, MAX_DOLLARS))] = None
    # Not `int`: the check of the count names the denomination of a fraction, which decoding cannot.
    denominations: Annotated[Annotated[dict[str, float], Meta(max_length=24)] | None, DENOMINATION_NAMES] = None
    note: Annotated[Text, trimmed(MAX_NOTE_LENGTH)] | None = None
    version: int | None = None


class Movement(Struct):
    """Cash that was put into the drawer or taken out of it: dollars, why, when, and the name of the user."""

    kind: MovementKind
    amount: float
    reason: str
    at: datetime
    by: str


class Drawer(Struct, rename="camel"):
    """A drawer session. `expected` is float + cash sales − refunds paid out + pay-ins − pay-outs, as of `version`.

    `beforeOpening` is the cash that was recorded before the opening, which is not part of `expected`, because the float
    was counted with it. `counted`, `difference` (counted − expected) and `closeId` are null while the drawer is open.
    """

    id: str = field(name="_id")
    truck_id: str
    opened_at: datetime
    opened_by: str
    float_dollars: float = field(name="float")
    cash_sales: float
    cash_refunds: float
    pay_ins: float
    pay_outs: float
    before_opening: float
    expected: float
    movements: list[Movement]
    version: int
    closed_at: datetime | None = None
    closed_by: str | None = None
    counted: float | None = None
    difference: float | None = None
    close_id: str | None = None
    close_number: int | None = None


class DrawerPage(Struct, rename="camel"):
    """Sessions, newest first; `open` is the one that is open, which is the first of them then.

    `waitingCash` was recorded while none was open, and becomes part of the next one, as before its opening.
    """

    sessions: list[Drawer]
    open: Drawer | None
    waiting_cash: float
    next_cursor: str | None = None
