"""US phone numbers, those of the territories included, that an SMS may cheaply and rightly go to."""

import re

_PREMIUM = ("900", "976")
_US_REGIONS = frozenset({"US", "PR", "GU", "VI", "AS", "MP"})


def us_e164(text: str) -> str | None:
    """`(555) 123-4567`, `1 555 123 4567` or `+1 555 123 4567` to `+15551234567`; None for anything else.

    `+1` is shared by some twenty countries (876 is Jamaica): those, toll-free and premium are refused.
    Fictional numbers such as (555) 123-4567 pass, because they belong to no subscriber.
    """
    digits = re.sub(r"\D", "", text)
    has_country_code = len(digits) == 11 and digits[0] == "1"
    if len(text) > 32 or (text.strip().startswith("+") and not has_country_code):
        return None
    national = digits[1:] if has_country_code else digits
    if len(national) != 10 or national[0] in "01":
        return None
    return f"+1{national}" if _is_us(national) else None


def shown_phone(phone: str) -> str:
    """`+15551234567` as people write it: (555) 123-4567."""
    found = re.fullmatch(r"\+1(\d{3})(\d{3})(\d{4})", phone)
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
    """Area codes of the other countries under +1, from the library's own table of regions."""
    global _foreign  # noqa: PLW0603 - computed once, when the first order comes
    if _foreign is None:
        from phonenumbers import COUNTRY_CODE_TO_REGION_CODE, PhoneMetadata

        regions = [region for region in COUNTRY_CODE_TO_REGION_CODE[1] if region not in _US_REGIONS]
        tables = [PhoneMetadata.metadata_for_region(region, None) for region in regions]
        leading = [table.leading_digits for table in tables if table and table.leading_digits]
        codes = (f"{code}" for code in range(200, 1000))
        _foreign = frozenset(code for code in codes if any(re.match(pattern, code) for pattern in leading))
    return _foreign


_foreign: frozenset[str] | None = None
