"""Links to the onboarding page, valid once and for five minutes."""

import time
from typing import Any

from sandbox.ids import new_id
from sandbox.state import Sandbox
from sandbox.store import Record
from sandbox.stripe.connect import accounts

LIFETIME_SECONDS = 300


def create(sandbox: Sandbox, account_id: str, *, refresh_url: str, return_url: str | None) -> Record:
    """Create a link for this account. Its `url` is the onboarding page."""
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
    """Find the link, even if it is used or expired."""
    return sandbox.store.find("account_link", token)


def is_open(link: Record) -> bool:
    return not link["used"] and time.time() < link["expires"]


def open_link(sandbox: Sandbox, token: str) -> Record | None:
    """Use up the link at the first visit. Returns None if it is unknown, used or expired.

    The visitor of a used link is redirected to its `refresh_url`, which `find` returns.
    """
    link = find(sandbox, token)
    if link is None or not is_open(link):
        return None
    link["used"] = True
    link["session"] = new_id("onb_", 20)
    return sandbox.store.put("account_link", token, link)


def finish(sandbox: Sandbox, token: str, session: str, state: str) -> str | None:
    """End the onboarding that the first visit started. Returns the URL to return to."""
    link = find(sandbox, token)
    if link is None or not session or link.get("session") != session:
        return None
    accounts.set_state(sandbox, link["account"], state)
    link["session"] = None
    sandbox.store.put("account_link", token, link)
    return str(link["return_url"])
