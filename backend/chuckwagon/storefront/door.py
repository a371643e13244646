"""Answers the addresses of the home page and of the trucks with pages that have their content."""

import asyncio
import hashlib
from datetime import datetime
from pathlib import Path
from typing import cast

import msgspec
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send

from chuckwagon.core import clock
from chuckwagon.core.db import OUTAGES, Database
from chuckwagon.core.errors import NotFound
from chuckwagon.core.freshness import ALL_TRUCKS
from chuckwagon.core.headers import Sources, page_policy
from chuckwagon.core.logging import log
from chuckwagon.core.ready import Keep
from chuckwagon.menu.queries import list_public_menu, next_return
from chuckwagon.storefront.pages import home_page, truck_page
from chuckwagon.storefront.paper import Html, Inline, Pieces, load_pieces
from chuckwagon.storefront.words import words_end
from chuckwagon.trucks.queries import find_next_end, get_truck_for, list_public_trucks
from chuckwagon.trucks.slugs import find_problem


class Page(msgspec.Struct, frozen=True):
    """A page, whose changes end it, and when time alone does."""

    html: Html
    shows: str
    until: datetime | None


class Storefront:
    """Stands in front of the screens, which answer whatever is not its own."""

    def __init__(self, screens: ASGIApp, db: Database, folder: Path, origin: str, sources: Sources) -> None:
        self._screens = screens
        self._db = db
        self._folder = folder
        self._origin = origin
        self._sources = sources
        self._pieces: Pieces | None = None
        self._policy = b""

    def shows(self, path: str) -> bool:
        """Whether the address is the home page or may be a truck's, and the build has pages for them."""
        if path != "/" and find_problem(path[1:]) is not None:
            return False
        if self._pieces is None:
            self._pieces = load_pieces(self._folder)
            if self._pieces is not None:
                self._policy = self._policy_of(self._pieces.inline).encode()
        return self._pieces is not None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with a whole page; 404 for no truck; the empty page while the database does not answer."""
        if not self.shows(scope["path"]):
            await self._screens(scope, receive, send)
            return
        try:
            page = await asyncio.to_thread(self._draw, scope["path"])
        except NotFound:
            whole = [pair for pair in scope["headers"] if pair[0] != b"if-none-match"]
            plain = cast("HTTPScope", {**scope, "headers": whole})
            await self._screens(plain, receive, _as_not_found(send))
        except OUTAGES as error:
            log.warning("page_without_content", reason=type(error).__name__)
            await self._screens(scope, receive, send)
        else:
            await _send_page(page, self._policy, scope, send)

    def _policy_of(self, inline: Inline) -> str:
        """That of every page, and what stands in these by its hash."""
        own = msgspec.structs.replace(
            self._sources, scripts=(*self._sources.scripts, *inline.scripts), styles=inline.styles
        )
        return page_policy(own, self._origin)

    def _draw(self, path: str) -> Page:
        now, pieces = clock.now(), cast("Pieces", self._pieces)
        with self._db.reading() as session:
            if path == "/":
                trucks = list_public_trucks(session)
                ends = [find_next_end(session), *(words_end(truck, now) for truck in trucks)]
                return Page(home_page(pieces, self._origin, trucks, now), ALL_TRUCKS, _first(ends))
            truck = get_truck_for(session, None, slug=path[1:])
            menu = list_public_menu(session, truck.id)
            ends = [find_next_end(session, truck.id), next_return(menu), words_end(truck, now)]
            return Page(truck_page(pieces, self._origin, truck, menu, now), truck.id, _first(ends))


def _first(ends: list[datetime | None]) -> datetime | None:
    return min((end for end in ends if end is not None), default=None)


async def _send_page(page: Page, policy: bytes, scope: Scope, send: Send) -> None:
    body = page.html.encode()
    keep = cast("HTTPScope", scope).get("keep")
    if isinstance(keep, Keep):
        keep.key, keep.until = page.shows, page.until
    headers = [
        (b"content-type", b"text/html; charset=utf-8"),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-cache"),
        (b"content-security-policy", policy),
        (b"etag", f'"{hashlib.sha256(body).hexdigest()[:32]}"'.encode()),
    ]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})


def _as_not_found(send: Send) -> Send:
    """The screens say it in their own words; search engines go by the status."""

    async def send_as_not_found(message: Message) -> None:
        if message["type"] == "http.response.start" and message["status"] == 200:
            message["status"] = 404
        await send(message)

    return send_as_not_found
