"""Text syntax of option groups, for one cell of a spreadsheet.

    Size [1-1]: Small; Large +2.00; XL +3.00 (sold out) | Extras [0-3]: Salsa; Guacamole +1.50

A backslash escapes the next character. The export escapes only where a name would be misread.
"""

import re
from collections.abc import Iterable

from chuckwagon.kit.money import to_dollars
from chuckwagon.menu.csv.prices import read_price, write_price
from chuckwagon.menu.item_validation import GroupDraft, OptionDraft
from chuckwagon.menu.schemas import MAX_GROUPS, MAX_OPTIONS, OptionGroupRequest, OptionRequest

SOLD_OUT = " (sold out)"

_SEPARATORS = re.compile(r"[\\|;]")
_AMOUNT_MARK = re.compile(r"\+(?=\s*[$0-9.,])")
_SOLD_OUT_MARK = re.compile(r"\((?=\s*sold\s*out\s*\))", re.IGNORECASE)
_LIMITS = re.compile(r"\[\s*([0-9]{1,3})\s*[-–]\s*([0-9]{1,3})\s*\]\s*\Z")
_SOLD_OUT_END = re.compile(r"\s\(\s*sold\s*out\s*\)\s*\Z", re.IGNORECASE)
_AMOUNT_END = re.compile(r"\s\+\s*([$0-9.,][$0-9.,\s]*)\Z")
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)


class InvalidOptions(Exception):
    """The text does not follow the syntax; the message says where, and shows the correct form."""


def write_options(groups: Iterable[GroupDraft]) -> str:
    """The groups as text. `read_options` converts it back to the same groups."""
    return " | ".join(_write_group(group) for group in groups)


def read_options(text: str) -> list[OptionGroupRequest]:
    """Parse the groups of a text; empty text has none. Raises InvalidOptions."""
    groups = _split(text, "|") if text.strip() else []
    if len(groups) > MAX_GROUPS:
        raise InvalidOptions(f"An item has at most {MAX_GROUPS} option groups.")
    return [_read_group(group) for group in groups]


def _write_group(group: GroupDraft) -> str:
    name = _SEPARATORS.sub(r"\\\g<0>", group.name).replace(":", r"\:")
    options = "; ".join(_write_option(option) for option in group.options)
    return f"{name} [{group.min_select}-{group.max_select}]: {options}"


def _write_option(option: OptionDraft) -> str:
    text = _SEPARATORS.sub(r"\\\g<0>", option.name)
    text = _SOLD_OUT_MARK.sub(r"\\(", _AMOUNT_MARK.sub(r"\\+", text))
    surcharge = f" +{write_price(option.additional_price_cents)}" if option.additional_price_cents else ""
    return f"{text}{surcharge}{'' if option.is_available else SOLD_OUT}"


def _read_group(text: str) -> OptionGroupRequest:
    head, *rest = _split(text, ":", most=1)
    limits = _LIMITS.search(head)
    shown = _shorten(text)
    if not rest:
        raise InvalidOptions(f"“{shown}” has no colon. Write a group as: Size [1-1]: Small; Large +2.00")
    if limits is None:
        raise InvalidOptions(
            f"“{shown}” does not say how many may be chosen. Write the least and the most, "
            "as in: Size [1-1]: Small; Large +2.00"
        )
    options = _split(rest[0], ";") if rest[0].strip() else []
    if len(options) > MAX_OPTIONS:
        raise InvalidOptions(f"“{shown}” has more than {MAX_OPTIONS} options.")
    min_select, max_select = int(limits[1]), int(limits[2])
    name = _unescape(head[: limits.start()])
    return OptionGroupRequest(
        name=name, min_select=min_select, max_select=max_select, options=[_read_option(option) for option in options]
    )


def _read_option(text: str) -> OptionRequest:
    """Parse a name followed by surcharge and "(sold out)" in either order, starting from the end."""
    rest, cents, is_available = f" {text}", None, True
    while True:
        if is_available and (mark := _SOLD_OUT_END.search(rest)):
            is_available = False
        elif cents is None and (mark := _AMOUNT_END.search(rest)):
            cents = _read_surcharge(mark[1], text)
        else:
            break
        rest = rest[: mark.start()]
    unescaped = _ESCAPED.sub("x", rest)
    if _AMOUNT_MARK.search(unescaped) or _SOLD_OUT_MARK.search(unescaped):
        raise InvalidOptions(f"“{_shorten(text)}” is unclear. Write an option as: Large +2.00 (sold out)")
    surcharge = to_dollars(cents or 0)
    return OptionRequest(name=_unescape(rest), additional_price=surcharge, is_available=is_available)


def _read_surcharge(amount: str, option: str) -> int:
    try:
        return read_price(amount)
    except ValueError as error:
        raise InvalidOptions(f"The surcharge of “{_shorten(option)}”: {error}") from error


def _split(text: str, separator: str, most: int = -1) -> list[str]:
    """Split at the unescaped separators, at most `most` times."""
    parts: list[str] = []
    start, at = 0, 0
    while at < len(text):
        if text[at] == "\\":
            at += 2
            continue
        if text[at] == separator and len(parts) != most:
            parts.append(text[start:at])
            start = at + 1
        at += 1
    return [*parts, text[start:]]


def _unescape(text: str) -> str:
    return _ESCAPED.sub(r"\1", text).strip()


def _shorten(text: str) -> str:
    stripped = text.strip()
    return stripped if len(stripped) <= 40 else f"{stripped[:39]}…"
