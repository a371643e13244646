"""One user per role, with a client that is signed in as each. `None` is the visitor."""

from functools import cache
from threading import Lock

import httpx

from chuckwagon.accounts.models import ADMIN, SUPERADMIN, User
from chuckwagon.accounts.passwords import make_hash
from chuckwagon.accounts.sessions import open_session
from chuckwagon.core.db import Database
from chuckwagon.trucks.models import Truck
from tests.factories import make_truck

PASSWORD = "griddle-lantern-58"
ROLES = ("truck_admin", "other_admin", "truckless_admin", "superadmin")

_hash = cache(make_hash)


def make_user(db: Database, email: str, password: str = PASSWORD, **fields) -> User:
    """An account; an admin without a truck unless said otherwise."""

    def add(session) -> User:
        given = {"name": email.partition("@")[0], "role": ADMIN, "password_hash": _hash(password)} | fields
        user = User(email=email, **given)
        session.add(user)
        session.flush()
        return user

    return db.write(add)


class Cast:
    """Two trucks, the admin of each, an admin without one, and the superadmin."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self._tokens: dict[str, str] = {}
        self._lock = Lock()
        self.truck: Truck = make_truck(db, "Own Truck")
        self.other_truck: Truck = make_truck(db, "Other Truck")
        self.truck_admin = make_user(db, "truck_admin@example.com", truck_id=self.truck.id)
        self.other_admin = make_user(db, "other_admin@example.com", truck_id=self.other_truck.id)
        self.truckless_admin = make_user(db, "truckless_admin@example.com")
        self.superadmin = make_user(db, "superadmin@example.com", role=SUPERADMIN)

    def headers(self, role: str | None) -> dict[str, str]:
        """The Authorization header of a role, signed in when first asked for, without the slow password."""
        if role is None:
            return {}
        with self._lock:  # an account keeps its latest few sessions only: many at once would end the first
            if role not in self._tokens:
                user: User = getattr(self, role)
                self._tokens[role] = self._db.write(
                    lambda session: open_session(session, user.id, is_remembered=False)
                )
        return bearer(self._tokens[role])


def sign_in(client: httpx.Client, email: str, password: str = PASSWORD, **more) -> httpx.Response:
    """POST /auth/login."""
    return client.post("/api/auth/login", json={"email": email, "password": password, **more})


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}
