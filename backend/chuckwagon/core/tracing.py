"""Traces by OpenTelemetry, where a collector is named; without one nothing of it is even imported.

A span says what was done, how long it took and how it ended: templates of addresses, names of operations,
our own ids. Texts of exceptions and values that somebody sent are never in it.
"""

import importlib.util
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import TYPE_CHECKING, Any

from chuckwagon import __version__
from chuckwagon.core.logging import about

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.trace import Span

    from chuckwagon.core.watch import Watch

EXTRA = "chuckwagon[otel]"


class _Tracing:
    """The one provider of the process."""

    provider: "TracerProvider | None" = None
    tracer: Any = None


def is_installed() -> bool:
    """Whether the packages of the extra are there."""
    try:
        return importlib.util.find_spec("opentelemetry.exporter.otlp.proto.http") is not None
    except ModuleNotFoundError:
        return False


def is_on() -> bool:
    """Whether spans are recorded in this process."""
    return _Tracing.tracer is not None


def start(endpoint: str, service: str) -> None:
    """Send spans to the collector from now on, in batches from a thread; nothing to do without an address.

    To be called in the process that serves: threads do not survive a fork.
    """
    if not endpoint or is_on():
        return
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    named = {"service.name": service, "service.version": __version__}
    provider = TracerProvider(resource=Resource.create(named), shutdown_on_exit=False)
    exporter = OTLPSpanExporter(endpoint=f"{endpoint.rstrip('/')}/v1/traces", timeout=5)
    provider.add_span_processor(BatchSpanProcessor(exporter, schedule_delay_millis=2000))
    _Tracing.provider, _Tracing.tracer = provider, provider.get_tracer("chuckwagon", __version__)


def stop() -> None:
    """Send what is left, then record no more."""
    provider, _Tracing.provider, _Tracing.tracer = _Tracing.provider, None, None
    if provider is not None:
        provider.shutdown()


def span(name: str, **attributes: str) -> "AbstractContextManager[Span | None]":
    """What happens inside is one span, within the one around it. Costs nothing while tracing is off."""
    return nullcontext() if _Tracing.tracer is None else _span(name, "CLIENT", attributes)


@contextmanager
def job_span(name: str, **attributes: str) -> Iterator[None]:
    """The span of a piece of the worker's own work, the first of its trace."""
    if _Tracing.tracer is None:
        yield
        return
    with _span(name, "CONSUMER", attributes):
        yield


@contextmanager
def request_span(watch: "Watch") -> Iterator[None]:
    """The span of a request. It gets its name at the end, when the route is known."""
    with _span("request", "SERVER", {"chuckwagon.request_id": watch.number}) as made:
        try:
            yield
        finally:
            route = watch.known_route
            made.update_name(f"{watch.method} {route}")
            made.set_attribute("http.request.method", watch.method)
            made.set_attribute("http.route", route)
            made.set_attribute("http.response.status_code", watch.final_status)
            made.set_attribute("chuckwagon.outcome", watch.final_outcome)
            if watch.final_status >= 500:
                _mark_failed(made, watch.final_outcome)


@contextmanager
def _span(name: str, kind: str, attributes: dict[str, str]) -> "Iterator[Span]":
    from opentelemetry.trace import SpanKind

    with _Tracing.tracer.start_as_current_span(
        name,
        kind=SpanKind[kind],
        attributes=attributes,
        record_exception=False,  # its text may repeat what somebody sent
        set_status_on_exception=False,
    ) as made:
        _show_in_lines(made)
        try:
            yield made
        except BaseException as error:
            _mark_failed(made, type(error).__name__)
            raise


def _mark_failed(made: "Span", reason: str) -> None:
    from opentelemetry.trace import StatusCode

    made.set_status(StatusCode.ERROR, reason)
    made.set_attribute("error.type", reason)


def _show_in_lines(made: "Span") -> None:
    """The log's lines of this request or job name the trace."""
    facts = about.get()
    if facts is not None:
        facts["trace_id"] = format(made.get_span_context().trace_id, "032x")
