"""HTTP client of the Twilio SDK: pooled connections, and another base URL where one is set."""

import logging
import os
from base64 import b64encode
from typing import Any
from urllib.parse import urlencode, urlsplit

import certifi
import urllib3
from twilio.http import HttpClient
from twilio.http.response import Response

from chuckwagon.integrations.http_pool import CONNECT_SECONDS, READ_SECONDS, HttpPool

TWILIO_API = "https://api.twilio.com"
TIMEOUT = urllib3.Timeout(connect=CONNECT_SECONDS, read=READ_SECONDS)


class TwilioHttpClient(HttpClient):  # type: ignore[misc]
    """Makes one try of each call, because sending has no idempotency key. Sends forms only, as SMS need.

    Logs nothing, because the SDK's own client would log phone numbers.
    """

    def __init__(self, base: str) -> None:
        super().__init__(logging.getLogger(__name__), is_async=False)
        self._base = (base or TWILIO_API).rstrip("/")
        bundle = os.environ.get("REQUESTS_CA_BUNDLE") or os.environ.get("CURL_CA_BUNDLE") or certifi.where()
        self._connections = HttpPool(self._base, bundle)

    def request(
        self,
        method: str,
        uri: str,
        params: dict[str, Any] | None = None,
        data: dict[str, Any] | None = None,
        headers: dict[str, str] | None = None,
        auth: tuple[str, str] | None = None,
        **_unused: Any,  # timeouts are ours; redirects are not followed
    ) -> Response:
        """Send one request. Raises the errors of `urllib3.exceptions`."""
        parts = urlsplit(uri)
        query = "&".join(filter(None, (parts.query, _form(params))))
        url = f"{self._base}{parts.path}?{query}" if query else f"{self._base}{parts.path}"
        sent = dict(headers or {})
        if auth:
            sent["Authorization"] = f"Basic {b64encode(':'.join(auth).encode()).decode()}"
        body = _form(data).encode() if data else None
        answer = self._connections.send(method.upper(), url, sent, body, TIMEOUT)
        return Response(answer.status, answer.data.decode(errors="replace"), answer.headers)


def _form(fields: dict[str, Any] | None) -> str:
    form = {name: value for name, value in (fields or {}).items() if value is not None}
    return urlencode(form, doseq=True)
