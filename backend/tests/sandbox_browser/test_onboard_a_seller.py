"""The hosted onboarding page: one visit, five minutes, four outcomes."""

import re
from typing import Any

import httpx
import pytest
from page_calls import SECRET

from sandbox.state import Sandbox
from sandbox.stripe.connect import account_links

RETURN, REFRESH = "http://localhost:8000/admin/trucks?done", "http://localhost:8000/admin/trucks?again"


@pytest.fixture
def link(browser: httpx.Client) -> str:
    responsibilities = {"fees_collector": "application", "losses_collector": "application"}
    capabilities = {"stripe_balance": {"stripe_transfers": {"requested": True}}}
    wanted: dict[str, Any] = {
        "display_name": "<script>alert(1)</script> Tacos",
        "contact_email": "maria@example.com",
        "dashboard": "express",
        "identity": {"country": "us"},
        "defaults": {"currency": "usd", "responsibilities": responsibilities},
        "configuration": {"recipient": {"capabilities": capabilities}},
    }
    account = browser.post("/v2/core/accounts", json=wanted, headers=SECRET).json()["id"]
    use = {"refresh_url": REFRESH, "return_url": RETURN}
    body = {"account": account, "use_case": {"type": "account_onboarding", "account_onboarding": use}}
    return str(browser.post("/v2/core/account_links", json=body, headers=SECRET).json()["url"])


def session_in(text: str) -> str:
    found = re.search(r'name="session" value="([^"]+)"', text)
    assert found
    return found[1]


def state_of(inside: Sandbox, link: str) -> str:
    return str(inside.get("account", link.split("/")[-2])["state"])


@pytest.mark.parametrize("state", ["complete", "currently_due", "past_due", "rejected"])
def test_each_outcome_reaches_the_account(browser: httpx.Client, inside: Sandbox, link: str, state: str) -> None:
    page = browser.get(link)
    assert page.status_code == 200
    answer = browser.post(link, data={"session": session_in(page.text), "state": state})
    assert (answer.status_code, answer.headers["location"]) == (303, RETURN)
    assert state_of(inside, link) == state


def test_name_of_the_connected_account_is_escaped(browser: httpx.Client, link: str) -> None:
    text = browser.get(link).text
    assert "<script>alert" not in text
    assert "&lt;script&gt;alert(1)&lt;/script&gt; Tacos" in text


def test_second_visit_is_sent_for_a_new_link(browser: httpx.Client, link: str) -> None:
    browser.get(link)
    again = browser.get(link)
    assert (again.status_code, again.headers["location"]) == (302, REFRESH)


def test_expired_link_is_sent_for_a_new_one(browser: httpx.Client, inside: Sandbox, link: str) -> None:
    known = account_links.find(inside, link.rpartition("/")[2])
    assert known is not None
    assert known["expires"] - known["created"] == 300
    known["expires"] = known["created"]
    late = browser.get(link)
    assert (late.status_code, late.headers["location"]) == (302, REFRESH)


def test_preview_does_not_spend_the_link(browser: httpx.Client, link: str) -> None:
    assert browser.head(link).status_code == 200
    assert browser.get(link).status_code == 200


def test_finishing_twice_or_without_the_session_changes_nothing(
    browser: httpx.Client, inside: Sandbox, link: str
) -> None:
    session = session_in(browser.get(link).text)
    stranger = browser.post(link, data={"session": "onb_guessed", "state": "complete"})
    assert (stranger.headers["location"], state_of(inside, link)) == (REFRESH, "currently_due")
    browser.post(link, data={"session": session, "state": "complete"})
    again = browser.post(link, data={"session": session, "state": "rejected"})
    assert (again.headers["location"], state_of(inside, link)) == (REFRESH, "complete")


def test_unknown_outcome_keeps_the_session(browser: httpx.Client, link: str) -> None:
    session = session_in(browser.get(link).text)
    assert browser.post(link, data={"session": session, "state": "rich"}).status_code == 400
    assert browser.post(link, data={"session": session, "state": "complete"}).status_code == 303


def test_link_belongs_to_its_account(browser: httpx.Client, link: str) -> None:
    other = link.replace("/acct_", "/acct_x")
    assert browser.get(other).status_code == 404
    assert browser.get(link).status_code == 200
