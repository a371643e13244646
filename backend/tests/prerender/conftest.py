"""Fixture of a front-end build with minimal fragments."""

from pathlib import Path

import msgspec
import pytest

from chuckwagon.prerender.fragments import FRAGMENTS_FILE, Fragments, InlineHashes

HEAD = (
    '<title>{{pageTitle}}</title><meta name="description" content="{{about}}">'
    '<link rel="canonical" href="{{canonical}}"><meta property="og:title" content="{{shareTitle}}">'
    '<meta property="og:image" content="{{shareImage}}"><body{{bodyHue}}>'
)
DATA = '<script type="application/json" id="first-data">{{data}}</script>'


def every_shape(*flags: str, **texts: str) -> dict[str, str]:
    """Build one variant for each set of flags, containing the texts of the flags that are on."""
    shapes: dict[str, str] = {}
    for number in range(2 ** len(flags)):
        on = [flag for place, flag in enumerate(sorted(flags)) if number >> place & 1]
        shapes[" ".join(on)] = texts["always"] + "".join(texts.get(flag, "") for flag in on)
    return shapes


PIECES = Fragments(
    home=f"{HEAD}<ul>{{{{cards}}}}</ul>{DATA}",
    home_empty=f"{HEAD}empty{DATA}",
    truck=f"{HEAD}{{{{notice}}}}{{{{header}}}}{{{{menu}}}}{DATA}",
    card=every_shape(
        "closed", "description", "first", "picture", "place", "tags",
        always='<li data-truck-hue="{{hue}}"><a href="/{{slug}}">{{name}}</a>', closed="[{{badge}}]",
        description="<p>{{description}}</p>", picture='<img src="{{picture}}"{{srcset}}>', tags="{{tags}}",
        place="<p>{{place}}</p>",
    ),
    tag="<b>{{tag}}</b>",
    header=every_shape(
        "description", "email", "phone", "picture", "place", always="<h1>{{name}}</h1>",
        description="<p>{{description}}</p>", phone='<a href="tel:{{phoneAddress}}">{{phone}}</a>',
    ),
    notice="<p>{{closed}}</p>",
    menu="{{count}} {{noun}}{{nav}}{{sections}}",
    menu_empty="no menu",
    nav="<nav>{{links}}</nav>",
    nav_link='<a href="#section-{{anchor}}">{{title}}</a>',
    nav_link_current='<a href="#section-{{anchor}}" aria-current>{{title}}</a>',
    section='<section id="section-{{anchor}}">{{title}}{{items}}</section>',
    item=every_shape(
        "closed", "description", "options", "picture", "soldOut", always="<h4>{{name}}</h4>{{price}}",
        soldOut="Sold out", options="Choose options", description="<p>{{description}}</p>",
    ),
    inline=InlineHashes(scripts=("'sha256-aaaa'",), styles=("'sha256-bbbb'", "'sha256-cccc'")),
)  # fmt: skip


@pytest.fixture
def build(tmp_path) -> Path:
    """The folder of the build."""
    for name in ("index.html", "staff.html"):
        (tmp_path / name).write_text("<!doctype html><title>Chuckwagon</title>")
    (tmp_path / FRAGMENTS_FILE).write_bytes(msgspec.json.encode(PIECES))
    return tmp_path
