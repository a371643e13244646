"""A truck with a menu, and a device that sells without network and sends later."""

from datetime import timedelta
from uuid import uuid4

import pytest

from chuckwagon.audit.log import AuditEvent
from chuckwagon.kit import clock
from chuckwagon.kit.clock import to_iso
from tests.factories import make_item

DEVICE = "a1b2c3d4-0000-4000-8000-000000000001"


@pytest.fixture
def taco(db, cast):
    return make_item(db, cast.truck, name="Taco", price=400)


@pytest.fixture
def late_order(cast, taco):
    """The body of a late order: two tacos at the tax of the truck, taken ten minutes ago, handed over."""

    def write(quantity=2, *, price=4.0, rate=None, ago=timedelta(minutes=10), **more):
        now, percent = clock.now(), cast.truck.tax_rate_units / 10_000 if rate is None else rate
        subtotal = round(price * quantity, 2)
        tax = int(subtotal * percent + 0.5) / 100
        body = {
            "draftId": str(uuid4()),
            "deviceId": DEVICE,
            "takenAt": to_iso(now - ago),
            "sentAt": to_iso(now),
            "offlineNumber": "A-12",
            "lines": [{"menuItemId": taco.id, "name": "Taco", "quantity": quantity, "unitPrice": price, "options": []}],
            "subtotal": subtotal,
            "taxes": [{"rate": percent, "taxable": subtotal, "tax": tax}],
            "tip": 0,
            "total": round(subtotal + tax, 2),
            "payment": "cash",
            "stopId": None,
            "handedOver": True,
        }
        return {name: value for name, value in (body | more).items() if value is not ...}

    return write


@pytest.fixture
def send(call):
    return lambda body, role="truck_admin", **more: call("POST", "/orders", role, json=body, **more)


@pytest.fixture
def audited(rows):
    return lambda action: [one.details for one in rows(AuditEvent) if one.action == action]
