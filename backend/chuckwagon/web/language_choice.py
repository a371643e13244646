"""The language of a page or a response: the customer's own choice, else the browser's."""

from chuckwagon.kit.languages import ENGLISH, LANGUAGES, Language

LANGUAGE_COOKIE = "language"
LANGUAGE_VARY = "Accept-Language, Cookie"


def choose_language(*, cookie: str = "", accept_language: str = "") -> Language:
    """Choose the language from the two headers of a request.

    The cookie `language`, which the switch on the page sets, comes before Accept-Language. English is the default.
    """
    return _read_cookie(cookie) or _negotiate(accept_language) or ENGLISH


def parse_language(text: str) -> Language | None:
    """Return the language of a tag such as `es` or `es-MX`; None for one that the product does not speak."""
    primary = text.strip().lower().partition("-")[0]
    return next((language for language in LANGUAGES if language == primary), None)


def _read_cookie(header: str) -> Language | None:
    """Return the language of the cookie; None without a valid one. Other cookies of the host may be malformed."""
    pairs = (part.partition("=") for part in header.split(";"))
    values = (value for name, _, value in pairs if name.strip() == LANGUAGE_COOKIE)
    return next((language for value in values if (language := parse_language(value))), None)


def _negotiate(header: str) -> Language | None:
    """Return the language with the highest weight, the first of several with the same weight; None without one.

    Languages that the product does not speak are skipped.
    """
    weighted = [_parse_range(part) for part in header.split(",")]
    wanted = [(weight, language) for weight, language in weighted if language is not None and weight > 0]
    return max(wanted, key=lambda pair: pair[0])[1] if wanted else None


def _parse_range(part: str) -> tuple[float, Language | None]:
    """Parse one range of Accept-Language, such as `es-MX;q=0.8`. A malformed weight counts as 0."""
    tag, _, parameter = part.partition(";")
    name, _, value = parameter.strip().partition("=")
    if not parameter.strip():
        return 1.0, parse_language(tag)
    try:
        weight = float(value) if name.strip().lower() == "q" else 0.0
    except ValueError:
        weight = 0.0
    return (weight if 0 <= weight <= 1 else 0.0), parse_language(tag)
