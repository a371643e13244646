"""JSON menus: GloriaFood (`fetch_menu`), Uber Eats and DoorDash, by their public documentation; finds schema.org."""

from collections.abc import Callable, Sequence
from typing import Any

from chuckwagon.kit import clock
from chuckwagon.kit.sentences import Sentence
from chuckwagon.menu.imports.files import Document
from chuckwagon.menu.imports.found import ItemMaker, Reading, Variation, make_option
from chuckwagon.menu.imports.schemas import ImportQuestion
from chuckwagon.menu.imports.systems.common import (
    Numbers,
    check_currency,
    has_list,
    listed,
    read_surcharge,
    text_of,
    whole,
)
from chuckwagon.menu.imports.systems.schema_org import find_schema_menus, read_schema_org
from chuckwagon.menu.schemas import MAX_OPTION_QUANTITY, OptionRequest

SIZE_GROUPS = Sentence(
    "Some sizes of this item have choices of their own. Say whether all sizes get them, or none.", "import_size_groups"
)
# Which ones are free is not said by these files, and a price is not guessed.
FREE_LEFT_OUT = "That some choices are free was left out."
NESTED = Sentence("A choice has choices of its own, which were left out.", "import_nested_left_out")
ReadDocument = Callable[[Reading, int, Document], None]


def find_reader(data: Any) -> tuple[str, ReadDocument] | None:
    """Return (shape, reader) of a document; None for an unknown one."""
    if find_schema_menus(data):
        return "schema_org", read_schema_org
    if isinstance(data, dict) and has_list(data, "items") and has_list(data, "categories"):
        return "uber_eats", _read_uber_eats
    categories = [category for menu in _find_menus(data) for category in listed(menu, "categories")]
    items = [item for category in categories for item in listed(category, "items")]
    if not items:
        return None
    is_gloria = any(key in item for item in items for key in ("sizes", "groups")) or any(
        key in menu for menu in _find_menus(data) for key in ("restaurant_id", "currency")
    )
    if is_gloria:
        return "gloriafood", _read_gloriafood
    is_dash = any(key in item for item in items for key in ("extras", "merchant_supplied_id", "active", "is_alcohol"))
    return ("doordash", _read_doordash) if is_dash or any("extras" in category for category in categories) else None


def _find_menus(data: Any) -> list[dict[str, Any]]:
    """The menus of a document, which may be wrapped."""
    if isinstance(data, list):
        return [menu for one in data[:50] for menu in _find_menus(one)]
    if not isinstance(data, dict):
        return []
    if has_list(data, "categories"):
        return [data]
    for key in ("menu", "menus", "data", "payload"):
        if key in data and (found := _find_menus(data[key])):
            return found
    return []


def _read_gloriafood(reading: Reading, at: int, document: Document) -> None:
    numbers = Numbers(reading, at, document.file)
    for menu in _find_menus(document.data):
        check_currency(reading, document.file, menu.get("currency"))
        for category in listed(menu, "categories"):
            for item in listed(category, "items"):
                if category.get("active") is False or item.get("active") is False:
                    numbers.skip(item.get("name"))
                else:
                    _read_gloriafood_item(numbers, category, item)


def _read_gloriafood_item(numbers: Numbers, category: dict[str, Any], entry: dict[str, Any]) -> None:
    item = numbers.start(entry.get("name"))
    item.description = text_of(entry.get("description"))
    item.put_path([text_of(category.get("name"))])
    item.put_diets(entry.get("tags"))
    item.is_available = entry.get("out_of_stock") is not True and entry.get("available") is not False
    sizes = listed(entry, "sizes")
    base = item.read_amount(entry.get("price", 0))
    if sizes and base is not None:
        extra = [
            item.read_amount(size.get("price") or 0, f"variation.{number}") for number, size in enumerate(sizes, 1)
        ]
        item.put_variations(
            [
                Variation([("", text_of(size.get("name")))], None if cents is None else base + cents)
                for size, cents in zip(sizes, extra, strict=True)
            ]
        )
        if len(sizes) > 1 and item.groups:
            item.groups[0].name = "Size"
    else:
        item.cents = base
    for group in [*listed(entry, "groups"), *listed(category, "groups")]:
        _add_gloriafood_group(item, group)
    _ask_size_groups(item, sizes)
    item.finish()


def _add_gloriafood_group(item: ItemMaker, group: dict[str, Any]) -> None:
    options = [
        make_option(text_of(option.get("name")), read_surcharge(item, option.get("price")))
        for option in listed(group, "options")
        if option.get("active") is not False
    ]
    least, most = whole(group.get("force_min")) or int(group.get("required") is True), whole(group.get("force_max"))
    if group.get("allow_quantity") is True:
        for option in options:
            _put_quantity(option, most or MAX_OPTION_QUANTITY)
    item.add_group(text_of(group.get("name")), options, least, most)


def _put_quantity(option: OptionRequest, most: Any) -> None:
    """Say how often an option can be taken, where the file says so."""
    if whole(most):
        option.max_quantity = min(whole(most), MAX_OPTION_QUANTITY)


def _ask_size_groups(item: ItemMaker, sizes: Sequence[dict[str, Any]]) -> None:
    """Groups that hang on a size: those that all sizes have are the item's, of others a person decides."""
    by_size = [[str(group.get("id") or group.get("name")) for group in listed(size, "groups")] for size in sizes]
    groups = {str(group.get("id") or group.get("name")): group for size in sizes for group in listed(size, "groups")}
    for key in [key for key in groups if all(key in keys for keys in by_size)]:
        _add_gloriafood_group(item, groups.pop(key))
    question = f"{item.key}:size_groups"
    answer = item.reading.answers.get(question)
    if not groups or answer == "without":
        return
    if answer == "all_sizes":
        for group in groups.values():
            _add_gloriafood_group(item, group)
        return
    names = ", ".join(text_of(group.get("name")) for group in groups.values())
    item.reading.questions.append(
        ImportQuestion(
            id=question,
            kind="size_groups",
            code=SIZE_GROUPS.reason,
            message=str(SIZE_GROUPS),
            file=item.file,
            row=item.row,
            name=item.name[:80],
            field="options",
            value=names[:500],
            choices=["all_sizes", "without", "leave_out"],
        )
    )
    item.is_open = True


def _translated(value: Any) -> str:
    """The text in English, else in the first language."""
    found = value.get("translations") if isinstance(value, dict) else value
    if not isinstance(found, dict):
        return text_of(found)
    named = {str(key).lower(): text for key, text in found.items()}
    return text_of(
        next((named[key] for key in ("en_us", "en-us", "en") if key in named), next(iter(named.values()), ""))
    )


def _read_uber_eats(reading: Reading, at: int, document: Document) -> None:
    numbers = Numbers(reading, at, document.file)
    data = document.data
    items = {str(item.get("id")): item for item in listed(data, "items")}
    groups = {str(group.get("id")): group for group in listed(data, "modifier_groups")}
    categories = {str(category.get("id")): category for category in listed(data, "categories")}
    menus = listed(data, "menus")
    seen: set[str] = set()
    for menu in menus or [{"category_ids": list(categories)}]:
        levels = [_translated(menu.get("title"))] if len(menus) > 1 else []
        for category_id in menu.get("category_ids") or list(categories):
            category = categories.get(str(category_id), {})
            for entity in listed(category, "entities"):
                key = str(entity.get("id"))
                if key in seen or key not in items:
                    continue
                seen.add(key)
                _read_uber_item(numbers, [*levels, _translated(category.get("title"))], items[key], items, groups)


def _read_uber_item(
    numbers: Numbers,
    path: list[str],
    entry: dict[str, Any],
    items: dict[str, dict[str, Any]],
    groups: dict[str, dict[str, Any]],
) -> None:
    item = numbers.start(_translated(entry.get("title")))
    item.description = _translated(entry.get("description"))
    item.put_path(path)
    item.image_url = entry["image_url"] if str(entry.get("image_url") or "").startswith("https://") else ""
    item.is_available = not _is_suspended(entry)
    labels = entry.get("dietary_label_info")
    item.put_diets(labels.get("labels") if isinstance(labels, dict) else None)
    item.cents = _cents(item, _uber_price(entry, ""))
    for group_id in _ids(entry.get("modifier_group_ids")):
        group = groups.get(group_id, {})
        options = []
        for choice in listed(group, "modifier_options"):
            option = items.get(str(choice.get("id")), {})
            cents = _cents(item, _uber_price(option, group_id), "options")
            if _ids(option.get("modifier_group_ids")):
                item.reading.leave_out(NESTED, item.file, item.row, item.name)
            name = _translated(option.get("title")) or _translated(choice.get("title"))
            made = make_option(name, cents, is_available=not _is_suspended(option))
            _put_quantity(made, _uber_limits(option).get("max_permitted"))
            options.append(made)
        limits = _uber_limits(group)
        least, most = whole(limits.get("min_permitted")), whole(limits.get("max_permitted"))
        item.add_group(_translated(group.get("title")), options, least, most)
        if whole(limits.get("charge_above")):
            item.leave_out("import_free_left_out", FREE_LEFT_OUT)
    item.finish()


def _uber_limits(entry: dict[str, Any]) -> dict[str, Any]:
    """How many may be chosen of an option or of a group."""
    info = entry.get("quantity_info")
    limits = info.get("quantity") if isinstance(info, dict) else None
    return limits if isinstance(limits, dict) else {}


def _ids(value: Any) -> list[str]:
    found = value.get("ids") if isinstance(value, dict) else value
    return [str(one) for one in found] if isinstance(found, list) else []


def _uber_price(entry: dict[str, Any], group_id: str) -> Any:
    info = entry.get("price_info")
    if not isinstance(info, dict):
        return info
    for override in listed(info, "overrides"):
        if group_id and str(override.get("context_value")) == group_id:
            return override.get("price")
    return info.get("price")


def _cents(item: ItemMaker, value: Any, column: str = "price") -> int | None:
    """An amount that the file has in cents."""
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return value
    if isinstance(value, float) and value.is_integer() and value >= 0:
        return int(value)
    return item.read_amount("" if value is None else f"{value} ¢", column)


def _is_suspended(entry: dict[str, Any]) -> bool:
    info = entry.get("suspension_info")
    suspension = info.get("suspension") if isinstance(info, dict) else None
    until = suspension.get("suspend_until") if isinstance(suspension, dict) else None
    return isinstance(until, (int, float)) and until > clock.now().timestamp()


def _read_doordash(reading: Reading, at: int, document: Document) -> None:
    numbers = Numbers(reading, at, document.file)
    menus = _find_menus(document.data)
    for menu in menus:
        levels = [text_of(menu.get("name"))] if len(menus) > 1 else []
        for category in listed(menu, "categories"):
            for entry in listed(category, "items"):
                if category.get("active") is False or menu.get("active") is False:
                    numbers.skip(entry.get("name"))
                else:
                    _read_doordash_item(numbers, [*levels, text_of(category.get("name"))], category, entry)


def _read_doordash_item(numbers: Numbers, path: list[str], category: dict[str, Any], entry: dict[str, Any]) -> None:
    item = numbers.start(entry.get("name"))
    item.description = text_of(entry.get("description"))
    item.put_path(path)
    image = text_of(entry.get("original_image_url") or entry.get("image_url"))
    item.image_url = image if image.startswith("https://") else ""
    item.is_available = entry.get("active") is not False and entry.get("is_suspended") is not True
    item.cents = _cents(item, entry.get("price"))
    for extra in [*listed(entry, "extras"), *listed(category, "extras")]:
        if extra.get("active") is False and not any(option.get("active") for option in listed(extra, "options")):
            continue
        options = [_doordash_option(item, option) for option in listed(extra, "options")]
        for option in options:
            _put_quantity(option, extra.get("max_option_choice_quantity"))
        item.add_group(
            text_of(extra.get("name")),
            options,
            whole(extra.get("min_num_options")),
            whole(extra.get("max_num_options")),
        )
        if whole(extra.get("num_free_options")):
            item.leave_out("import_free_left_out", FREE_LEFT_OUT)
    item.finish()


def _doordash_option(item: ItemMaker, option: dict[str, Any]) -> OptionRequest:
    if listed(option, "extras"):
        item.reading.leave_out(NESTED, item.file, item.row, item.name)
    cents = _cents(item, option.get("price") or 0, "options")
    return make_option(text_of(option.get("name")), cents, is_available=option.get("active") is not False)
