"""The description of the API as it is published: OpenAPI 3.1, generated from the code."""

from typing import Any

from litestar import Litestar

from chuckwagon.core.errors import InvalidInput, UriTooLong
from chuckwagon.core.failures import MethodNotAllowed

DOOR = {
    InvalidInput.status: "The request itself is not valid.",
    UriTooLong.status: "The address is longer than 4 KiB.",
}
DOOR_WITH_ID = DOOR | {
    MethodNotAllowed.status: "What stands for the id makes it another address, which takes other methods."
}


def describe(api: Litestar) -> dict[str, Any]:
    """The framework's document, with its alternatives as what they are: an object may fit several of them."""
    document: dict[str, Any] = _loosen(api.openapi_schema.to_schema())
    for address, path in document["paths"].items():
        for operation in path.values():
            operation["responses"] = (
                _at_the_door(DOOR_WITH_ID if "{" in address else DOOR) | operation["responses"]
            )
            body = operation.get("requestBody")
            if body and all(_takes_null(kind["schema"]) for kind in body["content"].values()):
                body["required"] = False
    return document


def _at_the_door(answers: dict[int, str]) -> dict[str, Any]:
    """What any address may answer before it is known whose it is."""
    schema = {"$ref": "#/components/schemas/ErrorBody"}
    return {
        str(status): {"description": text, "content": {"application/json": {"schema": schema}}}
        for status, text in answers.items()
    }


def _takes_null(schema: dict[str, Any]) -> bool:
    """A handler whose body may be None does without one."""
    return {"type": "null"} in schema.get("anyOf", ())


def _loosen(part: Any) -> Any:
    """`oneOf` means exactly one, but what staff get of a truck is a public truck and more."""
    if isinstance(part, list):
        return [_loosen(one) for one in part]
    if not isinstance(part, dict):
        return part
    return {("anyOf" if name == "oneOf" else name): _loosen(value) for name, value in part.items()}
