"""Renders the home page and the truck pages."""

from collections.abc import Sequence
from datetime import datetime

from chuckwagon.kit.money import format_usd, to_cents
from chuckwagon.menu.schemas import MenuEntry
from chuckwagon.orders.phones import format_us_phone
from chuckwagon.prerender import formatting
from chuckwagon.prerender.fragments import (
    Fragments,
    Markup,
    Values,
    concatenate,
    render_attribute,
    render_fragment,
    render_variant,
    script_json,
)
from chuckwagon.trucks.schemas import PublicTruck

SITE = "Chuckwagon"
SITE_DESCRIPTION = "Order from your favorite food trucks and pick up hot food without the queue."
SHARED_TITLE = "Chuckwagon: hot food from the trucks around the corner"
ICON = "/icon-512.png"
MAX_DESCRIPTION_LENGTH = 160
MAX_CARD_TAGS = 3
DEFAULT_SECTION = "More from the truck"


def render_home(fragments: Fragments, origin: str, trucks: Sequence[PublicTruck], now: datetime) -> Markup:
    """Render the home page with the list of trucks."""
    head = _head(origin, "/", title=SITE, share_title=SHARED_TITLE, about=SITE_DESCRIPTION, image=ICON)
    page = {**head, "bodyHue": Markup(""), "data": script_json({"trucks": trucks})}
    if not trucks:
        return render_fragment(fragments.home_empty, page)
    cards = [_card(fragments, truck, now, is_first=number == 0) for number, truck in enumerate(trucks)]
    return render_fragment(fragments.home, {**page, "cards": concatenate(cards)})


def render_truck(
    fragments: Fragments, origin: str, truck: PublicTruck, menu: Sequence[MenuEntry], now: datetime
) -> Markup:
    """Render a truck's page with its whole menu."""
    about = truck.short_description or truck.description or f"Order from {truck.name}. {SITE_DESCRIPTION}"
    head = _head(
        origin, f"/{truck.slug}", title=f"{truck.name} · {SITE}", share_title=truck.name, about=about,
        image=truck.banner_image or truck.image_url or ICON,
    )  # fmt: skip
    is_closed = not truck.accepting_orders
    page = {
        **head,
        "bodyHue": render_attribute("data-truck-hue", formatting.hue_attribute(truck)),
        "data": script_json({"truck": truck, "menu": menu}),
        "notice": render_fragment(fragments.notice, {"closed": formatting.closed_notice(truck, now)})
        if is_closed
        else "",
        "header": _header(fragments, truck),
        "menu": _menu(fragments, menu, is_closed=is_closed) if menu else Markup(fragments.menu_empty),
    }
    return render_fragment(fragments.truck, page)


def _head(origin: str, path: str, *, title: str, share_title: str, about: str, image: str) -> Values:
    return {
        "pageTitle": title,
        "shareTitle": share_title,
        "about": _truncate(about),
        "canonical": origin + path,
        "shareImage": origin + image if image.startswith("/") else image,
    }


def _card(fragments: Fragments, truck: PublicTruck, now: datetime, *, is_first: bool) -> Markup:
    tags, place = truck.cuisine[:MAX_CARD_TAGS], _city_and_state(truck)
    values = {
        **_image_values(truck.image_url, truck.name),
        "hue": formatting.hue_attribute(truck),
        "badge": formatting.closed_badge(truck, now),
        "slug": truck.slug,
        "description": truck.short_description,
        "tags": concatenate([render_fragment(fragments.tag, {"tag": tag}) for tag in tags]),
        "place": place,
    }
    return render_variant(
        fragments.card, values, picture=bool(truck.image_url), closed=not truck.accepting_orders,
        description=bool(truck.short_description), tags=bool(tags), place=bool(place), first=is_first,
    )  # fmt: skip


def _header(fragments: Fragments, truck: PublicTruck) -> Markup:
    picture = truck.banner_image or truck.image_url
    text, place = truck.description or truck.short_description, _city_and_state(truck)
    values = {
        **_image_values(picture, truck.name),
        "description": text,
        "place": place,
        "phone": format_us_phone(truck.phone),
        "phoneAddress": truck.phone,
        "email": truck.email,
    }
    return render_variant(
        fragments.header, values, picture=bool(picture), description=bool(text), place=bool(place),
        phone=bool(truck.phone), email=bool(truck.email),
    )  # fmt: skip


def _menu(fragments: Fragments, menu: Sequence[MenuEntry], *, is_closed: bool) -> Markup:
    sections = _group_by_section(menu)
    titles = [{"title": title, "anchor": formatting.anchor(title)} for title in sections]
    links = [
        render_fragment(fragments.nav_link if n else fragments.nav_link_current, title)
        for n, title in enumerate(titles)
    ]
    bodies = [
        render_fragment(
            fragments.section,
            {**title, "items": concatenate([_item(fragments, item, is_closed=is_closed) for item in items])},
        )
        for title, items in zip(titles, sections.values(), strict=True)
    ]
    return render_fragment(
        fragments.menu,
        {
            "count": str(len(menu)),
            "noun": "item" if len(menu) == 1 else "items",
            "nav": render_fragment(fragments.nav, {"links": concatenate(links)}) if len(sections) > 1 else "",
            "sections": concatenate(bodies),
        },
    )


def _group_by_section(menu: Sequence[MenuEntry]) -> dict[str, list[MenuEntry]]:
    """Group the menu by section, in menu order. An item without a section is grouped by its category."""
    sections: dict[str, list[MenuEntry]] = {}
    for item in sorted(menu, key=lambda item: item.position):
        title = item.section.strip() or item.category.strip() or DEFAULT_SECTION
        sections.setdefault(title, []).append(item)
    return sections


def _item(fragments: Fragments, item: MenuEntry, *, is_closed: bool) -> Markup:
    values = {
        **_image_values(item.image_url, item.name),
        "description": item.description,
        "price": format_usd(to_cents(item.base_price)),
    }
    return render_variant(
        fragments.item, values, picture=bool(item.image_url), description=bool(item.description),
        options=bool(item.option_groups), soldOut=not item.is_available, closed=is_closed,
    )  # fmt: skip


def _image_values(address: str | None, name: str) -> dict[str, str]:
    sources = formatting.image_srcset(address) if address else None
    return {
        "name": name,
        "letter": formatting.first_letter(name),
        "picture": address or "",
        "srcset": render_attribute("srcset", sources),
    }


def _city_and_state(truck: PublicTruck) -> str:
    return ", ".join(filter(None, (truck.location.city, truck.location.state)))


def _truncate(text: str) -> str:
    """Shorten to one line that search engines show in full."""
    line = " ".join(text.split())
    if len(line) <= MAX_DESCRIPTION_LENGTH:
        return line
    return line[: MAX_DESCRIPTION_LENGTH - 1].rsplit(" ", 1)[0] + "…"
