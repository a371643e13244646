"""What tests of connected accounts do at the provider and look up here."""

from chuckwagon.trucks.models import Truck

CREATE = "/stripe/connect/create-account"


def stored(db, truck):
    with db.reading() as session:
        return session.get_one(Truck, truck.id)


def set_state(sandbox, account_id, state):
    sandbox.post(f"/_sandbox/accounts/{account_id}", json={"state": state}).raise_for_status()
