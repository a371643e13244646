"""The rows of menu imports in the table of permissions."""

from typing import Any

from tests.accounts.permissions.matrix import of_truck_query
from tests.accounts.sample_data import Case, Json, Request, SampleData

IMPORTS = "/api/menu-imports"
OWN, OWN_MADE = (401, 200, 403, 403, 200), (401, 201, 403, 403, 201)


def menu_file(data: SampleData) -> Json:
    files = {"files": ("menu.csv", b"name,price\r\nTorta,8.50\r\n", "text/csv")}
    return {"files": files, "data": {"truckId": data.own.id}}


def of_menu_import(*, confirmed: bool = False, **given: Any) -> Request:
    """A request for an import of the own truck's menu."""
    return lambda data: {"address": {"import_id": data.add_menu_import(confirmed=confirmed)}, **given}


CASES = [
    Case("POST", IMPORTS, OWN_MADE, menu_file, traces=False),
    Case("GET", IMPORTS, OWN, of_truck_query),
    Case("GET", f"{IMPORTS}/{{import_id}}", OWN, of_menu_import()),
    Case("POST", f"{IMPORTS}/{{import_id}}/answers", OWN, of_menu_import(json={"answers": {}}), traces=False),
    Case("POST", f"{IMPORTS}/{{import_id}}/confirm", OWN, of_menu_import()),
    Case("POST", f"{IMPORTS}/{{import_id}}/undo", OWN, of_menu_import(confirmed=True)),
]
