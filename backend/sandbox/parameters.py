"""Parameter checks: unknown, missing and mistyped parameters are refused with Stripe's errors."""

from typing import Any

from sandbox.errors import invalid, missing, unknown

# A type is "text", "whole" (int), "flag" (bool), "any", "map" or "list" (of strings), or a nested dictionary.
Shape = str | dict[str, Any]

ADDRESS: Shape = dict.fromkeys(("city", "country", "line1", "line2", "postal_code", "state"), "text")
SHIPPING: Shape = {
    "address": ADDRESS, "carrier": "text", "name": "text", "phone": "text", "tracking_number": "text"
}  # fmt: skip
BILLING: Shape = {"address": ADDRESS, "email": "text", "name": "text", "phone": "text", "tax_id": "text"}
METHOD_DATA: dict[str, Shape] = {
    "allow_redisplay": "text", "billing_details": BILLING, "card": "any", "metadata": "map", "type": "text",
    "radar_options": "any", "guid": "text", "muid": "text", "sid": "text", "payment_user_agent": "text",
    "referrer": "text", "time_on_page": "text", "client_attribution_metadata": "any",
}  # fmt: skip
TRANSFER_DATA: Shape = {"amount": "whole", "destination": "text", "description": "text", "metadata": "map"}

CREATE_INTENT: dict[str, Shape] = {
    "allowed_payment_method_types": "list", "amount": "whole", "application_fee_amount": "whole",
    "automatic_payment_methods": {"allow_redirects": "text", "enabled": "flag"}, "capture_method": "text",
    "confirm": "flag", "confirmation_method": "text", "currency": "text", "customer": "text",
    "description": "text", "error_on_requires_action": "flag", "excluded_payment_method_types": "list",
    "expand": "list", "mandate_data": "any", "metadata": "map", "off_session": "any", "on_behalf_of": "text",
    "payment_method": "text", "payment_method_data": METHOD_DATA, "payment_method_options": "any",
    "payment_method_types": "list", "radar_options": "any", "receipt_email": "text", "return_url": "text",
    "setup_future_usage": "text", "shipping": SHIPPING, "statement_descriptor": "text",
    "statement_descriptor_suffix": "text", "transfer_data": TRANSFER_DATA, "transfer_group": "text",
    "use_stripe_sdk": "flag",
}  # fmt: skip
UPDATE_INTENT: dict[str, Shape] = {
    name: CREATE_INTENT[name]
    for name in (
        "allowed_payment_method_types", "amount", "application_fee_amount", "currency", "customer",
        "description", "expand", "metadata", "payment_method", "payment_method_options",
        "payment_method_types", "receipt_email", "setup_future_usage", "shipping", "statement_descriptor",
        "statement_descriptor_suffix", "transfer_data", "transfer_group",
    )
}  # fmt: skip
CONFIRM_INTENT: dict[str, Shape] = {
    name: CREATE_INTENT[name]
    for name in (
        "allowed_payment_method_types", "capture_method", "error_on_requires_action", "expand",
        "mandate_data", "off_session",
        "payment_method", "payment_method_data", "payment_method_options", "payment_method_types",
        "radar_options", "receipt_email", "return_url", "setup_future_usage", "shipping", "use_stripe_sdk",
    )
} | {
    "client_secret": "text", "expected_payment_method_type": "text", "client_attribution_metadata": "any",
}  # fmt: skip
REFUND: dict[str, Shape] = {
    "amount": "whole", "charge": "text", "expand": "list", "metadata": "map", "payment_intent": "text",
    "reason": "text", "refund_application_fee": "flag", "reverse_transfer": "flag",
}  # fmt: skip
ACCOUNT: dict[str, Shape] = {
    "account_token": "text", "business_profile": "any", "business_type": "text", "capabilities": "any",
    "company": "any", "controller": "any", "country": "text", "default_currency": "text", "documents": "any",
    "email": "text", "expand": "list", "external_account": "any", "individual": "any", "metadata": "map",
    "settings": "any", "tos_acceptance": "any", "type": "text",
}  # fmt: skip
ENDPOINT: dict[str, Shape] = {
    "api_version": "text", "connect": "flag", "description": "text", "enabled_events": "list",
    "expand": "list", "metadata": "map", "url": "text",
}  # fmt: skip
CHARGE: dict[str, Shape] = {
    name: CREATE_INTENT[name]
    for name in (
        "amount", "application_fee_amount", "currency", "description", "expand", "metadata", "on_behalf_of",
        "receipt_email", "shipping", "statement_descriptor", "statement_descriptor_suffix", "transfer_data",
        "transfer_group",
    )
} | {"capture": "flag", "source": "text"}  # fmt: skip
UPDATE_CHARGE: dict[str, Shape] = {"description": "text", "expand": "list", "metadata": "map"}
METHOD: dict[str, Shape] = {**METHOD_DATA, "expand": "list"}
ACCOUNT_LINK: dict[str, Shape] = {
    "account": "text", "collect": "text", "collection_options": "any", "expand": "list",
    "refresh_url": "text",
    "return_url": "text", "type": "text",
}  # fmt: skip
PROCESS_CONFIG: Shape = {
    "allow_redisplay": "text", "enable_customer_cancellation": "flag", "return_url": "text", "skip_tipping": "flag",
    "tipping": {"amount_eligible": "whole"},
}  # fmt: skip
LOCATION: dict[str, Shape] = {
    "address": ADDRESS, "configuration_overrides": "text", "display_name": "text", "expand": "list", "metadata": "map",
}  # fmt: skip
CONFIGURATION: dict[str, Shape] = {"expand": "list", "name": "text", "tipping": "any"}
READER: dict[str, Shape] = {
    "expand": "list", "label": "text", "location": "text", "metadata": "map", "registration_code": "text",
}  # fmt: skip
READER_UPDATE: dict[str, Shape] = {"expand": "list", "label": "text", "metadata": "map"}
PROCESS_INTENT: dict[str, Shape] = {"expand": "list", "payment_intent": "text", "process_config": PROCESS_CONFIG}
PRESENT: dict[str, Shape] = {
    "amount_tip": "whole", "card_present": {"number": "text"}, "expand": "list", "type": "text",
}  # fmt: skip
PAGE: dict[str, Shape] = {
    "created": {"gt": "whole", "gte": "whole", "lt": "whole", "lte": "whole"}, "ending_before": "text",
    "expand": "list", "limit": "whole", "starting_after": "text",
}  # fmt: skip


def check(given: dict[str, Any], shapes: dict[str, Shape], required: tuple[str, ...] = ()) -> dict[str, Any]:
    """Convert the parameters to their types. Raises ApiError for the first invalid one."""
    for name in required:
        if given.get(name) in (None, ""):
            raise missing(name)
    return _object(given, shapes, "")


def _object(given: dict[str, Any], shapes: dict[str, Any], path: str) -> dict[str, Any]:
    checked = {}
    for name, value in given.items():
        full = f"{path}[{name}]" if path else name
        if name not in shapes:
            raise unknown(full)
        checked[name] = _value(value, shapes[name], full)
    return checked


def _value(value: Any, shape: Shape, path: str) -> Any:
    if shape == "any":
        return value
    if isinstance(shape, dict):
        if path == "created" and isinstance(value, str):
            return {"gte": _whole(value, path), "lte": _whole(value, path)}
        if value == "":
            return None
        if not isinstance(value, dict):
            raise invalid("Invalid object", param=path, validation=True)
        return _object(value, shape, path)
    if shape == "map":
        if value != "" and not isinstance(value, dict):
            raise invalid("Invalid object", param=path, validation=True)
        return _metadata(value, path)
    if shape == "list":
        return _list(value, path)
    if not isinstance(value, str):
        raise invalid("Invalid string", param=path, validation=True)
    return {"whole": _whole, "flag": _flag, "text": _text}[shape](value, path)


def _text(value: str, _path: str) -> str:
    return value


def _list(value: Any, path: str) -> list[Any]:
    if value == "":
        return []
    if not isinstance(value, list):
        raise invalid("Invalid array", param=path, validation=True)
    return value


def _whole(value: str, path: str) -> int:
    try:
        return int(value)
    except ValueError:
        message = f"Invalid integer: {value}"
        raise invalid(message, code="parameter_invalid_integer", param=path, validation=True) from None


def _flag(value: str, path: str) -> bool:
    if value not in ("true", "false"):
        raise invalid(f"Invalid boolean: {value}", param=path, validation=True)
    return value == "true"


def _metadata(value: Any, path: str) -> Any:
    for key, text in value.items() if isinstance(value, dict) else ():
        if not isinstance(text, str) or len(text) > 500:
            message = f"Metadata values must be texts of up to 500 characters, but {key} is not."
            raise invalid(message, param=f"{path}[{key}]", validation=True)
    return value
