"""Options as a line of text that people can read and type in a spreadsheet.

    Size [1-1]: Small; Large +2.00; XL +3.00 (sold out) | Extras [0-3]: Salsa; Guacamole +1.50

A backslash takes the meaning from the character after it. When written, it stands only where a name would be
read as something else.
"""

import re
from collections.abc import Iterable

from chuckwagon.core.money import to_dollars
from chuckwagon.menu.item_form import MOST_GROUPS, MOST_OPTIONS, GroupDraft, OptionDraft
from chuckwagon.menu.prices import read_price, write_price
from chuckwagon.menu.schemas import OptionGroupRequest, OptionRequest

SOLD_OUT = " (sold out)"

_ALWAYS = re.compile(r"[\\|;]")
_AMOUNT_MARK = re.compile(r"\+(?=\s*[$0-9.,])")
_SOLD_OUT_MARK = re.compile(r"\((?=\s*sold\s*out\s*\))", re.IGNORECASE)
_LIMITS = re.compile(r"\[\s*([0-9]{1,3})\s*[-–]\s*([0-9]{1,3})\s*\]\s*\Z")
_SOLD_OUT_END = re.compile(r"\s\(\s*sold\s*out\s*\)\s*\Z", re.IGNORECASE)
_AMOUNT_END = re.compile(r"\s\+\s*([$0-9.,][$0-9.,\s]*)\Z")
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)


class OptionsUnreadable(Exception):
    """The text does not follow the rules; the message says where and how it should be."""


def write_options(groups: Iterable[GroupDraft]) -> str:
    """The groups as text, from which `read_options` makes the same groups."""
    return " | ".join(_write_group(group) for group in groups)


def read_options(text: str) -> list[OptionGroupRequest]:
    """The groups that the text describes; an empty text has none. Raises OptionsUnreadable."""
    groups = _split(text, "|") if text.strip() else []
    if len(groups) > MOST_GROUPS:
        raise OptionsUnreadable(f"An item has at most {MOST_GROUPS} option groups.")
    return [_read_group(group) for group in groups]


def _write_group(group: GroupDraft) -> str:
    name = _ALWAYS.sub(r"\\\g<0>", group.name).replace(":", r"\:")
    options = "; ".join(_write_option(option) for option in group.options)
    return f"{name} [{group.min_select}-{group.max_select}]: {options}"


def _write_option(option: OptionDraft) -> str:
    text = _ALWAYS.sub(r"\\\g<0>", option.name)
    text = _SOLD_OUT_MARK.sub(r"\\(", _AMOUNT_MARK.sub(r"\\+", text))
    surcharge = f" +{write_price(option.additional_price_cents)}" if option.additional_price_cents else ""
    return f"{text}{surcharge}{'' if option.is_available else SOLD_OUT}"


def _read_group(text: str) -> OptionGroupRequest:
    head, *rest = _split(text, ":", most=1)
    limits = _LIMITS.search(head)
    shown = _shown(text)
    if not rest:
        raise OptionsUnreadable(f"“{shown}” has no colon. Write a group as: Size [1-1]: Small; Large +2.00")
    if limits is None:
        raise OptionsUnreadable(
            f"“{shown}” does not say how many may be chosen. Write the least and the most, "
            "as in: Size [1-1]: Small; Large +2.00"
        )
    options = _split(rest[0], ";") if rest[0].strip() else []
    if len(options) > MOST_OPTIONS:
        raise OptionsUnreadable(f"“{shown}” has more than {MOST_OPTIONS} options.")
    least, most = int(limits[1]), int(limits[2])
    name = _plain(head[: limits.start()])
    return OptionGroupRequest(
        name=name, min_select=least, max_select=most, options=[_read_option(option) for option in options]
    )


def _read_option(text: str) -> OptionRequest:
    """The name first, then surcharge and mark in either order, read from the end."""
    left, cents, is_available = f" {text}", None, True
    while True:
        if is_available and (mark := _SOLD_OUT_END.search(left)):
            is_available = False
        elif cents is None and (mark := _AMOUNT_END.search(left)):
            cents = _read_surcharge(mark[1], text)
        else:
            break
        left = left[: mark.start()]
    bare = _ESCAPED.sub("x", left)
    if _AMOUNT_MARK.search(bare) or _SOLD_OUT_MARK.search(bare):
        raise OptionsUnreadable(f"“{_shown(text)}” is unclear. Write an option as: Large +2.00 (sold out)")
    surcharge = to_dollars(cents or 0)
    return OptionRequest(name=_plain(left), additional_price=surcharge, is_available=is_available)


def _read_surcharge(amount: str, option: str) -> int:
    try:
        return read_price(amount)
    except ValueError as error:
        raise OptionsUnreadable(f"The surcharge of “{_shown(option)}”: {error}") from error


def _split(text: str, mark: str, most: int = -1) -> list[str]:
    """The parts between marks that no backslash precedes."""
    parts: list[str] = []
    start, at = 0, 0
    while at < len(text):
        if text[at] == "\\":
            at += 2
            continue
        if text[at] == mark and len(parts) != most:
            parts.append(text[start:at])
            start = at + 1
        at += 1
    return [*parts, text[start:]]


def _plain(text: str) -> str:
    return _ESCAPED.sub(r"\1", text).strip()


def _shown(text: str) -> str:
    found = text.strip()
    return found if len(found) <= 40 else f"{found[:39]}…"
