"""Traces: none without a collector; with one, a span for each request, provider call and job."""

import json
import re
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import msgspec
import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from chuckwagon.cli.doctor import UnsafeSettings, refuse_unsafe_settings
from chuckwagon.observability import tracing
from tests.canaries import CANARIES
from tests.factories import checkout_body, make_item
from tests.log_lines import collect_lines
from tests.servers import BACKEND

# One of sixteen hexadecimal digits may look like a card number.
REQUEST_ID = re.compile(r'(?<=key: "chuckwagon.request_id"\nvalue {\n  string_value: ")[0-9a-f]{16}')
WHOLE_PRODUCT = """
import sys
import chuckwagon.app, chuckwagon.cli.main, chuckwagon.worker.loop, chuckwagon.monitoring
from chuckwagon.observability import tracing
from chuckwagon.settings import Settings

tracing.start(Settings().otlp_endpoint, "chuckwagon")
with tracing.span("a call"), tracing.job_span("a job"):
    pass
tracing.stop()
print(tracing.is_enabled(), [name for name in sys.modules if name.startswith(("opentelemetry", "google"))])
"""


class Collector:
    """Receives spans by OTLP over HTTP."""

    def __init__(self):
        self.spans, self.services = [], set()
        collector = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["content-length"]))
                if self.headers.get("content-encoding") == "gzip":
                    import gzip

                    body = gzip.decompress(body)
                collector.add(ExportTraceServiceRequest.FromString(body))
                assert self.path == "/v1/traces"
                self.send_response(200)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_given):
                pass

        self._server = HTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self._server.server_port}"
        self._thread = threading.Thread(target=self._server.serve_forever)
        self._thread.start()

    def add(self, request):
        for resource in request.resource_spans:
            self.services |= {one.value.string_value for one in resource.resource.attributes}
            self.spans += [span for scope in resource.scope_spans for span in scope.spans]

    def get_span(self, name):
        [span] = [one for one in self.spans if one.name == name]
        return span, {one.key: one.value.string_value or one.value.int_value for one in span.attributes}

    def stop(self):
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


@pytest.fixture
def collector():
    collector = Collector()
    yield collector
    tracing.stop()
    collector.stop()


def test_without_a_collector_nothing_of_it_is_imported():
    done = subprocess.run(
        [sys.executable, "-c", WHOLE_PRODUCT], cwd=BACKEND, capture_output=True, text=True, check=False
    )
    assert done.stdout.strip() == "False []", done.stderr


def test_requests_provider_calls_and_jobs_are_spans_without_anything_personal(
    client, cast, sandbox, worker, collector, monkeypatch
):
    lines = collect_lines(monkeypatch)
    item = make_item(cast._db, cast.truck)
    tracing.start(collector.address, "chuckwagon")
    assert tracing.is_enabled()
    answer = client.post("/api/create-payment-intent?x=1", json=checkout_body(cast.truck, (item, 1)))
    intent = answer.raise_for_status().json()["paymentIntentId"]
    sandbox.pay(intent, "4242424242424242", webhooks=False)
    order = client.post("/api/verify-payment", json={"payment_intent_id": intent}).json()["order"]
    client.get(f"/api/orders/{order['_id']}", headers=cast.headers("truck_admin"))
    client.get("/api/track/no-such-token")
    worker.run_once()
    tracing.stop()

    request, facts = collector.get_span("POST /api/create-payment-intent")
    assert facts["http.route"] == "/api/create-payment-intent"
    assert (facts["http.response.status_code"], facts["chuckwagon.outcome"]) == (200, "ok")
    call, call_facts = collector.get_span("stripe create_intent")
    assert call_facts == {"provider": "stripe", "operation": "create_intent"}
    assert (call.trace_id, call.parent_span_id) == (request.trace_id, request.span_id)
    job, job_facts = collector.get_span("job order_confirmed_sms")
    assert job_facts == {"kind": "order_confirmed_sms"}
    text, _facts = collector.get_span("twilio send_text")
    assert text.parent_span_id == job.span_id
    assert collector.get_span("GET /api/orders/{order_id}")
    _track, tracked = collector.get_span("GET /api/track/{token}")
    assert (tracked["http.response.status_code"], tracked["chuckwagon.outcome"]) == (404, "not_found")
    assert "chuckwagon" in collector.services

    shown = [json.loads(line) for line in lines]
    [line] = [one for one in shown if one.get("route") == "/api/create-payment-intent"]
    assert line["trace_id"] == request.trace_id.hex()
    assert line["request_id"] == facts["chuckwagon.request_id"]
    jobs = {one["kind"]: one["trace_id"] for one in shown if one["event"] == "job"}
    assert jobs["order_confirmed_sms"] == job.trace_id.hex()

    everything = "\n".join(f"{span.name} {span.attributes} {span.events}" for span in collector.spans)
    everything, own_ids = REQUEST_ID.subn("", everything)
    assert own_ids > 0
    for what in ("an e-mail", "a phone", "a name", "a card", "a query", "a password"):
        assert not CANARIES[what].search(everything), what
    assert order["trackingToken" if "trackingToken" in order else "_id"] not in everything


def test_a_collector_without_the_packages_stops_the_start(settings, monkeypatch):
    wanted = msgspec.structs.replace(settings, otlp_endpoint="http://127.0.0.1:4318")
    refuse_unsafe_settings(wanted)
    monkeypatch.setattr(tracing, "is_installed", lambda: False)
    refuse_unsafe_settings(settings)
    with pytest.raises(UnsafeSettings, match=r"pip install chuckwagon\[otel\]"):
        refuse_unsafe_settings(wanted)


def test_an_error_is_named_and_its_text_is_not_told(collector):
    tracing.start(collector.address, "chuckwagon")
    with pytest.raises(ValueError, match="Ada"), tracing.job_span("job x", kind="x"):
        raise ValueError("Ada Lovelace called")
    tracing.stop()
    span, facts = collector.get_span("job x")
    assert facts["error.type"] == span.status.message == "ValueError"
    assert span.status.code == 2
    assert "Ada" not in str(span)
