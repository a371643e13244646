"""The providers' SDKs are slow to load: a server does it by itself, and not while somebody waits to pay."""

import gc

import msgspec

from chuckwagon import supervising
from chuckwagon.app import create_app
from chuckwagon.gateways.stripe_api import stripe_gateway
from chuckwagon.gateways.twilio_api import twilio_gateway
from chuckwagon.supervising import Server
from tests.servers import LiveServer, NeverSure, bound_socket, wait_until


def is_loaded(gateway):
    return "_client" in vars(gateway)


def test_whoever_serves_loads_them_though_nobody_asks(db, settings, monkeypatch):
    monkeypatch.setattr(supervising, "REST_AFTER_SECONDS", 0.1)
    own = msgspec.structs.replace(settings, audit_days=364)  # as no other test has it
    gateways = stripe_gateway(own), twilio_gateway(own)
    app = create_app(own, db=db, freshness=NeverSure())
    assert not any(map(is_loaded, gateways))
    with bound_socket() as bound:
        server = LiveServer(app, bound, server=Server)
        try:
            wait_until(lambda: all(map(is_loaded, gateways)))
        finally:
            server.stop()
            gc.unfreeze()


def test_without_an_account_there_is_nothing_to_load(settings):
    none = msgspec.structs.replace(settings, stripe_secret_key="", twilio_account_sid="")
    for gateway in (stripe_gateway(none), twilio_gateway(none)):
        gateway.load()
        assert not is_loaded(gateway)
