"""The providers' SDKs are slow to load, so a server loads them after its start and not in a checkout."""

import gc
import subprocess
import sys

import msgspec

from chuckwagon.accounts.second_factors import passkeys as ceremony
from chuckwagon.app import create_app
from chuckwagon.integrations.stripe.client import stripe_gateway
from chuckwagon.integrations.twilio import twilio_gateway
from chuckwagon.server import process
from tests.servers import BACKEND, LiveServer, NoCache, bound_socket, wait_until


def is_loaded(gateway):
    return "_client" in vars(gateway)


def test_a_server_loads_them_without_a_request(db, settings, monkeypatch):
    passkeys = []
    monkeypatch.setattr(process, "LOAD_AFTER_SECONDS", 0.1)
    monkeypatch.setattr(ceremony, "load_library", lambda: passkeys.append("webauthn"))
    own = msgspec.structs.replace(settings, audit_retention_days=364)  # as no other test has it
    gateways = stripe_gateway(own), twilio_gateway(own)
    app = create_app(own, db=db, cache_validator=NoCache())
    process.tune_after_start(app)
    assert not any(map(is_loaded, gateways))
    with bound_socket() as bound:
        server = LiveServer(app, bound)
        try:
            wait_until(lambda: all(map(is_loaded, gateways)) and passkeys)
        finally:
            server.stop()
            gc.unfreeze()


def test_without_an_account_there_is_nothing_to_load(settings):
    none = msgspec.structs.replace(settings, stripe_secret_key="", twilio_account_sid="")
    for gateway in (stripe_gateway(none), twilio_gateway(none)):
        gateway.load()
        assert not is_loaded(gateway)


def test_a_start_does_not_load_what_few_requests_need():
    modules = "chuckwagon.app, chuckwagon.cli.doctor, chuckwagon.demo.seed, chuckwagon.server.process"
    heavy = ("obstore", "icalendar", "stripe", "twilio", "alembic", "PIL", "psycopg", "requests", "webauthn")
    code = f"import sys, {modules}; print([name for name in {heavy} if name in sys.modules])"
    run = subprocess.run([sys.executable, "-c", code], cwd=BACKEND, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"
