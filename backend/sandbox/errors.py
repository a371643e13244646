"""Errors in the format of Stripe's API."""

from typing import Any

DOCS = "https://docs.stripe.com/error-codes/"


class ApiError(Exception):
    """Error response with its HTTP status. A `validation` error is never stored under an idempotency key."""

    def __init__(self, status: int, kind: str, message: str, *, validation: bool = False, **more: Any) -> None:
        super().__init__(message)
        self.status = status
        self.validation = validation
        error = {"type": kind, "message": message} | {k: v for k, v in more.items() if v is not None}
        if error.get("code"):
            error.setdefault("doc_url", DOCS + str(error["code"]).replace("_", "-"))
        self.error: dict[str, Any] = error

    @property
    def body(self) -> dict[str, Any]:
        return {"error": self.error}


def invalid(message: str, *, status: int = 400, **more: Any) -> ApiError:
    return ApiError(status, "invalid_request_error", message, **more)


def missing(param: str) -> ApiError:
    return invalid(f"Missing required param: {param}.", code="parameter_missing", param=param, validation=True)


def unknown(param: str) -> ApiError:
    return invalid(f"Received unknown parameter: {param}", code="parameter_unknown", param=param, validation=True)


def not_found(kind: str, object_id: str, param: str = "id") -> ApiError:
    message = f"No such {kind}: '{object_id}'"
    return invalid(message, status=404, code="resource_missing", param=param)


def server_error(message: str = "An unexpected error occurred on our side.", status: int = 500) -> ApiError:
    return ApiError(status, "api_error", message)
