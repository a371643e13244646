"""JSON of offers. Amounts are in dollars here, in cents elsewhere."""

from datetime import datetime
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field

from chuckwagon.kit.validation import between, limited
from chuckwagon.offers.discounts import MAX_SENT_CODE_LENGTH

PERCENTS, AMOUNTS, MIN_SUBTOTALS, MAX_USES = (1, 99), (0.01, 500), (0, 2500), (1, 1_000_000)
OfferState = Literal["active", "scheduled", "paused", "expired", "used_up", "ended"]
SentCode = Annotated[str, Meta(max_length=MAX_SENT_CODE_LENGTH), limited(pattern="^[A-Za-z0-9]{3,20}$")]
SentInstant = Annotated[datetime, Meta(tz=True)] | UnsetType | None


class StaffOffer(Struct, rename="camel"):
    """An offer: `percent` or `amount` off the subtotal. `truckId` is null for one of the platform.

    `uses` counts paid orders and the checkouts that are about to be paid.
    """

    id: str = field(name="_id")
    truck_id: str | None
    code: str
    percent: int | None
    amount: float | None
    min_subtotal: float
    starts_at: datetime | None
    ends_at: datetime | None
    max_uses: int | None
    once_per_phone: bool
    is_paused: bool
    uses: int
    state: OfferState
    version: int
    created_at: datetime
    ended_at: datetime | None


class OfferRequest(Struct, rename="camel"):
    """A new offer, or the changed fields of one. A new one needs `code` and either `percent` or `amount`.

    Null takes a limit away. A code has 3 to 20 letters and digits, and stays as it is.
    """

    truck_id: Annotated[str, Meta(max_length=64)] | None = None
    code: SentCode | UnsetType | None = UNSET
    percent: Annotated[int | UnsetType | None, between(PERCENTS)] = UNSET
    amount: Annotated[float | UnsetType | None, between(AMOUNTS)] = UNSET
    min_subtotal: Annotated[float | UnsetType | None, between(MIN_SUBTOTALS)] = UNSET
    starts_at: SentInstant = UNSET
    ends_at: SentInstant = UNSET
    max_uses: Annotated[int | UnsetType | None, between(MAX_USES)] = UNSET
    once_per_phone: bool | UnsetType | None = UNSET
    is_paused: bool | UnsetType | None = UNSET
    version: int | UnsetType | None = UNSET


class OfferEnded(Struct):
    """The offer is ended. It stays in the list, because orders have used it or may have."""

    deleted: bool = True


class OfferQuoteRequest(Struct, rename="camel"):
    """A code at a truck, and the subtotal of the cart in dollars."""

    slug: Annotated[str, Meta(max_length=64)]
    code: Annotated[str, Meta(max_length=MAX_SENT_CODE_LENGTH)]
    subtotal: Annotated[float, Meta(ge=0, le=1_000_000)]


class CounterOfferQuoteRequest(Struct):
    """A code at the counter, and the subtotal of the order in dollars."""

    code: Annotated[str, Meta(max_length=MAX_SENT_CODE_LENGTH)]
    subtotal: Annotated[float, Meta(ge=0, le=1_000_000)]


class OfferQuote(Struct, rename="camel"):
    """What the code takes off this subtotal, and its terms, from which the browser computes it for another one."""

    code: str
    percent: int | None
    amount: float | None
    min_subtotal: float
    discount: float
    once_per_phone: bool
