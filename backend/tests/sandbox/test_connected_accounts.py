import re

import httpx
import pytest
import stripe
from listener import wait_for

INCLUDE = ["configuration.recipient", "requirements", "identity", "defaults"]
NEW = {
    "contact_email": "owner@example.com",
    "display_name": "Test Truck",
    "dashboard": "express",
    "identity": {"country": "us", "entity_type": "individual"},
    "defaults": {
        "currency": "usd",
        "responsibilities": {"fees_collector": "application", "losses_collector": "application"},
    },
    "configuration": {"recipient": {"capabilities": {"stripe_balance": {"stripe_transfers": {"requested": True}}}}},
}
ONBOARDING = {
    "type": "account_onboarding",
    "account_onboarding": {
        "refresh_url": "http://localhost/refresh",
        "return_url": "http://localhost/return",
    },
}


@pytest.fixture
def account(client):
    return client.v2.core.accounts.create({**NEW, "include": INCLUDE})


def statuses(client, account_id):
    seen = client.v2.core.accounts.retrieve(account_id, {"include": INCLUDE})
    balance = seen.configuration.recipient.capabilities.stripe_balance
    due = {entry.minimum_deadline.status for entry in seen.requirements.entries}
    return balance.stripe_transfers.status, balance.payouts.status, due


def test_new_account_has_everything_still_to_do(client, account):
    assert re.fullmatch(r"acct_1\w{15}", account.id)
    assert account.identity.country == "us"
    assert statuses(client, account.id) == ("restricted", "restricted", {"currently_due"})


def test_parts_are_absent_unless_included(client, account):
    seen = client.v2.core.accounts.retrieve(account.id).to_dict()
    assert not {"configuration", "requirements", "identity", "defaults"} & seen.keys()


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        ("complete", ("active", "active", set())),
        ("currently_due", ("restricted", "restricted", {"currently_due"})),
        ("past_due", ("restricted", "restricted", {"past_due"})),
        ("rejected", ("rejected", "rejected", set())),
    ],
)
def test_review_sets_the_state_and_tells_the_platform(client, account, control, listener, state, expected):
    control.post(f"/accounts/{account.id}", json={"state": state}).raise_for_status()
    assert statuses(client, account.id) == expected
    event = wait_for(lambda: listener.events("account.updated"))[0]
    assert event["account"] == account.id
    v1 = client.v1.accounts.retrieve(account.id)
    assert (v1.charges_enabled, v1.payouts_enabled) == (state == "complete", state == "complete")
    assert bool(v1.requirements.past_due) is (state == "past_due")


def test_unknown_state_or_account_is_refused(account, control):
    assert control.post(f"/accounts/{account.id}", json={"state": "happy"}).status_code == 400
    assert control.post("/accounts/acct_none", json={"state": "complete"}).status_code == 404


def test_unfinished_account_cannot_receive_a_destination_charge(client, account, make_intent):
    with pytest.raises(stripe.InvalidRequestError) as caught:
        make_intent(transfer_data={"destination": account.id})
    assert caught.value.code == "insufficient_capabilities_for_transfer"


def test_link_leads_to_onboarding_for_five_minutes(client, account, url):
    link = client.v2.core.account_links.create({"account": account.id, "use_case": ONBOARDING})
    assert link.url.startswith(f"{url}/setup/e/{account.id}/")
    assert link.use_case.account_onboarding.return_url == "http://localhost/return"
    old = client.v1.account_links.create(
        {
            "account": account.id,
            "type": "account_onboarding",
            "refresh_url": "http://localhost/refresh",
            "return_url": "http://localhost/return",
        }
    )
    assert old.expires_at - old.created == 300


def test_used_link_goes_to_the_refresh_address(client, account):
    link = client.v2.core.account_links.create({"account": account.id, "use_case": ONBOARDING})
    assert httpx.get(link.url).status_code == 200
    again = httpx.get(link.url)
    assert (again.status_code, again.headers["location"]) == (302, "http://localhost/refresh")


def test_parameters_that_this_version_does_not_know_are_refused(raw, account):
    headers = {"Stripe-Version": "2026-10-28.endive"}
    onboarding = {**ONBOARDING["account_onboarding"], "configurations": ["recipient"]}
    use_case = {"type": "account_onboarding", "account_onboarding": onboarding}
    body = {"account": account.id, "use_case": use_case}
    answer = raw.post("/v2/core/account_links", json=body, headers=headers)
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "parameter_unknown")
    for bad in ({"colour": "red"}, {"identity": "us"}, {"include": ["everything"]}, {"contact_email": 7}):
        assert raw.post("/v2/core/accounts", json={**NEW, **bad}).status_code == 400
    assert raw.post("/v2/core/accounts", content=b"[").status_code == 400


def test_unknown_account_is_not_found(client):
    with pytest.raises(stripe.InvalidRequestError) as caught:
        client.v2.core.accounts.retrieve("acct_none")
    assert caught.value.http_status == 404


def test_older_api_makes_and_changes_accounts(client, listener):
    made = client.v1.accounts.create(
        {"country": "US", "email": "a@example.com", "capabilities": {"transfers": {"requested": True}}}
    )
    assert made.capabilities.to_dict() == {"transfers": "inactive"}
    changed = client.v1.accounts.update(made.id, {"metadata": {"truck": "7"}, "email": "b@example.com"})
    assert (changed.email, changed.metadata["truck"]) == ("b@example.com", "7")
    assert wait_for(lambda: listener.events("account.updated"))[0]["account"] == made.id
