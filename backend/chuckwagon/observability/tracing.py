"""OpenTelemetry traces, if a collector is configured. Without one OpenTelemetry is not even imported.

A span records the operation, its duration and its outcome: route templates, operation names and our own ids.
It never contains the text of an exception or a value from a request.
"""

import importlib.util
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import TYPE_CHECKING, Any, Protocol

from chuckwagon import __version__
from chuckwagon.observability.logging import log_context

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.trace import Span

OTEL_EXTRA = "chuckwagon[otel]"


class TraceableRequest(Protocol):
    """The attributes of a request that its span records."""

    @property
    def request_id(self) -> str: ...

    @property
    def method(self) -> str: ...

    @property
    def route_template(self) -> str: ...

    @property
    def final_status(self) -> int: ...

    @property
    def final_outcome(self) -> str: ...


class _State:
    """The tracer provider of the process; None while tracing is off."""

    provider: "TracerProvider | None" = None
    tracer: Any = None


def is_installed() -> bool:
    """Whether the packages of `OTEL_EXTRA` are installed."""
    try:
        return importlib.util.find_spec("opentelemetry.exporter.otlp.proto.http") is not None
    except ModuleNotFoundError:
        return False


def is_enabled() -> bool:
    """Whether this process records spans."""
    return _State.tracer is not None


def start(endpoint: str, service: str) -> None:
    """Start to send spans to the collector at `endpoint`, in batches from a thread. Without an endpoint do nothing.

    Call it in the process that serves requests, because threads do not survive a fork.
    """
    if not endpoint or is_enabled():
        return
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    attributes = {"service.name": service, "service.version": __version__}
    provider = TracerProvider(resource=Resource.create(attributes), shutdown_on_exit=False)
    exporter = OTLPSpanExporter(endpoint=f"{endpoint.rstrip('/')}/v1/traces", timeout=5)
    provider.add_span_processor(BatchSpanProcessor(exporter, schedule_delay_millis=2000))
    _State.provider, _State.tracer = provider, provider.get_tracer("chuckwagon", __version__)


def stop() -> None:
    """Send the remaining spans, then stop recording."""
    provider, _State.provider, _State.tracer = _State.provider, None, None
    if provider is not None:
        provider.shutdown()


def span(name: str, **attributes: str) -> "AbstractContextManager[Span | None]":
    """Record the block as a client span, a child of the current span. Costs nothing while tracing is off."""
    return nullcontext() if _State.tracer is None else _span(name, "CLIENT", attributes)


@contextmanager
def job_span(name: str, **attributes: str) -> Iterator[None]:
    """Record the block as the root span of a worker job."""
    if _State.tracer is None:
        yield
        return
    with _span(name, "CONSUMER", attributes):
        yield


@contextmanager
def request_span(request: TraceableRequest) -> Iterator[None]:
    """Record the block as the span of a request. The span is named at the end, when the route is known."""
    with _span("request", "SERVER", {"chuckwagon.request_id": request.request_id}) as active_span:
        try:
            yield
        finally:
            route = request.route_template
            active_span.update_name(f"{request.method} {route}")
            active_span.set_attribute("http.request.method", request.method)
            active_span.set_attribute("http.route", route)
            active_span.set_attribute("http.response.status_code", request.final_status)
            active_span.set_attribute("chuckwagon.outcome", request.final_outcome)
            if request.final_status >= 500:
                _set_error(active_span, request.final_outcome)


@contextmanager
def _span(name: str, kind: str, attributes: dict[str, str]) -> "Iterator[Span]":
    from opentelemetry.trace import SpanKind

    with _State.tracer.start_as_current_span(
        name,
        kind=SpanKind[kind],
        attributes=attributes,
        record_exception=False,  # the text may contain values from the request
        set_status_on_exception=False,
    ) as active_span:
        _add_trace_id_to_log(active_span)
        try:
            yield active_span
        except BaseException as error:
            _set_error(active_span, type(error).__name__)
            raise


def _set_error(active_span: "Span", reason: str) -> None:
    from opentelemetry.trace import StatusCode

    active_span.set_status(StatusCode.ERROR, reason)
    active_span.set_attribute("error.type", reason)


def _add_trace_id_to_log(active_span: "Span") -> None:
    """Add the trace id to the log lines of this request or job."""
    facts = log_context.get()
    if facts is not None:
        facts["trace_id"] = format(active_span.get_span_context().trace_id, "032x")
