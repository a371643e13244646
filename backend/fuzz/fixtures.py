"""Collects the IDs of existing records through the API, as the superadmin."""

from collections.abc import Callable
from typing import Any

import httpx

from fuzz.plan import Known

MANY = 5  # of each kind; with more, each would get fewer requests
Ask = Callable[..., Any]
# Kind of ID, and the list of one truck that has them: its path, and its field if the answer is no list.
OF_A_TRUCK = {
    "option_sets": ("option-sets", ""),
    "places": ("places", ""),
    "stops": ("stops", ""),
    "series": ("stop-series", ""),
    "offers": ("offers", ""),
    "drawers": ("drawer-sessions", "sessions"),
    "closes": ("day-closes", "closes"),
    "readers": ("readers", "readers"),
    "counter_payments": ("counter-payments", "counterPayments"),
    "printers": ("printers", "printers"),
    "print_jobs": ("print-jobs", "printJobs"),
}


def collect(client: httpx.Client, headers: dict[str, str], tokens: list[str], payments: list[str]) -> Known:
    """Collect the IDs of existing records. Creates a truck, a menu item and a user that may be deleted.

    `tokens` of orders and `payments` are passed in, because only customers receive them.
    """

    def ask(method: str, path: str, body: Any = None) -> Any:
        answer = client.request(method, f"/api/{path}", headers=headers, json=body)
        if answer.is_error:
            raise RuntimeError(f"{method} /api/{path}: {answer.status_code} {answer.text}")
        return answer.json()

    trucks, users = ask("GET", "trucks"), ask("GET", "users")
    menus = [item for truck in trucks[:MANY] for item in ask("GET", f"menu-items/truck/{truck['_id']}")[:MANY]]
    item = next(item for item in menus if item["isAvailable"])
    _work_at_the_counter(ask, item)
    printer_secret = _add_printer(ask, item["truckId"])
    orders = ask("GET", f"orders?limit={MANY}")["orders"]
    reviews = ask("GET", "payments/reviews")["reviews"]
    groups = [group for item in menus for group in item["optionGroups"]]
    ids = {
        "trucks": _ids(trucks)[:MANY],
        "slugs": [truck["slug"] for truck in trucks[:MANY]],
        "items": _ids(menus),
        "options": [option["_id"] for group in groups for option in group["options"]][:MANY],
        "orders": _ids(orders),
        "customers": [customer["_id"] for customer in ask("GET", f"customers?limit={MANY}")["customers"]],
        "users": _ids(users)[:MANY],
        "reviews": _ids(reviews)[:MANY],
        "phones": [order["customerPhone"] for order in orders if order["customerPhone"]],
        "tokens": tokens,
        "payments": payments,
        "printer_secrets": [printer_secret],
        **{kind: _list_of_trucks(ask, trucks, *place) for kind, place in OF_A_TRUCK.items()},
    }
    spare = {
        "truck": ask("POST", "trucks", {"name": "Fleeting Truck"})["_id"],
        "item": ask("POST", "menu-items", {"name": "Crumb", "basePrice": 1, "truckId": ids["trucks"][0]})["_id"],
        "user": ask("POST", "auth/register", NEWCOMER)["user"]["_id"],
        "printer_secret": printer_secret,
    }
    return Known(ids=ids, spare=spare, kept=[*_ids(trucks), *_ids(menus), *_ids(users)])


def _work_at_the_counter(ask: Ask, item: Any) -> None:
    """At the item's truck, close the drawer and open it again, register a reader, and ask for a card on it."""
    of_truck = {"truckId": item["truckId"]}
    drawer = ask("GET", f"drawer-sessions?truckId={item['truckId']}")["open"]
    drawer = drawer or ask("POST", "drawer-sessions", of_truck | {"float": 50})
    ask("POST", f"drawer-sessions/{drawer['_id']}/close", {"counted": 50, "version": drawer["version"]})
    ask("POST", "drawer-sessions", of_truck | {"float": 50})
    ask("PATCH", f"trucks/{item['truckId']}/settings", {"businessAddress": ADDRESS})
    reader = ask("POST", "readers", of_truck | {"label": "Window", "registrationCode": "simulated-wpe"})
    chosen = [group["options"][0]["_id"] for group in item["optionGroups"] if group["minSelect"]]
    line = {"menuItemId": item["_id"], "quantity": 1, "optionIds": chosen}
    ask("POST", "counter-payments", of_truck | {"customerName": "Bo", "items": [line], "readerId": reader["_id"]})


def _add_printer(ask: Ask, truck_id: str) -> str:
    """Add a printer with a job, and return the secret of its address."""
    printer = ask("POST", "printers", {"truckId": truck_id, "kind": "star_cloudprnt", "label": "Grill"})
    ask("POST", f"printers/{printer['_id']}/test")
    return str(printer["url"]).rpartition("/")[2]


def _list_of_trucks(ask: Ask, trucks: list[Any], path: str, field: str) -> list[str]:
    """The IDs of a few records in the lists of the first trucks."""
    pages = [ask("GET", f"{path}?truckId={truck['_id']}") for truck in trucks[:MANY]]
    return [one for page in pages for one in _ids(page[field] if field else page)[:2]][:MANY]


ADDRESS = {"line1": "1 Main St", "city": "Austin", "state": "TX", "postalCode": "78701"}
NEWCOMER = {
    "email": "fleeting@example.com",
    "name": "Fleeting",
    "password": "skillet-drizzle-77",
    "role": "admin",
}


def _ids(things: list[Any]) -> list[str]:
    return [thing["_id"] for thing in things]
