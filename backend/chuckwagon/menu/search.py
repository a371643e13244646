"""What a customer's search finds: each word is somewhere in what is known of a truck, or of one of its menu items.

The databases fold letters differently, so texts are compared here. Folding is what a search costs: the folded texts of
items are kept in memory, by the version of the item.
"""

from collections import defaultdict
from collections.abc import Collection, Sequence

import msgspec
import sqlalchemy as sa
from sqlalchemy.orm import Session

from chuckwagon.kit.validation import fold_text
from chuckwagon.menu.models import MenuItem, Option, OptionGroup

SYNONYMS = {"bbq": "barbecue", "barbeque": "barbecue", "bbqs": "barbecue"}
MAX_KEPT, AT_ONCE = 20_000, 500
ES_ENDINGS = ("ches", "shes", "sses", "xes", "zes")


class Texts(msgspec.Struct, frozen=True):
    """Folded texts of one thing. In `names` a word is found anywhere, in `prose` only where a word begins."""

    names: str
    prose: str

    def hold(self, word: Collection[str]) -> bool:
        """Whether one of the spellings of a word is in these texts."""
        return any(spelling in self.names or f" {spelling}" in self.prose for spelling in word)


class SearchedItem(msgspec.Struct, frozen=True):
    """A menu item as the search sees it, sold out or not."""

    id: str
    name: str
    folded_name: str
    texts: Texts


_Kept = tuple[int, SearchedItem | None]
_kept: dict[str, _Kept] = {}
"""By item ID: the version of the item, and its texts. Each process has its own."""


def fold_texts(names: Sequence[str], prose: Sequence[str]) -> Texts:
    """Fold the texts of one thing."""
    return Texts(fold_text(" ".join(names)), f" {fold_text(' '.join(prose))}")


def split_search(text: str) -> list[tuple[str, ...]]:
    """The words of a search, each with its other spellings: the singular, and a synonym.

    A search of signs alone has one word that nothing holds; an empty one has none.
    """
    words = fold_text(text).split() or text.split()[:1]
    return [_list_spellings(word) for word in words]


def _list_spellings(word: str) -> tuple[str, ...]:
    spellings = [word]
    if len(word) > 3 and word.endswith("s") and not word.endswith("ss"):
        spellings.append(word[:-2] if word.endswith(ES_ENDINGS) else word[:-1])
    return (*spellings, *(SYNONYMS[word] for word in spellings if word in SYNONYMS))


def find_item(
    words: Sequence[tuple[str, ...]], truck: Texts, items: Sequence[SearchedItem]
) -> tuple[bool, SearchedItem | None]:
    """Return (is_found, item): whether the truck fits, and which of its items says most of the words, if one does.

    `items` are in the order of the menu; of equal ones the first counts.
    """
    left = [word for word in words if not truck.hold(word)]
    best, best_score = None, (0, 0)
    for item in items:
        if not all(item.texts.hold(word) for word in left):
            continue
        held = sum(item.texts.hold(word) for word in words)
        named = sum(any(spelling in item.folded_name for spelling in word) for word in words)
        if (named, held) > best_score:
            best, best_score = item, (named, held)
    return not left or best is not None, best


def list_searched_items(session: Session, truck_ids: Collection[str]) -> dict[str, list[SearchedItem]]:
    """The menu items of these trucks, by truck ID, in the order of the menu. Archived items are left out."""
    rows = sa.select(MenuItem.id, MenuItem.truck_id, MenuItem.version)
    shown = rows.where(MenuItem.truck_id.in_(truck_ids), MenuItem.archived_at.is_(None))
    found = session.execute(shown.order_by(MenuItem.position, MenuItem.id)).all()
    read: dict[str, _Kept] = {row.id: _kept.get(row.id, (0, None)) for row in found}
    unknown = [row.id for row in found if read[row.id][0] != row.version]
    if len(_kept) + len(unknown) > MAX_KEPT:
        _kept.clear()
    for start in range(0, len(unknown), AT_ONCE):
        read |= _read_texts(session, unknown[start : start + AT_ONCE])
    by_truck: dict[str, list[SearchedItem]] = defaultdict(list)
    for row in found:
        _version, item = read[row.id]
        if item is not None:
            by_truck[row.truck_id].append(item)
    return by_truck


def _read_texts(session: Session, item_ids: Sequence[str]) -> dict[str, _Kept]:
    """Read and fold the texts of these items, and keep as many as MAX_KEPT."""
    options: dict[str, list[str]] = defaultdict(list)
    names = sa.select(OptionGroup.menu_item_id, Option.name).join(Option, Option.group_id == OptionGroup.id)
    for item_id, name in session.execute(names.where(OptionGroup.menu_item_id.in_(item_ids))):
        options[item_id].append(name)
    columns = (MenuItem.id, MenuItem.version, MenuItem.name, MenuItem.section, MenuItem.category, MenuItem.description)
    read: dict[str, _Kept] = {}
    for row in session.execute(sa.select(*columns).where(MenuItem.id.in_(item_ids))):
        texts = fold_texts([row.name, row.section, row.category], [row.description, *options[row.id]])
        item = SearchedItem(row.id, row.name, fold_text(row.name), texts)
        read[row.id] = (row.version, item)
        if len(_kept) < MAX_KEPT:
            _kept[row.id] = (row.version, item)
    return read
