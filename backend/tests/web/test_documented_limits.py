"""The service enforces the limits of request fields that the OpenAPI document states."""

import pytest

ITEM = {"name": "Taco", "basePrice": 4}
OPTION = {"name": "Verde"}
GROUP = {"name": "Salsa", "options": [OPTION]}
STOP = {"date": "2126-06-01", "startTime": "11:00", "endTime": "14:00"}
SERIES = {"weekdays": ["mon"], "fromDate": "2126-06-01", "startTime": "11:00", "endTime": "14:00"}
USER = {"email": "new@example.com", "name": "Kim Lee", "password": "skillet-orchard-77", "role": "admin"}

# By schema: method and address, the body around an object of the schema, and the path of that object in error fields.
REQUESTS = {
    "ItemRequest": ("POST", "/menu-items", lambda sent: ITEM | sent, ""),
    "OptionGroupRequest": (
        "POST", "/menu-items", lambda sent: ITEM | {"optionGroups": [GROUP | sent]}, "optionGroups.0.",
    ),
    "OptionRequest": (
        "POST",
        "/menu-items",
        lambda sent: ITEM | {"optionGroups": [GROUP | {"options": [OPTION | sent]}]},
        "optionGroups.0.options.0.",
    ),
    "TruckRequest": ("POST", "/trucks", lambda sent: {"name": "New Truck"} | sent, ""),
    "LocationIn": ("POST", "/trucks", lambda sent: {"name": "New Truck", "location": sent}, "location."),
    "OwnerIn": ("POST", "/trucks", lambda sent: {"name": "New Truck", "owner": sent}, "owner."),
    "SettingsRequest": ("PATCH", "/trucks/{truck}/settings", lambda sent: sent, ""),
    "PlaceRequest": ("POST", "/places", lambda sent: {"name": "Pier 7"} | sent, ""),
    "StopRequest": ("POST", "/stops", lambda sent: STOP | sent, ""),
    "SeriesRequest": ("POST", "/stop-series", lambda sent: SERIES | sent, ""),
    "RegisterRequest": ("POST", "/auth/register", lambda sent: USER | sent, ""),
    "UserRequest": ("PATCH", "/users/{user}", lambda sent: sent, ""),
    "ProfileRequest": ("PUT", "/auth/profile", lambda sent: {"currentPassword": "x"} | sent, ""),
    "InvitationRequest": (
        "POST", "/invitations", lambda sent: USER | {"language": "en"} | sent, ""
    ),
    "ResetRequest": ("POST", "/auth/password-reset", lambda sent: {"email": "a@x.example"} | sent, ""),
    "SetPasswordRequest": (
        "POST", "/auth/password-link/password", lambda sent: {"token": "x", "password": "x" * 9} | sent, ""
    ),
    "SignInRequest": ("POST", "/auth/login", lambda sent: {"email": "a@x.example", "password": "x" * 9} | sent, ""),
    "CounterSaleRequest": ("POST", "/orders", lambda sent: {"customerName": "Kim", "payment": "cash"} | sent, ""),
}  # fmt: skip
OWN_TRUCK = {"ItemRequest", "OptionGroupRequest", "OptionRequest", "PlaceRequest", "StopRequest", "SeriesRequest"}
OWN_TRUCK |= {"CounterSaleRequest"}
# No value for these can be made from their limits alone.
OF_OWN_FORM = {"truckId", "imageUrl", "bannerImage", "timezone", "phone", "customerPhone", "scheduleMode", "payment"}
OF_OWN_FORM |= {"status", "currentPassword"}


@pytest.fixture
def problems_of(client, cast):
    """Sends one object of a schema, and returns the names of its invalid fields."""
    place = client.post("/api/places", json={"name": "Pier"}, headers=cast.headers("truck_admin")).json()["_id"]

    def send(schema: str, sent: dict) -> set[str]:
        method, address, body, path = REQUESTS[schema]
        target = address.format(truck=cast.truck.id, user=cast.truck_admin.id)
        extra = {"truckId": cast.truck.id} if schema in OWN_TRUCK else {}
        extra |= {"placeId": place} if schema in ("StopRequest", "SeriesRequest") else {}
        answer = client.request(method, f"/api{target}", json=extra | body(sent), headers=cast.headers("superadmin"))
        assert answer.status_code < 500
        fields = answer.json().get("fields", {}) if answer.status_code == 400 else {}
        return {name.removeprefix(path).split(".")[0] for name in fields if name.startswith(path)}

    return send


def values_beyond(field: dict) -> list:
    """Values that break one limit each."""
    beyond = [["x"] * 0] if field.get("minItems") else []
    beyond += ["x" * (field["maxLength"] + 1)] if "maxLength" in field else []
    beyond += ["x" * (field["minLength"] - 1)] if "minLength" in field else []
    beyond += ["no match!"] if "pattern" in field else []
    beyond += [field["maximum"] + 1] if "maximum" in field else []
    beyond += [field["minimum"] - 1] if "minimum" in field else []
    return beyond


def values_within(field: dict) -> list:
    """Values at the limits, where a value can be made from the limit alone."""
    lengths = [field[name] for name in ("minLength", "maxLength") if name in field and "pattern" not in field]
    texts = [("qwertz-1" * length)[:length] for length in lengths]
    return texts + [field[name] for name in ("minimum", "maximum") if name in field]


@pytest.mark.parametrize("schema", REQUESTS)
def test_a_field_is_refused_exactly_beyond_its_documented_limits(client, problems_of, schema):
    document = client.get("/api/openapi.json").json()
    fields = document["components"]["schemas"][schema]["properties"]
    limited = {name: field for name, field in fields.items() if values_beyond(field)}
    assert limited, "nothing to prove"
    for name, field in limited.items():
        for value in values_beyond(field):
            assert name in problems_of(schema, {name: value}), f"{name}: {value!r} is accepted"
        for value in () if name in OF_OWN_FORM else values_within(field):
            assert name not in problems_of(schema, {name: value}), f"{name}: {value!r} is refused"
