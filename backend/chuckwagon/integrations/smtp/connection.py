"""SMTP connections that end in time, whatever the server does.

The socket's own time limit holds for one read, so a server that sends a byte now and then could hold a worker for
hours. A timer ends the connection as a whole.
"""

import smtplib
import socket
import ssl
import threading
from contextlib import suppress
from typing import Any

from chuckwagon.integrations.http_pool import READ_SECONDS

CONNECTION_SECONDS = 20.0  # less than MAX_JOB_DURATION of the outbox


class _Bounded(smtplib.SMTP):
    """A connection that is cut CONNECTION_SECONDS after it was opened."""

    _timer: threading.Timer | None = None

    def connect(self, *args: Any, **kwargs: Any) -> tuple[int, bytes]:
        """Connect; called by the constructor."""
        self._timer = threading.Timer(CONNECTION_SECONDS, self._cut)
        self._timer.daemon = True
        self._timer.start()
        try:
            return super().connect(*args, **kwargs)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Close the connection."""
        if self._timer is not None:
            self._timer.cancel()
        super().close()

    def _cut(self) -> None:
        found = self.sock
        if found is not None:
            with suppress(OSError):
                found.shutdown(socket.SHUT_RDWR)  # wakes the thread that reads


class BoundedSmtp(_Bounded):
    """A connection without TLS, which may be started later."""

    def __init__(self, host: str, port: int) -> None:
        super().__init__(host, port, timeout=READ_SECONDS)


class BoundedSmtpOverTls(_Bounded, smtplib.SMTP_SSL):
    """A connection with TLS from the first byte."""

    def __init__(self, host: str, port: int, context: ssl.SSLContext) -> None:
        super().__init__(host, port, timeout=READ_SECONDS, context=context)
