"""Links to the hosted onboarding page: five minutes, one use."""

import time
from typing import Any

from sandbox.ids import new_id
from sandbox.state import Sandbox
from sandbox.store import Record
from sandbox.stripe.connect import accounts

LIFETIME_SECONDS = 300


def create(sandbox: Sandbox, account_id: str, *, refresh_url: str, return_url: str | None) -> Record:
    """A link for this account; `url` leads to the onboarding page."""
    accounts.get(sandbox, account_id)
    token = new_id("", 20)
    now = time.time()
    link: dict[str, Any] = {
        "token": token,
        "account": account_id,
        "refresh_url": refresh_url,
        "return_url": return_url or refresh_url,
        "created": now,
        "expires": now + LIFETIME_SECONDS,
        "used": False,
        "url": f"{sandbox.settings.public_url}/setup/e/{account_id}/{token}",
    }
    return sandbox.store.put("account_link", token, link)


def find(sandbox: Sandbox, token: str) -> Record | None:
    """The link as it is, used or expired ones included."""
    return sandbox.store.find("account_link", token)


def is_open(link: Record) -> bool:
    return not link["used"] and time.time() < link["expires"]


def open_link(sandbox: Sandbox, token: str) -> Record | None:
    """Spends the link at the first visit; None when it is unknown, used or expired.

    A visitor of a spent link belongs on its `refresh_url`, which `find` still knows.
    """
    link = find(sandbox, token)
    if link is None or not is_open(link):
        return None
    link["used"] = True
    link["session"] = new_id("onb_", 20)
    return sandbox.store.put("account_link", token, link)


def finish(sandbox: Sandbox, token: str, session: str, state: str) -> str | None:
    """Ends the onboarding that the first visit began; answers the address to return to."""
    link = find(sandbox, token)
    if link is None or not session or link.get("session") != session:
        return None
    accounts.set_state(sandbox, link["account"], state)
    link["session"] = None
    sandbox.store.put("account_link", token, link)
    return str(link["return_url"])
