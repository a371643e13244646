"""Phone numbers of the US and its territories, to which the product may send SMS."""

import re

from chuckwagon.kit.sentences import PHONE_INVALID, PHONE_NOT_US, Sentence

_PREMIUM = ("900", "976")
_US_REGIONS = frozenset({"US", "PR", "GU", "VI", "AS", "MP"})


def us_e164(text: str) -> str | None:
    """Convert `(555) 123-4567`, `1 555 123 4567` or `+1 555 123 4567` to `+15551234567`; None for other text.

    About twenty countries share `+1` (876 is Jamaica). Their numbers, toll-free and premium numbers are refused.
    Fictional numbers such as (555) 123-4567 are accepted, because no subscriber has them.
    """
    digits = re.sub(r"\D", "", text)
    has_country_code = len(digits) == 11 and digits[0] == "1"
    if len(text) > 32 or (text.strip().startswith("+") and not has_country_code):
        return None
    national = digits[1:] if has_country_code else digits
    if len(national) != 10 or national[0] in "01":
        return None
    return f"+1{national}" if _is_us(national) else None


def why_no_us_phone(text: str) -> Sentence:
    """Return what to say about a text that `us_e164` refuses: a whole number of elsewhere, or not a whole one."""
    digits = re.sub(r"\D", "", text)
    is_foreign = text.strip().startswith("+") and not digits.startswith("1")
    national = digits[1:] if len(digits) == 11 and digits[0] == "1" else digits
    is_whole = len(national) == 10 and national[0] not in "01" and len(text) <= 32
    return PHONE_NOT_US if is_whole or (is_foreign and 7 <= len(digits) <= 15) else PHONE_INVALID


def format_us_phone(phone: str) -> str:
    """Format a US number such as `+15551234567` as (555) 123-4567; other text stays as it is."""
    found = re.fullmatch(r"1?([0-9]{3})([0-9]{3})([0-9]{4})", re.sub(r"[^0-9]", "", phone))
    return f"({found[1]}) {found[2]}-{found[3]}" if found else phone


def _is_us(digits: str) -> bool:
    import phonenumbers
    from phonenumbers import PhoneNumberType

    if digits[:3] in _PREMIUM or digits[3:6] == "976":
        return False
    number = phonenumbers.PhoneNumber(country_code=1, national_number=int(digits))
    if phonenumbers.region_code_for_number(number) not in (None, *_US_REGIONS):
        return False
    if phonenumbers.number_type(number) in (PhoneNumberType.TOLL_FREE, PhoneNumberType.PREMIUM_RATE):
        return False
    return digits[:3] not in _foreign_area_codes()


def _foreign_area_codes() -> frozenset[str]:
    """Area codes of the other countries that share +1, from the tables of `phonenumbers`."""
    global _foreign  # noqa: PLW0603 - computed with the first order, because the import is slow
    if _foreign is None:
        from phonenumbers import COUNTRY_CODE_TO_REGION_CODE, PhoneMetadata

        regions = [region for region in COUNTRY_CODE_TO_REGION_CODE[1] if region not in _US_REGIONS]
        tables = [PhoneMetadata.metadata_for_region(region, None) for region in regions]
        leading = [table.leading_digits for table in tables if table and table.leading_digits]
        codes = (f"{code}" for code in range(200, 1000))
        _foreign = frozenset(code for code in codes if any(re.match(pattern, code) for pattern in leading))
    return _foreign


_foreign: frozenset[str] | None = None
