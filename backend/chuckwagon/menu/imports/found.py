"""What a reader finds in the files: items, with what is wrong or doubtful about each, and what has no place here."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from chuckwagon.kit.money import to_dollars
from chuckwagon.kit.sentences import Sentence
from chuckwagon.menu.csv_cells import GroupDoubt, InvalidCell, count_choices, find_doubts, read_price
from chuckwagon.menu.imports.files import MAX_ROWS, NO_TEXT
from chuckwagon.menu.imports.schemas import ImportQuestion, LeftOut, make_left_out
from chuckwagon.menu.imports.tables import check_cell
from chuckwagon.menu.schemas import ItemRequest, OptionGroupRequest, OptionRequest

LEAVE_OUT = "leave_out"
Answers = Mapping[str, Any]
SIZE_WORDS = frozenset(
    [
        "small",
        "medium",
        "large",
        "regular",
        "xl",
        "xxl",
        "xs",
        "s",
        "m",
        "l",
        "mini",
        "big",
        "single",
        "double",
        "triple",
        "half",
        "full",
        "whole",
        "quarter",
        "oz",
        "ounce",
        "ounces",
        "pint",
        "quart",
        "cup",
        "bowl",
        "inch",
        "in",
        "cm",
        "ml",
        "litre",
        "liter",
        "jumbo",
        "kids",
        "kid",
        "adult",
        "tall",
        "grande",
        "venti",
        "short",
        "slice",
        "piece",
        "pieces",
        "pc",
        "pcs",
        "chico",
        "chica",
        "mediano",
        "mediana",
        "gran",
        "pequeño",
        "pequeña",
        "pequena",
        "pequeno",
        "media",
        "medio",
        "entero",
        "entera",
        "doble",
        "sencillo",
        "sencilla",
        "individual",
        "familiar",
        "personal",
        "family",
        "party",
        "tray",
        "lb",
        "lbs",
        "dozen",
    ]
)
DIET_WORDS = {
    "vegan": "vegan",
    "vegetarian": "vegetarian",
    "glutenfree": "gluten_free",
    "halal": "halal",
    "kosher": "kosher",
}
SOLD_BY_UNIT = Sentence(
    "This item is sold by weight or measure, and a menu has a price for one portion. Type that price, such as 8.50.",
    "import_sold_by_unit",
)
NO_NAMES = ("", "default title", "default", "regular", "standard", "base", "price")


MAX_READ_OPTIONS = 200_000


class TooMuchWork(Exception):
    """What the files hold is more than a menu can be, also where each part is not."""


class Finding(msgspec.Struct, frozen=True):
    """What is wrong in a column of an item, and the text that stands there. Group and option count from 1."""

    column: str
    sentence: Sentence
    value: str = ""
    place: tuple[int, ...] = ()


class FoundItem(msgspec.Struct):
    """An item as the files say it. `key` names it in questions, the same in each reading of the files."""

    key: str
    file: str
    row: int
    form: ItemRequest
    item_id: str = ""
    findings: list[Finding] = []
    doubts: list[GroupDoubt] = []
    has_decimal_commas: bool = True
    is_open: bool = False


class Reading(msgspec.Struct):
    """What the readers of a shape collect. `answers` are by the ids of questions."""

    shape: str
    answers: Answers
    items: list[FoundItem] = []
    left_out: list[LeftOut] = []
    questions: list[ImportQuestion] = []
    problems: list[tuple[str, Sentence]] = []
    columns: dict[str, dict[str, str]] = {}
    rows: int = 0
    options: int = 0

    def count_options(self, count: int) -> None:
        """Count options that are read. Raises TooMuchWork, because one group may stand at each of a thousand items."""
        self.options += count
        if self.options > MAX_READ_OPTIONS:
            raise TooMuchWork

    def leave_out(self, sentence: Sentence, file: str, row: int = 0, name: str = "") -> None:
        """Note what has no place here, once."""
        left = make_left_out(sentence, file, row, name)
        if len(self.left_out) < MAX_ROWS and left not in self.left_out[-200:]:
            self.left_out.append(left)


class Variation(msgspec.Struct):
    """One way to buy an item: its value of each attribute, and its whole price, None where it cannot be read."""

    values: list[tuple[str, str]]
    cents: int | None
    is_available: bool = True


class ItemMaker:
    """Collects one item of another system. Amounts that cannot be read become findings, answered ones corrections."""

    def __init__(self, reading: Reading, key: str, file: str, row: int, name: str) -> None:
        self.reading, self.key, self.file, self.row = reading, key, file, row
        self.name, self.description, self.category, self.section = name, "", "", ""
        self.image_url = ""
        self.is_available = True
        self.groups: list[OptionGroupRequest] = []
        self.findings: list[Finding] = []
        self.cents: int | None = None
        self.extra: dict[str, Any] = {}
        self.has_decimal_commas = True
        self.is_open = False  # a question of its own waits for an answer

    def leave_out(self, reason: str, text: str, **params: str | int) -> None:
        """Note what of this item has no place here."""
        self.reading.leave_out(Sentence(text, reason, **params), self.file, self.row, self.name)

    def put_path(self, levels: Sequence[str]) -> None:
        """The category is the first level, the section the last one."""
        named = [level.strip() for level in levels if level.strip()]
        if named:
            self.category, self.section = named[0], named[-1]

    def put_diets(self, words: Any) -> None:
        """The diets of a list of words such as `VEGAN` or `https://schema.org/GlutenFreeDiet`. Others are left out."""
        listed = words if isinstance(words, list) else [words]
        named = [str(word).rsplit("/", 1)[-1].removesuffix("Diet") for word in listed if isinstance(word, str) and word]
        diets = [diet for word in named if (diet := DIET_WORDS.get(re.sub(r"[^a-z]", "", word.lower())))]
        if diets:
            self.extra["diets"] = diets
        if len(diets) < len(named):
            self.leave_out("import_words_left_out", "What the file says of this item besides diets was left out.")

    def read_amount(self, text: Any, column: str = "price", *, is_by_unit: bool = False) -> int | None:
        """Cents of an amount in dollars. What cannot be read is a finding in the column, until it is answered.

        So is a price by the pound, because only a person knows how much a portion is.
        """
        answered = self.reading.answers.get(f"{self.key}:{column}") if column.startswith("variation") else None
        shown = _to_amount_text(text) if answered is None else str(answered)
        if is_by_unit and answered is None:
            self.findings.append(Finding(column, SOLD_BY_UNIT, "" if shown[:1] == NO_TEXT else shown))
            return None
        try:
            check_cell(shown)
            return read_price(shown, has_decimal_commas=self.has_decimal_commas)
        except InvalidCell as error:
            self.findings.append(Finding(column, error.sentence, "" if shown[:1] == NO_TEXT else shown))
            return None

    def put_variations(self, variations: Sequence[Variation], fallback: str = "") -> None:
        """The variations as required groups, and the least price as the base price."""
        if not variations:
            return
        if any(variation.cents is None for variation in variations):
            self.cents = 0
            return
        if len(variations) == 1:
            self._put_only(variations[0])
            return
        self.cents = min(variation.cents or 0 for variation in variations)
        self.groups[:0] = _split_attributes(variations, self.cents) or [_combine(variations, self.cents, fallback)]

    def _put_only(self, variation: Variation) -> None:
        self.cents = variation.cents
        self.is_available = self.is_available and variation.is_available
        name = " / ".join(value for _, value in variation.values)
        if name.strip().lower() not in NO_NAMES:
            text = f"“{name}” is the only variation of this item, so its name was left out."
            self.leave_out("import_variation_left_out", text, words=name[:80])

    def add_group(
        self, name: str, options: Sequence[OptionRequest], least: int | None = None, most: int | None = None
    ) -> None:
        """Add a group of choices; without `most`, or with 0, all may be chosen."""
        if not options:
            return
        self.reading.count_options(len(options))
        choices = count_choices(options)
        largest = min(most or choices, choices)
        smallest = min(max(least or 0, 0), largest)
        self.groups.append(
            OptionGroupRequest(name=name, min_select=smallest, max_select=largest, options=list(options))
        )

    def finish(self) -> None:
        """Add the item to the reading."""
        form = ItemRequest(
            name=self.name,
            description=self.description or msgspec.UNSET,
            category=self.category or msgspec.UNSET,
            section=self.section or msgspec.UNSET,
            base_price=0.0 if self.cents is None else to_dollars(self.cents),
            image_url=self.image_url or msgspec.UNSET,
            is_available=self.is_available,
            option_groups=self.groups or msgspec.UNSET,
            **self.extra,
        )
        doubts = find_doubts(self.groups)
        self.reading.items.append(
            FoundItem(
                self.key, self.file, self.row, form, "", self.findings, doubts, self.has_decimal_commas, self.is_open
            )
        )


def _to_amount_text(amount: Any) -> str:
    if isinstance(amount, bool) or amount is None:
        return ""
    if isinstance(amount, float):
        return f"{amount:.2f}" if abs(amount * 100 - round(amount * 100)) < 1e-6 else repr(amount)
    return str(amount)


def make_option(name: str, cents: int | None, *, is_available: bool = True) -> OptionRequest:
    """An option with its surcharge in cents."""
    return OptionRequest(name=name, additional_price=to_dollars(cents or 0), is_available=is_available)


def name_group(values: Sequence[str], given: str = "") -> str:
    """The name of the group of an item's variations: "Size" or "Choose one" where the file has no name."""
    if given.strip() and given.strip().lower() not in ("title", "variation", "variations", "option"):
        return given.strip()
    words = [value.lower().replace('"', " inch").replace("(", " ").replace(")", " ").split() for value in values]
    is_size = all(any(word.strip(".,0123456789") in SIZE_WORDS for word in some) for some in words)
    return "Size" if is_size and words else "Choose one"


def _split_attributes(variations: Sequence[Variation], least: int) -> list[OptionGroupRequest]:
    """A group for each attribute, if all combinations are there and their prices add up; else none."""
    count = len(variations[0].values)
    if count < 2 or any(len(variation.values) != count for variation in variations):
        return []
    attributes = [list(dict.fromkeys(variation.values[at][1] for variation in variations)) for at in range(count)]
    prices = {tuple(value for _, value in one.values): one.cents or 0 for one in variations}
    size = 1
    for values in attributes:
        size *= len(values)
    if len(prices) != size or len(variations) != size or not all(one.is_available for one in variations):
        return []
    cheapest = min(prices, key=lambda combination: prices[combination])
    surcharges = [
        {value: prices[(*cheapest[:at], value, *cheapest[at + 1 :])] - least for value in values}
        for at, values in enumerate(attributes)
    ]
    if any(
        least + sum(surcharges[at][value] for at, value in enumerate(combination)) != cents
        for combination, cents in prices.items()
    ):
        return []
    return [
        OptionGroupRequest(
            name=name_group(values, variations[0].values[at][0]),
            min_select=1,
            max_select=1,
            options=[make_option(value, surcharges[at][value]) for value in values],
        )
        for at, values in enumerate(attributes)
        if len(values) > 1
    ]


def _combine(variations: Sequence[Variation], least: int, fallback: str) -> OptionGroupRequest:
    names = [" / ".join(value for _, value in variation.values if value) for variation in variations]
    given = variations[0].values[0][0] if len(variations[0].values) == 1 else fallback
    return OptionGroupRequest(
        name=name_group(names, given),
        min_select=1,
        max_select=1,
        options=[
            make_option(name or name_group([]), (variation.cents or 0) - least, is_available=variation.is_available)
            for name, variation in zip(names, variations, strict=True)
        ],
    )
