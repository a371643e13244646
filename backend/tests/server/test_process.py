"""One server process among several: how it begins to end."""

import asyncio
import signal

from chuckwagon.app import create_app
from chuckwagon.server.http_protocol import get_connection_registry
from chuckwagon.server.process import drain_from_sigterm
from tests.servers import NoCache


def test_it_drains_from_the_signal_on_and_passes_the_signal_to_uvicorn(db, settings):
    app = create_app(settings, db=db, cache_validator=NoCache())
    received = []

    async def receive_signal():
        await drain_from_sigterm(app)
        assert not get_connection_registry(app).is_shutting_down
        signal.raise_signal(signal.SIGTERM)
        await asyncio.sleep(0.1)

    before = signal.signal(signal.SIGTERM, lambda number, _frame: received.append(number))
    try:
        asyncio.run(receive_signal())
    finally:
        signal.signal(signal.SIGTERM, before)
    assert get_connection_registry(app).is_shutting_down
    assert received == [signal.SIGTERM]
