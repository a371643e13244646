"""OpenAPI 3.1 document of the API, generated from the code."""

from typing import Any

from litestar import Litestar

from chuckwagon.kit.errors import InvalidInput, UriTooLong
from chuckwagon.kit.reasons import REASONS
from chuckwagon.web.error_handlers import MethodNotAllowed

_JSON_TYPES = {str: "string", int: "integer", float: "number"}
COMMON_ERRORS = {
    InvalidInput.status: "The request itself is not valid.",
    UriTooLong.status: "The address is longer than 4 KiB.",
}
COMMON_ERRORS_WITH_ID = COMMON_ERRORS | {
    MethodNotAllowed.status: "What stands for the id makes it another address, which takes other methods."
}


def build_openapi(api: Litestar) -> dict[str, Any]:
    """Build the OpenAPI document from Litestar's schema and correct what Litestar describes wrongly."""
    document: dict[str, Any] = _replace_one_of(api.openapi_schema.to_schema())
    for address, path in document["paths"].items():
        for operation in path.values():
            operation["responses"] = (
                _error_responses(COMMON_ERRORS_WITH_ID if "{" in address else COMMON_ERRORS) | operation["responses"]
            )
            body = operation.get("requestBody")
            if body and all(_allows_null(kind["schema"]) for kind in body["content"].values()):
                body["required"] = False
    _describe_reasons(document["components"]["schemas"])
    return document


def _describe_reasons(schemas: dict[str, Any]) -> None:
    """List the reasons of sentences, and add `ErrorReasons`, which has the values of each reason under its name."""
    for name in ("ErrorBody", "ReasonBody"):
        schemas[name]["properties"]["reason"] = {"type": "string", "enum": list(REASONS)}
    schemas["ErrorReasons"] = {
        "type": "object",
        "description": "The values in the sentence of each reason, as in `params`. No response has this shape.",
        "properties": {reason: _describe_params(params) for reason, params in REASONS.items()},
        "required": list(REASONS),
    }


def _describe_params(params: dict[str, type]) -> dict[str, Any]:
    properties = {name: {"type": _JSON_TYPES[kind]} for name, kind in params.items()}
    return {"type": "object", "properties": properties, "required": list(properties)}


def _error_responses(answers: dict[int, str]) -> dict[str, Any]:
    """Error responses that any path may return before the route is known, keyed by status."""
    schema = {"$ref": "#/components/schemas/ErrorBody"}
    return {
        str(status): {"description": text, "content": {"application/json": {"schema": schema}}}
        for status, text in answers.items()
    }


def _allows_null(schema: dict[str, Any]) -> bool:
    """Whether the schema allows null, which means that the body is optional."""
    return {"type": "null"} in schema.get("anyOf", ())


def _replace_one_of(part: Any) -> Any:
    """Replace `oneOf` with `anyOf`, because an object may match several schemas: a staff truck is a public one too."""
    if isinstance(part, list):
        return [_replace_one_of(one) for one in part]
    if not isinstance(part, dict):
        return part
    return {("anyOf" if name == "oneOf" else name): _replace_one_of(value) for name, value in part.items()}
