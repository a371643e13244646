"""Watch the cluster from outside: how long nothing is answered, and whether live boards miss nothing."""

import contextlib
import json
import threading
import time
from itertools import pairwise
from typing import Any

import httpx

PROBE_EVERY_SECONDS, PROBE_PATIENCE_SECONDS = 0.1, 5.0
STREAM_SILENCE_SECONDS = 40.0  # more than two heartbeats
AWAY = (502, 503, 504)


class Probe:
    """Writes something small again and again, and notes when it was answered."""

    def __init__(self, url: str, path: str, body: dict[str, Any], headers: dict[str, str]) -> None:
        self._http = httpx.Client(base_url=url, headers=headers, timeout=PROBE_PATIENCE_SECONDS)
        self._path, self._body = path, body
        self._answered_at: list[float] = []
        self.unexpected: list[str] = []
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._work, name="probe", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._is_over.set()
        self._thread.join()
        self._http.close()

    def has_answer_since(self, moment: float) -> bool:
        return bool(self._answered_at) and self._answered_at[-1] > moment

    def longest_silence(self, since: float, until: float) -> float:
        """The longest time without an answer that begins after `since` and ends before `until`."""
        moments = [since, *(at for at in self._answered_at if since < at < until)]
        return max((later - earlier for earlier, later in pairwise(moments)), default=until - since)

    def _work(self) -> None:
        while not self._is_over.wait(PROBE_EVERY_SECONDS):
            try:
                answer = self._http.patch(self._path, json=self._body)
            except httpx.TransportError:
                continue
            if answer.is_success:
                self._answered_at.append(time.monotonic())
            elif answer.status_code not in AWAY:
                self.unexpected.append(f"PATCH {self._path}: {answer.status_code} {answer.text[:200]}")


class Board:
    """The board of a truck, open all the time: it reconnects with the ID of the last event, as a browser does."""

    def __init__(self, url: str, truck_id: str, headers: dict[str, str]) -> None:
        self.truck_id, self._headers = truck_id, headers
        self._http = httpx.Client(base_url=url, timeout=httpx.Timeout(5, read=STREAM_SILENCE_SECONDS))
        self.last_id = ""
        self.versions: dict[str, int] = {}
        self.connections = 0
        self.faults: list[str] = []
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._work, name="board", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Let the thread end with its next event or heartbeat."""
        self._is_over.set()

    def _work(self) -> None:
        while not self._is_over.is_set():
            with contextlib.suppress(httpx.TransportError, httpx.StreamError):
                self._follow()
            time.sleep(0.5)

    def _follow(self) -> None:
        headers = self._headers | ({"Last-Event-ID": self.last_id} if self.last_id else {})
        query = {"truckId": self.truck_id}
        with self._http.stream("GET", "/api/orders/stream", params=query, headers=headers) as answer:
            if not answer.is_success:
                return
            self.connections += 1
            fields: dict[str, str] = {}
            for line in answer.iter_lines():
                if self._is_over.is_set():
                    return
                if line:
                    name, _, value = line.partition(": ")
                    fields[name] = value
                elif "event" in fields:
                    self._take(fields)
                    fields = {}

    def _take(self, fields: dict[str, str]) -> None:
        data = json.loads(fields["data"])
        if fields["event"] == "hello" and self.last_id and not data["resumed"]:
            self.faults.append(f"the stream could not go on after event {self.last_id}")
        self.last_id = fields["id"]
        if fields["event"] == "order":
            # As screens do: an event that comes twice replaces nothing newer.
            self.versions[data["_id"]] = max(data["version"], self.versions.get(data["_id"], 0))
