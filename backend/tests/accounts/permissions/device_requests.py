"""Requests about the devices that sell without network, for the table of permissions."""

from tests.accounts.permissions.matrix import of_truck, of_truck_query
from tests.accounts.sample_data import Case, Json, SampleData

COUNTER = "/api/trucks/{truck_id}/counter"
DISCARD = {"draftId": "0b8fd46c-5c2b-4a1e-9a53-0f6f4c1f0a01", "reason": "Rung up twice"}


def list_cases(own: tuple[int, ...]) -> list[Case]:
    """The routes of devices, which are open to the staff of the own truck."""
    return [
        Case("GET", COUNTER, own, of_truck()),
        Case("POST", "/api/trucks/{truck_id}/late-orders/discard", own, of_truck(DISCARD)),
        Case("GET", "/api/devices", own, of_truck_query),
        Case("DELETE", "/api/devices/{device_id}", own, _of_device),
    ]


def _of_device(data: SampleData) -> Json:
    return {"address": {"device_id": data.add_device()}, **of_truck_query(data)}
