"""The OpenAPI document describes what the API returns."""

import jsonschema
import pytest

from chuckwagon.kit.error_reasons import REASONS
from tests.factories import make_item


@pytest.fixture
def document(client):
    return client.get("/api/openapi.json").json()


@pytest.mark.parametrize("role", [None, "truck_admin", "superadmin"])
def test_a_truck_and_a_menu_fit_their_description_whoever_reads_them(client, db, cast, document, role):
    item = make_item(db, cast.truck, "Taco", groups=[("Salsa", 0, 1, [("Verde", 50)])])
    addresses = {
        "/api/trucks/{truck_id}": f"/api/trucks/{cast.truck.id}",
        "/api/trucks/by-slug/{slug}": f"/api/trucks/by-slug/{cast.truck.slug}",
        "/api/menu-items/{item_id}": f"/api/menu-items/{item.id}",
        "/api/menu-items/truck/{truck_id}": f"/api/menu-items/truck/{cast.truck.id}",
    }
    for path, address in addresses.items():
        answer = client.get(address, headers=cast.headers(role))
        assert answer.status_code == 200
        described = document["paths"][path]["get"]["responses"]["200"]["content"]["application/json"]["schema"]
        jsonschema.validate(answer.json(), {**described, "components": document["components"]})


def test_every_delete_says_deleted(document):
    """Except two, which answer what is left, or what was taken back."""
    without = set()
    for path, methods in document["paths"].items():
        if "delete" in methods:
            [schema] = methods["delete"]["responses"]["200"]["content"].values()
            name = schema["schema"].get("$ref", "").rpartition("/")[2]
            fields = document["components"]["schemas"].get(name, {}).get("properties", {"deleted": "of any fields"})
            without |= set() if "deleted" in fields else {path}
    assert without == {
        "/api/auth/second-factors/{factor_id}",
        "/api/disruptions/{disruption_id}",
    }


def test_a_body_that_may_be_left_out_is_described_so(document):
    bodies = {
        f"{method} {path}": operation["requestBody"]["required"]
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
        if "requestBody" in operation
    }
    assert {name for name, is_required in bodies.items() if not is_required} == {
        "patch /api/menu-items/{item_id}/options/{option_id}/availability",
        "patch /api/menu-items/{item_id}/toggle-availability",
        "patch /api/trucks/{truck_id}/toggle-active",
        "patch /api/trucks/{truck_id}/toggle-status",
    }


def test_what_any_address_may_answer_at_the_door_is_described_everywhere(document):
    for address, methods in document["paths"].items():
        for operation in methods.values():
            assert {"400", "414"} <= operation["responses"].keys()
            assert ("405" in operation["responses"]) == ("{" in address)


def test_every_error_is_described_once_for_all_operations(document):
    shared = document["components"]["responses"]
    assert all(
        response["content"]["application/json"]["schema"] == {"$ref": "#/components/schemas/ErrorBody"}
        for response in shared.values()
    )
    for methods in document["paths"].values():
        for operation in methods.values():
            errors = {status: answer for status, answer in operation["responses"].items() if int(status) >= 400}
            assert errors == {status: {"$ref": f"#/components/responses/Error{status}"} for status in errors}
            assert {f"Error{status}" for status in errors} <= shared.keys()


def test_an_id_that_is_a_word_of_another_address_is_answered_as_described(client, cast):
    answer = client.post("/api/orders/truck/refunds", headers=cast.headers("superadmin"), json={"amount": 1})
    assert (answer.status_code, answer.json()["code"]) == (405, "method_not_allowed")


def test_the_reasons_of_errors_are_listed_with_their_values(document):
    schemas = document["components"]["schemas"]
    assert schemas["ErrorBody"]["properties"]["reason"]["enum"] == list(REASONS)
    assert schemas["ErrorReasons"]["properties"]["too_long"] == {
        "type": "object",
        "properties": {"max": {"type": "integer"}},
        "required": ["max"],
    }


def test_an_error_fits_its_description(client, document):
    answer = client.post("/api/auth/login", json={"email": "", "password": "short"})
    assert answer.json()["fieldReasons"] == {
        "email": {"reason": "email_required"},
        "password": {"reason": "password_too_short", "params": {"min": 6}},
    }
    schema = {"$ref": "#/components/schemas/ErrorBody", "components": document["components"]}
    jsonschema.validate(answer.json(), schema)
