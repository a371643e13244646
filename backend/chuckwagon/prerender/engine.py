"""Renders pages with the front end's own React components, in a QuickJS engine on a thread of its own.

The engine has one heap and no I/O: a page and its data go in as JSON, and a document comes out. A render that fails or
passes a limit costs this one page. Its engine is thrown away, because an interrupted render breaks React's state.

Why: docs/decisions/0030-pages-drawn-by-react.md
"""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import quickjs
from prometheus_client import Counter, Histogram

from chuckwagon.kit.decoding import decode_json
from chuckwagon.kit.sentences import Language
from chuckwagon.observability.logging import log, redact
from chuckwagon.observability.metrics import FAST

BUNDLE_FILE, BUILD_FILE = ".server/pages.js", ".server/pages.json"
MAX_RENDER_CPU_SECONDS = 2.0  # of the whole process, because QuickJS reads the process's clock
MAX_HEAP_BYTES = 128 * 1024 * 1024
MAX_WAIT_SECONDS = 5.0
MAX_DETAIL_LENGTH = 200

RENDER_SECONDS = Histogram(
    "chuckwagon_prerender_seconds", "Time to render a page on the server, in seconds.", buckets=FAST
)
FAILED_RENDERS = Counter(
    "chuckwagon_prerender_failures_total",
    "Pages that the server could not render and left to the browser: error, time, memory or busy.",
    ("reason",),
)

# The wrapper raises TypeError and ValueError for results that it cannot hand over, RuntimeError after `stop`.
ENGINE_ERRORS = (quickjs.JSException, MemoryError, OSError, RuntimeError, TypeError, ValueError)

# The wrapper hands over neither a string that is still a tree of parts, nor half a surrogate pair, and cuts at a zero.
DRAW = r"(request, data) => pages.drawPage(request, data).replace(/\p{Surrogate}|\0/gu, '\uFFFD')"

Draw = Callable[[str, str], str]


class PageBuild(msgspec.Struct, frozen=True):
    """What surrounds the content in this build, its languages, and the CSP hashes of inline scripts and styles."""

    shell: msgspec.Raw
    languages: tuple[Language, ...]
    scripts: tuple[str, ...] = ()
    styles: tuple[str, ...] = ()


class RenderFailed(Exception):
    """The page could not be rendered. `reason` is a label of FAILED_RENDERS."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def load_build(folder: Path) -> PageBuild | None:
    """Read what the build says of its pages; None if there is no build yet."""
    file = folder / BUILD_FILE
    return decode_json(file.read_bytes(), PageBuild) if file.is_file() else None


class PageEngine:
    """The engine of this process. The first page starts it, unless `start` has."""

    def __init__(
        self,
        folder: Path,
        *,
        max_cpu_seconds: float = MAX_RENDER_CPU_SECONDS,
        max_heap_bytes: int = MAX_HEAP_BYTES,
        max_wait_seconds: float = MAX_WAIT_SECONDS,
    ) -> None:
        self._folder = folder
        self._max_cpu_seconds = max_cpu_seconds
        self._max_heap_bytes = max_heap_bytes
        self._max_wait_seconds = max_wait_seconds
        self._thread = ThreadPoolExecutor(1, "prerender")
        self._is_stopped = False
        self._draw: Draw | None = None  # used on the engine's thread only

    def start(self) -> "Future[None]":
        """Load the bundle on the engine's thread, so that no page waits for it."""
        return self._thread.submit(self._warm_up)

    def stop(self) -> None:
        """Free the engine on its own thread, which ends then."""
        if not self._is_stopped:
            self._is_stopped = True
            self._thread.submit(self._discard)
            self._thread.shutdown(wait=False)

    async def render(self, request: str, data: str) -> str:
        """Render the document for a request from its data, both JSON. Raises RenderFailed."""
        started = time.perf_counter()
        try:
            rendering = asyncio.wrap_future(self._thread.submit(self._render, request, data))
            page = await asyncio.wait_for(rendering, self._max_wait_seconds)
        except TimeoutError as error:
            raise _count_failure("busy", error) from error
        except ENGINE_ERRORS as error:
            raise _count_failure(_classify(error), error) from error
        RENDER_SECONDS.observe(time.perf_counter() - started)
        return page

    def _render(self, request: str, data: str) -> str:
        try:
            if self._draw is None:
                self._draw = self._load()
            return self._draw(request, data)
        except BaseException:
            self._discard()
            raise

    def _warm_up(self) -> None:
        if self._draw is None and (self._folder / BUILD_FILE).is_file():
            try:
                self._draw = self._load()
            except ENGINE_ERRORS as error:
                _count_failure("error", error)

    def _load(self) -> Draw:
        build = load_build(self._folder)
        if build is None:
            raise FileNotFoundError(BUILD_FILE)
        context: Any = quickjs.Context()
        context.set_memory_limit(self._max_heap_bytes)
        context.set_time_limit(self._max_cpu_seconds)
        context.eval((self._folder / BUNDLE_FILE).read_text(encoding="utf-8"))
        context.eval("(shell) => pages.open(shell)")(bytes(build.shell).decode())
        while context.execute_pending_job():
            pass
        draw: Draw = context.eval(DRAW)
        return draw

    def _discard(self) -> None:
        self._draw = None


def _classify(error: Exception) -> str:
    text = str(error)
    if "interrupted" in text:
        return "time"
    is_memory = isinstance(error, MemoryError) or "out of memory" in text
    return "memory" if is_memory else "error"


def _count_failure(reason: str, error: Exception) -> RenderFailed:
    FAILED_RENDERS.labels(reason).inc()
    detail = redact(str(error)).partition("\n")[0][:MAX_DETAIL_LENGTH]
    log.warning("prerender_failed", reason=reason, error=type(error).__name__, detail=detail)
    return RenderFailed(reason)
