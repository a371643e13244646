"""The engine: what it renders, and that no render can take the process or the next page with it."""

import asyncio
import json
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from chuckwagon.prerender.engine import (
    BUILD_FILE,
    BUNDLE_FILE,
    FAILED_RENDERS,
    MAX_DETAIL_LENGTH,
    PageEngine,
    RenderFailed,
)
from tests.log_lines import collect_lines
from tests.metrics import metric_value

REQUEST = json.dumps({"path": "/", "isCounted": True})


def data_of(*names: str) -> str:
    return json.dumps({"trucks": [{"name": name} for name in names]})


def render(engine: PageEngine, *names: str) -> str:
    return asyncio.run(engine.render(REQUEST, data_of(*names)))


@pytest.fixture
def engine(build):
    made = PageEngine(build, max_cpu_seconds=0.3, max_heap_bytes=32 * 1024 * 1024)
    yield made
    made.stop()


def test_the_bundle_is_loaded_once_and_its_jobs_have_run_before_the_first_page(engine):
    engine.start().result()
    assert render(engine, "One").startswith("<!doctype html>true<i>1</i><h1>One</h1>")
    assert "<i>2</i>" in render(engine, "Two")


def test_every_letter_arrives(engine):
    name = "Ñandú 🌮 \u2028 'quoted' & <b>"
    assert f"<h1>{name}</h1>" in render(engine, name)
    assert render(engine, "Halves") == "<h1>\ufffd, \ufffd</h1>", "what Python could not take is replaced"


@pytest.mark.parametrize(("name", "reason"), [("Throws", "error"), ("Loops", "time"), ("Eats", "memory")])
def test_a_failed_render_is_counted_and_logged_and_the_next_page_gets_a_fresh_engine(engine, monkeypatch, name, reason):
    lines = collect_lines(monkeypatch)
    before = metric_value(FAILED_RENDERS, reason)
    render(engine, "Good")
    with pytest.raises(RenderFailed) as failure:
        render(engine, name)
    assert failure.value.reason == reason
    assert metric_value(FAILED_RENDERS, reason) == before + 1
    [line] = [json.loads(line) for line in lines if "prerender_failed" in line]
    assert line["reason"] == reason
    assert len(line["detail"]) <= MAX_DETAIL_LENGTH
    assert "<i>1</i><h1>Good</h1>" in render(engine, "Good")


def test_who_waits_too_long_for_the_engine_gets_no_page_and_the_engine_goes_on(build):
    engine = PageEngine(build, max_cpu_seconds=1.0, max_wait_seconds=0.1)

    async def crowd() -> list[object]:
        names = ("Loops", "Late")
        return await asyncio.gather(*(engine.render(REQUEST, data_of(name)) for name in names), return_exceptions=True)

    engine.start().result()
    failures = asyncio.run(crowd())
    assert [getattr(failure, "reason", failure) for failure in failures] == ["busy", "busy"]
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            page = render(engine, "Good")
            break
        except RenderFailed:
            time.sleep(0.05)
    assert "<h1>Good</h1>" in page
    engine.stop()


def test_pages_of_many_threads_are_never_mixed_up(engine):
    names = [f"Truck {number}" for number in range(60)]
    with ThreadPoolExecutor(6) as threads:
        pages = list(threads.map(lambda name: render(engine, name), names))
    assert [f"<h1>{name}</h1>" in page for name, page in zip(names, pages, strict=True)] == [True] * 60


def test_a_broken_bundle_fails_the_page_and_not_the_start(build):
    (build / BUNDLE_FILE).write_text("var pages = {")
    engine = PageEngine(build)
    engine.start().result()
    with pytest.raises(RenderFailed):
        render(engine, "One")
    engine.stop()


def test_a_build_that_comes_after_the_start_is_used(build):
    written = (build / BUILD_FILE).read_bytes()
    (build / BUILD_FILE).unlink()
    engine = PageEngine(build)
    engine.start().result()
    with pytest.raises(RenderFailed):
        render(engine, "One")
    (build / BUILD_FILE).write_bytes(written)
    assert "<h1>One</h1>" in render(engine, "One")
    engine.stop()


def test_a_stopped_engine_renders_nothing(engine):
    engine.stop()
    with pytest.raises(RenderFailed):
        render(engine, "One")
