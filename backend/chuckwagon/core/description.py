"""The description of the API as it is published: OpenAPI 3.1, generated from the code."""

from typing import Any

from litestar import Litestar


def describe(api: Litestar) -> dict[str, Any]:
    """The framework's document, with its alternatives as what they are: an object may fit several of them."""
    document: dict[str, Any] = _loosen(api.openapi_schema.to_schema())
    return document


def _loosen(part: Any) -> Any:
    """`oneOf` means exactly one, but what staff get of a truck is a public truck and more."""
    if isinstance(part, list):
        return [_loosen(one) for one in part]
    if not isinstance(part, dict):
        return part
    return {("anyOf" if name == "oneOf" else name): _loosen(value) for name, value in part.items()}
