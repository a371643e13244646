"""A demo with a short history, and what the provider was told of it."""

import msgspec
import pytest

from chuckwagon.demo.history import load_history
from chuckwagon.demo.seed import seed


@pytest.fixture
def demo_settings(settings, tmp_path):
    return msgspec.structs.replace(settings, data_dir=tmp_path / "data", demo=True)


@pytest.fixture
def load(db, demo_settings):
    """Load the demo with so many days of history, and return the payments that the provider got."""

    def run(days=3):
        seed(db, demo_settings)
        sent = []
        assert load_history(db, demo_settings, sent.append, days) is True
        [provider_payments] = sent
        return provider_payments

    return run
