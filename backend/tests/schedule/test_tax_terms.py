"""Rates and prices with tax of trucks, places and stops, and the version of a stop that tells the counter."""

from datetime import timedelta

import pytest

ADDRESS = {"line1": "12 Main St", "city": "Austin", "state": "TX", "postalCode": "78701"}


def test_settings_hold_the_second_rate_prices_with_tax_and_the_business_address(settle):
    truck = settle(reducedTaxRate=2.5, pricesIncludeTax=True, businessAddress=ADDRESS)
    assert (truck["reducedTaxRate"], truck["pricesIncludeTax"]) == (2.5, True)
    assert truck["settings"]["businessAddress"] == ADDRESS
    cleared = settle(reducedTaxRate=None, pricesIncludeTax=False, businessAddress=None)
    assert (cleared["reducedTaxRate"], cleared["pricesIncludeTax"]) == (None, False)
    assert cleared["settings"]["businessAddress"] is None


@pytest.mark.parametrize(
    ("sent", "field"),
    [
        ({"reducedTaxRate": 21}, "reducedTaxRate"),
        ({"businessAddress": {**ADDRESS, "line1": " "}}, "businessAddress.line1"),
        ({"businessAddress": {**ADDRESS, "state": "Texas"}}, "businessAddress.state"),
        ({"businessAddress": {**ADDRESS, "postalCode": "787"}}, "businessAddress.postalCode"),
    ],
)
def test_an_invalid_setting_is_refused_at_its_field(ask, cast, sent, field):
    answer = ask("PATCH", f"/trucks/{cast.truck.id}/settings", json=sent)
    assert (answer.status_code, list(answer.json()["fields"])) == (400, [field])


def test_a_place_has_the_trucks_reduced_rate_until_it_is_given_its_own(settle, ask, add_place):
    settle(reducedTaxRate=2.5)
    place = add_place()
    assert place["reducedTaxRate"] == 2.5
    own = ask("PUT", f"/places/{place['_id']}", json={"reducedTaxRate": 1}).json()
    none = ask("PUT", f"/places/{place['_id']}", json={"reducedTaxRate": None}).json()
    assert (own["reducedTaxRate"], none["reducedTaxRate"]) == (1, None)


@pytest.fixture
def counter(ask, cast, settle):
    """The first stop as the counter reads it."""
    settle(scheduleMode="stops")
    return lambda: ask("GET", f"/trucks/{cast.truck.id}/counter").json()["stops"][0]


def test_another_rate_of_the_place_and_other_prices_of_the_truck_give_its_stops_a_new_version(
    settle, ask, add_place, add_stop, counter
):
    place = add_place()
    stop = add_stop(place)
    assert counter()["version"] == stop["version"]
    ask("PUT", f"/places/{place['_id']}", json={"reducedTaxRate": 1})
    settle(pricesIncludeTax=True)
    shown = counter()
    assert (shown["reducedTaxRate"], shown["pricesIncludeTax"]) == (1, True)
    assert shown["version"] == stop["version"] + 2
    settle(leadMinutes=20)
    assert counter()["version"] == shown["version"]


def test_a_stop_may_have_prices_of_its_own_until_it_has_orders(settle, ask, add_place, add_stop, counter, cast, now):
    stop = add_stop(add_place(), pricesIncludeTax=True)
    assert counter()["pricesIncludeTax"] is True
    item = ask("POST", "/menu-items", json={"name": "Taco", "basePrice": 10, "taxClass": "standard"}).json()
    settle(pricesIncludeTax=False)  # which is not the stop's
    assert counter()["version"] == stop["version"]
    now.advance(timedelta(hours=2, minutes=30))
    order = {"customerName": "Ada", "payment": "cash", "items": [{"menuItemId": item["_id"], "quantity": 1}]}
    taken = ask("POST", "/orders", json={**order, "expectedTotal": 10, "stopId": stop["_id"]}).json()
    assert (taken["total"], taken["tax"], taken["pricesIncludeTax"]) == (10, 0.8, True)
    refused = ask("PUT", f"/stops/{stop['_id']}", json={"pricesIncludeTax": None})
    assert (refused.status_code, refused.json()["code"]) == (409, "stop_has_orders")
