"""The form of a truck: what was sent as column values, and a sentence for each broken rule."""

import unicodedata
from datetime import datetime, timedelta
from functools import cache
from typing import Any
from zoneinfo import available_timezones

from msgspec import UNSET, UnsetType

from chuckwagon.core.addresses import is_email, is_phone
from chuckwagon.core.errors import InvalidInput
from chuckwagon.core.money import rate_units
from chuckwagon.core.text import has_control_characters, one_line
from chuckwagon.trucks import slugs
from chuckwagon.trucks.schemas import LocationIn, OwnerIn, SettingsRequest, TruckRequest

NAME_REQUIRED = "Name is required"
EMAIL_ODD = "Please enter a valid email address"
PHONE_ODD = "Please enter a phone number that can be dialled"
ZONE_UNKNOWN = "Choose a time zone such as America/Los_Angeles"
UNPRINTABLE = "This text holds characters that cannot be printed"
MOST_TAGS, LONGEST_TAG, LONGEST_PICTURE = 10, 40, 500
LONGEST_SIGNATURE = 60
LONGEST_PAUSE = timedelta(days=366)
LONGEST_EXTRA = timedelta(days=7)
NO_ZONES = {"Factory", "localtime"}

Sent = str | UnsetType | None


class Form:
    """Column values and problems, gathered field by field; `refuse` complains about all at once."""

    def __init__(self) -> None:
        self.values: dict[str, Any] = {}
        self.problems: dict[str, str] = {}

    def refuse(self) -> None:
        """Return when every field is fine. Raises InvalidInput."""
        if self.problems:
            raise InvalidInput(next(iter(self.problems.values())), fields=self.problems)

    def text(self, path: str, column: str, given: Sent, longest: int, *, lines: bool = False) -> str | None:
        """A text of at most `longest` characters; null empties it. Gives the cleaned text if it is fine."""
        if isinstance(given, UnsetType):
            return None
        cleaned = (given or "").replace("\r\n", "\n").strip() if lines else one_line(given or "")
        if len(cleaned) > longest:
            self.problems[path] = f"Please use at most {longest} characters"
        elif has_control_characters(cleaned):
            self.problems[path] = UNPRINTABLE
        else:
            self.values[column] = cleaned
            return cleaned
        return None

    def number(
        self, path: str, column: str, given: float | UnsetType | None, bounds: tuple[int, int]
    ) -> None:
        """A number within its bounds; null counts as not sent."""
        if isinstance(given, UnsetType) or given is None:
            return
        least, most = bounds
        if least <= given <= most:
            self.values[column] = given
        else:
            self.problems[path] = f"Please enter a number from {least} to {most}"


def read_truck(given: TruckRequest) -> Form:
    """The form of a truck; pictures are judged where the store is known."""
    form = Form()
    _read_name(form, given)
    form.text("shortDescription", "short_description", given.short_description, 200)
    form.text("description", "description", given.description, 2000, lines=True)
    _read_cuisine(form, given.cuisine)
    location = given.location if given.location is not None else LocationIn(None, None)
    if not isinstance(location, UnsetType):
        form.text("location.city", "city", location.city, 80)
        form.text("location.state", "state", location.state, 40)
    _read_contact(form, given)
    _read_pictures(form, given)
    if given.is_active is True or given.is_active is False:
        form.values["is_active"] = given.is_active
    _read_zone(form, given.timezone)
    form.number("taxRate", "tax_rate_units", given.tax_rate, (0, 20))
    if "tax_rate_units" in form.values:
        form.values["tax_rate_units"] = rate_units(form.values["tax_rate_units"])
    _read_hue(form, given.accent_hue)
    form.number("applicationFeeBps", "application_fee_bps", given.application_fee_bps, (0, 10_000))
    return form


def read_settings(given: SettingsRequest, now: datetime) -> Form:
    """What a truck's own staff may change."""
    form = Form()
    if given.accepting_orders is True or given.accepting_orders is False:
        form.values["accepting_orders"] = given.accepting_orders
    if form.text("notAcceptingReason", "not_accepting_reason", given.not_accepting_reason, 200) == "":
        form.values["not_accepting_reason"] = None
    _read_pause(form, given.paused_until, now)
    form.number("leadMinutes", "lead_minutes", given.lead_minutes, (15, 120))
    form.number("extraLeadMinutes", "extra_lead_minutes", given.extra_lead_minutes, (0, 120))
    _read_extra_until(form, given.extra_lead_until, now)
    form.text("smsSignature", "sms_signature", given.sms_signature, LONGEST_SIGNATURE)
    return form


def _read_name(form: Form, given: TruckRequest) -> None:
    name = form.text("name", "name", given.name, 60)
    if name is not None and not any(unicodedata.category(char)[0] not in "ZC" for char in name):
        form.problems["name"] = NAME_REQUIRED
    if isinstance(given.slug, str) and given.slug:
        form.values["slug"] = given.slug


def judge_slug(form: Form, present: str | None) -> None:
    """A slug that a truck has already stays allowed; any other has to keep the rule."""
    slug = form.values.get("slug")
    problem = slugs.find_problem(slug) if slug is not None and slug != present else None
    if problem:
        form.problems["slug"] = problem


def _read_cuisine(form: Form, given: list[str] | UnsetType | None) -> None:
    if isinstance(given, UnsetType):
        return
    tags: dict[str, str] = {}
    for place, text in enumerate(given or []):
        tag = one_line(text)
        if len(tag) > LONGEST_TAG or has_control_characters(tag):
            form.problems[f"cuisine.{place}"] = f"A tag has at most {LONGEST_TAG} printable characters"
        elif tag:
            tags.setdefault(tag.casefold(), tag)
    if len(tags) > MOST_TAGS:
        form.problems["cuisine"] = f"Please use at most {MOST_TAGS} tags"
    form.values["cuisine"] = list(tags.values())


def _read_contact(form: Form, given: TruckRequest) -> None:
    phone = form.text("phone", "phone", given.phone, 40)
    if phone and not is_phone(phone):
        form.problems["phone"] = PHONE_ODD
    owner = given.owner if given.owner is not None else OwnerIn(None, None)
    owner_email: Sent = UNSET
    if not isinstance(owner, UnsetType):
        form.text("owner.name", "owner_name", owner.name, 120)
        owner_email = owner.email
    for path, column, text in (("email", "email", given.email), ("owner.email", "owner_email", owner_email)):
        email = form.text(path, column, text, 254)
        if email and not is_email(email):
            form.problems[path] = EMAIL_ODD


def _read_pictures(form: Form, given: TruckRequest) -> None:
    sent = {"imageUrl": ("image_url", given.image_url), "bannerImage": ("banner_image", given.banner_image)}
    for path, (column, url) in sent.items():
        if form.text(path, column, url, LONGEST_PICTURE) == "":
            form.values[column] = None


def _read_zone(form: Form, given: Sent) -> None:
    if not isinstance(given, str) or not given:
        return
    if given in _zones():
        form.values["timezone"] = given
    else:
        form.problems["timezone"] = ZONE_UNKNOWN


@cache
def _zones() -> frozenset[str]:
    """Every zone of the tz database; the machine's own files bring two names that are no places."""
    return frozenset(available_timezones() - NO_ZONES)


def _read_hue(form: Form, given: int | UnsetType | None) -> None:
    if given is None:
        form.values["accent_hue"] = None
    form.number("accentHue", "accent_hue", given, (0, 359))


def _read_pause(form: Form, given: datetime | UnsetType | None, now: datetime) -> None:
    if isinstance(given, UnsetType):
        return
    if not _is_within(given, now, LONGEST_PAUSE):
        form.problems["pausedUntil"] = "A pause may last up to a year"
    form.values["paused_until"] = given


def _read_extra_until(form: Form, given: datetime | UnsetType | None, now: datetime) -> None:
    """The end of the extra minutes. One that has passed since it was chosen has ended them."""
    if isinstance(given, UnsetType):
        return
    if not _is_within(given, now, LONGEST_EXTRA):
        form.problems["extraLeadUntil"] = "Extra minutes may last up to 7 days"
    has_passed = given is not None and given <= now
    form.values["extra_lead_until"] = None if has_passed else given
    if has_passed:
        form.values["extra_lead_minutes"] = 0


def _is_within(given: datetime | None, now: datetime, longest: timedelta) -> bool:
    """Years at the ends of the calendar cannot be brought to UTC."""
    return given is None or (2000 <= given.year < 9000 and given - now <= longest)
