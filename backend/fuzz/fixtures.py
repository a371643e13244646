"""Collects the IDs of existing records through the API, as the superadmin."""

from typing import Any

import httpx

from fuzz.plan import Known

MANY = 5  # of each kind; with more, each would get fewer requests


def collect(client: httpx.Client, headers: dict[str, str], tokens: list[str], payments: list[str]) -> Known:
    """Collect the IDs of existing records. Creates a truck, a menu item and a user that may be deleted.

    `tokens` of orders and `payments` are passed in, because only customers receive them.
    """

    def ask(method: str, path: str, body: Any = None) -> Any:
        answer = client.request(method, f"/api/{path}", headers=headers, json=body)
        answer.raise_for_status()
        return answer.json()

    trucks, users = ask("GET", "trucks"), ask("GET", "users")
    menus = [item for truck in trucks[:MANY] for item in ask("GET", f"menu-items/truck/{truck['_id']}")[:MANY]]
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
    }
    spare = {
        "truck": ask("POST", "trucks", {"name": "Fleeting Truck"})["_id"],
        "item": ask("POST", "menu-items", {"name": "Crumb", "basePrice": 1, "truckId": ids["trucks"][0]})["_id"],
        "user": ask("POST", "auth/register", NEWCOMER)["user"]["_id"],
    }
    return Known(ids=ids, spare=spare, kept=[*_ids(trucks), *_ids(menus), *_ids(users)])


NEWCOMER = {
    "email": "fleeting@example.com",
    "name": "Fleeting",
    "password": "skillet-drizzle-77",
    "role": "admin",
}


def _ids(things: list[Any]) -> list[str]:
    return [thing["_id"] for thing in things]
