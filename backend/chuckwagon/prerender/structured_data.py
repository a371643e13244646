"""What search engines read of a rendered page: its trucks, menu, places and opening hours in the terms of schema.org.

Pure functions of what the page was rendered from. The data is JSON-LD in a script element, which no browser runs, so
the content security policy needs no rule for it.

Why: docs/decisions/0066-found-by-its-own-data.md
"""

from collections.abc import Iterable, Sequence
from typing import Any
from zoneinfo import ZoneInfo

import msgspec

from chuckwagon.menu.schemas import MenuEntry
from chuckwagon.prerender.pages import PageInput
from chuckwagon.schedule import states
from chuckwagon.schedule.schemas import ScheduledTruck, Stop, StopPlace
from chuckwagon.trucks.schemas import PublicTruck

TERMS = "https://schema.org/"
DIETS = {
    "vegan": "VeganDiet",
    "vegetarian": "VegetarianDiet",
    "gluten_free": "GlutenFreeDiet",
    "halal": "HalalDiet",
    "kosher": "KosherDiet",
}
COUNTRY, CURRENCY = "US", "USD"
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
END_OF_PAGE = "</body>"
# Inside a script element these could end it, begin a comment, or be a line break of an older reader.
ESCAPES = str.maketrans({sign: f"\\u{ord(sign):04x}" for sign in "<>&\u2028\u2029"})
Node = dict[str, Any]
"""A JSON-LD object. Entries of None, and empty texts and lists, are left out when it is written."""


def add_structured_data(html: str, page: PageInput, origin: str) -> str:
    """Write the page's data at the end of its document, where nothing that is shown waits for it."""
    start, end, rest = html.rpartition(END_OF_PAGE)
    content, tail = (start, end + rest) if end else (html, "")
    return f'{content}<script type="application/ld+json">{_to_script(describe_page(page, origin))}</script>{tail}'


def describe_page(page: PageInput, origin: str) -> Node:
    """The list of trucks on the home page, or the truck of a truck's page with its menu and where it is this week."""
    truck = page.data.truck
    if truck is None:
        found = _describe_list(page.data.trucks or (), origin)
    else:
        found = _describe_truck(truck, page.data.menu or (), page.week, origin)
    described: Node = _without_empty({"@context": TERMS.rstrip("/"), **found})
    return described


def _describe_list(trucks: Sequence[ScheduledTruck], origin: str) -> Node:
    return {
        "@type": "ItemList",
        "numberOfItems": len(trucks),
        "itemListElement": [
            {
                "@type": "ListItem",
                "position": number,
                "url": f"{origin}/{truck.slug}",
                "item": _describe_business(truck, origin),
            }
            for number, truck in enumerate(trucks, 1)
        ],
    }


def _describe_business(truck: PublicTruck, origin: str) -> Node:
    """What both pages say of a truck. Short, because it is on the home page once for each."""
    address = f"{origin}/{truck.slug}"
    return {
        "@type": "FoodEstablishment",
        "name": truck.name,
        "url": address,
        "image": [
            _to_address(image, origin) for image in dict.fromkeys((truck.image_url, truck.banner_image)) if image
        ],
        "servesCuisine": truck.cuisine,
    }


def _describe_truck(truck: ScheduledTruck, menu: Iterable[MenuEntry], week: Iterable[Stop], origin: str) -> Node:
    business = _describe_business(truck, origin)
    return {
        **business,
        "@id": business["url"],
        "address": _describe_city(truck),
        "description": truck.short_description or truck.description,
        "telephone": truck.phone,
        "currenciesAccepted": CURRENCY,
        "hasMenu": _describe_menu(menu, business["url"], origin),
        "location": _describe_week(week),
        "potentialAction": {
            "@type": "OrderAction",
            "target": {
                "@type": "EntryPoint",
                "urlTemplate": business["url"],
                "actionPlatform": [f"{TERMS}DesktopWebPlatform", f"{TERMS}MobileWebPlatform"],
            },
            "deliveryMethod": f"{TERMS}OnSitePickup",
        },
    }


def _describe_city(truck: PublicTruck) -> Node | None:
    city, state = truck.location.city, truck.location.state
    if not city and not state:
        return None
    return {
        "@type": "PostalAddress",
        "addressLocality": city,
        "addressRegion": state,
        "addressCountry": COUNTRY,
    }


def _describe_menu(menu: Iterable[MenuEntry], address: str, origin: str) -> Node | None:
    """The menu by the sections of the page: an item without a section goes by its category, else stands alone."""
    sections: dict[str, list[Node]] = {}
    for entry in menu:
        sections.setdefault(entry.section.strip() or entry.category.strip(), []).append(_describe_item(entry, origin))
    if not sections:
        return None
    return {
        "@type": "Menu",
        "url": address,
        "hasMenuItem": sections.pop("", []),
        "hasMenuSection": [
            {"@type": "MenuSection", "name": name, "hasMenuItem": items} for name, items in sections.items()
        ],
    }


def _describe_item(entry: MenuEntry, origin: str) -> Node:
    is_on_sale = entry.is_available and entry.remaining != 0
    return {
        "@type": "MenuItem",
        "name": entry.name,
        "description": entry.description,
        "image": _to_address(entry.image_url, origin) if entry.image_url else None,
        "suitableForDiet": [TERMS + DIETS[diet] for diet in entry.diets or ()],
        "offers": {
            "@type": "Offer",
            "price": f"{entry.base_price:.2f}",
            "priceCurrency": CURRENCY,
            "availability": TERMS + ("InStock" if is_on_sale else "SoldOut"),
        },
    }


def _describe_week(week: Iterable[Stop]) -> list[Node]:
    """The places of the coming days, in the order in which the truck gets there, each with its days and hours."""
    places: dict[str, Node] = {}
    for stop in week:
        if stop.state in (states.OPEN, states.UPCOMING) and states.closes_at(stop) > states.opens_at(stop):
            place = places.setdefault(stop.place.id, _describe_place(stop.place))
            place["openingHoursSpecification"].append(_describe_hours(stop))
    return list(places.values())


def _describe_place(place: StopPlace) -> Node:
    has_position = place.latitude is not None and place.longitude is not None
    point = {"@type": "GeoCoordinates", "latitude": place.latitude, "longitude": place.longitude}
    return {
        "@type": "Place",
        "name": place.name,
        "address": place.address,
        "geo": point if has_position else None,
        "openingHoursSpecification": [],
    }


def _describe_hours(stop: Stop) -> Node:
    """The hours of one day on the clock of the place. An end before the start is on the next day."""
    zone = ZoneInfo(stop.place.timezone)
    opens, closes = (at.astimezone(zone) for at in (states.opens_at(stop), states.closes_at(stop)))
    day = opens.date()
    return {
        "@type": "OpeningHoursSpecification",
        "dayOfWeek": TERMS + WEEKDAYS[day.weekday()],
        "opens": f"{opens:%H:%M}",
        "closes": f"{closes:%H:%M}",
        "validFrom": day.isoformat(),
        "validThrough": day.isoformat(),
    }


def _to_address(image: str, origin: str) -> str:
    return origin + image if image.startswith("/") else image


def _without_empty(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _without_empty(one) for name, one in value.items() if one not in (None, "", [])}
    return [_without_empty(one) for one in value] if isinstance(value, list) else value


def _to_script(found: Node) -> str:
    return msgspec.json.encode(found).decode().translate(ESCAPES)
