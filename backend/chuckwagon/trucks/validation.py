"""Validates trucks and their settings: a request becomes column values, and a sentence for each invalid field.

The readers do not raise; the caller calls `raise_if_invalid` on the form.
"""

import re
import unicodedata
from datetime import datetime, timedelta
from functools import cache
from typing import Any
from zoneinfo import available_timezones

from msgspec import UNSET, UnsetType

from chuckwagon.kit.errors import raise_if_any
from chuckwagon.kit.money import to_rate_units
from chuckwagon.kit.sentences import EMAIL_INVALID, NAME_REQUIRED, UNPRINTABLE, Sentence, choose_one_of
from chuckwagon.kit.validation import MAX_EMAIL_LENGTH, collapse_whitespace, has_control_characters, is_email, is_phone
from chuckwagon.trucks import slugs
from chuckwagon.trucks.models import SCHEDULE_MODES
from chuckwagon.trucks.schemas import (
    EXTRA_LEAD_MINUTES,
    FEES_BPS,
    HUES,
    LEAD_MINUTES,
    MAX_CITY_LENGTH,
    MAX_DESCRIPTION_LENGTH,
    MAX_IMAGE_URL_LENGTH,
    MAX_LINE_LENGTH,
    MAX_NAME_LENGTH,
    MAX_OWNER_LENGTH,
    MAX_PHONE_LENGTH,
    MAX_REASON_LENGTH,
    MAX_SIGNATURE_LENGTH,
    MAX_STATE_LENGTH,
    MAX_SUMMARY_LENGTH,
    MAX_TAG_LENGTH,
    MAX_TAGS,
    POSTAL_CODE_PATTERN,
    STATE_CODE_PATTERN,
    TAX_RATES,
    TIP_PERCENTS,
    TIP_PRESET_COUNT,
    UNITS_PER_TEN_MINUTES,
    BusinessAddressIn,
    LocationIn,
    OwnerIn,
    SettingsRequest,
    TruckRequest,
)

PHONE_NOT_DIALABLE = Sentence("Please enter a phone number that can be dialled", "phone_not_dialable")
ZONE_UNKNOWN = Sentence("Choose a time zone such as America/Los_Angeles", "timezone_unknown")
TEXT_UNPRINTABLE = Sentence("This text holds characters that cannot be printed", UNPRINTABLE.reason)
TIP_PRESETS_INVALID = Sentence(
    f"Enter {TIP_PRESET_COUNT} different whole percentages from {TIP_PERCENTS[0]} to {TIP_PERCENTS[1]}, such as 15, 18"
    " and 20.",
    "tip_presets_invalid",
    count=TIP_PRESET_COUNT,
    min=TIP_PERCENTS[0],
    max=TIP_PERCENTS[1],
)
MAX_PAUSE = timedelta(days=366)
MAX_EXTRA_LEAD_DURATION = timedelta(days=7)
NOT_TIME_ZONES = {"Factory", "localtime"}

Sent = str | UnsetType | None


class TruckForm:
    """Column values, and a sentence for each invalid field by its path. The methods add to both."""

    def __init__(self) -> None:
        self.values: dict[str, Any] = {}
        self.problems: dict[str, Sentence] = {}

    def raise_if_invalid(self) -> None:
        """Raise InvalidInput with all problems, if there are any."""
        raise_if_any(self.problems)

    def read_text(self, path: str, column: str, value: Sent, max_length: int, *, lines: bool = False) -> str | None:
        """Read a text of at most `max_length` characters into the form; null empties it.

        Returns the cleaned text; None when it was not sent or is invalid.
        """
        if isinstance(value, UnsetType):
            return None
        cleaned = (value or "").replace("\r\n", "\n").strip() if lines else collapse_whitespace(value or "")
        if len(cleaned) > max_length:
            self.problems[path] = Sentence(f"Please use at most {max_length} characters", "too_long", max=max_length)
        elif has_control_characters(cleaned):
            self.problems[path] = TEXT_UNPRINTABLE
        else:
            self.values[column] = cleaned
            return cleaned
        return None

    def read_number(self, path: str, column: str, value: float | UnsetType | None, bounds: tuple[int, int]) -> None:
        """Read a number within the bounds into the form; null means not sent."""
        if isinstance(value, UnsetType) or value is None:
            return
        minimum, maximum = bounds
        if minimum <= value <= maximum:
            self.values[column] = value
        else:
            text = f"Please enter a number from {minimum} to {maximum}"
            self.problems[path] = Sentence(text, "number_out_of_range", min=minimum, max=maximum)


def read_truck(request: TruckRequest) -> TruckForm:
    """Read a new or changed truck into a new form.

    The caller checks the slug and the image URLs, which need the database.
    """
    form = TruckForm()
    _read_name(form, request)
    _read_presentation(form, request)
    _read_cuisine(form, request.cuisine)
    location = request.location if request.location is not None else LocationIn(None, None)
    if not isinstance(location, UnsetType):
        form.read_text("location.city", "city", location.city, MAX_CITY_LENGTH)
        form.read_text("location.state", "state", location.state, MAX_STATE_LENGTH)
    _read_contact(form, request)
    if request.is_active is True or request.is_active is False:
        form.values["is_active"] = request.is_active
    read_zone(form, request.timezone)
    form.read_number("taxRate", "tax_rate_units", request.tax_rate, TAX_RATES)
    if "tax_rate_units" in form.values:
        form.values["tax_rate_units"] = to_rate_units(form.values["tax_rate_units"])
        form.values["tax_confirmed"] = True
    _read_hue(form, request.accent_hue)
    form.read_number("applicationFeeBps", "application_fee_bps", request.application_fee_bps, FEES_BPS)
    _read_schedule_mode(form, request.schedule_mode)
    return form


def read_settings(request: SettingsRequest, now: datetime) -> TruckForm:
    """Read the changed settings of a truck into a new form."""
    form = TruckForm()
    if request.accepting_orders is True or request.accepting_orders is False:
        form.values["accepting_orders"] = request.accepting_orders
    if (
        form.read_text("notAcceptingReason", "not_accepting_reason", request.not_accepting_reason, MAX_REASON_LENGTH)
        == ""
    ):
        form.values["not_accepting_reason"] = None
    _read_pause(form, request.paused_until, now)
    form.read_number("leadMinutes", "lead_minutes", request.lead_minutes, LEAD_MINUTES)
    form.read_number("extraLeadMinutes", "extra_lead_minutes", request.extra_lead_minutes, EXTRA_LEAD_MINUTES)
    _read_extra_until(form, request, now)
    form.read_text("smsSignature", "sms_signature", request.sms_signature, MAX_SIGNATURE_LENGTH)
    form.read_number(
        "unitsPerTenMinutes", "units_per_ten_minutes", request.units_per_ten_minutes, UNITS_PER_TEN_MINUTES
    )
    if request.units_per_ten_minutes is None:
        form.values["units_per_ten_minutes"] = None
    if isinstance(request.self_service, bool):
        form.values["self_service"] = request.self_service
    if isinstance(request.takes_tips, bool):
        form.values["takes_tips"] = request.takes_tips
    if isinstance(request.confirms_orders, bool):
        form.values["confirms_orders"] = request.confirms_orders
    if isinstance(request.prices_include_tax, bool):
        form.values["prices_include_tax"] = request.prices_include_tax
    read_reduced_rate(form, request.reduced_tax_rate)
    _read_business_address(form, request.business_address)
    _read_tip_presets(form, request.tip_presets)
    _read_schedule_mode(form, request.schedule_mode)
    _read_presentation(form, request)
    return form


def read_reduced_rate(form: TruckForm, value: float | UnsetType | None) -> None:
    """Read a reduced tax rate in percent into the form; null means the same as the standard rate."""
    form.read_number("reducedTaxRate", "reduced_tax_rate_units", value, TAX_RATES)
    if "reduced_tax_rate_units" in form.values:
        form.values["reduced_tax_rate_units"] = to_rate_units(form.values["reduced_tax_rate_units"])
    elif value is None:
        form.values["reduced_tax_rate_units"] = None


def _read_business_address(form: TruckForm, sent: BusinessAddressIn | UnsetType | None) -> None:
    """Read the whole address into the form; null removes it."""
    if isinstance(sent, UnsetType):
        return
    if sent is None:
        form.values["business_address"] = None
        return
    address = TruckForm()
    texts = {"line1": (sent.line1, MAX_LINE_LENGTH), "city": (sent.city, MAX_CITY_LENGTH)}
    for name, (text, limit) in texts.items():
        if address.read_text(f"businessAddress.{name}", name, text, limit) == "":
            address.problems[f"businessAddress.{name}"] = ADDRESS_PART_REQUIRED
    codes = {"state": (sent.state, STATE_CODE_PATTERN), "postalCode": (sent.postal_code, POSTAL_CODE_PATTERN)}
    for name, (text, pattern) in codes.items():
        address.values[name] = text.strip()
        if re.fullmatch(pattern, text.strip()) is None:
            address.problems[f"businessAddress.{name}"] = STATE_INVALID if name == "state" else POSTAL_CODE_INVALID
    form.problems |= address.problems
    form.values["business_address"] = address.values


def _read_presentation(form: TruckForm, request: TruckRequest | SettingsRequest) -> None:
    """Read what superadmins and the truck's own staff may change: texts, phone and images."""
    form.read_text("shortDescription", "short_description", request.short_description, MAX_SUMMARY_LENGTH)
    form.read_text("description", "description", request.description, MAX_DESCRIPTION_LENGTH, lines=True)
    phone = form.read_text("phone", "phone", request.phone, MAX_PHONE_LENGTH)
    if phone and not is_phone(phone):
        form.problems["phone"] = PHONE_NOT_DIALABLE
    sent = {"imageUrl": ("image_url", request.image_url), "bannerImage": ("banner_image", request.banner_image)}
    for path, (column, url) in sent.items():
        if form.read_text(path, column, url, MAX_IMAGE_URL_LENGTH) == "":
            form.values[column] = None


def _read_schedule_mode(form: TruckForm, value: Sent) -> None:
    if not isinstance(value, str):
        return
    if value in SCHEDULE_MODES:
        form.values["schedule_mode"] = value
    else:
        form.problems["scheduleMode"] = choose_one_of(SCHEDULE_MODES)


def _read_tip_presets(form: TruckForm, value: list[int] | UnsetType | None) -> None:
    """Read the offered tips into the form, smallest first; null means not sent."""
    if not isinstance(value, list):
        return
    minimum, maximum = TIP_PERCENTS
    is_valid = all(minimum <= percent <= maximum for percent in value)
    if is_valid and len(value) == len(set(value)) == TIP_PRESET_COUNT:
        form.values["tip_presets"] = sorted(value)
    else:
        form.problems["tipPresets"] = TIP_PRESETS_INVALID


def _read_name(form: TruckForm, request: TruckRequest) -> None:
    name = form.read_text("name", "name", request.name, MAX_NAME_LENGTH)
    if name is not None and not any(unicodedata.category(char)[0] not in "ZC" for char in name):
        form.problems["name"] = NAME_REQUIRED
    if isinstance(request.slug, str) and request.slug:
        form.values["slug"] = request.slug


def validate_slug(form: TruckForm, present: str | None) -> None:
    """Add a problem for a malformed or reserved slug, unless the truck has it already."""
    slug = form.values.get("slug")
    problem = slugs.find_slug_problem(slug) if slug is not None and slug != present else None
    if problem:
        form.problems["slug"] = problem


def _read_cuisine(form: TruckForm, value: list[str] | UnsetType | None) -> None:
    if isinstance(value, UnsetType):
        return
    tags: dict[str, str] = {}
    for index, text in enumerate(value or []):
        tag = collapse_whitespace(text)
        if len(tag) > MAX_TAG_LENGTH or has_control_characters(tag):
            sentence = f"A tag has at most {MAX_TAG_LENGTH} printable characters"
            form.problems[f"cuisine.{index}"] = Sentence(sentence, "tag_invalid", max=MAX_TAG_LENGTH)
        elif tag:
            tags.setdefault(tag.casefold(), tag)
    if len(tags) > MAX_TAGS:
        form.problems["cuisine"] = Sentence(f"Please use at most {MAX_TAGS} tags", "tags_too_many", max=MAX_TAGS)
    form.values["cuisine"] = list(tags.values())


def _read_contact(form: TruckForm, request: TruckRequest) -> None:
    owner = request.owner if request.owner is not None else OwnerIn(None, None)
    owner_email: Sent = UNSET
    if not isinstance(owner, UnsetType):
        form.read_text("owner.name", "owner_name", owner.name, MAX_OWNER_LENGTH)
        owner_email = owner.email
    for path, column, text in (("email", "email", request.email), ("owner.email", "owner_email", owner_email)):
        email = form.read_text(path, column, text, MAX_EMAIL_LENGTH)
        if email and not is_email(email):
            form.problems[path] = EMAIL_INVALID


def read_zone(form: TruckForm, value: Sent) -> None:
    """Read the name of a time zone into the form; null and an empty text mean not sent."""
    if not isinstance(value, str) or not value:
        return
    if value in _time_zones():
        form.values["timezone"] = value
    else:
        form.problems["timezone"] = ZONE_UNKNOWN


@cache
def _time_zones() -> frozenset[str]:
    """Every time zone of the tz database, without two entries of the system's files that are not time zones."""
    return frozenset(available_timezones() - NOT_TIME_ZONES)


def _read_hue(form: TruckForm, value: int | UnsetType | None) -> None:
    if value is None:
        form.values["accent_hue"] = None
    form.read_number("accentHue", "accent_hue", value, HUES)


ADDRESS_PART_REQUIRED = Sentence("Please fill this in.", "required")
STATE_INVALID = Sentence("Use the two letters of the state, such as TX.", "state_invalid")
POSTAL_CODE_INVALID = Sentence("Use a ZIP code such as 78701.", "postal_code_invalid")
EXTRA_LEAD_IS_OVER = Sentence("This time has passed already. Please choose a later one.", "extra_lead_is_over")
PAUSE_IS_OVER = Sentence("This pause would already be over. Please choose a later time.", "pause_is_over")


def _read_pause(form: TruckForm, value: datetime | UnsetType | None, now: datetime) -> None:
    if isinstance(value, UnsetType):
        return
    if not _is_within(value, now, MAX_PAUSE):
        form.problems["pausedUntil"] = Sentence("A pause may last up to a year", "pause_too_long")
    elif value is not None and value <= now:
        # Of a device whose clock is slow: taken, it would look like a pause and be none.
        form.problems["pausedUntil"] = PAUSE_IS_OVER
    form.values["paused_until"] = value


def _read_extra_until(form: TruckForm, request: SettingsRequest, now: datetime) -> None:
    """Read the end of the extra lead time into the form.

    An end in the past is refused with minutes that would begin now; alone, as a slow form sends it, it clears them.
    """
    value = request.extra_lead_until
    if isinstance(value, UnsetType):
        return
    if isinstance(request.extra_lead_minutes, int) and request.extra_lead_minutes and value and value <= now:
        form.problems["extraLeadUntil"] = EXTRA_LEAD_IS_OVER
    if not _is_within(value, now, MAX_EXTRA_LEAD_DURATION):
        form.problems["extraLeadUntil"] = Sentence("Extra minutes may last up to 7 days", "extra_lead_too_long")
    has_passed = value is not None and value <= now
    form.values["extra_lead_until"] = None if has_passed else value
    if has_passed:
        form.values["extra_lead_minutes"] = 0


def _is_within(value: datetime | None, now: datetime, max_duration: timedelta) -> bool:
    """True for None, and for a time that has passed or is at most `max_duration` after `now`.

    Years at the ends of the calendar are refused, because they cannot be converted to UTC.
    """
    return value is None or (2000 <= value.year < 9000 and value - now <= max_duration)
