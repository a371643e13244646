"""Application errors with HTTP status, code and message, and those that end a command with a message to operators.

One handler turns the first into JSON.
"""

from collections.abc import Mapping
from typing import Any, ClassVar
from urllib.parse import quote

from chuckwagon.kit.sentences import Sentence, at_parameter


class AppError(Exception):
    """Base class of errors that are sent to the client. Subclasses set status, code and a default sentence.

    A program acts on the code. The reason of the sentence says what to tell people. The default sentence has the
    class's reason or, where it is the only one with its code, the code.
    """

    status: ClassVar[int] = 400
    code: ClassVar[str] = "bad_request"
    sentence: ClassVar[str] = "The request is not valid."
    reason: ClassVar[str] = ""

    def __init__(
        self,
        sentence: Sentence | None = None,
        *,
        fields: Mapping[str, Sentence] | None = None,
        headers: dict[str, str] | None = None,
        **extra: Any,
    ) -> None:
        super().__init__(sentence or Sentence(self.sentence, self.reason or self.code))
        self.fields = fields
        self.headers = headers or {}
        self.extra = extra

    def body(self) -> dict[str, Any]:
        """Build the JSON body of the response. `message` repeats `error`, because clients read either of them."""
        sentence: Sentence = self.args[0]
        message = str(sentence)
        body: dict[str, Any] = {"error": message, "message": message, "code": self.code, **sentence.describe()}
        if self.fields:
            body["fields"] = {path: str(problem) for path, problem in self.fields.items()}
            body["fieldReasons"] = {path: problem.describe() for path, problem in self.fields.items()}
        return body | self.extra


class InvalidInput(AppError):
    """The body or a parameter is not valid. `fields` maps the name of each invalid field to a message."""

    code = "invalid_input"


def raise_if_any(problems: Mapping[str, Sentence]) -> None:
    """Raise InvalidInput with the problem of each field, if there are any. The first one is its sentence."""
    if problems:
        raise InvalidInput(next(iter(problems.values())), fields=problems)


def invalid_parameter(name: str, sentence: Sentence) -> InvalidInput:
    """The error for a query parameter, which the sentence names first."""
    return InvalidInput(at_parameter(name, sentence), fields={name: sentence})


class SignInNeeded(AppError):
    """The token is missing, unknown, revoked or expired."""

    status = 401
    code = "sign_in_needed"
    sentence = "Please sign in."

    def __init__(self, sentence: Sentence | None = None) -> None:
        super().__init__(sentence, headers={"WWW-Authenticate": "Bearer"})


class NotAllowed(AppError):
    """The signed-in user must not do this."""

    status = 403
    code = "not_allowed"
    sentence = "You are not allowed to do this."


class NotFound(AppError):
    """The object does not exist, or the caller must not learn that it does."""

    status = 404
    code = "not_found"
    sentence = "Nothing was found here."


class MovedPermanently(NotFound):
    """The object has another name in its address by now: the segment `earlier` is `present`."""

    status = 301

    def __init__(self, earlier: str, present: str) -> None:
        super().__init__()
        self.earlier, self.present = earlier, present

    def new_address(self, path: str, query: bytes) -> str:
        """The address that replaces the one with this path: relative, with the rest of the path and the query."""
        parts = quote(path, safe="/:@!$&'()*+,;=~").split("/")
        parts[parts.index(self.earlier)] = self.present
        moved = "/".join(parts)
        return f"{moved}?{query.decode('latin-1')}" if query else moved


class RequestTooSlow(AppError):
    """The body came so slowly that the server stopped waiting for it."""

    status = 408
    code = "request_too_slow"
    sentence = "The request took too long to arrive. Please try again."


class Conflict(AppError):
    """The request does not fit the present state. Most conflicts are subclasses with a code of their own."""

    status = 409
    code = "conflict"
    sentence = "This has changed in the meantime."


class TooLarge(AppError):
    status = 413
    code = "too_large"
    sentence = "The request is too large."


class UriTooLong(AppError):
    status = 414
    code = "uri_too_long"
    sentence = "The address of the request is too long."


class WrongMediaType(AppError):
    status = 415
    code = "wrong_media_type"
    sentence = "Send JSON with the content type application/json."


class IdempotencyKeyReused(AppError):
    """The user has sent this Idempotency-Key with a different request before."""

    status = 422
    code = "idempotency_key_reused"
    sentence = "This Idempotency-Key was already used with another request."


class TooManyRequests(AppError):
    """A rate limit is reached. The Retry-After header has the seconds to wait."""

    status = 429
    code = "too_many_requests"
    sentence = "Too many requests. Please wait a moment and try again."

    def __init__(self, retry_after_seconds: int, sentence: Sentence | None = None) -> None:
        super().__init__(sentence, headers={"Retry-After": str(max(1, retry_after_seconds))})


class Unavailable(AppError):
    """A provider or the database does not respond. The same request may succeed later."""

    status = 503
    code = "unavailable"
    sentence = "The service is not available right now. Please try again in a moment."

    def __init__(self, sentence: Sentence | None = None, *, retry_after_seconds: int = 5) -> None:
        super().__init__(sentence, headers={"Retry-After": str(retry_after_seconds)})


class OperatorError(Exception):
    """An expected failure of a command, whose message is for the operator. The program shows it without a traceback."""


class CannotStart(OperatorError):
    """The product cannot start. The message says why and what to do."""


class SettingsInvalid(OperatorError):
    """A setting is missing or contradicts another. The message says which and what to do."""
