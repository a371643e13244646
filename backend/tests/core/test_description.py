"""The published description against what the API really answers."""

import jsonschema
import pytest

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
        described = document["paths"][path]["get"]["responses"]["200"]["content"]["application/json"][
            "schema"
        ]
        jsonschema.validate(answer.json(), {**described, "components": document["components"]})
