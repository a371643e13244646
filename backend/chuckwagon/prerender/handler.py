"""Serves the home page and the truck pages with their content already rendered."""

import asyncio
import hashlib
from datetime import datetime
from pathlib import Path
from typing import cast

import msgspec
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send

from chuckwagon.db.database import OUTAGE_ERRORS, Database
from chuckwagon.kit import clock
from chuckwagon.kit.errors import NotFound
from chuckwagon.menu.queries import find_next_return, list_public_menu
from chuckwagon.observability.logging import log
from chuckwagon.prerender.formatting import find_wording_change
from chuckwagon.prerender.fragments import Fragments, InlineHashes, Markup, load_fragments
from chuckwagon.prerender.render import render_home, render_truck
from chuckwagon.trucks.queries import find_next_end, get_truck_for, list_public_trucks
from chuckwagon.trucks.slugs import find_slug_problem
from chuckwagon.web.caching.cache_validation import ALL_TRUCKS
from chuckwagon.web.caching.response_cache import CachePolicy
from chuckwagon.web.security_headers import CspSources, page_csp


class RenderedPage(msgspec.Struct, frozen=True):
    """Rendered page. `cache_key` and `until` limit how long the response cache may keep it."""

    html: Markup
    cache_key: str
    until: datetime | None


class PrerenderHandler:
    """ASGI application for the prerendered pages; passes every other path on to `fallback`."""

    def __init__(self, fallback: ASGIApp, db: Database, folder: Path, origin: str, sources: CspSources) -> None:
        self._fallback = fallback
        self._db = db
        self._folder = folder
        self._origin = origin
        self._sources = sources
        self._fragments: Fragments | None = None
        self._csp = b""

    def has_page(self, path: str) -> bool:
        """Whether the path is the home page or a possible truck page, and the build has fragments for them."""
        if path != "/" and find_slug_problem(path[1:]) is not None:
            return False
        if self._fragments is None:
            self._fragments = load_fragments(self._folder)
            if self._fragments is not None:
                self._csp = self._build_csp(self._fragments.inline).encode()
        return self._fragments is not None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the rendered page, a 404 for an unknown truck, or the empty page while the database is unavailable."""
        if not self.has_page(scope["path"]):
            await self._fallback(scope, receive, send)
            return
        try:
            page = await asyncio.to_thread(self._render, scope["path"])
        except NotFound:
            headers = [pair for pair in scope["headers"] if pair[0] != b"if-none-match"]
            plain = cast("HTTPScope", {**scope, "headers": headers})
            await self._fallback(plain, receive, _as_not_found(send))
        except OUTAGE_ERRORS as error:
            log.warning("page_without_content", reason=type(error).__name__)
            await self._fallback(scope, receive, send)
        else:
            await _send_page(page, self._csp, scope, send)

    def _build_csp(self, inline: InlineHashes) -> str:
        """CSP of these pages: that of every page plus the hashes of inline scripts and styles."""
        own = msgspec.structs.replace(
            self._sources, scripts=(*self._sources.scripts, *inline.scripts), styles=inline.styles
        )
        return page_csp(own, self._origin)

    def _render(self, path: str) -> RenderedPage:
        now, fragments = clock.now(), cast("Fragments", self._fragments)
        with self._db.reading() as session:
            if path == "/":
                trucks = list_public_trucks(session)
                ends = [find_next_end(session), *(find_wording_change(truck, now) for truck in trucks)]
                return RenderedPage(render_home(fragments, self._origin, trucks, now), ALL_TRUCKS, _earliest(ends))
            truck = get_truck_for(session, None, slug=path[1:])
            menu = list_public_menu(session, truck.id)
            ends = [find_next_end(session, truck.id), find_next_return(menu), find_wording_change(truck, now)]
            return RenderedPage(render_truck(fragments, self._origin, truck, menu, now), truck.id, _earliest(ends))


def _earliest(ends: list[datetime | None]) -> datetime | None:
    return min((end for end in ends if end is not None), default=None)


async def _send_page(page: RenderedPage, csp: bytes, scope: Scope, send: Send) -> None:
    body = page.html.encode()
    cache_policy = cast("HTTPScope", scope).get("cache_policy")
    if isinstance(cache_policy, CachePolicy):
        cache_policy.key, cache_policy.until = page.cache_key, page.until
    headers = [
        (b"content-type", b"text/html; charset=utf-8"),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-cache"),
        (b"content-security-policy", csp),
        (b"etag", f'"{hashlib.sha256(body).hexdigest()[:32]}"'.encode()),
    ]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})


def _as_not_found(send: Send) -> Send:
    """Set the status to 404 for search engines. The front end shows its own message."""

    async def send_as_not_found(message: Message) -> None:
        if message["type"] == "http.response.start" and message["status"] == 200:
            message["status"] = 404
        await send(message)

    return send_as_not_found
