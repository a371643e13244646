"""What readers of JSON menus share: values of any type, and the numbers of the items."""

from typing import Any

from chuckwagon.kit.sentences import Sentence
from chuckwagon.menu.imports.found import ItemMaker, Reading
from chuckwagon.menu.imports.systems.common import note_hidden, plain_text


def has_list(data: dict[str, Any], key: str) -> bool:
    return isinstance(data.get(key), list)


def listed(data: Any, key: str) -> list[dict[str, Any]]:
    """The objects of a list; empty for anything else."""
    found = data.get(key) if isinstance(data, dict) else None
    return [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []


def text_of(value: Any) -> str:
    return (
        plain_text(value)
        if isinstance(value, str)
        else ""
        if value is None or isinstance(value, (dict, list))
        else str(value)
    )


def whole(value: Any) -> int:
    return int(value) if isinstance(value, (int, float)) and 0 <= value < 1000 else 0


def check_currency(reading: Reading, file: str, currency: Any) -> None:
    if isinstance(currency, str) and currency.strip() and currency.upper() not in ("USD", "US$", "$"):
        text = f"The prices of this file are in {currency[:10]}. Only US dollars can be imported."
        problem = (file, Sentence(text, "import_currency", words=currency[:10]))
        if problem not in reading.problems:
            reading.problems.append(problem)


class Numbers:
    """Numbers the items of a document, as rows of a table are."""

    def __init__(self, reading: Reading, at: int, file: str) -> None:
        self.reading, self.at, self.file, self.count = reading, at, file, 0

    def start(self, name: Any) -> ItemMaker:
        self.count += 1
        self.reading.rows += 1
        maker = ItemMaker(self.reading, f"{self.at}.{self.count}", self.file, self.count, text_of(name))
        maker.has_decimal_commas = False
        return maker

    def skip(self, name: Any) -> None:
        self.count += 1
        self.reading.rows += 1
        note_hidden(self.reading, self.file, self.count, text_of(name))


def read_surcharge(item: ItemMaker, price: Any) -> int:
    """Cents of a choice; what cannot be read makes a finding of the item's options."""
    return 0 if price in (None, "") else item.read_amount(price, "options") or 0
