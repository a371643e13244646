"""The app that a customer installs from a truck's page."""

import json
from pathlib import Path

import pytest

from tests.factories import make_truck

FRONTEND = Path(__file__).parents[3] / "frontend"
MANIFEST = "application/manifest+json"


def ask(client, slug, **headers):
    return client.get(f"/api/trucks/by-slug/{slug}/manifest", headers=headers)


def test_a_truck_installs_as_an_app_that_opens_its_page(client, db):
    truck = make_truck(db, name="Spice Route", slug="spice-route", short_description="Curries.")
    answer = ask(client, "spice-route")
    assert (answer.status_code, answer.headers["content-type"]) == (200, MANIFEST)
    manifest = answer.json()
    assert manifest.pop("icons") == json.loads((FRONTEND / "public" / "app.webmanifest").read_text())["icons"]
    assert manifest == {
        "id": f"/{truck.id}",
        "name": "Spice Route",
        "short_name": "Spice Route",
        "description": "Curries.",
        "start_url": "/spice-route",
        "scope": "/",
        "display": "standalone",
        "background_color": "#FFF8EE",
        "theme_color": "#FFF8EE",
    }


def test_a_manifest_is_asked_about_each_time_and_unchanged_costs_nothing(client, db):
    make_truck(db, name="Spice Route", slug="spice-route")
    first = ask(client, "spice-route")
    assert first.headers["cache-control"] == "no-cache"
    again = ask(client, "spice-route", **{"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("slug", ["unknown", "asleep"])
def test_a_truck_that_is_not_on_show_installs_nothing(client, db, slug):
    make_truck(db, name="Asleep", slug="asleep", is_active=False)
    assert ask(client, slug).status_code == 404
