"""Helpers for tests of connected accounts."""

from chuckwagon.trucks.models import Truck

CREATE = "/stripe/connect/create-account"


def get_stored_truck(db, truck):
    with db.reading() as session:
        return session.get_one(Truck, truck.id)


def set_account_state(sandbox, account_id, state):
    sandbox.post(f"/_sandbox/accounts/{account_id}", json={"state": state}).raise_for_status()
