"""Metrics and readiness: only on the private port of each process."""

import signal
import subprocess
import threading
from datetime import timedelta

import httpx
import msgspec
import pytest
import sqlalchemy as sa

from chuckwagon import monitoring
from chuckwagon.db.database import Database
from chuckwagon.jobs.leases import HEARTBEAT_LEASE, WorkerLease
from chuckwagon.kit.errors import SettingsInvalid
from chuckwagon.monitoring import CannotListen, Readiness, private_listener
from chuckwagon.settings_sources import load_settings
from chuckwagon.worker.loop import Worker
from tests.cli.conftest import PROGRAM
from tests.conftest import DATABASE_KIND
from tests.servers import free_ports, wait_until


def send_heartbeat(db, settings):
    periodic_tasks = [one for one in Worker(db, settings)._periodic_tasks if one.name == HEARTBEAT_LEASE]
    Worker(db, settings, jobs={}, periodic_tasks=periodic_tasks).run_once()


@pytest.fixture
def heartbeat(db, settings):
    """A worker has just sent a heartbeat."""
    send_heartbeat(db, settings)


@pytest.mark.parametrize("path", ["/metrics", "/metrics?x=1", "/health/ready", "/metrics/", "/health/ready/"])
@pytest.mark.parametrize("method", ["GET", "HEAD", "POST"])
def test_the_public_address_knows_nothing_of_it(client, metrics_client, path, method):
    answer = client.request(method, path)
    assert answer.status_code == 404
    assert "chuckwagon_" not in answer.text
    assert "ready" not in answer.text


def test_the_private_port_knows_nothing_but_that(metrics_client):
    for path in ("/", "/health", "/api/config", "/api/trucks/public"):
        assert metrics_client.get(path).status_code == 404
    assert metrics_client.post("/metrics").status_code == 501
    head = metrics_client.head("/metrics")
    assert (head.status_code, head.text) == (200, "")
    assert head.headers["content-type"].startswith("text/plain; version=0.0.4")


def test_without_a_port_there_is_no_listener(settings):
    assert settings.metrics_port == 0
    assert settings.metrics_host == "127.0.0.1"
    with private_listener(settings):
        pass


def test_a_taken_port_is_one_sentence(metrics_client, settings_with_metrics):
    with pytest.raises(CannotListen, match="set CHUCKWAGON_METRICS_PORT"), private_listener(settings_with_metrics):
        pass


def test_ready_when_all_is_well(metrics_client, heartbeat):
    answer = metrics_client.get("/health/ready")
    assert (answer.status_code, answer.json()) == (200, {"ready": True, "problems": {}})
    assert answer.headers["cache-control"] == "no-store"


def test_a_try_to_write_leaves_nothing(metrics_client, heartbeat, db):
    metrics_client.get("/health/ready").raise_for_status()
    with db.reading() as session:
        assert session.scalars(sa.select(WorkerLease.name)).all() == [HEARTBEAT_LEASE]


def test_not_ready_before_any_worker_has_worked(metrics_client):
    answer = metrics_client.get("/health/ready")
    assert answer.status_code == 503
    problems = {"worker": "No worker has ever run on this database."}
    assert answer.json() == {"ready": False, "problems": problems}


def test_not_ready_when_the_worker_is_silent(metrics_client, heartbeat, clock):
    now = clock.now()
    for seconds, status in ((25, 200), (45, 503)):
        clock.advance(timedelta(seconds=seconds))
        answer = metrics_client.get("/health/ready")
        assert answer.status_code == status, answer.text
        clock.set(now.isoformat())
    assert set(answer.json()["problems"]) == {"worker"}


@pytest.mark.dialect
def test_not_ready_when_the_heartbeat_is_of_a_clock_that_was_set_back(metrics_client, heartbeat, clock, db, settings):
    clock.advance(timedelta(seconds=-10))
    assert metrics_client.get("/health/ready").status_code == 200
    clock.advance(timedelta(hours=-2))
    answer = metrics_client.get("/health/ready")
    assert answer.status_code == 503
    assert list(answer.json()["problems"]) == ["worker"]
    assert "seconds ahead of the clock" in answer.json()["problems"]["worker"]
    send_heartbeat(db, settings)
    assert metrics_client.get("/health/ready").status_code == 200


@pytest.mark.dialect
@pytest.mark.skipif(DATABASE_KIND != "postgresql", reason="SQLite has one host")
@pytest.mark.parametrize("seconds", [-70, 70])
def test_ready_on_a_host_whose_clock_is_not_the_database_s(metrics_client, heartbeat, clock, monkeypatch, seconds):
    clock.advance(timedelta(seconds=seconds))
    monkeypatch.setattr("chuckwagon.kit.clock.system_now", clock.now)
    assert metrics_client.get("/health/ready").json()["problems"] == {}


def test_not_ready_when_the_disk_is_full(metrics_client, heartbeat, monkeypatch):
    monkeypatch.setattr(monitoring, "find_free_disk_bytes", lambda _settings: 1024**3 - 1)
    answer = metrics_client.get("/health/ready")
    assert answer.status_code == 503
    assert answer.json()["problems"] == {"disk": "Only 1023 MiB are free in the data folder; 1024 are needed."}


def test_not_ready_with_tables_that_are_behind(metrics_client, heartbeat, monkeypatch):
    monkeypatch.setattr(monitoring, "newest_revision", lambda: "9999")
    answer = metrics_client.get("/health/ready")
    assert answer.status_code == 503
    assert set(answer.json()["problems"]) == {"migrations"}
    monkeypatch.setattr(monitoring, "newest_revision", lambda: "0001")
    assert metrics_client.get("/health/ready").status_code == 200, "tables of a newer version are fine"


@pytest.mark.parametrize("trouble", ["refuses", "hangs"])
def test_not_ready_when_nothing_can_be_written(db, settings, heartbeat, monkeypatch, trouble):
    release = threading.Event()

    class BrokenDatabase(Database):
        def __init__(self):
            self.engine, self.is_sqlite, self.url = db.engine, db.is_sqlite, db.url

        def write(self, work):
            if trouble == "refuses":
                raise sa.exc.OperationalError("INSERT", {}, Exception("disk is full"))
            release.wait(60)

    monkeypatch.setattr(monitoring, "DATABASE_TIMEOUT_SECONDS", 0.2)
    readiness_check = Readiness(BrokenDatabase(), settings)
    try:
        for _ in range(2):  # the second check does not wait for the first
            report = readiness_check.check_all()
            assert (report.is_ready, set(report.problems)) == (False, {"database"})
    finally:
        release.set()


def test_a_server_counts_on_a_listener_of_its_own(program):
    [port] = free_ports()
    served = program.serve("--sandbox", CHUCKWAGON_METRICS_PORT=str(port))
    for _ in range(5):
        assert served.get("/api/config").is_success
    [count] = [
        line
        for line in httpx.get(f"http://127.0.0.1:{port}/metrics").text.splitlines()
        if line.startswith("chuckwagon_http_requests_total") and 'route="/api/config",status="200"' in line
    ]
    assert count.endswith(" 5.0")
    wait_until(lambda: _is_ready(port))  # the worker has sent a heartbeat
    assert httpx.get(f"http://127.0.0.1:{port}/health/ready").json() == {"ready": True, "problems": {}}
    assert served.get("/metrics").status_code == 404
    assert served.end(signal.SIGTERM) == 0


@pytest.mark.proof
def test_the_worker_has_a_listener_of_its_own(program, settings):
    [port] = free_ports()
    environment = program.environment | {"CHUCKWAGON_SANDBOX": "1", "CHUCKWAGON_METRICS_PORT": str(port)}
    with (program.folder / "output").open("w") as output:
        process = subprocess.Popen(
            [*PROGRAM, "worker"], cwd=program.folder, env=environment, stdout=output, stderr=output
        )
    try:
        wait_until(lambda: _is_ready(port) or process.poll() is not None, 90)
        assert process.poll() is None, (program.folder / "output").read_text()
        text = httpx.get(f"http://127.0.0.1:{port}/metrics").text
        assert "chuckwagon_database_up 1.0" in text
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == 0
    finally:
        process.kill()
        process.wait()


def _is_ready(port):
    try:
        return httpx.get(f"http://127.0.0.1:{port}/health/ready").is_success
    except httpx.TransportError:
        return False


def test_the_two_ports_must_differ(settings):
    with pytest.raises(SettingsInvalid, match="must differ"):
        load_settings({"CHUCKWAGON_PORT": "8000", "CHUCKWAGON_METRICS_PORT": "8000"}, sandbox=True)
    with pytest.raises(SettingsInvalid, match="http"):
        load_settings({"CHUCKWAGON_OTLP_ENDPOINT": "collector:4318"}, sandbox=True)
    assert msgspec.structs.replace(settings, demo=True).logs_requests is False
    assert load_settings({"CHUCKWAGON_REQUEST_LOG": "0"}, sandbox=True).logs_requests is False
