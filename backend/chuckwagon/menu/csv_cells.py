"""Text syntax of prices, of diets and allergens and of option groups, each for one cell of a spreadsheet.

    Size [1-1]: Small; Large +2.00; XL +3.00 (sold out) | Extras [0-3, 1 free]: Salsa; Guacamole +1.50 (up to 2)

A backslash escapes the next character. The export escapes only where a name would be misread. What is likely meant
otherwise ("Large 2.00", a comma between options) is a doubt: the import asks for another spelling or a backslash.
"""

import re
from collections.abc import Iterable, Sequence

import msgspec

from chuckwagon.kit.money import to_dollars
from chuckwagon.kit.sentences import Sentence
from chuckwagon.menu.diets import ALLERGENS, DIETS, NONE_OF_THESE
from chuckwagon.menu.drafts import GroupDraft, OptionDraft
from chuckwagon.menu.schemas import MAX_GROUPS, MAX_OPTIONS, OptionGroupRequest, OptionRequest

# ".50" is 50 cents; zeros after the cents are those of a database: "12.0000". "8.500" may mean thousands.
_PRICE = re.compile(r"([0-9]{1,6})(?:\.([0-9]{1,2})|\.([0-9]{2})0{2,8})?|\.([0-9]{2})")
_DECIMAL_COMMA = re.compile(r"([0-9]{1,6}),([0-9]{1,2})")
# A separator of thousands is plain only where cents follow it: "1,250" may mean either.
_THOUSANDS = re.compile(r"([0-9]{1,3}(?:,[0-9]{3})+)\.([0-9]{2})")
_THOUSANDS_WITH_COMMA = re.compile(r"([0-9]{1,3}(?:\.[0-9]{3})+),([0-9]{2})")
_DOLLARS = re.compile(r"(?:US)?\$|USD", re.IGNORECASE)
_TOO_FINE = re.compile(r"[0-9]+\.[0-9]{3,}")
REQUIRED = Sentence("Fill in a price, such as 8.50.", "import_price_required")
TOO_MANY_DECIMALS = Sentence("Use at most two decimals.", "too_many_decimals")


class InvalidCell(ValueError):
    """A cell that cannot be understood. Its argument is the sentence that says why."""

    def __init__(self, sentence: Sentence) -> None:
        super().__init__(sentence)
        self.sentence = sentence


def read_price(text: str, *, has_decimal_commas: bool = False) -> int:
    """Convert `8.5`, `$8.50`, `8.50 USD` or `1,250.00` to cents, and `8,50` where commas are decimal.

    Raises InvalidCell.
    """
    stripped = text.strip()
    amount = _DOLLARS.sub("", stripped, count=1).strip()
    if has_decimal_commas and (comma := _DECIMAL_COMMA.fullmatch(amount) or _THOUSANDS_WITH_COMMA.fullmatch(amount)):
        amount = f"{comma[1].replace('.', '')}.{comma[2]}"
    elif point := _THOUSANDS.fullmatch(amount):
        amount = f"{point[1].replace(',', '')}.{point[2]}"
    match = _PRICE.fullmatch(amount)
    if match:
        return int(match[1] or 0) * 100 + int((match[2] or match[3] or match[4] or "0").ljust(2, "0"))
    if not stripped:
        raise InvalidCell(REQUIRED)
    shown = stripped[:20]
    if "," in stripped:
        text = f"“{shown}” has a comma. Write cents after a point, like 8.50."
        raise InvalidCell(Sentence(text, "import_price_comma", words=shown))
    if _TOO_FINE.fullmatch(amount):
        raise InvalidCell(TOO_MANY_DECIMALS)
    text = f"“{shown}” is not a price. Write it like 8.50."
    raise InvalidCell(Sentence(text, "import_price_invalid", words=shown))


def write_price(cents: int) -> str:
    """Cents as dollars with two decimals and no dollar sign."""
    return f"{cents // 100}.{cents % 100:02d}"


DIETS_INVALID = Sentence(
    f"Write some of {', '.join(DIETS)}, or none. Leave the cell empty for “not stated”.",
    "import_diets_invalid",
    choices=", ".join(DIETS),
)
ALLERGENS_INVALID = Sentence(
    f"Write some of {', '.join(ALLERGENS)}, or none. Leave the cell empty for “not stated”.",
    "import_allergens_invalid",
    choices=", ".join(ALLERGENS),
)


def read_diets(text: str) -> list[str] | None:
    """The diets of a cell; None for an empty one, which is "not stated". Raises InvalidCell."""
    return _read_names(text, DIETS, DIETS_INVALID)


def read_allergens(text: str) -> list[str] | None:
    """The allergens of a cell; None for an empty one, which is "not stated". Raises InvalidCell."""
    return _read_names(text, ALLERGENS, ALLERGENS_INVALID)


def _read_names(text: str, choices: Sequence[str], problem: Sentence) -> list[str] | None:
    words = [word for part in re.split(r"[,;|/\n]", text.lower()) if (word := re.sub(r"[\s_-]+", "_", part.strip()))]
    if not words:
        return None
    if words == [NONE_OF_THESE]:
        return []
    if not set(words) <= set(choices):
        raise InvalidCell(problem)
    return words


SOLD_OUT = " (sold out)"
_SEPARATORS = re.compile(r"[\\|;]")
_AMOUNT_MARK = re.compile(r"\+(?=\s*[$0-9.,])")
_UP_TO_MARK = re.compile(r"\((?=\s*up\s*to\s*[0-9]{1,2}\s*\))", re.IGNORECASE)
_SOLD_OUT_MARK = re.compile(r"\((?=\s*sold\s*out\s*\))", re.IGNORECASE)
_LIMITS = re.compile(r"\[\s*([0-9]{1,3})\s*[-–]\s*([0-9]{1,3})\s*(?:,\s*([0-9]{1,3})\s*free\s*)?\]\s*\Z")
_SOLD_OUT_END = re.compile(r"\s\(\s*sold\s*out\s*\)\s*\Z", re.IGNORECASE)
_UP_TO_END = re.compile(r"\s\(\s*up\s*to\s*([0-9]{1,2})\s*\)\s*\Z", re.IGNORECASE)
_MARKS_END = re.compile(r"(?:\s\(\s*(?:sold\s*out|up\s*to\s*[0-9]{1,2})\s*\))+\s*\Z", re.IGNORECASE)
_AMOUNT_END = re.compile(r"\s\+\s*([$0-9.,][$0-9.,\s]*)\Z")
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_COMMA = re.compile(r",(?![0-9])")
_LONGEST_OPTION = 200  # what is longer is refused anyway, and need not be searched
# "Large 2.00", "Large $2", "Large (2.00)", "Large: 2". A bare number is part of a name: "Wings 12".
_BARE_AMOUNT = re.compile(
    r"(?P<name>\S.*?)(?:"
    r"\s*[(\[]\s*(?:\$\s*(?P<a>[0-9]{1,6}(?:[.,][0-9]{1,2})?)|(?P<b>[0-9]{1,6}[.,][0-9]{2}))\s*\$?\s*[)\]]"
    r"|(?:\s*[:=]\s*|\s+[-–]?\s*|(?<=[^\s0-9.,$+])(?=\$))"
    r"(?:\$\s*(?P<c>[0-9]{1,6}(?:[.,][0-9]{1,2})?)|(?P<d>[0-9]{1,6}[.,][0-9]{2}))\s*\$?"
    r"|\s*[:=]\s+(?P<e>[0-9]{1,6})"
    r")\s*\Z",
    re.DOTALL,
)


class GroupDoubt(msgspec.Struct, frozen=True):
    """What a group, by its index, is likely meant to say instead."""

    at: int
    sentence: Sentence
    suggestion: OptionGroupRequest


class ReadOptions(msgspec.Struct, frozen=True):
    """The groups of a text. `doubts` and `notes` are about groups, by their index."""

    groups: list[OptionGroupRequest]
    doubts: tuple["GroupDoubt", ...] = ()
    notes: tuple[tuple[int, Sentence], ...] = ()


def write_options(groups: Iterable[GroupDraft]) -> str:
    """The groups as text. `read_options` converts it back to the same groups, without a doubt."""
    return " | ".join(_write_group(group) for group in groups)


def read_options(text: str, *, has_decimal_commas: bool = False) -> ReadOptions:
    """Parse the groups of a text; empty text has none. Raises InvalidCell."""
    groups = _split(text, "|") if text.strip() else []
    if len(groups) > MAX_GROUPS:
        text = f"An item has at most {MAX_GROUPS} option groups."
        raise InvalidCell(Sentence(text, "groups_too_many", max=MAX_GROUPS))
    doubts: list[GroupDoubt] = []
    notes: list[tuple[int, Sentence]] = []
    read = []
    for at, group in enumerate(groups):
        request, options = _read_group(group, has_decimal_commas)
        doubt = _find_doubt(at, request, options)
        if doubt:
            doubts.append(doubt)
        count, most = count_choices(request.options or ()), request.max_select or 0
        if (request.min_select or 0) <= count < most and count:
            request = msgspec.structs.replace(request, max_select=count)
            notes.append((at, _max_lowered(request.name or "", most, count)))
        read.append(request)
    return ReadOptions(read, tuple(doubts), tuple(notes))


def _write_group(group: GroupDraft) -> str:
    name = _SEPARATORS.sub(r"\\\g<0>", group.name).replace(":", r"\:")
    options = [_write_option(option) for option in group.options]
    if len(options) == 1 and (group.min_select or "," in group.options[0].name) and not options[0].startswith("\\"):
        options = [f"\\{options[0]}"]
    free = f", {group.free_count} free" if group.free_count else ""
    return f"{name} [{group.min_select}-{group.max_select}{free}]: {'; '.join(options)}"


def _write_option(option: OptionDraft) -> str:
    text = _SEPARATORS.sub(r"\\\g<0>", option.name)
    text = _UP_TO_MARK.sub(r"\\(", _SOLD_OUT_MARK.sub(r"\\(", _AMOUNT_MARK.sub(r"\\+", text)))
    amount = _find_bare_amount(text)
    if amount:
        at = amount.start(amount.lastgroup or "name")
        text = f"{text[:at]}\\{text[at:]}"
    surcharge = f" +{write_price(option.additional_price_cents)}" if option.additional_price_cents else ""
    most = f" (up to {option.max_quantity})" if (option.max_quantity or 1) > 1 else ""
    return f"{text}{surcharge}{most}{'' if option.is_available else SOLD_OUT}"


def count_choices(options: Iterable[OptionRequest]) -> int:
    """How many pieces of the options can be chosen at most."""
    return min(sum(option.max_quantity or 1 for option in options), MAX_OPTIONS)


def _find_bare_amount(text: str) -> re.Match[str] | None:
    """The amount at the end of an option without a plus. Escaped characters are no part of an amount."""
    return _BARE_AMOUNT.match(_ESCAPED.sub("xx", text)) if len(text) <= _LONGEST_OPTION else None


def _read_group(text: str, has_decimal_commas: bool) -> tuple[OptionGroupRequest, list[str]]:
    """Return (group, texts of its options). Raises InvalidCell."""
    head, *rest = _split(text, ":", most=1)
    limits = _LIMITS.search(head)
    shown = _shorten(text)
    if not rest:
        sentence = f"“{shown}” has no colon. Write a group as: Size [1-1]: Small; Large +2.00"
        raise InvalidCell(Sentence(sentence, "import_group_no_colon", words=shown))
    if limits is None:
        sentence = (
            f"“{shown}” does not say how many may be chosen. Write the least and the most, "
            "as in: Size [1-1]: Small; Large +2.00"
        )
        raise InvalidCell(Sentence(sentence, "import_group_no_limits", words=shown))
    options = _split(rest[0], ";") if rest[0].strip() else []
    if len(options) > MAX_OPTIONS:
        sentence = f"A group has at most {MAX_OPTIONS} options."
        raise InvalidCell(Sentence(sentence, "options_too_many", max=MAX_OPTIONS))
    min_select, max_select = int(limits[1]), int(limits[2])
    read = [_read_option(option, has_decimal_commas) for option in options]
    name = _unescape(head[: limits.start()])
    group = OptionGroupRequest(name=name, min_select=min_select, max_select=max_select, options=read)
    group.free_count = int(limits[3] or 0)
    return group, options


def _read_option(text: str, has_decimal_commas: bool) -> OptionRequest:
    """Parse a name followed by surcharge, "(up to 2)" and "(sold out)" in any order, starting from the end."""
    rest, cents, most, is_available = _read_ends(text, has_decimal_commas)
    unescaped = _ESCAPED.sub("x", rest)
    if _AMOUNT_MARK.search(unescaped) or _SOLD_OUT_MARK.search(unescaped):
        shown = _shorten(text)
        sentence = f"“{shown}” is unclear. Write an option as: Large +2.00 (sold out)"
        raise InvalidCell(Sentence(sentence, "import_option_unclear", words=shown))
    surcharge = to_dollars(cents or 0)
    return OptionRequest(
        name=_unescape(rest), additional_price=surcharge, is_available=is_available, max_quantity=most or 1
    )


def _read_ends(text: str, has_decimal_commas: bool) -> tuple[str, int | None, int | None, bool]:
    """Return (text without its ends, surcharge in cents, most, whether available). Raises InvalidCell."""
    rest, cents, most, is_available = f" {text}", None, None, True
    while True:
        if is_available and (mark := _SOLD_OUT_END.search(rest)):
            is_available = False
        elif most is None and (mark := _UP_TO_END.search(rest)):
            most = int(mark[1])
        elif cents is None and (mark := _AMOUNT_END.search(rest)):
            cents = _read_surcharge(mark[1], text, has_decimal_commas)
        else:
            return rest, cents, most, is_available
        rest = rest[: mark.start()]


def _read_surcharge(amount: str, option: str, has_decimal_commas: bool) -> int:
    try:
        return read_price(amount, has_decimal_commas=has_decimal_commas)
    except InvalidCell as error:
        shown = _shorten(option)
        sentence = f"The surcharge of “{shown}” is not an amount. Write it like +2.00."
        raise InvalidCell(Sentence(sentence, "import_surcharge_invalid", words=shown)) from error


def find_doubts(groups: Sequence[OptionGroupRequest]) -> list[GroupDoubt]:
    """The doubts about groups that come from another system, where nothing says that a name is meant so."""
    found = []
    for at, group in enumerate(groups):
        texts = [_write_request(option) for option in group.options or ()]
        doubt = _find_doubt(at, group, texts)
        if doubt:
            found.append(doubt)
    return found


def _write_request(option: OptionRequest) -> str:
    cents = round((option.additional_price or 0) * 100)
    surcharge = f" +{write_price(cents)}" if cents else ""
    return f"{option.name or ''}{surcharge}{SOLD_OUT if option.is_available is False else ''}".lstrip("\\")


def write_requests(groups: Iterable[OptionGroupRequest]) -> str:
    """The groups of a form as text, also where they are not valid yet."""
    return write_options(
        GroupDraft(
            None,
            group.name or "",
            group.min_select or 0,
            1 if group.max_select is None else group.max_select,
            tuple(
                OptionDraft(
                    None,
                    option.name or "",
                    round((option.additional_price or 0) * 100),
                    option.is_available is not False,
                    max_quantity=option.max_quantity or 1,
                )
                for option in group.options or ()
            ),
            free_count=group.free_count or 0,
        )
        for group in groups
    )


def _find_doubt(at: int, group: OptionGroupRequest, options: list[str]) -> GroupDoubt | None:
    """What the group is likely meant to say instead. A backslash before the only option says that it is meant so."""
    only = options[0].strip() if len(options) == 1 and not options[0].strip().startswith("\\") else ""
    if _COMMA.search(_ESCAPED.sub("xx", only)):
        parts = [_with_plus(part.strip()) for part in _COMMA.split(only) if part.strip()]
        suggestion = "; ".join(parts)
        text = (
            f"“{_shorten(only)}” is one option with a comma in it. Did you mean “{suggestion}”? "
            f"If it is one option, write “\\{only}”."
        )
        sentence = Sentence(text, "import_options_with_comma", words=only, suggestion=suggestion)
        return GroupDoubt(at, sentence, _suggest(group, parts))
    for option in options:
        suggestion = _with_plus(option.strip())
        if suggestion != option.strip():
            text = (
                f"“{_shorten(option)}” has an amount without a plus. Did you mean “{suggestion}”? "
                "If the amount belongs to the name, put a backslash before it."
            )
            sentence = Sentence(text, "import_amount_without_plus", words=_shorten(option), suggestion=suggestion)
            return GroupDoubt(at, sentence, _suggest(group, [_with_plus(one.strip()) for one in options]))
    if only and group.min_select:
        suggestion = f"{group.name} [0-1]: {only}"
        text = (
            f"“{group.name}” must be chosen and has only one option. Did you mean “{suggestion}”, or other options "
            f"after a semicolon? If it is meant so, write “\\{only}”."
        )
        params = {"words": only, "suggestion": suggestion, "group": group.name or ""}
        sentence = Sentence(text, "import_single_required_option", **params)
        return GroupDoubt(at, sentence, msgspec.structs.replace(group, min_select=0))
    return None


def _suggest(group: OptionGroupRequest, options: list[str]) -> OptionGroupRequest:
    """The group with these options instead, as far as their texts can be read."""
    read = []
    for option in options:
        try:
            read.append(_read_option(option, has_decimal_commas=False))
        except InvalidCell:
            read.append(OptionRequest(name=option))
    most = min(max(group.max_select or 1, 1), count_choices(read))
    return msgspec.structs.replace(group, options=read, max_select=most)


def _with_plus(option: str) -> str:
    """The option with a plus before a bare amount at its end; as it is without one."""
    ends = f" {option}"
    marks = _MARKS_END.search(ends)
    name = ends[: marks.start()].strip() if marks else option
    found = None if _AMOUNT_END.search(f" {name}") else _find_bare_amount(name)
    if found is None:
        return option
    dollars, _, cents = found[found.lastgroup or "name"].replace(",", ".").partition(".")
    end = found.end("name")
    return f"{name[:end].rstrip()} +{dollars}.{cents.ljust(2, '0')}{f' {marks[0].strip()}' if marks else ''}"


def _max_lowered(name: str, most: int, count: int) -> Sentence:
    text = f"“{name}” allows up to {most} choices, but has {count}. The file was read as up to {count}."
    return Sentence(text, "import_max_lowered", group=name, max=most, count=count)


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
