"""The home page and a truck's page with their content."""

from collections.abc import Sequence
from datetime import datetime

from chuckwagon.menu.schemas import MenuEntry
from chuckwagon.storefront import words
from chuckwagon.storefront.paper import Html, Pieces, Values, attribute, data_text, fill, fill_shape, join
from chuckwagon.trucks.schemas import PublicTruck

SITE = "Chuckwagon"
ABOUT = "Order from your favorite food trucks and pick up hot food without the queue."
SHARED_TITLE = "Chuckwagon: hot food from the trucks around the corner"
ICON = "/icon-512.png"
LONGEST_ABOUT = 160
CARD_TAGS = 3
UNSORTED = "More from the truck"


def home_page(pieces: Pieces, origin: str, trucks: Sequence[PublicTruck], now: datetime) -> Html:
    """The list of trucks."""
    head = _head(origin, "/", title=SITE, share_title=SHARED_TITLE, about=ABOUT, image=ICON)
    page = {**head, "bodyHue": Html(""), "data": data_text({"trucks": trucks})}
    if not trucks:
        return fill(pieces.home_empty, page)
    cards = [_card(pieces, truck, now, is_first=number == 0) for number, truck in enumerate(trucks)]
    return fill(pieces.home, {**page, "cards": join(cards)})


def truck_page(
    pieces: Pieces, origin: str, truck: PublicTruck, menu: Sequence[MenuEntry], now: datetime
) -> Html:
    """The truck with its whole menu."""
    about = truck.short_description or truck.description or f"Order from {truck.name}. {ABOUT}"
    head = _head(
        origin, f"/{truck.slug}", title=f"{truck.name} · {SITE}", share_title=truck.name, about=about,
        image=truck.banner_image or truck.image_url or ICON,
    )  # fmt: skip
    is_closed = not truck.accepting_orders
    page = {
        **head,
        "bodyHue": attribute("data-truck-hue", words.hue_words(truck)),
        "data": data_text({"truck": truck, "menu": menu}),
        "notice": fill(pieces.notice, {"closed": words.closed_sentence(truck, now)}) if is_closed else "",
        "header": _header(pieces, truck),
        "menu": _menu(pieces, menu, is_closed=is_closed) if menu else Html(pieces.menu_empty),
    }
    return fill(pieces.truck, page)


def _head(origin: str, path: str, *, title: str, share_title: str, about: str, image: str) -> Values:
    return {
        "pageTitle": title,
        "shareTitle": share_title,
        "about": _short(about),
        "canonical": origin + path,
        "shareImage": origin + image if image.startswith("/") else image,
    }


def _card(pieces: Pieces, truck: PublicTruck, now: datetime, *, is_first: bool) -> Html:
    tags, place = truck.cuisine[:CARD_TAGS], _place(truck)
    values = {
        **_picture(truck.image_url, truck.name),
        "hue": words.hue_words(truck),
        "badge": words.closed_badge(truck, now),
        "slug": truck.slug,
        "description": truck.short_description,
        "tags": join([fill(pieces.tag, {"tag": tag}) for tag in tags]),
        "place": place,
    }
    return fill_shape(
        pieces.card, values, picture=bool(truck.image_url), closed=not truck.accepting_orders,
        description=bool(truck.short_description), tags=bool(tags), place=bool(place), first=is_first,
    )  # fmt: skip


def _header(pieces: Pieces, truck: PublicTruck) -> Html:
    picture = truck.banner_image or truck.image_url
    text, place = truck.description or truck.short_description, _place(truck)
    values = {
        **_picture(picture, truck.name),
        "description": text,
        "place": place,
        "phone": words.phone_words(truck.phone),
        "phoneAddress": truck.phone,
        "email": truck.email,
    }
    return fill_shape(
        pieces.header, values, picture=bool(picture), description=bool(text), place=bool(place),
        phone=bool(truck.phone), email=bool(truck.email),
    )  # fmt: skip


def _menu(pieces: Pieces, menu: Sequence[MenuEntry], *, is_closed: bool) -> Html:
    sections = _sections(menu)
    titles = [{"title": title, "anchor": words.anchor(title)} for title in sections]
    links = [fill(pieces.nav_link if n else pieces.nav_link_current, title) for n, title in enumerate(titles)]
    bodies = [
        fill(
            pieces.section,
            {**title, "items": join([_item(pieces, item, is_closed=is_closed) for item in items])},
        )
        for title, items in zip(titles, sections.values(), strict=True)
    ]
    return fill(
        pieces.menu,
        {
            "count": str(len(menu)),
            "noun": "item" if len(menu) == 1 else "items",
            "nav": fill(pieces.nav, {"links": join(links)}) if len(sections) > 1 else "",
            "sections": join(bodies),
        },
    )


def _sections(menu: Sequence[MenuEntry]) -> dict[str, list[MenuEntry]]:
    """The menu in its own order, by section; an item without one goes by its category."""
    sections: dict[str, list[MenuEntry]] = {}
    for item in sorted(menu, key=lambda item: item.position):
        title = item.section.strip() or item.category.strip() or UNSORTED
        sections.setdefault(title, []).append(item)
    return sections


def _item(pieces: Pieces, item: MenuEntry, *, is_closed: bool) -> Html:
    values = {
        **_picture(item.image_url, item.name),
        "description": item.description,
        "price": words.price_words(item.base_price),
    }
    return fill_shape(
        pieces.item, values, picture=bool(item.image_url), description=bool(item.description),
        options=bool(item.option_groups), soldOut=not item.is_available, closed=is_closed,
    )  # fmt: skip


def _picture(address: str | None, name: str) -> dict[str, str]:
    sources = words.picture_sources(address) if address else None
    return {
        "name": name,
        "letter": words.letter(name),
        "picture": address or "",
        "srcset": attribute("srcset", sources),
    }


def _place(truck: PublicTruck) -> str:
    return ", ".join(filter(None, (truck.location.city, truck.location.state)))


def _short(text: str) -> str:
    """One line that a search engine shows whole."""
    line = " ".join(text.split())
    if len(line) <= LONGEST_ABOUT:
        return line
    return line[: LONGEST_ABOUT - 1].rsplit(" ", 1)[0] + "…"
