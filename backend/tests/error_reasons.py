"""Checks the reasons in error responses against their list."""

from typing import Any

import httpx

from chuckwagon.kit.error_reasons import REASONS


def require_known_reason(response: httpx.Response) -> None:
    """Fail when an error names no reason, an unknown one, or other values than the list says."""
    is_json = response.headers.get("content-type", "").startswith("application/json")
    if not response.is_error or not is_json or response.request.method == "HEAD":
        return
    response.read()
    body = response.json()
    assert body["code"], body
    require_listed(body)
    reasons = body.get("fieldReasons", {})
    assert list(reasons) == list(body.get("fields", {})), body
    for described in reasons.values():
        require_listed(described)


def require_listed(described: dict[str, Any]) -> None:
    """Fail unless the reason is listed with exactly these values."""
    expected, params = REASONS[described["reason"]], described.get("params", {})
    assert set(params) == set(expected), described
    allowed = {name: (int, float) if kind is float else kind for name, kind in expected.items()}
    assert all(isinstance(params[name], kind) for name, kind in allowed.items()), described
