"""A street whose limits do not stand in the way of a thousand questions a minute."""

import msgspec
import pytest

from chuckwagon.app import create_app
from fuzz.fixtures import collect
from tests.accounts.sample_data import SampleData
from tests.servers import LiveServer, NoCache, bound_socket

LIMITS = (
    "limit_checkouts_per_address",
    "limit_checkouts_per_phone",
    "limit_verifications_per_address",
    "limit_uploads_per_user",
    "limit_menu_imports_per_user",
    "limit_notifications_per_user",
    "limit_notifications_per_phone",
    "notification_gap_seconds",
)


@pytest.fixture
def street(db, client, sandbox, settings):
    return SampleData(db, client, sandbox, settings)


@pytest.fixture
def patient(settings, migrated):
    """The product once more, without limits, at an address of its own."""
    unlimited = msgspec.structs.replace(settings, **dict.fromkeys(LIMITS, 0))
    bound = bound_socket()
    server = LiveServer(create_app(unlimited, db=migrated, cache_validator=NoCache()), bound)
    yield server.url
    server.stop()
    bound.close()


@pytest.fixture
def known(street, client):
    tokens = [street.order.tracking_token, street.other_order.tracking_token]
    street.hold_payment()
    street.owe()
    return collect(client, street.headers("superadmin"), tokens, [street.pay()])
