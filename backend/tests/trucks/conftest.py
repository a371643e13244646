"""API calls as a role of the cast."""

import pytest

from tests.api_calls import call_as


@pytest.fixture
def ask(client, cast):
    return call_as(client, cast, "superadmin")
