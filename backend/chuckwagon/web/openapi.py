"""OpenAPI 3.1 document of the API, generated from the code."""

from typing import Any

from litestar import Litestar

from chuckwagon.kit.error_reasons import REASONS
from chuckwagon.kit.errors import InvalidInput, UriTooLong
from chuckwagon.web.error_handlers import MethodNotAllowed
from chuckwagon.web.requests import STATUS_DESCRIPTIONS

_JSON_TYPES = {str: "string", int: "integer", float: "number"}
# What any address may answer before its route is known. With an id in it, the id may make it another address.
COMMON_ERRORS = {InvalidInput.status, UriTooLong.status}
COMMON_ERRORS_WITH_ID = COMMON_ERRORS | {MethodNotAllowed.status}


def build_openapi(api: Litestar) -> dict[str, Any]:
    """Build the OpenAPI document from Litestar's schema and correct what Litestar describes wrongly."""
    document: dict[str, Any] = _replace_one_of(api.openapi_schema.to_schema())
    for address, path in document["paths"].items():
        for operation in path.values():
            _refer_to_errors(operation, COMMON_ERRORS_WITH_ID if "{" in address else COMMON_ERRORS)
            body = operation.get("requestBody")
            if body and all(_allows_null(kind["schema"]) for kind in body["content"].values()):
                body["required"] = False
    document["components"]["responses"] = {_name(status): _error_response(status) for status in STATUS_DESCRIPTIONS}
    _describe_reasons(document["components"]["schemas"])
    return document


def _refer_to_errors(operation: dict[str, Any], common: set[int]) -> None:
    """Describe the errors of an operation by reference: all errors have one shape, and each status one meaning."""
    described = {int(status): response for status, response in operation["responses"].items()}
    errors = common.union(status for status in described if status >= InvalidInput.status)
    references = {status: {"$ref": f"#/components/responses/{_name(status)}"} for status in errors}
    operation["responses"] = {str(status): response for status, response in sorted((described | references).items())}


def _error_response(status: int) -> dict[str, Any]:
    schema = {"$ref": "#/components/schemas/ErrorBody"}
    return {"description": STATUS_DESCRIPTIONS[status], "content": {"application/json": {"schema": schema}}}


def _name(status: int) -> str:
    return f"Error{status}"


def _describe_reasons(schemas: dict[str, Any]) -> None:
    """List the reasons of sentences, and add `ErrorReasons`, which has the values of each reason under its name."""
    for name in ("ErrorBody", "ReasonBody", "ImportProblem"):
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


def _allows_null(schema: dict[str, Any]) -> bool:
    """Whether the schema allows null, which means that the body is optional."""
    return {"type": "null"} in schema.get("anyOf", ())


def _replace_one_of(part: Any) -> Any:
    """A copy with `anyOf` for `oneOf`, because an object may match several schemas.

    A staff truck is a public one too.
    """
    if isinstance(part, list):
        return [_replace_one_of(one) for one in part]
    if not isinstance(part, dict):
        return part
    return {("anyOf" if name == "oneOf" else name): _replace_one_of(value) for name, value in part.items()}
