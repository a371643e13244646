"""Idempotency keys: the first response is stored and returned again."""

import hashlib
import json
import time
from typing import Any, NamedTuple

from sandbox.errors import ApiError
from sandbox.state import Sandbox

LONGEST_KEY = 255
KEEP_SECONDS = 24 * 3600


class Answer(NamedTuple):
    status: int
    body: bytes


class Claim:
    """Holds an idempotency key while its call runs. A key of None holds nothing."""

    def __init__(self, sandbox: Sandbox, scope: str, key: str | None, request: tuple[str, dict[str, Any]]) -> None:
        self._sandbox = sandbox
        self._key = f"{scope}:{key}" if key else None
        self._held = (scope, key or "")
        self._print = hashlib.sha256(json.dumps(request, sort_keys=True).encode()).hexdigest()
        if key and len(key) > LONGEST_KEY:
            message = f"Idempotency keys can be up to {LONGEST_KEY} characters long."
            raise ApiError(400, "idempotency_error", message)

    def known_answer(self) -> Answer | None:
        """Return the response of an earlier call with this key. Raises if that call was another one or still runs."""
        if self._key is None:
            return None
        if self._held in self._sandbox.keys_in_use:
            message = "There is currently another in-progress request using this idempotency key."
            raise ApiError(409, "idempotency_error", message, code="idempotency_key_in_use")
        kept = self._sandbox.store.find("idempotency", self._key)
        if kept is None or kept["at"] < time.time() - KEEP_SECONDS:
            return None
        if kept["print"] != self._print:
            message = (
                "Keys for idempotent requests can only be used with the same parameters they were "
                f"first used with. Try using a key other than '{self._held[1]}' if you meant to "
                "execute a different request."
            )
            raise ApiError(400, "idempotency_error", message)
        return Answer(kept["status"], kept["body"].encode())

    def __enter__(self) -> None:
        if self._key is not None:
            self._sandbox.keys_in_use.add(self._held)

    def __exit__(self, *_: object) -> None:
        self._sandbox.keys_in_use.discard(self._held)

    def keep(self, answer: Answer) -> None:
        if self._key is None:
            return
        kept = {
            "print": self._print,
            "status": answer.status,
            "body": answer.body.decode(),
            "at": time.time(),
        }
        self._sandbox.store.put("idempotency", self._key, kept)
