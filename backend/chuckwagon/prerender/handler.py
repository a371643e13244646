"""Serves the home page and the truck pages with their content already rendered.

Why: docs/decisions/0023-first-paint.md
"""

import asyncio
import hashlib
from datetime import datetime, timedelta
from pathlib import Path
from typing import cast

import msgspec
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send

from chuckwagon.db.database import OUTAGE_ERRORS, Database
from chuckwagon.kit import clock
from chuckwagon.kit.errors import MovedPermanently, NotFound
from chuckwagon.kit.sentences import ENGLISH, Language
from chuckwagon.observability.logging import log
from chuckwagon.prerender.engine import PageBuild, PageEngine, RenderFailed, load_build
from chuckwagon.prerender.pages import DrawPageArguments, PageInput, read_page
from chuckwagon.prerender.structured_data import add_structured_data
from chuckwagon.trucks.queries import find_present_slug
from chuckwagon.trucks.slugs import may_be_a_slug
from chuckwagon.web.requests import LANGUAGE_VARY, choose_language
from chuckwagon.web.response_cache import CachePolicy, Headers
from chuckwagon.web.security_headers import CspSources, page_csp
from chuckwagon.web.static import WIDGET_PATH

RETRY_AFTER = timedelta(minutes=1)
MAX_FAILED_PATHS = 1000


class PrerenderHandler:
    """ASGI application for the prerendered pages; passes every other path on to `fallback`."""

    def __init__(self, fallback: ASGIApp, db: Database, folder: Path, origin: str, sources: CspSources) -> None:
        self._fallback = fallback
        self._db = db
        self._folder = folder
        self._origin = origin
        self._sources = sources
        self._engine = PageEngine(folder)
        self._csp = b""
        self._languages: tuple[Language, ...] = (ENGLISH,)
        self._failed: dict[str, datetime] = {}

    def start(self) -> None:
        """Load the engine in the background."""
        self._engine.start()

    def stop(self) -> None:
        """End the engine. Pages come empty from then on."""
        self._engine.stop()

    def has_page(self, path: str) -> bool:
        """Whether the path is `/` or has the form of a truck's slug, and the front end's build can be rendered.

        The truck may not exist; then the page is answered with 404."""
        if path != "/" and not may_be_a_slug(path[1:]):
            return False
        if not self._csp and (build := load_build(self._folder)) is not None:
            self._csp, self._languages = self._build_csp(build).encode(), build.languages
        return bool(self._csp)

    def choose_language(self, scope: HTTPScope) -> Language:
        """The visitor's language, if the build has it, else English."""
        sent = {name: value.decode("latin-1") for name, value in scope["headers"]}
        cookie, accepted = sent.get(b"cookie", ""), sent.get(b"accept-language", "")
        language = choose_language(cookie=cookie, accept_language=accepted)
        return language if language in self._languages else ENGLISH

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the rendered page, a 404 for an unknown truck, or the empty page if it cannot be read or rendered."""
        if not self.has_page(scope["path"]):
            if (moved := await self._find_moved(scope["path"])) is not None:
                await _send_moved(moved, cast("HTTPScope", scope), send)
            else:
                await self._fallback(scope, receive, send)
            return
        try:
            page = await asyncio.to_thread(self._read, scope["path"])
            language = self.choose_language(cast("HTTPScope", scope))
            html = await self._render(page, language)
        except MovedPermanently as moved:
            await _send_moved(moved, cast("HTTPScope", scope), send)
        except NotFound:
            headers = [pair for pair in scope["headers"] if pair[0] != b"if-none-match"]
            plain = cast("HTTPScope", {**scope, "headers": headers})
            await self._fallback(plain, receive, _as_not_found(send))
        except (RenderFailed, *OUTAGE_ERRORS) as error:
            log.warning("page_without_content", reason=type(error).__name__)
            await self._fallback(scope, receive, send)
        else:
            headers = [(b"content-security-policy", self._csp), (b"content-language", language.encode())]
            if len(self._languages) > 1:
                headers.append((b"vary", LANGUAGE_VARY.encode()))
            await _send_page(page, html, headers, scope, send)

    def _build_csp(self, build: PageBuild) -> str:
        """CSP of these pages: that of every page plus the hashes of inline scripts and styles."""
        own = msgspec.structs.replace(
            self._sources, scripts=(*self._sources.scripts, *build.scripts), styles=build.styles
        )
        return page_csp(own, self._origin)

    async def _find_moved(self, path: str) -> MovedPermanently | None:
        """Where a screen below an earlier slug is by now; None for any other path."""
        slug = path[1:].partition("/")[0]
        if not may_be_a_slug(slug) or path == WIDGET_PATH:
            return None
        try:
            present = await asyncio.to_thread(self._find_present_slug, slug)
        except OUTAGE_ERRORS:
            return None
        return None if present is None else MovedPermanently(slug, present)

    def _find_present_slug(self, slug: str) -> str | None:
        with self._db.reading() as session:
            return find_present_slug(session, slug)

    def _read(self, path: str) -> PageInput:
        with self._db.reading() as session:
            return read_page(session, path, clock.now())

    async def _render(self, page: PageInput, language: Language) -> str:
        """Render a page. One that failed is not tried again for a while: each attempt costs an engine."""
        if self._failed.get(page.path, clock.now()) > clock.now():
            raise RenderFailed("error")
        arguments = DrawPageArguments(language, self._origin, page.path, page.zones)
        try:
            html = await self._engine.render(*(msgspec.json.encode(part).decode() for part in (arguments, page.data)))
        except RenderFailed as error:
            if error.reason != "busy":
                self._remember_failure(page.path)
            raise
        return await asyncio.to_thread(add_structured_data, html, page, self._origin)

    def _remember_failure(self, path: str) -> None:
        self._failed.pop(path, None)
        self._failed[path] = clock.now() + RETRY_AFTER
        if len(self._failed) > MAX_FAILED_PATHS:
            self._failed.pop(next(iter(self._failed)))


async def _send_moved(moved: MovedPermanently, scope: HTTPScope, send: Send) -> None:
    headers = [
        (b"location", moved.new_address(scope["path"], scope["query_string"]).encode()),
        (b"content-length", b"0"),
        # Asked for again each time, because a truck may take an earlier slug back.
        (b"cache-control", b"no-cache"),
        # The rest of the path may be the secret link of an order.
        (b"referrer-policy", b"no-referrer"),
    ]
    await send({"type": "http.response.start", "status": moved.status, "headers": headers})
    await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _send_page(page: PageInput, html: str, more: Headers, scope: Scope, send: Send) -> None:
    body = html.encode()
    cache_policy = cast("HTTPScope", scope).get("cache_policy")
    if isinstance(cache_policy, CachePolicy):
        cache_policy.key, cache_policy.until = page.cache_key, page.until
    headers = [
        (b"content-type", b"text/html; charset=utf-8"),
        (b"content-length", str(len(body)).encode()),
        (b"cache-control", b"no-cache"),
        *more,
        (b"etag", f'"{hashlib.sha256(body).hexdigest()[:32]}"'.encode()),
    ]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})


def _as_not_found(send: Send) -> Send:
    """Wrap `send` so that a page of status 200 is sent with 404, which search engines read. Other statuses stay."""

    async def send_as_not_found(message: Message) -> None:
        if message["type"] == "http.response.start" and message["status"] == 200:
            message["status"] = 404
        await send(message)

    return send_as_not_found
