"""JSON of trucks, and of the web app that a customer installs from a truck's page (W3C Web Application Manifest)."""

from datetime import datetime
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field

from chuckwagon.kit.validation import MAX_EMAIL_LENGTH, OPTIONAL_EMAIL_PATTERN, between, distinct, limited, trimmed
from chuckwagon.trucks.models import Truck
from chuckwagon.trucks.slugs import MAX_SLUG_LENGTH, OPTIONAL_SLUG_PATTERN

Text = Annotated[str, Meta(max_length=4000)]
SentText = Text | UnsetType | None
ScheduleMode = Literal["always", "stops"]

MAX_NAME_LENGTH, MAX_SUMMARY_LENGTH, MAX_DESCRIPTION_LENGTH = 60, 200, 2000
MAX_CITY_LENGTH, MAX_STATE_LENGTH, MAX_PHONE_LENGTH, MAX_OWNER_LENGTH = 80, 40, 40, 120
MAX_TAGS, MAX_TAG_LENGTH, MAX_IMAGE_URL_LENGTH = 10, 40, 500
MAX_REASON_LENGTH, MAX_SIGNATURE_LENGTH = 200, 60
UNITS_PER_TEN_MINUTES = (1, 500)
MAX_LINE_LENGTH, STATE_CODE_PATTERN, POSTAL_CODE_PATTERN = 120, "^[A-Z]{2}$", "^[0-9]{5}(-[0-9]{4})?$"
TIP_PRESET_COUNT, TIP_PERCENTS = 3, (1, 100)
TAX_RATES, HUES, FEES_BPS, LEAD_MINUTES, EXTRA_LEAD_MINUTES = (0, 20), (0, 359), (0, 10_000), (15, 120), (0, 120)

SentEmail = Annotated[SentText, trimmed(MAX_EMAIL_LENGTH, pattern=OPTIONAL_EMAIL_PATTERN)]
SentImageUrl = Annotated[SentText, trimmed(MAX_IMAGE_URL_LENGTH)]
SentTaxRate = Annotated[float | UnsetType | None, between(TAX_RATES)]


class Location(Struct):
    city: str
    state: str


class Owner(Struct):
    """The truck's owner, shown only to staff."""

    name: str
    email: str


class BusinessAddress(Struct, rename="camel"):
    """Where the truck's business is, in the United States."""

    line1: str
    city: str
    state: str
    postal_code: str


class PublicTruck(Struct, rename="camel", kw_only=True):
    """The public fields of an active truck. `tax_rate` is a percentage, `accent_hue` 0-359 or null.

    `reduced_tax_rate` is that of menu items of the class `reduced`; null is the same as `tax_rate`. With
    `prices_include_tax`, menu and cart show prices that contain their tax.

    `paused_until` is when a running pause ends. `lead_minutes` is the current lead time, extra lead time included.
    `schedule_mode` is `always` for a truck that is open whenever it accepts orders, `stops` for one that moves.
    `tip_presets` are the tips that it offers, in percent of the subtotal; null at a truck that takes no tips.
    `orderable` is false while nothing on its menu is on sale; screens then do not call the truck open.
    `change_minutes` is how long before the pickup customers may change or cancel what they have paid, until the kitchen
    starts; null where only the truck can.
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
    tip_presets: list[int] | None
    orderable: bool
    # The defaults are for idempotent responses that were stored before these fields existed.
    reduced_tax_rate: float | None = None
    prices_include_tax: bool = False
    change_minutes: int | None = None


class TruckSettings(Struct, rename="camel"):
    """Settings that the truck's own staff change. `paused_until` is when a running pause ends.

    `extra_lead_minutes` are added to `lead_minutes` while the kitchen is busy: until `extra_lead_until`, or without
    it until they are cleared. `sms_signature` is the last line of each SMS. `units_per_ten_minutes` is what the kitchen
    of a truck without stops can cook, null without a limit. With `self_service`, customers may change the
    pickup time of an order, or cancel it, until the kitchen starts. With `confirms_orders`, a new order is confirmed at
    once, unless it has flags or was paid while the truck takes no orders. With `takes_tips`, customers may give a tip:
    one of the three `tip_presets` in percent of the subtotal, or another amount.
    """

    accepting_orders: bool
    not_accepting_reason: str | None
    paused_until: datetime | None
    lead_minutes: int
    extra_lead_minutes: int
    extra_lead_until: datetime | None
    sms_signature: str
    units_per_ten_minutes: int | None
    self_service: bool
    takes_tips: bool
    tip_presets: list[int]
    # The default is for idempotent responses that were stored before this field existed.
    confirms_orders: bool = False
    business_address: BusinessAddress | None = None


class StaffTruck(PublicTruck, rename="camel"):
    """A truck for its staff. `application_fee_bps` is the platform's fee in basis points, 0-10000.

    `archived_at` is when it was deleted. A draft (`is_draft`) is inactive until it is published.
    """

    owner: Owner
    stripe_account_id: str | None
    application_fee_bps: int
    settings: TruckSettings
    created_at: datetime
    updated_at: datetime
    archived_at: datetime | None
    is_draft: bool


class ListedTruck(StaffTruck, rename="camel"):
    """A truck in the list of its staff. `last_change` is its last change before the list was read.

    What is read after the list has that change too, so the stream of the truck can go on from there.
    """

    last_change: int


class OpenOrders(Struct, rename="camel"):
    """The orders of a truck that are neither completed nor cancelled, and what their cancellation refunds, in dollars.

    `checkouts` are customers who are paying now, `stops` the stops that have such orders.
    """

    orders: int
    total: float
    refund_total: float
    checkouts: int
    stops: int


class LocationIn(Struct):
    city: Annotated[SentText, trimmed(MAX_CITY_LENGTH)] = UNSET
    state: Annotated[SentText, trimmed(MAX_STATE_LENGTH)] = UNSET


class OwnerIn(Struct):
    name: Annotated[SentText, trimmed(MAX_OWNER_LENGTH)] = UNSET
    email: SentEmail = UNSET


class TruckRequest(Struct, rename="camel"):
    """A new truck, or the changed fields of a truck. Only a new truck needs `name`.

    Null empties a text or a list. For a field that cannot be empty, null means not sent. `isDraft` is for a new truck:
    a draft is inactive, whatever `isActive` says, until it is published. Its `scheduleMode` is `stops` unless it is
    sent. A `taxRate` that is sent counts as confirmed.
    """

    name: Annotated[SentText, trimmed(MAX_NAME_LENGTH, min_length=1)] = UNSET
    slug: Annotated[SentText, limited(max_length=MAX_SLUG_LENGTH, pattern=OPTIONAL_SLUG_PATTERN)] = UNSET
    short_description: Annotated[SentText, trimmed(MAX_SUMMARY_LENGTH)] = UNSET
    description: Annotated[SentText, trimmed(MAX_DESCRIPTION_LENGTH)] = UNSET
    cuisine: Annotated[list[Text] | UnsetType | None, distinct(MAX_TAGS)] = UNSET
    location: LocationIn | UnsetType | None = UNSET
    phone: Annotated[SentText, trimmed(MAX_PHONE_LENGTH)] = UNSET
    email: SentEmail = UNSET
    owner: OwnerIn | UnsetType | None = UNSET
    image_url: SentImageUrl = UNSET
    banner_image: SentImageUrl = UNSET
    is_active: bool | UnsetType | None = UNSET
    is_draft: bool | UnsetType | None = UNSET
    timezone: SentText = UNSET
    tax_rate: SentTaxRate = UNSET
    accent_hue: Annotated[int | UnsetType | None, between(HUES)] = UNSET
    application_fee_bps: Annotated[int | UnsetType | None, between(FEES_BPS)] = UNSET
    schedule_mode: SentText = UNSET
    version: int | UnsetType | None = UNSET


class BusinessAddressIn(Struct, rename="camel"):
    """The business address: all of it, because it is changed as a whole."""

    line1: Annotated[Text, trimmed(MAX_LINE_LENGTH, min_length=1)] = ""
    city: Annotated[Text, trimmed(MAX_CITY_LENGTH, min_length=1)] = ""
    state: Annotated[Text, limited(pattern=STATE_CODE_PATTERN)] = ""
    postal_code: Annotated[Text, limited(pattern=POSTAL_CODE_PATTERN)] = ""


class ToggleRequest(Struct, rename="camel"):
    """Sets `isActive`, or toggles it when it is not sent."""

    is_active: bool | None = None


class SettingsRequest(Struct, rename="camel"):
    """The changed settings, and what the truck's own staff say about it. `pausedUntil: null` ends the pause.

    `reducedTaxRate: null` is the same rate as `taxRate`, and `businessAddress: null` removes the address.

    `extraLeadUntil` is at most 7 days ahead, or null for until cleared. Null empties a text or removes an image. With
    the `version` that was read, the change is refused if another user was faster.
    """

    accepting_orders: bool | UnsetType | None = UNSET
    not_accepting_reason: Annotated[SentText, trimmed(MAX_REASON_LENGTH)] = UNSET
    paused_until: Annotated[datetime, Meta(tz=True)] | UnsetType | None = UNSET
    lead_minutes: Annotated[int | UnsetType | None, between(LEAD_MINUTES)] = UNSET
    extra_lead_minutes: Annotated[int | UnsetType | None, between(EXTRA_LEAD_MINUTES)] = UNSET
    extra_lead_until: Annotated[datetime, Meta(tz=True)] | UnsetType | None = UNSET
    sms_signature: Annotated[SentText, trimmed(MAX_SIGNATURE_LENGTH)] = UNSET
    units_per_ten_minutes: Annotated[int | UnsetType | None, between(UNITS_PER_TEN_MINUTES)] = UNSET
    self_service: bool | UnsetType | None = UNSET
    takes_tips: bool | UnsetType | None = UNSET
    confirms_orders: bool | UnsetType | None = UNSET
    tip_presets: Annotated[
        list[int] | UnsetType | None, limited(min_items=TIP_PRESET_COUNT, max_items=TIP_PRESET_COUNT)
    ] = UNSET
    reduced_tax_rate: SentTaxRate = UNSET
    prices_include_tax: bool | UnsetType | None = UNSET
    business_address: BusinessAddressIn | UnsetType | None = UNSET
    schedule_mode: SentText = UNSET
    short_description: Annotated[SentText, trimmed(MAX_SUMMARY_LENGTH)] = UNSET
    description: Annotated[SentText, trimmed(MAX_DESCRIPTION_LENGTH)] = UNSET
    phone: Annotated[SentText, trimmed(MAX_PHONE_LENGTH)] = UNSET
    image_url: SentImageUrl = UNSET
    banner_image: SentImageUrl = UNSET
    version: int | UnsetType | None = UNSET


class SlugAnswer(Struct):
    """Whether a truck may have the slug, and if not, why. Asked with a name only, `slug` is a free proposal."""

    slug: str
    available: bool
    reason: str | None


class Deleted(Struct):
    deleted: bool = True


MANIFEST = "application/manifest+json"
BACKGROUND = "#FFF8EE"  # the paper of the light theme, behind the icon while the app starts


class ManifestIcon(Struct):
    src: str
    sizes: str
    type: str = "image/png"
    purpose: str = "any"


ICONS = (
    ManifestIcon("/icon-192.png", "192x192"),
    ManifestIcon("/icon-512.png", "512x512"),
    ManifestIcon("/icon-maskable-512.png", "512x512", purpose="maskable"),
)


class WebAppManifest(Struct):
    """Each truck is an app of its own, named after it; it may go anywhere on the site, to other trucks as well."""

    id: str
    name: str
    short_name: str
    description: str
    start_url: str
    icons: tuple[ManifestIcon, ...]
    scope: str = "/"
    display: str = "standalone"
    background_color: str = BACKGROUND
    theme_color: str = BACKGROUND


def build_manifest(truck: PublicTruck | Truck, start_url: str | None = None) -> WebAppManifest:
    """The manifest of a truck's app, which opens the truck's page unless `start_url` names another.

    The truck's ID names the app, so that a new slug does not install a second one.
    """
    return WebAppManifest(
        id=f"/{truck.id}",
        name=truck.name,
        short_name=truck.name,
        description=truck.short_description,
        start_url=start_url or f"/{truck.slug}",
        icons=ICONS,
    )
