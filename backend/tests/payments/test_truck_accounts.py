"""A truck's Stripe account: created once, onboarded, and asked for its capabilities."""

import re
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from threading import Barrier

import httpx
import pytest
import sqlalchemy as sa

from chuckwagon.integrations.stripe.accounts import ConnectedAccount
from chuckwagon.integrations.stripe.client import StripeGateway
from chuckwagon.trucks.models import Truck
from chuckwagon.web.executors import requested_at
from tests.payments.account_helpers import CREATE, get_stored_truck, set_account_state

NOT_STAFF = (None, "truck_admin", "truckless_admin")
LINK = "/stripe/connect/account-link"


@pytest.fixture
def link(ask, cast, settings):
    def post(refresh="/admin/trucks?again", back="/admin/trucks?done", **more):
        urls = {"refreshUrl": settings.origin + refresh, "returnUrl": settings.origin + back}
        return ask("POST", LINK, json={"truckId": cast.truck.id, **urls} | more)

    return post


def status(ask, truck):
    return ask("GET", f"/stripe/connect/account-status/{truck.id}")


def accounts(sandbox):
    return sandbox.ledger()["accounts"]


def test_an_account_is_opened_and_kept(ask, db, sandbox, cast, open_account):
    answer = open_account()
    assert answer.status_code == 200
    assert answer.json() == {"success": True, "accountId": get_stored_truck(db, cast.truck).stripe_account_id}
    [account] = accounts(sandbox)
    assert (account["id"], account["email"]) == (answer.json()["accountId"], "ana@example.com")
    assert account["metadata"] == {"truckId": cast.truck.id}
    shown = sandbox.get(f"/v2/core/accounts/{account['id']}?include[0]=defaults&include[1]=identity").json()
    assert (shown["dashboard"], shown["display_name"]) == ("express", "Own Truck")
    assert shown["identity"] == {"country": "us", "entity_type": "individual"}
    assert shown["defaults"]["responsibilities"]["fees_collector"] == "application"
    assert ask("GET", f"/trucks/{cast.truck.id}").json()["stripeAccountId"] == account["id"]
    assert get_stored_truck(db, cast.truck).version == 1


def test_asking_again_gives_the_same_account_without_asking_the_provider(sandbox, open_account):
    first = open_account().json()
    sandbox.fault("stripe", "error")
    assert open_account(email="other@example.com").json() == first


@pytest.mark.dialect
def test_asking_at_once_gives_the_same_account(sandbox, cast, open_account):
    cast.headers("superadmin")
    sandbox.fault("stripe", "delay", match="/v2/core/accounts", ms=100)
    with ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(lambda _: open_account(), range(6)))
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.json()["accountId"] for answer in answers}) == 1
    assert len(accounts(sandbox)) == 1


@pytest.mark.dialect
def test_of_two_accounts_opened_at_once_the_truck_gets_one_and_both_hear_which(db, cast, open_account, monkeypatch):
    both_asked, numbers = Barrier(2), count(1)

    def create(_gateway, *_details, key):
        both_asked.wait(60)
        return ConnectedAccount(f"acct_{next(numbers)}", False, False, [], [])

    monkeypatch.setattr(StripeGateway, "create_account", create)
    cast.headers("superadmin")
    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(lambda n: open_account(email=f"owner{n}@example.com"), range(2)))
    [account_id] = {answer.json()["accountId"] for answer in answers}
    assert get_stored_truck(db, cast.truck).stripe_account_id == account_id


def test_two_trucks_have_two_accounts(sandbox, cast, open_account):
    assert open_account().json() != open_account(cast.other_truck).json()
    assert len(accounts(sandbox)) == 2


def lose_the_answer(sandbox):
    """The account is created, but this call and its two retries get no response."""
    sandbox.fault("stripe", "reset_after", times=1, match="/v2/core/accounts")
    sandbox.fault("stripe", "error", times=2, match="/v2/core/accounts")


def test_a_call_that_breaks_off_is_tried_again_under_its_key(sandbox, open_account):
    sandbox.fault("stripe", "reset_after", times=1, match="/v2/core/accounts")
    assert open_account().json()["accountId"] == accounts(sandbox)[0]["id"]
    assert len(accounts(sandbox)) == 1


def test_an_answer_that_got_lost_is_found_again(db, sandbox, cast, open_account):
    lose_the_answer(sandbox)
    lost = open_account()
    assert (lost.status_code, int(lost.headers["Retry-After"]) > 0) == (503, True)
    assert get_stored_truck(db, cast.truck).stripe_account_id is None
    answer = open_account()
    assert answer.json()["accountId"] == accounts(sandbox)[0]["id"]
    assert len(accounts(sandbox)) == 1


def test_other_details_after_a_lost_answer_do_not_block_the_truck(db, sandbox, cast, open_account):
    lose_the_answer(sandbox)
    assert open_account().status_code == 503
    answer = open_account(email="corrected@example.com")
    assert answer.status_code == 200
    emails = {account["id"]: account["email"] for account in accounts(sandbox)}
    assert emails[get_stored_truck(db, cast.truck).stripe_account_id] == "corrected@example.com"


def test_a_repeated_request_is_answered_once_and_another_under_its_key_is_refused(sandbox, cast, open_account):
    key = {"Idempotency-Key": "form-1"}
    assert open_account(headers=key).json() == open_account(headers=key).json()
    other = open_account(cast.other_truck, headers=key)
    assert (other.status_code, other.json()["code"]) == (422, "idempotency_key_reused")
    assert len(accounts(sandbox)) == 1


def test_without_an_address_it_is_the_owners_else_the_trucks(ask, db, sandbox, cast):
    for column, truck in ((Truck.owner_email, cast.truck), (Truck.email, cast.other_truck)):
        change = sa.update(Truck).where(Truck.id == truck.id).values({column: f"{truck.slug}@example.com"})
        db.write(lambda session, change=change: session.execute(change))
        assert ask("POST", CREATE, json={"truckId": truck.id, "email": None}).status_code == 200
    emails = {account["email"] for account in accounts(sandbox)}
    assert emails == {"own-truck@example.com", "other-truck@example.com"}


@pytest.mark.parametrize(
    ("wrong", "code", "place"),
    [
        ({"email": "nonsense"}, 400, "email"),
        ({"email": None}, 400, "email"),
        ({"businessType": "pirate"}, 400, "businessType"),
        ({"truckId": None}, 400, "truckId"),
        ({"truckId": "f" * 24}, 404, None),
        ({"truckId": "\u0001"}, 404, None),
    ],
)
def test_a_broken_rule_opens_nothing(ask, sandbox, cast, wrong, code, place):
    body = {"truckId": cast.truck.id, "email": "ana@example.com", "businessType": "individual"} | wrong
    answer = ask("POST", CREATE, json=body)
    assert answer.status_code == code
    assert place is None or set(answer.json()["fields"]) == {place}
    assert accounts(sandbox) == []


def test_a_page_of_trucks_is_told_at_once_and_one_that_fails_leaves_the_others(ask, cast, open_account):
    open_account()
    gone = "f" * 24
    ids = f"{cast.truck.id},{gone},{cast.other_truck.id}"
    answer = ask("GET", f"/stripe/connect/account-statuses?truckIds={ids}").json()["statuses"]
    assert [one["truckId"] for one in answer] == [cast.truck.id, gone, cast.other_truck.id]
    assert [one["status"] and one["status"]["hasStripeAccount"] for one in answer] == [True, None, False]
    assert answer[0]["status"] == status(ask, cast.truck).json()
    assert ask("GET", "/stripe/connect/account-statuses").json() == {"statuses": []}


def test_the_statuses_of_a_page_are_calls_of_its_request_and_have_the_time_of_one(ask, cast, open_account, monkeypatch):
    open_account()
    seen = []
    fetch = StripeGateway.get_account

    def look(stripe, account_id):
        seen.append(requested_at.get())
        return fetch(stripe, account_id)

    monkeypatch.setattr(StripeGateway, "get_account", look)
    path = f"/stripe/connect/account-statuses?truckIds={cast.truck.id}"
    assert ask("GET", path).json()["statuses"][0]["status"]["hasStripeAccount"]
    assert [at is not None for at in seen] == [True]
    monkeypatch.setattr("chuckwagon.payments.connected_accounts.STATUSES_BEGIN_WITHIN", 0, raising=False)
    assert ask("GET", path).json()["statuses"] == [{"truckId": cast.truck.id, "status": None}]
    assert len(seen) == 1


def test_more_than_fifty_trucks_are_refused(ask, sandbox):
    sandbox.fault("stripe", "error")
    answer = ask("GET", f"/stripe/connect/account-statuses?truckIds={','.join(['f' * 24] * 51)}")
    assert answer.status_code == 400
    assert answer.json()["fields"] == {"truckIds": "Choose at most 50."}


@pytest.mark.parametrize("role", NOT_STAFF)
def test_only_a_superadmin_deals_with_accounts(ask, db, sandbox, cast, open_account, settings, role):
    sandbox.fault("stripe", "error")
    code = 401 if role is None else 403
    assert open_account(as_=role).status_code == code
    urls = dict.fromkeys(("refreshUrl", "returnUrl"), f"{settings.origin}/admin/trucks")
    assert ask("POST", LINK, as_=role, json={"truckId": cast.truck.id, **urls}).status_code == code
    path = f"/stripe/connect/account-status/{cast.truck.id}"
    assert ask("GET", path, as_=role).status_code == code
    assert get_stored_truck(db, cast.truck).stripe_account_id is None


def test_an_archived_truck_gets_no_account(ask, sandbox, cast, open_account, link):
    ask("DELETE", f"/trucks/{cast.truck.id}")
    assert open_account().status_code == link().status_code == status(ask, cast.truck).status_code == 404
    assert accounts(sandbox) == []


def test_a_truck_without_an_account_is_told_so_without_asking(ask, sandbox, cast):
    sandbox.fault("stripe", "error")
    answer = status(ask, cast.truck)
    assert answer.json() == {
        "hasStripeAccount": False,
        "onboardingComplete": False,
        "chargesEnabled": False,
        "payoutsEnabled": False,
        "requirements": {"past_due": [], "currently_due": []},
    }
    assert answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    ("state", "complete", "enabled", "past_due", "currently_due"),
    [
        ("complete", True, True, False, False),
        ("currently_due", False, False, False, True),
        ("past_due", False, False, True, False),
        ("rejected", True, False, False, False),
    ],
)
def test_the_status_says_what_the_account_can_do_and_what_is_missing(
    ask, db, sandbox, cast, open_account, state, complete, enabled, past_due, currently_due
):
    account_id = open_account().json()["accountId"]
    sandbox.fault("webhooks", "drop")
    set_account_state(sandbox, account_id, state)
    found = status(ask, cast.truck).json()
    assert found["hasStripeAccount"] is True
    assert found["onboardingComplete"] is complete
    assert (found["chargesEnabled"], found["payoutsEnabled"]) == (enabled, enabled)
    due = found["requirements"]
    assert (bool(due["past_due"]), bool(due["currently_due"])) == (past_due, currently_due)
    if currently_due:
        assert "external_account" in due["currently_due"]
    assert get_stored_truck(db, cast.truck).transfers_active is enabled


def test_a_new_account_has_everything_still_to_do(ask, cast, open_account):
    open_account()
    found = status(ask, cast.truck).json()
    assert (found["onboardingComplete"], found["chargesEnabled"]) == (False, False)
    assert len(found["requirements"]["currently_due"]) == 7


def test_onboarding_leads_to_the_provider_and_back(ask, settings, cast, open_account, link):
    open_account()
    answer = link()
    assert (answer.status_code, answer.json()["success"]) == (200, True)
    url = answer.json()["url"].replace("localhost", "127.0.0.1")
    page = httpx.get(url)
    session = re.search(r'name="session" value="([^"]+)"', page.text)[1]
    back = httpx.post(url, data={"session": session, "state": "complete"})
    assert back.headers["location"] == f"{settings.origin}/admin/trucks?done"
    found = status(ask, cast.truck).json()
    assert (found["onboardingComplete"], found["chargesEnabled"], found["payoutsEnabled"]) == (
        True,
        True,
        True,
    )
    # A link is good for one visit. The second visit is redirected to a new link.
    assert httpx.get(url).headers["location"] == f"{settings.origin}/admin/trucks?again"
    assert link().json()["url"] != answer.json()["url"]


def test_a_truck_without_an_account_cannot_be_sent_to_onboarding(sandbox, link):
    sandbox.fault("stripe", "error")
    answer = link()
    assert (answer.status_code, answer.json()["code"]) == (409, "no_account")


PATHS = [
    "/admin", "/", "", "/administrator/x", "/admin/../trucks", "/admin/%2e%2e/x", "/admin/%2E./x",
    "/admin/./x",
    "/admin/%252e%252e/x", "/admin//evil.example", "/admin/%2f/evil.example", "/admin/%2Fx", "/admin/%5cx",
    "/admin/x%255cy", "/admin\\x", "/admin/\\evil.example", "//evil.example/admin/", "/admin/a b",
    "/admin/a\tb", "/admin/a\nb", "/admin/%0d%0aSet-Cookie", "/admin/ä", "/Admin/x", "/admin;x/y",
    "@evil.example/admin/x",
    ".evil.example/admin/x", "1/admin/x", "/admin/" + "x" * 1000, "?/admin/", "#/admin/",
]  # fmt: skip


@pytest.mark.parametrize("path", PATHS)
def test_an_address_outside_our_staff_area_is_refused_without_asking(sandbox, open_account, link, path):
    open_account()
    sandbox.fault("stripe", "error")
    for given, place in (({"refresh": path}, "refreshUrl"), ({"back": path}, "returnUrl")):
        answer = link(**given)
        assert (answer.status_code, set(answer.json()["fields"])) == (400, {place}), answer.text


def test_an_address_of_somebody_else_is_refused(sandbox, settings, open_account, link):
    open_account()
    sandbox.fault("stripe", "error")
    host = settings.origin.removeprefix("http://")
    for url in (
        "https://evil.example/admin/trucks",
        f"https://{host}/admin/trucks",
        f"http://someone@{host}/admin/trucks",
        f"http://{host}@evil.example/admin/trucks",
        f"http:/{host}/admin/trucks",
        f"//{host}/admin/trucks",
        f" http://{host}/admin/trucks",
        f"http://evil.example#{settings.origin}/admin/trucks",
        f"http://{host.rpartition(':')[0]}/admin/trucks",
        "javascript:alert(1)//admin/",
        "/admin/trucks",
        "http://[::1",
        "",
    ):
        answer = link(returnUrl=url)
        assert (answer.status_code, set(answer.json()["fields"])) == (400, {"returnUrl"}), url


@pytest.mark.parametrize("path", ["/admin/", "/admin/trucks", "/admin/trucks?truck=1&x=//y#z", "/admin/a%20b/c-d_e"])
def test_an_address_inside_it_is_fine(open_account, link, path):
    open_account()
    assert link(refresh=path, back=path).status_code == 200


def test_a_provider_that_is_down_is_said_to_be_down(ask, db, sandbox, cast, open_account, link):
    sandbox.fault("stripe", "error", times=3)
    assert open_account().status_code == 503
    assert get_stored_truck(db, cast.truck).stripe_account_id is None
    open_account()
    sandbox.fault("stripe", "error")
    for answer in (status(ask, cast.truck), link()):
        assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
        assert int(answer.headers["Retry-After"]) > 0


def test_an_account_that_the_provider_does_not_know_is_said_to_be_unknown(ask, sandbox, cast, open_account, link):
    open_account()
    sandbox.reset()
    for answer in (status(ask, cast.truck), link()):
        assert (answer.status_code, answer.json()["code"]) == (409, "account_unknown")
        assert "payment account" in answer.json()["error"]
