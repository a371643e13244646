"""The cast: two trucks and one user for each role, with sign-in headers. The role None is an anonymous user."""

from functools import cache
from threading import Lock

import httpx

from chuckwagon.accounts.models import ADMIN, SUPERADMIN, User
from chuckwagon.accounts.passwords import make_hash
from chuckwagon.accounts.sessions import open_session
from chuckwagon.db.database import Database
from chuckwagon.trucks.models import Truck

PASSWORD = "griddle-lantern-58"
ROLES = ("truck_admin", "other_admin", "truckless_admin", "superadmin")

hashed = cache(make_hash)


def make_user(db: Database, email: str, password: str = PASSWORD, **fields) -> User:
    """Insert a user, by default an admin without a truck."""

    user = _user(email, password, **fields)
    db.write(lambda session: session.add(user))
    return user


def _user(email: str, password: str = PASSWORD, **fields) -> User:
    given = {"name": email.partition("@")[0], "role": ADMIN, "password_hash": hashed(password)} | fields
    return User(email=email, **given)


class Cast:
    """Two trucks, the admin of each, an admin without a truck, and a superadmin."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self._tokens: dict[str, str] = {}
        self._lock = Lock()
        self.truck = Truck(name="Own Truck", slug="own-truck")
        self.other_truck = Truck(name="Other Truck", slug="other-truck")
        db.write(self._enter)

    def _enter(self, session) -> None:
        """All in one transaction, because a thousand tests begin with it."""
        session.add_all([self.truck, self.other_truck])
        session.flush()  # gives the trucks their ids
        self.truck_admin = _user("truck_admin@example.com", truck_id=self.truck.id)
        self.other_admin = _user("other_admin@example.com", truck_id=self.other_truck.id)
        self.truckless_admin = _user("truckless_admin@example.com")
        self.superadmin = _user("superadmin@example.com", role=SUPERADMIN)
        session.add_all([self.truck_admin, self.other_admin, self.truckless_admin, self.superadmin])

    def headers(self, role: str | None) -> dict[str, str]:
        """The Authorization header of a role. Its session is created on first use, without the slow password hash."""
        if role is None:
            return {}
        with self._lock:  # because a user has only a few sessions, and concurrent sign-ins would end the first
            if role not in self._tokens:
                self._tokens[role] = self._db.write(lambda session: self._open(session, role))
        return bearer(self._tokens[role])

    def sign_in_all(self) -> dict[str, str]:
        """The tokens of all roles, whose sessions are created in one transaction."""
        with self._lock:
            missing = [role for role in ROLES if role not in self._tokens]
            self._tokens |= self._db.write(lambda session: {role: self._open(session, role) for role in missing})
            return dict(self._tokens)

    def _open(self, session, role: str) -> str:
        user: User = getattr(self, role)
        return open_session(session, user.id, is_remembered=False)


def sign_in(client: httpx.Client, email: str, password: str = PASSWORD, **more) -> httpx.Response:
    """POST /auth/login."""
    return client.post("/api/auth/login", json={"email": email, "password": password, **more})


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}
