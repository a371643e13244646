"""Menus in the terms of schema.org, as pages carry them in JSON-LD."""

from collections.abc import Iterator
from typing import Any

from chuckwagon.menu.imports.files import Document
from chuckwagon.menu.imports.found import ItemMaker, Reading, Variation, make_option
from chuckwagon.menu.imports.systems.common import Numbers, check_currency, read_surcharge, text_of
from chuckwagon.menu.schemas import OptionRequest

MAX_DEPTH = 12


def _types(data: dict[str, Any]) -> set[str]:
    kind = data.get("@type")
    kinds = kind if isinstance(kind, list) else [kind]
    return {str(one).rsplit("/", 1)[-1].rsplit(":", 1)[-1] for one in kinds if one}


def _many(value: Any) -> list[dict[str, Any]]:
    """The objects of a property that has one or a list of them."""
    return [one for one in (value if isinstance(value, list) else [value]) if isinstance(one, dict)]


def find_schema_menus(data: Any, depth: int = 0) -> list[dict[str, Any]]:
    if isinstance(data, list):
        return [menu for one in data[:200] for menu in find_schema_menus(one, depth + 1)] if depth < MAX_DEPTH else []
    if not isinstance(data, dict) or depth > MAX_DEPTH:
        return []
    if _types(data) & {"Menu", "MenuSection"}:
        return [data]
    return [
        menu
        for key in ("@graph", "hasMenu", "menu", "mainEntity")
        for menu in find_schema_menus(data.get(key), depth + 1)
    ]


def _walk_sections(section: dict[str, Any], path: list[str], depth: int) -> Iterator[tuple[list[str], dict[str, Any]]]:
    """(names of the sections, entry) of each item below a section."""
    for entry in _many(section.get("hasMenuItem")):
        yield path, entry
    for inner in _many(section.get("hasMenuSection")) if depth < MAX_DEPTH else ():
        yield from _walk_sections(inner, [*path, text_of(inner.get("name"))], depth + 1)


def read_schema_org(reading: Reading, at: int, document: Document) -> None:
    numbers = Numbers(reading, at, document.file)
    menus = find_schema_menus(document.data)
    for menu in menus:
        levels = [text_of(menu.get("name"))] if len(menus) > 1 or "MenuSection" in _types(menu) else []
        for path, entry in _walk_sections(menu, levels, 0):
            _read_schema_item(numbers, path, entry)


def _read_schema_item(numbers: Numbers, path: list[str], entry: dict[str, Any]) -> None:
    item = numbers.start(entry.get("name"))
    item.description = text_of(entry.get("description"))
    item.put_path(path)
    image = entry.get("image")
    image = image[0] if isinstance(image, list) and image else image
    address = text_of(image.get("url") or image.get("contentUrl")) if isinstance(image, dict) else text_of(image)
    item.image_url = address if address.startswith("https://") else ""
    item.put_diets(entry.get("suitableForDiet"))
    offers = _many(entry.get("offers"))
    for offer in offers:
        check_currency(numbers.reading, numbers.file, _specified(offer, "priceCurrency"))
    if len(offers) > 1:
        item.put_variations(
            [
                Variation(
                    [("", text_of(offer.get("name") or _named(offer.get("itemOffered"))))],
                    item.read_amount(_specified(offer, "price"), f"variation.{number}"),
                    not _is_out(offer),
                )
                for number, offer in enumerate(offers, 1)
            ]
        )
    else:
        offer = offers[0] if offers else {}
        item.cents = item.read_amount(_specified(offer, "price"))
        item.is_available = not _is_out(offer)
    for addition in _many(entry.get("menuAddOn")):
        choices = _many(addition.get("hasMenuItem")) or [addition]
        name = text_of(addition.get("name")) if addition.get("hasMenuItem") else "Extras"
        options = [_schema_option(item, choice) for choice in choices]
        same = next((group for group in item.groups if group.name == name and name == "Extras"), None)
        if same is not None and same.options is not None:
            same.options += options
            same.max_select = len(same.options)
        else:
            item.add_group(name, options)
    item.finish()


def _named(value: Any) -> Any:
    return value.get("name") if isinstance(value, dict) else value


def _specified(offer: dict[str, Any], key: str) -> Any:
    if key in offer:
        return offer[key]
    return next((one[key] for one in _many(offer.get("priceSpecification")) if key in one), None)


def _is_out(offer: dict[str, Any]) -> bool:
    return text_of(offer.get("availability")).rsplit("/", 1)[-1].lower() in ("outofstock", "soldout", "discontinued")


def _schema_option(item: ItemMaker, choice: dict[str, Any]) -> OptionRequest:
    offer = next(iter(_many(choice.get("offers"))), {})
    return make_option(
        text_of(choice.get("name")), read_surcharge(item, _specified(offer, "price")), is_available=not _is_out(offer)
    )
