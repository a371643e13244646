"""JSON of trucks."""

from datetime import datetime
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field

Text = Annotated[str, Meta(max_length=4000)]
SentText = Text | UnsetType | None
ScheduleMode = Literal["always", "stops"]


class Location(Struct):
    city: str
    state: str


class Owner(Struct):
    """The truck's owner, shown only to staff."""

    name: str
    email: str


class PublicTruck(Struct, rename="camel"):
    """The public fields of an active truck. `tax_rate` is a percentage, `accent_hue` 0-359 or null.

    `paused_until` is when a running pause ends. `lead_minutes` is the current lead time, extra lead time included.
    `schedule_mode` is `always` for a truck that is open whenever it accepts orders, `stops` for one that moves.
    """

    id: str = field(name="_id")
    name: str
    slug: str
    is_active: bool
    image_url: str | None
    banner_image: str | None
    short_description: str
    description: str
    cuisine: list[str]
    location: Location
    phone: str
    email: str
    accent_hue: int | None
    timezone: str
    tax_rate: float
    accepting_orders: bool
    not_accepting_reason: str | None
    paused_until: datetime | None
    lead_minutes: int
    version: int
    schedule_mode: ScheduleMode


class TruckSettings(Struct, rename="camel"):
    """Settings that the truck's own staff change. `paused_until` is when a running pause ends.

    `extra_lead_minutes` are added to `lead_minutes` while the kitchen is busy: until `extra_lead_until`, or without
    it until they are cleared. `sms_signature` is the last line of each SMS.
    """

    accepting_orders: bool
    not_accepting_reason: str | None
    paused_until: datetime | None
    lead_minutes: int
    extra_lead_minutes: int
    extra_lead_until: datetime | None
    sms_signature: str


class StaffTruck(PublicTruck, rename="camel"):
    """A truck for its staff. `application_fee_bps` is the platform's fee in basis points, 0-10000."""

    owner: Owner
    stripe_account_id: str | None
    application_fee_bps: int
    settings: TruckSettings
    created_at: datetime
    updated_at: datetime


class LocationIn(Struct):
    city: SentText = UNSET
    state: SentText = UNSET


class OwnerIn(Struct):
    name: SentText = UNSET
    email: SentText = UNSET


class TruckRequest(Struct, rename="camel"):
    """A new truck, or the changed fields of a truck. Only a new truck needs `name`.

    Null empties a text or a list. For a field that cannot be empty, null means not sent.
    """

    name: SentText = UNSET
    slug: SentText = UNSET
    short_description: SentText = UNSET
    description: SentText = UNSET
    cuisine: list[Text] | UnsetType | None = UNSET
    location: LocationIn | UnsetType | None = UNSET
    phone: SentText = UNSET
    email: SentText = UNSET
    owner: OwnerIn | UnsetType | None = UNSET
    image_url: SentText = UNSET
    banner_image: SentText = UNSET
    is_active: bool | UnsetType | None = UNSET
    timezone: SentText = UNSET
    tax_rate: float | UnsetType | None = UNSET
    accent_hue: int | UnsetType | None = UNSET
    application_fee_bps: int | UnsetType | None = UNSET
    schedule_mode: SentText = UNSET
    version: int | UnsetType | None = UNSET


class ToggleRequest(Struct, rename="camel"):
    """Sets `isActive`, or toggles it when it is not sent."""

    is_active: bool | None = None


class SettingsRequest(Struct, rename="camel"):
    """The changed settings. `pausedUntil: null` ends the pause.

    `extraLeadUntil` is at most 7 days ahead, or null for until cleared.
    """

    accepting_orders: bool | UnsetType | None = UNSET
    not_accepting_reason: SentText = UNSET
    paused_until: Annotated[datetime, Meta(tz=True)] | UnsetType | None = UNSET
    lead_minutes: int | UnsetType | None = UNSET
    extra_lead_minutes: int | UnsetType | None = UNSET
    extra_lead_until: Annotated[datetime, Meta(tz=True)] | UnsetType | None = UNSET
    sms_signature: SentText = UNSET
    schedule_mode: SentText = UNSET


class SlugAnswer(Struct):
    """Whether a truck may have the slug, and if not, why."""

    slug: str
    available: bool
    reason: str | None


class Deleted(Struct):
    deleted: bool = True
